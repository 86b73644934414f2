import BoothCore
import FoundationEssentials

/// Draws one damage from a seed and does it. The same seed does the same.
struct DamageGenerator {
  let seed: UInt64
  var random: SeededRandom
  var files: DamagedFiles
  /// What was done, for the reader of a failure.
  private(set) var words = ""
  /// The start may refuse it: it stands where only the operator can say what to do.
  private(set) var mayBeRefused = false

  init(seed: UInt64, _ files: DamagedFiles) {
    self.seed = seed
    random = SeededRandom(seed: seed)
    self.files = files
  }

  mutating func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }

  mutating func one<Value>(of values: [Value]) -> Value { values[number(values.count)] }

  /// One thing in nine of ten seeds, two in the tenth.
  mutating func run() throws {
    try damage()
    guard seed % 10 == 0 else { return }
    let first = words
    try damage()
    words = "\(first); \(words)"
  }

  /// The bytes of a file that can be damaged further; nil where there is none any more.
  private func bytes(_ name: String) throws -> [UInt8]? {
    guard files.isFile(name), case let bytes = try files.bytes(name, atMost: 64 << 20), !bytes.isEmpty else {
      return nil
    }
    return bytes
  }

  private mutating func damage() throws {
    words = "nothing"
    switch number(12) {
    case 0, 1: try flipBits(of: ["booth.sqlite", "booth.sqlite", "booth.sqlite-wal", "booth.sqlite-shm"])
    case 2: try overwritePage()
    case 3: try cut(one(of: ["booth.sqlite", "booth.sqlite-wal"]))
    case 4, 5, 6:
      // Only of files that SQLite can open.
      guard files.touched.isEmpty else { return try replace() }
      files.touched.append("booth.sqlite")
      words = try DamagedCells(path: files.path("booth.sqlite")).damage(&random)
    case 7: try damageText(of: sheets())
    case 8: try damageText(of: sheets())
    case 9: try damageText(of: ["emails/emails_7.json"])
    case 10: try replace()
    default:
      if number(3) == 0 { try remove() } else { try replace() }
    }
  }

  private func sheets() throws -> [String] { try files.entries().filter { $0.hasSuffix("/session.json") } }

  private mutating func flipBits(of names: [String]) throws {
    let name = one(of: names)
    guard var bytes = try bytes(name) else {
      return names.count == 1 ? () : try flipBits(of: ["booth.sqlite"])
    }
    let count = 1 + number(8)
    for _ in 0..<count { bytes[number(bytes.count)] ^= 1 << UInt8(number(8)) }
    try files.put(name, bytes)
    words = "\(count) bits flipped in \(name)"
  }

  private mutating func overwritePage() throws {
    guard var bytes = try bytes("booth.sqlite"), bytes.count >= 4096 else { return }
    let page = number(bytes.count / 4096) * 4096
    let (start, count) = (number(4096), 1 + number(64))
    for index in start..<min(start + count, 4096) { bytes[page + index] = UInt8(number(256)) }
    try files.put("booth.sqlite", bytes)
    words = "page \(page / 4096) of the database overwritten from \(start)"
  }

  private mutating func cut(_ name: String) throws {
    guard let bytes = try bytes(name) else { return name == "booth.sqlite" ? () : try cut("booth.sqlite") }
    let length = number(bytes.count + 1)
    try files.put(name, Array(bytes.prefix(length)))
    words = "\(name) cut to \(length) bytes"
  }

  /// Numbers that no booth writes.
  static let numbers = [
    "9223372036854775807", "-9223372036854775808", "18446744073709551616", "1e300", "-1", "0.5", "1e-9", "-0",
    "9007199254740993", "4611686018427387904",
  ]

  private mutating func damageText(of names: [String]) throws {
    guard !names.isEmpty, case let name = one(of: names), var bytes = try bytes(name) else { return }
    switch number(6) {
    case 0:
      bytes[number(bytes.count)] ^= 1 << UInt8(number(8))
      words = "a bit flipped in \(name)"
    case 1:
      bytes = Array(bytes.prefix(number(bytes.count)))
      words = "\(name) cut to \(bytes.count) bytes"
    case 2, 3: bytes = exchangeNumber(in: bytes, name)
    case 4:
      let depth = 200 + number(100_000)
      bytes = Array(String(repeating: one(of: ["[", "{\"plan\":["]), count: depth).utf8)
      words = "\(name) nested \(depth) deep"
    default:
      bytes += Array(repeating: UInt8(ascii: " "), count: 3 << 20)
      words = "\(name) made huge"
    }
    try files.put(name, bytes)
  }

  /// Another value in place of one of the text's numbers: extreme, or of another kind.
  private mutating func exchangeNumber(in bytes: [UInt8], _ name: String) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    var places: [Range<String.Index>] = []
    var index = text.startIndex
    while let start = text[index...].firstIndex(of: ":") {
      let value = text.index(after: start)
      let end = text[value...].firstIndex { !($0.isNumber || $0 == "-" || $0 == "." || $0 == " ") } ?? text.endIndex
      if text[value..<end].contains(where: \.isNumber) { places.append(value..<end) }
      index = value
    }
    guard !places.isEmpty else { return [] }
    let place = one(of: places)
    let value = one(of: Self.numbers + ["null", "\"7\"", "true", "[]", "{}"])
    words = "\(value) in place of\(text[place]) in \(name)"
    return Array((text[..<place.lowerBound] + value + text[place.upperBound...]).utf8)
  }

  private mutating func anything() throws -> String {
    let own = [
      "booth.sqlite", "booth.sqlite-wal", "booth.sqlite-shm", "booth.lock", "booth.open", "scratch", "unasked",
      "emails", "sessions",
    ]
    let there = try files.entries()
    // Folders of sessions are few among their files, and the way to all of them.
    let folders = there.filter { $0.hasPrefix("sessions/") && $0.dropFirst(9).allSatisfy { $0 != "/" } }
    return one(of: [one(of: own), one(of: folders.isEmpty ? own : folders), one(of: there)])
  }

  private mutating func replace() throws {
    let name = try anything()
    let thing = one(of: DamagedFiles.Thing.allCases)
    try files.replace(name, by: thing)
    mayBeRefused = mayBeRefused || name == "sessions" || name == "booth.lock"
    words = "\(thing.rawValue) in place of \(name)"
  }

  private mutating func remove() throws {
    let name = try anything()
    try files.remove(name)
    words = "\(name) is missing"
  }
}
