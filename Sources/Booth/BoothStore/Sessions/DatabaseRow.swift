import BoothCore
import BoothVault
import FoundationEssentials
import GRDB

/// A row of the database, read as what a disk holds: every value's kind and bounds are checked, and what is not as it was
/// written is thrown, by table, row and column. GRDB's own reads end the process there.
struct DatabaseRow {
  let table: String
  let row: Row

  init(_ table: String, _ row: Row) {
    self.table = table
    self.row = row
  }

  /// Nil where the column is NULL, or the table has none of that name.
  private func value(_ column: String) -> DatabaseValue? {
    let value: DatabaseValue? = row[column]
    return value?.isNull == false ? value : nil
  }

  /// What is thrown where a column is not what it should be. Says of what was found only the kind, as logs are read by
  /// people who need not know a guests' link.
  func damage(_ column: String, expected: String) -> DatabaseRowFault {
    let found =
      switch value(column)?.storage {
      case nil, .null: "nothing"
      case .int64: "a whole number"
      case .double: "a number"
      case .string: "a text"
      case .blob: "bytes"
      }
    return DatabaseRowFault(place: "table \(table)\(name), column \(column)", expected: expected, found: found)
  }

  /// Which row it is, as far as that can be told.
  private var name: String {
    switch value(row.hasColumn("key") ? "key" : "id")?.storage {
    case .int64(let number): ", row \(number)"
    case .string(let text): ", row \(SessionID(text)?.short ?? text.printable(limit: 16))"
    case nil, .null, .double, .blob: ""
    }
  }

  func isNull(_ column: String) -> Bool { value(column) == nil }

  func integer(_ column: String, _ range: ClosedRange<Int64>) throws(DatabaseRowFault) -> Int64 {
    guard let number = try optionalInteger(column, range) else { throw damage(column, expected: range.words) }
    return number
  }

  func optionalInteger(_ column: String, _ range: ClosedRange<Int64>) throws(DatabaseRowFault) -> Int64? {
    guard let value = value(column) else { return nil }
    guard case .int64(let number) = value.storage, range.contains(number) else {
      throw damage(column, expected: range.words)
    }
    return number
  }

  /// 0 or 1.
  func flag(_ column: String) throws(DatabaseRowFault) -> Bool { try integer(column, 0...1) == 1 }

  func text(_ column: String) throws(DatabaseRowFault) -> String {
    guard let text = try optionalText(column) else { throw damage(column, expected: "a text") }
    return text
  }

  func optionalText(_ column: String) throws(DatabaseRowFault) -> String? {
    guard let value = value(column) else { return nil }
    guard case .string(let text) = value.storage else { throw damage(column, expected: "a text") }
    return text
  }

  func session(_ column: String) throws(DatabaseRowFault) -> SessionID {
    guard let id = SessionID(try text(column)) else { throw damage(column, expected: "a session's id") }
    return id
  }

  /// A word of a list, such as a state.
  func word<Word: RawRepresentable<String>>(_ column: String, of: Word.Type = Word.self) throws(DatabaseRowFault)
    -> Word
  {
    guard let word = Word(rawValue: try text(column)) else {
      throw damage(column, expected: "one of the words for it")
    }
    return word
  }

  /// The three columns of a time: `prefix`At, `prefix`Zone and `prefix`Trusted. The last two are NULL in rows of the
  /// first version of the database.
  func time(_ prefix: String) throws(DatabaseRowFault) -> WallTime? {
    let column = "\(prefix)At"
    let seconds: Double
    switch value(column)?.storage {
    case nil, .null: return nil
    case .double(let number): seconds = number
    case .int64(let number): seconds = Double(number)
    case .string, .blob: throw damage(column, expected: "a time")
    }
    let zone = try optionalInteger("\(prefix)Zone", KeptBounds.secondsFromUTC) ?? 0
    let trusted = try optionalInteger("\(prefix)Trusted", 0...1) == 1
    let time = WallTime(unixSeconds: seconds, secondsFromUTC: Int(zone), trusted: trusted)
    guard time.isSane else { throw damage(column, expected: "a time between 1900 and 2300") }
    return time
  }

  func json<Value: Decodable>(_ column: String, _ text: String, as: Value.Type) throws(DatabaseRowFault) -> Value {
    do { return try JSONDecoder().decode(Value.self, from: Data(text.utf8)) } catch {
      throw damage(column, expected: "JSON as it was written")
    }
  }
}

/// Something in the database that no booth has written.
struct DatabaseRowFault: Error, Equatable {
  var place: String
  var expected: String
  var found: String

  var words: String { "\(place): expected \(expected), found \(found) that is not" }
}

extension ClosedRange<Int64> {
  fileprivate var words: String { "a whole number from \(lowerBound) to \(upperBound)" }
}
