import ArgumentParser
import BoothArchives
import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import FoundationEssentials

struct SupportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "support",
    abstract: "Write one file to mail to those who help: how the booth is, without guests' data.",
    discussion: """
      Works while a booth runs, while none does, and where its data folder is damaged or missing; a part that cannot be had is \
      left out, and README.txt in the file says why. No photo, link, email address, secret or name of an event is in it. \
      Nothing is sent.
      """)
  @Option(help: "The file to write. (default: booth-support-DATE-MARK.zip in the current folder)") var out: String?
  @Flag(help: "Replace a file that is there.") var replace = false
  @Flag(name: [.long, .customLong("dry-run")], help: "Write nothing; list what would be in the file.") var list = false
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  private struct Answer: Encodable {
    /// The file; nil where only a list was asked for.
    var file: String?
    var sizeBytes: Int?
    var parts: [Part]
  }

  private struct Part: Encodable {
    var name: String
    var words: String
  }

  func run() async throws {
    if list {
      let parts = SupportPart.allCases.map { Part(name: $0.rawValue, words: $0.words) }
      if output.json { return try printJSON(Answer(parts: parts)) }
      return printTable(parts.map { [$0.name, $0.words] })
    }
    // A folder that is none is told in the bundle.
    var settings = try await place.settings(data: .nothing, manner: .lenient)
    try settings.proveForBooth()
    try settings.proveForStudio()
    let made = Date.now
    let path = Settings.absolute(out ?? Self.name(made, settings))
    // Before a minute is spent on what cannot be kept.
    let file = try WrittenFile(path, replacing: replace)
    let known = await KnownNames.gather(settings)
    let flags =
      place.flags.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { [$0.key.flag, $0.value] }
      + (place.file.map { ["--config", $0] } ?? [])
    let isTold = !output.json
    let bundle = await Self.aside { [settings] in
      var bundle = SupportBundle(settings, flags: flags, redaction: Redaction(known))
      bundle.gather(made: made) { if isTold { complain("booth: gathering \($0.rawValue)") } }
      return bundle
    }
    var sizeBytes = 0
    do {
      try bundle.write(made: made) { piece in
        sizeBytes += piece.count
        try file.append(piece)
      }
    } catch let fault as ArchiveFault {
      throw CommandError("\(path) cannot be written: it \(advice: fault.words)", code: CommandError.cannotCreate)
    }
    try file.finish()
    if output.json {
      let parts = bundle.members.map { member in
        Part(
          name: member.name,
          words: SupportPart(rawValue: member.name)?.words ?? "what is in the file, and what was left out")
      }
      return try printJSON(Answer(file: path, sizeBytes: sizeBytes, parts: parts))
    }
    say(
      "\(path)  \((sizeBytes + 1023) / 1024) KB, \(counted(bundle.members.count, "file")). Read README.txt in it before you mail it."
    )
  }

  /// What blocks has a thread of its own.
  private static func aside(_ work: @escaping @Sendable () -> SupportBundle) async -> SupportBundle {
    await withCheckedContinuation { continuation in
      let fault = OwnThread.start("support") { continuation.resume(returning: work()) }
      if fault != 0 { continuation.resume(returning: work()) }
    }
  }

  /// With the booth's mark, where it has one.
  private static func name(_ made: Date, _ settings: Settings) -> String {
    let time = LocalTime.cell(made).replacing(":", with: "").replacing(" ", with: "-")
    return "booth-support-\(time)\(BoothMark.known(in: settings.data).map { "-\($0)" } ?? "").zip"
  }
}
