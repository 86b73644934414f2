import ArgumentParser
import BoothCore
import BoothStore
import BoothSystem
import BoothVault
import CommandSupport
import Synchronization

struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Check every photo from the shutter to the gallery, and print the night's receipt.",
    discussion: """
      Reads every file and compares it with the checksum it was kept with; nothing is changed, and a booth may be at \
      work on the same folder. "wait" is on its way or waits for the operator, "GAP" is lost, damaged, unexplained or \
      given up before the gallery had it: then the exit code is 1.
      """)
  @Option(help: "Only this event, by its folder's name.") var event: String?
  @Flag(help: "Look whether the files are there; do not read them.") var quick = false
  @Flag(help: "What the gallery has not confirmed is a gap.") var uploaded = false
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let settings = try await place.settings(data: .nothing)
    let store = try Self.open(settings)
    if let event { try await Self.require(event, in: store) }
    let rule = AuditRule(quick: quick, uploaded: uploaded, running: await Console(settings: settings).isAnswered)
    let inWords = !output.json
    let head = Head()
    let audit: Audit
    do throws(StoreError) {
      audit = try await store.audit(event: event, rule) { lines in
        guard inWords else { return }
        for line in lines {
          if head.isFirst { say("\(Audit.Line.header("local time"))") }
          say("\(line.facts(LocalTime.cell))\(advice: line.end(LocalTime.words))")
        }
      }
    } catch {
      throw CommandError("\(advice: error)")
    }
    if output.json { try printJSON(AuditAnswer(audit)) } else { say("\(audit.totals.text)") }
    if audit.hasGap { throw ExitCode(CommandError.failed) }
  }

  /// Whether the columns' names were printed.
  private final class Head: Sendable {
    private let wasPrinted = Mutex(false)
    /// True once.
    var isFirst: Bool {
      wasPrinted.withLock { printed in
        defer { printed = true }
        return !printed
      }
    }
  }

  static func open(_ settings: Settings) throws -> VaultSessionStore {
    do throws(StoreError) { return try VaultSessionStore.openForProof(folder: settings.data) } catch {
      throw CommandError("\(advice: error)")
    }
  }

  static func require(_ event: String, in store: VaultSessionStore) async throws {
    let known = try await store.eventsWithSessions()
    guard known.contains(event) else {
      throw CommandError(
        "no session of an event \"\(event)\" is in \(store.folder); there are sessions of: "
          + "\(known.isEmpty ? "none" : known.joined(separator: ", "))", code: CommandError.usage)
    }
  }
}

extension Console {
  /// Whether a booth runs on this data folder.
  var isAnswered: Bool {
    get async {
      do {
        _ = try await status()
        return true
      } catch {
        return false
      }
    }
  }
}
