import FoundationEssentials

/// Prints a value as JSON, keys sorted, for programs.
func printJSON(_ value: some Encodable) throws {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  encoder.dateEncodingStrategy = .iso8601
  print(String(decoding: try encoder.encode(value), as: UTF8.self))
}

/// Prints rows in columns, for people.
func printTable(_ rows: [[String]]) {
  let columns = rows.map(\.count).max() ?? 0
  let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
  for row in rows {
    let cells = row.enumerated().map { index, cell in
      index == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[index] - cell.count)
    }
    print(cells.joined(separator: "  "))
  }
}
