import BoothArchives
import BoothSystem
import CommandSupport
import ControlSocket
import FoundationEssentials
import Glibc

/// What an operator mails to those who help: how a booth, its machine and its last evening are, and nothing of guests.
///
/// Each part is gathered by itself, in bounded time: what hangs, is damaged or is not there leaves its part out, and the README says
/// why. What the program's commands answer is asked of them in processes of their own. Whatever is gathered goes through one
/// ``Redaction``.
struct SupportBundle {
  struct Member: Sendable {
    var name: String
    var bytes: [UInt8]
  }

  /// How much of each log is taken, in bytes: the newest.
  static let mostLog = 1 << 20
  /// How much of the journal is read; a quarter of it is left of that.
  static let mostJournal = 4 << 20
  static let mostLogLines = 4000
  private static let units = ["booth.service", "booth-gallery.service", "booth-studio.service", "booth-rest.service"]

  /// Programs of the system, and how long they may take.
  struct Tools: Sendable {
    var systemctl = "systemctl"
    var journalctl = "journalctl"
    var patience = Duration.seconds(15)
  }

  private let settings: Settings
  private let flags: [String]
  private let program: String
  private let tools: Tools
  private var redaction: Redaction
  private var notes: [(part: SupportPart, words: String)] = []
  private(set) var members: [Member] = []

  /// - Parameters:
  ///   - flags: with which the program's own commands are asked about the same booth.
  ///   - program: the path of it.
  init(
    _ settings: Settings, flags: [String], redaction: Redaction, program: String = "/proc/self/exe",
    tools: Tools = Tools()
  ) {
    self.settings = settings
    self.tools = tools
    self.flags = flags
    self.redaction = redaction
    self.program = program
  }

  /// Gathers everything. Blocks, for four minutes at most where all hangs.
  /// - Parameter tell: is told what is gathered next.
  mutating func gather(made: Date, tell: (SupportPart) -> Void = { _ in }) {
    for part in SupportPart.allCases {
      tell(part)
      switch bytes(of: part) {
      case .success(let bytes): members.append(Member(name: part.rawValue, bytes: bytes))
      case .failure(let fault):
        let lines = fault.words.split(whereSeparator: \.isNewline)
        notes.append((part, lines.joined(separator: "; ")))
      }
    }
    members.insert(Member(name: "README.txt", bytes: Array(readme(made).utf8)), at: 0)
  }

  private struct MissingFault: Error {
    var words: String
  }

  private mutating func bytes(of part: SupportPart) -> Result<[UInt8], MissingFault> {
    switch part {
    case .machine:
      return json(MachineFacts(data: settings.data))
    case .settings:
      return json(RedactedSettings(settings, &redaction))
    case .data:
      return json(DataFolderFacts(settings.data))
    case .status: return answer(["status"], .seconds(20))
    case .doctor: return answer(["doctor"], .seconds(90))
    case .queue: return answer(["queue", "list"], .seconds(20))
    case .night: return answer(["night"], .seconds(60))
    case .devices: return answer(["devices", "list"], .seconds(30))
    case .units:
      return said(
        tools.systemctl,
        [
          "show", "--no-pager",
          "--property=Id,LoadState,UnitFileState,ActiveState,SubState,Result,NRestarts,ExecMainStatus,ActiveEnterTimestamp,"
            + "InactiveEnterTimestamp,MemoryCurrent,WatchdogUSec",
        ] + Self.units)
    case .log:
      return said(
        tools.journalctl,
        ["--no-pager", "--quiet", "--no-hostname", "--output=short-iso", "--lines=\(Self.mostLogLines)"]
          + Self.units.map { "--unit=\($0)" })
    case .boothLog: return tail("booth.log")
    case .journal: return journal()
    }
  }

  // MARK: Commands

  /// What a command of the program answers as JSON.
  private mutating func answer(_ command: [String], _ patience: Duration) -> Result<[UInt8], MissingFault> {
    let run = BoundedProgram.run(program, command + ["--json"] + flags, atMost: patience, limit: 8 << 20)
    guard let value = RedactedAnswer.redacted(run.output, &redaction) else {
      let words = redaction.text(String(decoding: run.errors.prefix(2000), as: UTF8.self))
      return .failure(
        MissingFault(
          words:
            "booth \(command.joined(separator: " ")): \(run.ending.trouble ?? "no JSON")\(words.isEmpty ? "" : ": \(words)")"
        ))
    }
    return json(value)
  }

  /// What a program of the system says.
  private mutating func said(_ name: String, _ arguments: [String]) -> Result<[UInt8], MissingFault> {
    // Of a log that is longer, the newest is kept: lines are bounded, too.
    let run = BoundedProgram.run(name, arguments, atMost: tools.patience, limit: 32 << 20)
    if run.output.isEmpty || run.ending != .exited(0) {
      let words = redaction.text(String(decoding: run.errors.prefix(500), as: UTF8.self))
      return .failure(
        MissingFault(
          words:
            "\(name.split(separator: "/").last ?? ""): \(run.ending.trouble ?? "said nothing")\(words.isEmpty ? "" : ": \(words)")"
        ))
    }
    return .success(redaction.bytes(Self.newest(run.output, Self.mostLog)))
  }

  /// Whole lines.
  private static func newest(_ bytes: [UInt8], _ most: Int) -> [UInt8] {
    guard bytes.count > most else { return bytes }
    let tail = bytes.suffix(most)
    return Array(tail.firstIndex(of: 0x0A).map { tail[($0 + 1)...] } ?? tail)
  }

  private func json(_ value: some Encodable) -> Result<[UInt8], MissingFault> {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do { return .success(Array(try encoder.encode(value)) + [0x0A]) } catch {
      return .failure(MissingFault(words: "cannot be written as JSON"))
    }
  }

  // MARK: Files of the data folder

  private mutating func tail(_ name: String) -> Result<[UInt8], MissingFault> {
    switch Self.end(of: settings.data + "/" + name, Self.mostLog) {
    case .success(let bytes): .success(redaction.bytes(bytes))
    case .failure(let fault): .failure(fault)
    }
  }

  private mutating func journal() -> Result<[UInt8], MissingFault> {
    var raw: [UInt8] = []
    switch Self.end(of: settings.data + "/journal/journal.jsonl", Self.mostJournal) {
    case .success(let bytes): raw = bytes
    case .failure(let fault): return .failure(fault)
    }
    // The one before it, where there is room.
    if raw.count < Self.mostJournal / 2,
      case .success(let older) = Self.end(of: settings.data + "/journal/journal.1.jsonl", Self.mostJournal - raw.count)
    {
      raw = older + raw
    }
    var journal = RedactedJournal()
    var result: [UInt8] = []
    for line in raw.split(separator: 0x0A) {
      if let kept = journal.redacted(Array(line), &redaction) { result += kept + [0x0A] }
    }
    if journal.unreadable > 0 {
      notes.append((.journal, "\(counted(journal.unreadable, "line")) could not be read, and left out"))
    }
    return .success(result)
  }

  /// The last bytes of a file, from a line's beginning on; never waits for what lies there.
  private static func end(of path: String, _ most: Int) -> Result<[UInt8], MissingFault> {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      return .failure(
        MissingFault(words: errno == ENOENT || errno == ENOTDIR ? "there is none" : SystemWords.of(errno)))
    }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      return .failure(MissingFault(words: "is no ordinary file"))
    }
    let start = max(0, Int(facts.st_size) - most)
    var bytes = [UInt8](repeating: 0, count: Int(facts.st_size) - start)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress! + done, $0.count - done, off_t(start + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return .failure(MissingFault(words: SystemWords.of(errno))) }
      if count == 0 { break }
      done += count
    }
    bytes.removeLast(bytes.count - done)
    guard start > 0 else { return .success(bytes) }
    return .success(Array(bytes.firstIndex(of: 0x0A).map { bytes[($0 + 1)...] } ?? []))
  }

  // MARK: The README

  private func readme(_ made: Date) -> String {
    var lines = [
      "A bundle for those who help with this booth, made \(made.formatted(.iso8601)) by booth \(BoothCommand.programVersion).",
      "", "What is in it:", "",
    ]
    for part in SupportPart.allCases {
      let own = notes.filter { $0.part == part }
      if members.contains(where: { $0.name == part.rawValue }) {
        lines.append("  \(part.rawValue)  \(part.words)")
        for note in own { lines.append("      \(note.words)") }
      }
    }
    let missing = notes.filter { note in !members.contains { $0.name == note.part.rawValue } }
    if !missing.isEmpty {
      lines += ["", "What could not be had:", ""]
      lines += missing.map { "  \($0.part.rawValue)  \($0.words)" }
    }
    if !redaction.gaps.isEmpty {
      lines += ["", "Look closely, before you mail it:", ""] + redaction.gaps.map { "  \($0)" }
    }
    lines += [
      "", "What was left out, everywhere:", "",
      "  Photos, clips and films; guests' email addresses; links, and the ids of sessions: the same session is session-1 in all",
      "  of these files, and in no other bundle. Names and texts of events (event-1); secrets, passwords, tokens and keys; what",
      "  stands behind the host in addresses; the last part of addresses in networks; names of wireless networks; numbers that may",
      "  be phones'; serial numbers; names of people's folders, of this machine and its user.",
      "",
      "  What stands where something was left out: (left out), (secret), (token), (email), (number), (name), (card).",
      "",
      "Read it before you mail it: the files are text. A text that people wrote into a profile or a file's name may be of a kind",
      "that no program recognizes.", "",
    ]
    return lines.joined(separator: "\n")
  }

  // MARK: The archive

  /// All members in one ZIP archive, in pieces.
  func write(made: Date, _ send: ([UInt8]) throws -> Void) throws {
    let moment = CivilMoment(made, secondsFromUTC: CivilMoment.secondsFromUTC(made))
    var archive = ZIPArchive()
    for member in members {
      let deflater = try Deflater()
      var checksum = CRC32()
      checksum.add(member.bytes)
      try send(archive.beginPacked(member.name, made: moment))
      let packed = deflater.pack(member.bytes) + deflater.end()
      try send(packed)
      try send(
        try archive.endPacked(
          sizeBytes: UInt64(member.bytes.count), packedBytes: UInt64(packed.count), checksum: checksum.value))
    }
    for piece in archive.end() { try send(piece) }
  }
}
