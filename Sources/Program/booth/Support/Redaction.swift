import FoundationEssentials

/// Takes out of texts what is of guests or of hosts, and secrets. A pure value: what it was told, and what it has seen.
///
/// ```swift
/// var redaction = Redaction(.init(secrets: ["hunter2-hunter2"], events: [["anna-ben", "Anna & Ben"]]))
/// redaction.text("uploads of Anna & Ben wait for http://192.0.2.7:8080/s/8A1B…")  // "uploads of event-1 wait for http://192.0.2.x:8080/…"
/// ```
///
/// A session, and an event, has the same name wherever it stands in one bundle; two bundles have nothing in common. What is known is
/// found as it is, in other letter case, percent-encoded, escaped and in base 64. What is not known is found by its form: addresses,
/// numbers of phones, ids, keys behind their names, long texts of letters and digits.
struct Redaction: Sendable {
  /// What is known to be in the settings, the events and the machine, and is for no bundle.
  struct Known: Sendable {
    /// Passwords, tokens, keys.
    var secrets: Set<String> = []
    /// All names of each event: its folder's, its titles, its texts.
    var events: [[String]] = []
    /// What this machine and its users are called.
    var names: Set<String> = []
    /// What could not be looked at, in sentences: names in it may be found by their form alone.
    var gaps: [String] = []
  }

  private struct Needle: Sendable {
    /// In lower case.
    var bytes: [UInt8]
    var replacement: [UInt8]
    /// Found only where no letter or digit stands beside it.
    var isWord: Bool
  }

  static let leftOut = "(left out)"
  /// ``Known/gaps``
  let gaps: [String]
  /// Shorter ones are in every text.
  private static let leastSecret = 4

  /// By their first two bytes, the longest first: a text of megabytes is gone through once.
  private let needles: [UInt16: [Needle]]
  /// By their names as they are.
  private var events: [String: Int] = [:]
  private var eventCount: Int
  /// By their 32 digits.
  private var sessions: [String: Int] = [:]
  /// Whether anything is taken out: not, in the test that shows what would be in a bundle then.
  private let isOn: Bool

  init(_ known: Known, isOn: Bool = true) {
    self.isOn = isOn
    gaps = known.gaps
    var needles: [Needle] = []
    func add(_ text: String, _ replacement: String, isWord: Bool) {
      for form in Self.forms(of: text, isWord: isWord) {
        needles.append(Needle(bytes: form.bytes, replacement: Array(replacement.utf8), isWord: form.isWord))
      }
    }
    for secret in known.secrets where secret.utf8.count >= Self.leastSecret {
      add(secret, "(secret)", isWord: false)
    }
    for (index, names) in known.events.enumerated() {
      for name in names where !name.isEmpty {
        events[name] = index + 1
        add(name, "event-\(index + 1)", isWord: true)
      }
    }
    eventCount = known.events.count
    for name in known.names where name.utf8.count > 1 { add(name, "(name)", isWord: true) }
    // One byte alone would be anywhere.
    self.needles = Dictionary(grouping: needles.filter { $0.bytes.count > 1 }) { Self.pair($0.bytes[0], $0.bytes[1]) }
      .mapValues { $0.sorted { $0.bytes.count > $1.bytes.count } }
  }

  // MARK: Names

  /// The session whose id begins with these eight digits, if one was seen that does.
  func sessionBeginning(_ digits: String) -> String? {
    sessions.first { $0.key.hasPrefix(digits.uppercased()) }.map { "session-\($0.value)" }
  }

  /// What a session is called in the bundle.
  mutating func session(_ id: String) -> String {
    guard isOn else { return id }
    let digits = id.uppercased().filter(\.isHexDigit)
    if let number = sessions[digits] { return "session-\(number)" }
    sessions[digits] = sessions.count + 1
    return "session-\(sessions.count)"
  }

  /// What an event is called there.
  mutating func event(_ name: String) -> String {
    guard isOn, !name.isEmpty else { return name }
    if let number = events[name] { return "event-\(number)" }
    eventCount += 1
    events[name] = eventCount
    return "event-\(eventCount)"
  }

  // MARK: Texts

  /// A text of any length without all that; nothing of it is added to what is known.
  mutating func text(_ text: String) -> String {
    guard isOn else { return text }
    return String(decoding: bytes(Array(text.utf8)), as: UTF8.self)
  }

  /// The same of a file's bytes; what is no UTF-8 stays no UTF-8.
  mutating func bytes(_ bytes: [UInt8]) -> [UInt8] {
    guard isOn else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for line in withoutKnown(bytes).split(separator: 0x0A, omittingEmptySubsequences: false) {
      if !result.isEmpty || line.startIndex > 0 { result.append(0x0A) }
      result += Self.withoutNumbers(RedactedLine.redacted(Array(line), &self))
    }
    return result
  }

  // MARK: What is known

  private func withoutKnown(_ bytes: [UInt8]) -> [UInt8] {
    let lower = bytes.map(Self.lower)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      if place + 1 < lower.count, let candidates = needles[Self.pair(lower[place], lower[place + 1])],
        let needle = candidates.first(where: { Self.stands($0, at: place, in: lower) })
      {
        result += needle.replacement
        place += needle.bytes.count
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return result
  }

  private static func stands(_ needle: Needle, at place: Int, in lower: [UInt8]) -> Bool {
    let end = place + needle.bytes.count
    guard end <= lower.count, lower[place..<end].elementsEqual(needle.bytes) else { return false }
    return !needle.isWord
      || (place == 0 || !isWordByte(lower[place - 1])) && (end == lower.count || !isWordByte(lower[end]))
  }

  private static func pair(_ one: UInt8, _ other: UInt8) -> UInt16 { UInt16(one) << 8 | UInt16(other) }

  /// How a text may stand in a file.
  private static func forms(of text: String, isWord: Bool) -> [(bytes: [UInt8], isWord: Bool)] {
    var texts: Set<String> = []
    for cased in [text, text.lowercased(), text.uppercased()] {
      texts.insert(cased)
      texts.insert(percentEncoded(cased) { Self.isWordByte($0) || "-._~".utf8.contains($0) })
      texts.insert(percentEncoded(cased) { _ in false })
      // As a form's field (HTML, 4.10.21.8), and as a path, which keeps more signs.
      texts.insert(percentEncoded(cased) { Self.isWordByte($0) || "-._* ".utf8.contains($0) }.replacing(" ", with: "+"))
      texts.insert(percentEncoded(cased) { Self.isWordByte($0) || "-._~&=+$,;:@!'()*/".utf8.contains($0) })
      texts.insert(
        cased.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
          .replacing("\"", with: "&quot;"))
      texts.insert(cased.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))
      texts.insert(cased.replacing("/", with: "\\/"))
    }
    var forms = Set(texts.map { $0.utf8.map(lower) }).map { (bytes: $0, isWord: isWord) }
    for piece in base64(Array(text.utf8)) { forms.append((bytes: piece.map(lower), isWord: false)) }
    return forms.filter { !$0.bytes.isEmpty }
  }

  private static func percentEncoded(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    return String(
      decoding: text.utf8.flatMap { isKept($0) ? [$0] : [0x25, digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
      as: UTF8.self)
  }

  /// What of a text's base 64 is the same whatever stands before and behind it, for each of the three places in a group; short
  /// ones could be of any text.
  private static func base64(_ bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.count >= 6 else { return [] }
    var forms: [[UInt8]] = []
    for before in 0..<3 {
      let code = Array(Data([UInt8](repeating: 0, count: before) + bytes).base64EncodedString().utf8)
      // The first signs that hold a bit of what stands before, and the last that hold one of what follows.
      let start = (before * 8 + 5) / 6
      let end = (before + bytes.count) * 8 / 6
      let core = Array(code[start..<end])
      forms += [core, core.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }]
    }
    return forms
  }

  // MARK: Numbers

  /// Without what may be a phone's number: seven digits and more with signs between them, or nine without. Days and times stay.
  private static func withoutNumbers(_ line: [UInt8]) -> [UInt8] {
    var (result, place) = ([UInt8](), 0)
    while place < line.count {
      let before = place > 0 ? line[place - 1] : 0x20
      let begins = isDigit(line[place]) || line[place] == 0x2B || line[place] == 0x28
      guard begins, !isWordByte(before), before != 0x2E, before != 0x3A else {
        result.append(line[place])
        place += 1
        continue
      }
      if let end = day(in: line, at: place) {
        result += line[place..<end]
        place = end
        continue
      }
      let end = number(in: line, at: place)
      guard end > place else {
        result.append(line[place])
        place += 1
        continue
      }
      let piece = line[place..<end]
      let digits = piece.count(where: isDigit)
      let isPlain = piece.allSatisfy(isDigit)
      let isPhone = isPlain ? digits >= 9 || digits >= 7 && piece.first == 0x30 : digits >= 7
      result += isPhone ? Array("(number)".utf8)[...] : piece
      place = end
    }
    return result
  }

  /// Where a day such as 2026-11-29 ends, with a time of day behind it.
  private static func day(in line: [UInt8], at place: Int) -> Int? {
    let form = Array("dddd-dd-dd".utf8)
    func fits(_ form: [UInt8], _ place: Int) -> Bool {
      place + form.count <= line.count
        && zip(form, line[place...]).allSatisfy { $0 == 0x64 ? isDigit($1) : $0 == $1 }
    }
    guard fits(form, place) else { return nil }
    var end = place + form.count
    guard end == line.count || !isDigit(line[end]) else { return nil }
    if end < line.count, line[end] == 0x20 || line[end] == 0x54, fits(Array("dd:dd:dd".utf8), end + 1) {
      end += 9
      if end < line.count, line[end] == 0x2E {
        end += 1
        while end < line.count, isDigit(line[end]) { end += 1 }
      }
      // A zone: +0100, +01:00.
      if end < line.count, line[end] == 0x2B || line[end] == 0x2D {
        for zone in ["dd:dd", "dddd"] where fits(Array(zone.utf8), end + 1) { return end + 1 + zone.utf8.count }
      }
    }
    return end
  }

  /// Where what may be a number ends: digits, with one or two signs between them.
  private static func number(in line: [UInt8], at place: Int) -> Int {
    var (next, end) = (place, place)
    var gap = 0
    while next < line.count {
      if isDigit(line[next]) {
        gap = 0
        end = next + 1
      } else if "+ -/()".utf8.contains(line[next]), gap < 2 {
        gap += 1
      } else {
        break
      }
      next += 1
    }
    // What goes on is a size, a time, a version, an address.
    let isMore =
      end < line.count
      && (isWordByte(line[end])
        || [0x3A, 0x2E].contains(line[end]) && end + 1 < line.count && isDigit(line[end + 1]))
    guard isMore else { return end }
    while end > place, isDigit(line[end - 1]) { end -= 1 }
    while end > place, !isDigit(line[end - 1]) { end -= 1 }
    return end
  }

  // MARK: Signs

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
  static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }
  /// Letters of other writings are bytes from 0x80 on.
  static func isWordByte(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) || byte >= 0x80 }
  static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
