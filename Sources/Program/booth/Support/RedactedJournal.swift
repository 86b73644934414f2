import BoothCore
import FoundationEssentials

/// A booth's journal as a bundle has it: of each line the time and the names of what happened, of the state and of what was decided. Of
/// what these hold, only a fault's words stay, without what ``Redaction`` finds; no event, no session, no link. Pure.
struct RedactedJournal {
  private struct Line: Encodable {
    var number: UInt64?
    /// On the booth's own clock.
    var seconds: Double
    var time: String?
    var trusted: Bool?
    var input: String?
    var state: String?
    var phase: String?
    var effects: [String]?
    /// Beside the flow's lines: which machine.
    var who: String?
    var words: String?
  }

  /// Lines that could not be read.
  private(set) var unreadable = 0
  private let decoder = JSONDecoder()
  private let encoder: JSONEncoder

  init() {
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// - Parameter line: without its end.
  /// - Returns: what stands in the bundle for it, without an end; nil for nothing.
  mutating func redacted(_ line: [UInt8], _ redaction: inout Redaction) -> [UInt8]? {
    guard !line.isEmpty else { return nil }
    let data = Data(line)
    // Each form is tried in turn.
    if let line = try? decoder.decode(JournalLine.self, from: data) { return bytes(Self.line(line, &redaction)) }
    if let snapshot = try? decoder.decode(JournalSnapshot.self, from: data) {
      return bytes(
        Line(number: snapshot.after, seconds: 0, state: StatePlace(snapshot.flow.state).state, who: "snapshot"))
    }
    if let note = try? decoder.decode(JournalNote.self, from: data) {
      return bytes(
        Line(
          seconds: Double(note.at.nanoseconds) / 1e9, effects: note.effects.map { $0.map(Self.name) },
          who: Self.name(note.who),
          words: redaction.text(Self.name(note.what))))
    }
    unreadable += 1
    return nil
  }

  private static func line(_ line: JournalLine, _ redaction: inout Redaction) -> Line {
    let place = StatePlace(line.state)
    var words: String?
    switch line.input {
    case .answered(_, .failed(let fault)): words = "\(fault)"
    case .cameraChanged(.outOfOrder(let remedy)): words = "\(remedy)"
    case .cameraChanged(.stills(let why)): words = why.map { "\($0)" }
    case .storageChanged(let news): words = news.words
    case .booted, .pressed, .requested, .answered, .cameraChanged, .hoursChanged, .sessionErased, .guideTurned, .marked,
      .typed,
      .addressGiven, .printerChanged, .timePassed:
      words = nil
    }
    return Line(
      number: line.number, seconds: Double(line.at.nanoseconds) / 1e9, time: day(line.time) ? line.time : nil,
      trusted: line.trusted,
      input: name("\(input(line.input))"), state: place.state, phase: place.phase,
      effects: line.effects.map { name("\($0)") }, words: words.map { redaction.text($0) })
  }

  /// What of an input's payload is a word of the program's own.
  private static func input(_ input: BoothInput) -> String {
    switch input {
    case .pressed(let press): "pressed \(press.rawValue)"
    case .requested(let request): "requested \(name("\(request)"))"
    case .answered(_, let answer): "answered \(name("\(answer)"))"
    case .cameraChanged(let news): "camera \(name("\(news)"))"
    case .storageChanged(let news): "storage \(news.level.rawValue)"
    case .printerChanged(let news): "printer \(name("\(news)"))"
    case .hoursChanged(let closing): closing.map { "closed until \($0.words)" } ?? "open"
    case .guideTurned(let turn): "guide \(turn.rawValue)"
    case .marked(let step): "marked \(name("\(step)"))"
    case .booted, .sessionErased, .typed, .addressGiven, .timePassed: name("\(input)")
    }
  }

  /// The name of a case, without what it holds.
  private static func name(_ text: String) -> String { String(text.prefix { $0 != "(" && $0 != "\n" }.prefix(80)) }

  private static func day(_ time: String) -> Bool {
    time.utf8.count <= 40 && time.utf8.allSatisfy { Redaction.isDigit($0) || "-:.TZ+ ".utf8.contains($0) }
  }

  private func bytes(_ line: Line) -> [UInt8]? {
    do { return Array(try encoder.encode(line)) } catch { return nil }
  }
}
