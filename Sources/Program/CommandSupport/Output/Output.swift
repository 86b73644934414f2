import BoothCore
package import BoothSystem
import FoundationEssentials
import Synchronization

/// One answer is one JSON value: what fails after it is told to people only.
package enum JSONOutput {
  private static let begun = Mutex(false)
  package static var hasBegun: Bool { begun.withLock { $0 } }
  fileprivate static func begin() { begun.withLock { $0 = true } }
}

/// An answer that is no more than a courtesy: what was asked for is done, whether anybody hears of it or not.
package enum Courtesy {
  private static let isAll = Mutex(false)
  package static var isWhole: Bool { isAll.withLock { $0 } }
  /// Says what was done.
  package static func say(_ line: CommandText) {
    isAll.withLock { $0 = true }
    CommandSupport.say(line)
  }
}

/// Prints a value as JSON, keys sorted, for programs.
package func printJSON(_ value: some Encodable) throws {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  encoder.dateEncodingStrategy = .iso8601
  let text = String(decoding: try encoder.encode(value), as: UTF8.self)
  JSONOutput.begin()
  print(text)
}

/// Prints a line for people. What comes from files, cameras or the network may be in it.
package func say(_ line: CommandText) { print(line.printed.harmless) }

/// `1 report`, `2 reports`, `0 reports`.
/// - Parameter many: for words whose plural has more than an `s`.
package func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(count) \(count == 1 ? one : many ?? one + "s")"
}

/// Prints rows in columns, for people. Cells are data; one that advises is ``CommandText/printed``.
package func printTable(_ rows: [[String]]) {
  // In one piece, as lists are of thousands of rows.
  print(tableText(rows), terminator: "")
}

/// Prints rows in columns below the columns' names; nothing where there are no rows.
/// - Parameter header: a name for each column, such as `["event", "taken (local time)"]`.
package func printTable(header: [String], _ rows: [[String]]) {
  if !rows.isEmpty { printTable([header.map { $0.uppercased() }] + rows) }
}

/// Rows in columns, a line each; columns are as wide as their longest cell in signs.
package func tableText(_ rows: [[String]]) -> String {
  var widths: [Int] = []
  // Of all cells in turn.
  var own: [Int] = []
  own.reserveCapacity(rows.reduce(0) { $0 + $1.count })
  var bytes = 0
  let rows = rows.map { row in row.map(\.harmless) }
  for row in rows {
    for (column, cell) in row.enumerated() {
      let width = cell.signCount
      own.append(width)
      bytes += cell.utf8.count
      if column < widths.count { widths[column] = max(widths[column], width) } else { widths.append(width) }
    }
  }
  var table: [UInt8] = []
  table.reserveCapacity(bytes + rows.count * widths.reduce(1) { $0 + $1 + 2 })
  var index = 0
  for row in rows {
    for (column, cell) in row.enumerated() {
      table.append(contentsOf: cell.utf8)
      if column < row.count - 1 {
        table.append(contentsOf: repeatElement(UInt8(ascii: " "), count: widths[column] - own[index] + 2))
      }
      index += 1
    }
    table.append(UInt8(ascii: "\n"))
  }
  return String(decoding: table, as: UTF8.self)
}

extension String {
  /// `count`; where all is ASCII, the number of bytes, as CR LF, its one sign of two bytes, is not in a harmless text.
  fileprivate var signCount: Int { utf8.allSatisfy { $0 < 0x80 } ? utf8.count : count }
}
