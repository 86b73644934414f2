/// A table of separated values (RFC 4180, with other separators): records of fields, each with its line.
///
/// A record whose quotes are not as they should be is read where the number of columns leaves one reading (``BareQuotes``); else
/// it is a fault of its own, and the next one is read from its own line.
public struct SeparatedValues: Sendable {
  /// A record, or why it is none.
  public struct Record: Sendable, Equatable {
    /// The line in the file on which it begins, from 1.
    public var line: Int
    public var fields: [String]
    /// What is wrong with its quotes; nil where nothing is.
    public var fault: String?
  }

  /// Commas, semicolons, tabs or bars.
  public let separator: Character
  /// Without empty lines.
  public let records: [Record]

  /// Finds out the separator by the first line.
  public init(_ text: String) {
    let separator = Self.separator(of: text)
    self.separator = separator
    records = Self.read(Array(text.utf8), separator.asciiValue ?? 0x2C)
  }

  /// For people.
  public var separatorWords: String {
    switch separator {
    case ";": "semicolons"
    case "\t": "tabs"
    case "|": "bars"
    default: "commas"
    }
  }

  /// The one that stands most often in the first line, outside of quotes. Excel's own line `sep=;` says it.
  private static func separator(of text: String) -> Character {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in text.utf8 {
      if byte == 0x22 { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A || byte == 0x0D {
        if counts.isEmpty { continue }
        break
      }
      if [0x2C, 0x3B, 0x09, 0x7C].contains(byte) { counts[byte, default: 0] += 1 }
    }
    let best = [0x2C, 0x3B, 0x09, 0x7C as UInt8].max { (counts[$0] ?? 0) < (counts[$1] ?? 0) }
    return Character(Unicode.Scalar((counts[best ?? 0x2C] ?? 0) > 0 ? best ?? 0x2C : 0x2C))
  }

  private static func read(_ bytes: [UInt8], _ separator: UInt8) -> [Record] {
    var records: [Record] = []
    var line = 1
    var index = 0
    var long = 0
    while index < bytes.count {
      let (start, startLine) = (index, line)
      var (fields, field): ([String], [UInt8]) = ([], [])
      var fault: String?
      var wasQuoted = false
      var isDone = false
      /// The byte and the line from which a record with a fault is left.
      var (left, leftLine) = (index, line)
      while !isDone {
        guard index < bytes.count else { break }
        let byte = bytes[index]
        if byte == 0x22, field.isEmpty, !wasQuoted {
          wasQuoted = true
          index += 1
          var isClosed = false
          while index < bytes.count {
            let inside = bytes[index]
            index += 1
            if inside == 0x22 {
              if index < bytes.count, bytes[index] == 0x22 {
                field.append(0x22)
                index += 1
                continue
              }
              isClosed = true
              break
            }
            if inside == 0x0A { line += 1 }
            field.append(inside)
          }
          guard isClosed else {
            fault = "a quote in it is opened and never closed"
            (left, leftLine) = endOfLine(bytes, from: start, startLine)
            isDone = true
            continue
          }
        } else if byte == separator {
          fields.append(String(decoding: field, as: UTF8.self))
          (field, wasQuoted) = ([], false)
          index += 1
        } else if byte == 0x0A || byte == 0x0D {
          index += 1
          if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
          line += 1
          isDone = true
        } else if wasQuoted {
          fault = "after a closing quote something else than a separator stands; quotes inside a text are doubled"
          (left, leftLine) = endOfLine(bytes, from: index, line)
          isDone = true
        } else {
          field.append(byte)
          index += 1
        }
      }
      fields.append(String(decoding: field, as: UTF8.self))
      if fault != nil {
        let columns = records.first.map { $0.fault == nil ? $0.fields.count : 0 } ?? 0
        let bare = BareQuotes(bytes, separator: separator, columns: columns)
        if let read = bare.record(from: start, long: &long) {
          (fields, fault) = (read.fields, nil)
          (index, line) = (read.end, startLine + read.lines)
        } else {
          // What a quote too many has taken in, but is a record of its own, is not lost with it.
          (index, line) = bare.nextRecord(from: start, startLine, before: left) ?? (left, leftLine)
        }
      }
      if fault == nil, fields.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { continue }
      if records.isEmpty, fields.count <= 2, fields[0].lowercased().hasPrefix("sep=") { continue }
      records.append(Record(line: startLine, fields: fields, fault: fault))
    }
    return records
  }

  static func endOfLine(_ bytes: [UInt8], from start: Int, _ line: Int) -> (Int, Int) {
    var index = start
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    guard index < bytes.count else { return (index, line) }
    index += bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
    return (index, line + 1)
  }

  /// A text as it stands in a table: in quotes, its own quotes doubled.
  public static func quoted(_ text: String) -> String { "\"\(text.replacingQuotes)\"" }
}

extension String {
  fileprivate var replacingQuotes: String {
    guard utf8.contains(0x22) else { return self }
    return reduce(into: "") { text, character in
      // A quote with a mark on it is one letter to Swift, and two to every reader of tables.
      for scalar in character.unicodeScalars {
        text.unicodeScalars.append(scalar)
        if scalar == "\"" { text.unicodeScalars.append("\"") }
      }
    }
  }
}
