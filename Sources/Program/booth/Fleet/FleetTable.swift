import BoothCore
import CommandSupport
import FoundationEssentials
import StudioModel

/// All booths as lines for a terminal, none longer than it is wide. Pure, but for the zone in which it writes times.
///
/// ```text
/// NAME              MARK        STATE         SEEN     UPLOADS  TONIGHT  PRINTS
/// Left of the bar   K7RM3WQ2XZ  out of order  2 min          3       48     212
///   Out of order: the camera does not work.
/// ```
struct FleetTable {
  /// The narrowest terminal that it fits, in signs.
  private static let width = 80
  /// The widths of the columns, with two signs between; the last three are numbers.
  private static let widths = [16, FleetMark.count, 12, 7, 7, 7, 6]

  let lines: [String]

  init(_ report: FleetReport) {
    guard !report.booths.isEmpty else {
      lines = []
      return
    }
    var lines = [Self.row(["NAME", "MARK", "STATE", "SEEN", "UPLOADS", "TONIGHT", "PRINTS"])]
    for booth in report.booths {
      lines.append(Self.row(Self.cells(booth, at: report.at)))
      for note in Self.notes(booth) { lines += Self.wrapped(note) }
    }
    if report.isFull {
      lines += Self.wrapped("There are more than \(Fleet.mostBooths) booths: the others are left out.")
    }
    self.lines = lines
  }

  private static func cells(_ booth: FleetBooth, at now: Double) -> [String] {
    let said = booth.message
    return [
      booth.name ?? "unknown", booth.mark ?? "-", state(booth), booth.lastSeen.map { age(now - $0) } ?? "unknown",
      number(said?.uploadsWaiting), number(said?.sessionsTonight), number(said?.printsLeft),
    ]
  }

  private static func number(_ number: Int?) -> String { number.map(String.init) ?? "-" }

  /// What it says of itself where that holds, else how it stands.
  static func state(_ booth: FleetBooth) -> String {
    switch booth.standing {
    case .well, .attention: booth.message?.state.replacing("_", with: " ") ?? "unknown"
    case .lost, .missing, .unreachable, .silent, .unknown, .asking, .gone: booth.standing.rawValue
    case .notRunning: "not running"
    }
  }

  /// `now`, `3 min`, `2 h`, `5 d`.
  static func age(_ seconds: Double) -> String {
    switch seconds {
    case ..<60: "now"
    case ..<3600: "\(Int(seconds / 60)) min"
    case ..<172_800: "\(Int(seconds / 3600)) h"
    default: "\(Int(min(seconds / 86_400, 9999))) d"
    }
  }

  /// What is to be known of it, in sentences.
  static func notes(_ booth: FleetBooth) -> [String] {
    let seen = booth.lastSeen.map { LocalTime.minute(Date(timeIntervalSince1970: $0)) }
    var notes: [String] = []
    switch booth.standing {
    case .lost:
      notes.append("Lost\(seen.map { " after \($0)" } ?? ""): its connection broke. Look at its power and its network.")
    case .missing:
      notes.append(
        "The broker keeps nothing of it\(seen.map { "; last seen \($0)" } ?? ""). If it is to be missed no more: "
          + "booth fleet forget \(booth.mark ?? "")")
    case .silent: notes.append("Nothing was heard of it since \(seen ?? "an unknown time"). Look at its network.")
    case .unreachable: notes.append(sentence(booth.obstacle?.words ?? "it does not answer"))
    case .notRunning:
      notes.append("Its machine answers, and no booth runs there. Start it there: booth run, or systemctl start booth.")
    case .asking: notes.append("It was asked over the network, and has not answered yet.")
    case .unknown where booth.obstacle != nil: notes.append(sentence(booth.obstacle?.words ?? ""))
    case .unknown:
      notes.append(
        booth.message == nil
          ? "What it says cannot be read, or it says nothing." : "Whether it is there is not known.")
    case .gone: notes.append("Ended; gone since \(seen ?? "an unknown time").")
    case .attention: notes.append(booth.message?.health ?? "Needs attention.")
    case .well: break
    }
    if let minutes = booth.clockAheadMinutes, minutes != 0 {
      notes.append(
        "Its clock is \(minutes.magnitude) min \(minutes > 0 ? "ahead of" : "behind") this machine's: one of them is wrong."
      )
    }
    return notes
  }

  private static func sentence(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() + "." }

  private static func row(_ cells: [String]) -> String {
    var line = ""
    for (index, (cell, width)) in zip(cells, widths).enumerated() {
      let text = cut(cell.harmless, width)
      let space = String(repeating: " ", count: width - text.columns)
      line += (index == 0 ? "" : "  ") + (index < 4 ? text + space : space + text)
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// Its beginning, with a sign that there was more.
  private static func cut(_ text: String, _ width: Int) -> String {
    guard text.columns > width else { return text }
    var cut = ""
    var columns = 0
    for letter in text {
      columns += letter.columns
      guard columns < width else { break }
      cut.append(letter)
    }
    return cut + "…"
  }

  /// Lines below a booth, broken between words.
  private static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.harmless.split(separator: " ") {
      let word = cut(String(word), width - 2)
      if !line.isEmpty, line.columns + 1 + word.columns > width - 2 {
        lines.append("  " + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + ["  " + line]
  }
}

extension String {
  /// How wide it is on a terminal, in columns.
  fileprivate var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Character {
  /// Two for the letters of East Asia and for emoji (Unicode's East Asian Width W, by its blocks), else one.
  fileprivate var columns: Int {
    guard let value = unicodeScalars.first?.value, value >= 0x1100 else { return 1 }
    return switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
