import ArgumentParser
import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import BoothVault
import CommandSupport
import FoundationEssentials
import Glibc

extension EventCommand {
  struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Copy an event's photos and clips to a USB stick or a folder, verified.",
      discussion: """
        Every file is read back and compared with its checksum before it gets its name; a second run copies only what \
        is missing or differs, and what is damaged here replaces nothing there. Sessions that are being taken at this \
        moment are left out. Beside the files lie receipt.txt and receipt.json; the next run's are receipt-2. Exit code \
        0: all is copied and right; 1: copied, with gaps that the receipt names; 73: the folder cannot take it (no room, no \
        such folder, failing).
        """)
    @Argument(help: "The event's folder name.") var event: String
    @Option(help: "The folder for the copy: an existing one, or a new one in it.") var out: String
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
      // What an unset variable of a script would say; it does not mean the folder one is in.
      if out.isEmpty { throw ValidationError("--out is empty: name the folder, on the stick, that takes the copy") }
    }

    func run() async throws {
      let settings = try await place.settings()
      let store = try AuditCommand.open(settings)
      try await AuditCommand.require(event, in: store)
      let target = Settings.absolute(out)
      try Self.check(target, data: settings.data)
      // A night is copied also where its event's file is gone or broken.
      var title: String?
      do { title = try EventPlaces.load(settings).events.first { $0.slug == event }?.name } catch {}
      let rule = AuditRule(running: await Console(settings: settings).isAnswered)
      let shows = !output.json && isatty(STDERR_FILENO) == 1
      let done: BoothVault.Export
      do throws(StoreError) {
        done = try await store.export(event: event, called: title, to: target, rule, at: SystemClock().wallTime) {
          progress in
          if shows { complain("\(progress.done + 1) of \(progress.total)  \(progress.path)") }
        }
      } catch {
        guard error.code != .notFound || error.subject != event else { throw CommandError("\(advice: error)") }
        let stick =
          error.code == .readOnly
          ? "; Linux makes a stick read-only that was pulled while it was written: let fsck.vfat -a or another computer "
            + "repair it" : ""
        throw CommandError(
          "\(advice: error)\(stick); what was copied so far is whole, and another run goes on from there",
          code: CommandError.cannotCreate)
      }
      if output.json {
        try printJSON(ExportAnswer(done, folder: "\(target)/\(PortableName.of(event))"))
      } else {
        for line in done.audit.lines where line.verdict == .gap {
          say("\(line.facts(LocalTime.cell))\(advice: line.end(LocalTime.words))")
        }
        say(
          "\(counted(done.copied, "file")) copied (\(done.bytesCopied >> 20) MB), \(counted(done.alreadyThere, "was there and is", "were there and are")) right: "
            + "\(target)/\(PortableName.of(event))")
        say("\(done.audit.totals.text)")
      }
      if done.audit.hasGap { throw ExitCode(CommandError.failed) }
    }

    /// The destination is a folder, or can be made in one, and is no part of the booth's own data.
    private static func check(_ target: String, data: String) throws {
      let parent = URL(filePath: target).deletingLastPathComponent().path
      guard let place = resolved(target) ?? resolved(parent) else {
        throw CommandError(
          "\(target) cannot be made: there is no folder \(parent); is the stick mounted?",
          code: CommandError.cannotCreate)
      }
      let own = resolved(data) ?? data
      guard place != own, !place.hasPrefix(own + "/") else {
        throw CommandError(
          "\(target) is inside the booth's own data (\(own)); name a folder on a stick or another disk",
          code: CommandError.cannotCreate)
      }
      var (here, there) = (stat(), stat())
      if stat(own, &here) == 0, stat(place, &there) == 0, here.st_dev == there.st_dev {
        complain("booth: note: \(target) is on the same disk as the booth's data")
      }
    }

    private static func resolved(_ path: String) -> String? {
      guard let real = realpath(path, nil) else { return nil }
      defer { free(real) }
      return String(cString: real)
    }
  }
}
