package import Documents

/// How a table of separated values is written: for other programs, or for the spreadsheet that its reader has.
package enum TableManner: String, Sendable, CaseIterable {
  /// Commas between cells, each in quotes, and points before fractions: what programs read.
  case plain
  /// For spreadsheets that separate by commas and write points before fractions; leading zeros are kept.
  case comma
  /// For spreadsheets that separate by semicolons and write commas before fractions; leading zeros are kept.
  case semicolon

  private var separator: UInt8 { self == .semicolon ? UInt8(ascii: ";") : UInt8(ascii: ",") }

  /// A line of cells.
  /// - Parameter moment: how moments are written.
  package func write(
    _ cells: [ReportCell], to bytes: inout [UInt8], moment: (DocumentTimestamp) -> String = { $0.description }
  ) {
    for (place, cell) in cells.enumerated() {
      if place > 0 { bytes.append(separator) }
      if case .moment(let time) = cell {
        ReportTable.writeQuoted(moment(time), to: &bytes)
      } else if self == .plain {
        ReportTable.writeQuoted(cell.shown, to: &bytes)
      } else {
        writeForSpreadsheet(cell, to: &bytes)
      }
    }
    bytes += [13, 10]
  }

  private func writeForSpreadsheet(_ cell: ReportCell, to bytes: inout [UInt8]) {
    switch cell {
    case .empty: break
    // Without quotes: some spreadsheets take what stands in them for text.
    case .number(let number): bytes += (self == .semicolon ? number.text.replacing(".", with: ",") : number.text).utf8
    case .day(let day): bytes += DayText.iso(day).utf8
    // Nothing but digits and the signs between them stands in it, so it cannot end before its quotes.
    case .text(let text) where Self.wouldChange(text): bytes += "\"=\"\"\(text)\"\"\"".utf8
    case .text, .truth, .moment: ReportTable.writeQuoted(cell.shown, to: &bytes)
    }
  }

  /// The mark by which Excel knows UTF-8, and a line of titles.
  package func header(_ titles: [String]) -> String {
    var bytes: [UInt8] = []
    write(titles.map(ReportCell.text), to: &bytes)
    return "\u{FEFF}" + String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a spreadsheet would make something else of a text: `00123` a number without its zeros, `3.5` a day, `1e5` a hundred
  /// thousand, `+49 30` a sum, twenty digits fifteen. A whole number without zeros before it is the same as a number.
  package static func wouldChange(_ text: String) -> Bool {
    let signs = text.unicodeScalars.drop { isBlank($0) }
    guard let first = signs.first, isDigit(first) || "+-.,(".unicodeScalars.contains(first),
      signs.contains(where: isDigit),
      signs.allSatisfy({ isDigit($0) || isBlank($0) || "+-.,:/()%'eE".unicodeScalars.contains($0) })
    else { return false }
    let isWhole = text.unicodeScalars.count <= 15 && text.unicodeScalars.allSatisfy(isDigit)
    return !isWhole || (first == "0" && text != "0")
  }

  private static func isDigit(_ sign: Unicode.Scalar) -> Bool { ("0"..."9").contains(sign) }

  private static func isBlank(_ sign: Unicode.Scalar) -> Bool { " \u{A0}\u{202F}".unicodeScalars.contains(sign) }
}
