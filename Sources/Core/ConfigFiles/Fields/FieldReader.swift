import BoothCore

/// Takes a file that people write apart, field by field, and notes every mistake with its place.
///
/// There are two policies. ``StrictReader`` takes a file without mistakes or none; ``EventReader`` goes on with something
/// else in a mistake's place, and says with what.
package protocol FieldReader {
  /// Larger files are refused unread.
  var maximumBytes: Int { get }
  /// Notes a mistake.
  /// - Parameters:
  ///   - path: where in the file; empty for the whole.
  ///   - consequence: what a reader that goes on does instead; nil where it cannot either.
  mutating func note(_ path: String, expected: String, found: String, _ consequence: String?)
}

/// What every file is held to.
package enum FileBounds {
  /// Further problems are only counted, so that a hostile file cannot fill a screen or a log.
  package static let problems = 100
}

/// The problems of one file, as many as are listed.
struct ProblemList<Problem> {
  private(set) var listed: [Problem] = []
  /// How many more there are.
  private(set) var unlisted = 0

  /// - Parameter always: for what must be known, as it says why something is not there at all.
  mutating func add(_ problem: Problem, always: Bool = false) {
    if always || listed.count < FileBounds.problems { listed.append(problem) } else { unlisted += 1 }
  }
}

extension FieldReader {
  /// The whole file; nil, with the problem noted, if it is no JSON5.
  mutating func document(_ bytes: [UInt8]) -> FileValue? {
    guard bytes.count <= maximumBytes else {
      note("", expected: "at most \(maximumBytes) bytes", found: "\(bytes.count) bytes", nil)
      return nil
    }
    do {
      return FileValue(try JSON5Parser.parse(bytes), at: "")
    } catch {
      note("line \(error.line), column \(error.column)", expected: error.expected, found: error.found, nil)
      return nil
    }
  }

  // MARK: Keys

  mutating func checkKeys(of fields: FileFields, known: [String]) {
    for key in fields.object.keys where !known.contains(key) {
      note(
        fields.path(key.printable(limit: 48)), expected: "one of \(known.joined(separator: ", "))",
        found: "a key that is not known" + (Self.likely(key, of: known).map { ", perhaps meant as \($0)" } ?? ""),
        "it is ignored")
    }
    checkRepeats(of: fields)
  }

  /// The key that a misspelt one is likely to be: two slips away at most, and fewer where it is short.
  private static func likely(_ key: String, of known: [String]) -> String? {
    let written = Array(key.prefix(64).lowercased().replacing("-", with: "_").utf8)
    let near = known.map { (key: $0, slips: slips(written, Array($0.utf8))) }.min { $0.slips < $1.slips }
    return near.flatMap { $0.slips <= min(2, $0.key.utf8.count / 3) ? $0.key : nil }
  }

  /// How many signs were left out, put in, changed or swapped with the next (optimal string alignment).
  private static func slips(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, rows[i - 1][j - 1] + 1) }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }

  /// For objects whose keys are anything.
  mutating func checkRepeats(of fields: FileFields) {
    for key in fields.object.repeatedKeys {
      note(
        fields.path(key.printable(limit: 48)), expected: "the key once", found: "it more than once",
        "the last one counts")
    }
  }

  // MARK: Values

  /// The value of `key` as `take` has it: nil for a key that is missing or `null`, and, with the problem noted, for a
  /// value that `take` gives nil for.
  /// - Parameter isRequired: a missing key is a problem, too.
  package mutating func value<Value>(
    _ key: String, in fields: FileFields, expected: String, isRequired: Bool = false, otherwise: String? = nil,
    _ take: (FileValue) -> Value?
  ) -> Value? {
    if let value = fields[key] { return taken(value, expected: expected, otherwise: otherwise, take) }
    if isRequired { note(fields.path(key), expected: expected, found: fields.found(key), otherwise) }
    return nil
  }

  /// A value as `take` has it; nil, with the problem noted, for one that is none.
  package mutating func taken<Value>(
    _ value: FileValue, expected: String, otherwise: String? = nil, _ take: (FileValue) -> Value?
  ) -> Value? {
    if let taken = take(value) { return taken }
    note(value.path, expected: expected, found: value.summary, otherwise)
    return nil
  }

  package mutating func object(
    _ key: String, in fields: FileFields, expected: String = "an object", isRequired: Bool = false
  ) -> FileFields? {
    value(
      key, in: fields, expected: expected, isRequired: isRequired, otherwise: "the defaults are used", FileFields.init)
  }

  package mutating func bool(_ key: String, in fields: FileFields, otherwise: Bool) -> Bool {
    value(key, in: fields, expected: "true or false", otherwise: "\(otherwise) is used") { $0.flag } ?? otherwise
  }

  /// One of a few words.
  /// - Parameter expected: the words in other words.
  package mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, in fields: FileFields, of type: Choice.Type, expected: String? = nil, isRequired: Bool = false,
    otherwise: String? = nil
  ) -> Choice? {
    value(
      key, in: fields, expected: expected ?? Self.words(type.allCases.map(\.rawValue)), isRequired: isRequired,
      otherwise: otherwise
    ) { $0.text.flatMap(Choice.init(rawValue:)) }
  }

  /// `one of "keep", "leave"`
  static func words(_ choices: [String]) -> String {
    let quoted = choices.map { "\"\($0)\"" }
    return quoted.count == 1 ? quoted[0] : "one of \(quoted.joined(separator: ", "))"
  }
}
