import BoothArchives
import BoothCore
import Documents
import StudioModel
import StudioTesting
import Testing

@testable import Reports

/// What people may type, written as a table and read again by a reader of the format's own rules: RFC 4180, and ECMA-376.
@Suite struct HostileCellTests {
  private static let organisation = OrganisationID("o")

  /// Each with what a reader of either table finds.
  private static let cells: [(typed: String, csv: String, xlsx: String)] = [
    ("plain", "plain", "plain"), ("=1+1", "'=1+1", "=1+1"), ("+49 30", "'+49 30", "+49 30"), ("-1+1", "'-1+1", "-1+1"),
    ("-12.5", "-12.5", "-12.5"), ("@SUM(A1)", "'@SUM(A1)", "@SUM(A1)"), ("\t=1", "'\t=1", "\t=1"),
    ("＝1+1", "'＝1+1", "＝1+1"), ("\r=1", "'\r=1", "\r=1"), ("\n=1", "'\n=1", "\n=1"),
    ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0", "=cmd|' /C calc'!A0"), ("'quoted", "'quoted", "'quoted"),
    ("say \"hi\", now", "say \"hi\", now", "say \"hi\", now"), ("\"", "\"", "\""), ("a,b;c\td", "a,b;c\td", "a,b;c\td"),
    ("one\r\ntwo\nthree\rfour", "one\r\ntwo\nthree\rfour", "one\r\ntwo\nthree\rfour"),
    ("nul\u{0}bell\u{7}esc\u{1B}", "nul\u{FFFD}bell\u{FFFD}esc\u{FFFD}", "nul\u{FFFD}bell\u{FFFD}esc\u{FFFD}"),
    ("\u{FFFE}\u{FFFF}\u{1FFFE}", "\u{FFFD}\u{FFFD}\u{FFFD}", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("\u{FEFF}bom", "\u{FEFF}bom", "\u{FEFF}bom"),
    ("<b>&amp;</b> ]]>", "<b>&amp;</b> ]]>", "<b>&amp;</b> ]]>"),
    ("_x0041_ _x000D_ _x_", "_x0041_ _x000D_ _x_", "_x0041_ _x000D_ _x_"),
    ("_x0041", "_x0041", "_x0041"), ("👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿"), ("e\u{301}é", "e\u{301}é", "e\u{301}é"),
    ("שלום =1+1", "שלום =1+1", "שלום =1+1"), ("\u{202E}=1+1", "\u{202E}=1+1", "\u{202E}=1+1"),
    ("مرحبا ١٢٣", "مرحبا ١٢٣", "مرحبا ١٢٣"), ("  padded  ", "  padded  ", "  padded  "),
    ("a\u{85}\u{2028}", "a\u{85}\u{2028}", "a\u{85}\u{2028}"),
  ]

  private static func name(_ number: Int) -> String { "f" + (number < 10 ? "0" : "") + "\(number)" }

  private func export(_ texts: [String], as format: ReportExport.Format) async throws -> [UInt8] {
    let store = MemoryDocumentStore()
    let answers = DocumentFields(texts.enumerated().map { (Self.name($0.offset), .string($0.element)) })
    _ = try await store.commit([
      .set(
        try DocumentPath("dailyJobReports/r"),
        [
          "organizationID": "o", "userId": "u", "date": "2024-01-15", "photographer": "Jo", "templateId": "t",
          "templateName": "T", "formData": .map(answers),
        ])
    ])
    let found = try await ReportCatalogue(store).all(ReportFilter(), of: Self.organisation, now: 0)
    let fields = texts.indices.map { TemplateField(Self.name($0), .text, Self.name($0)) }
    let forms = ReportForms([ReportTemplate(id: "t", name: "T", organisation: "o", fields: fields)])
    let export = try ReportExport(
      found.rows.map(\.id), of: Self.organisation, on: ReportFinder(store),
      table: ReportTable(found.columns, forms: forms), as: format, now: WallTime(unixSeconds: 0))
    var bytes: [UInt8] = []
    while let piece = try await export.next() { bytes += piece }
    return bytes
  }

  /// RFC 4180, by bytes: a grapheme may reach over a quote.
  private func rows(csv bytes: [UInt8]) throws -> [[String]] {
    #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF]))
    var (rows, cells, cell): ([[String]], [String], [UInt8]) = ([], [], [])
    var place = 3
    while place < bytes.count {
      try #require(bytes[place] == UInt8(ascii: "\""), "each cell is in quotes")
      place += 1
      while true {
        if bytes[place] == UInt8(ascii: "\"") {
          guard place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "\"") else { break }
          place += 1
        }
        cell.append(bytes[place])
        place += 1
      }
      cells.append(try #require(String(validating: cell, as: UTF8.self)))
      cell = []
      place += 1
      if bytes[place] == UInt8(ascii: ",") {
        place += 1
      } else {
        try #require(Array(bytes[place..<place + 2]) == [13, 10])
        place += 2
        rows.append(cells)
        cells = []
      }
    }
    return rows
  }

  /// The texts of a sheet's row: XML first, then the sheet's own escapes.
  private func texts(xlsx bytes: [UInt8], row: Int) throws -> [String] {
    let reader = try ZIPReader(sizeBytes: UInt64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) }
    let entry = try #require(reader.entries.first { $0.name == "xl/worksheets/sheet1.xml" })
    let sheet = try reader.read(entry)
    // What XML 1.0 cannot hold is in no file.
    #expect(
      String(decoding: sheet, as: UTF8.self).unicodeScalars.allSatisfy {
        ($0.value >= 0x20 || $0.value == 9 || $0.value == 10) && $0.value & 0xFFFE != 0xFFFE
      })
    func place(of text: String, from: Int) -> Int? {
      let wanted = Array(text.utf8)
      var place = from
      while place + wanted.count <= sheet.count {
        if sheet[place] == wanted[0], sheet[place..<place + wanted.count].elementsEqual(wanted) { return place }
        place += 1
      }
      return nil
    }
    let (before, behind) = ("<t xml:space=\"preserve\">", "</t>")
    var here = try #require(place(of: "<row r=\"\(row)\">", from: 0))
    let end = try #require(place(of: "</row>", from: here))
    var found: [String] = []
    while let open = place(of: before, from: here), open < end, let close = place(of: behind, from: open) {
      let text = String(decoding: sheet[(open + before.utf8.count)..<close], as: UTF8.self)
      found.append(Self.unescaped(Array(text.unicodeScalars)))
      here = close
    }
    return found
  }

  private static func unescaped(_ xml: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    let names: [(String, Unicode.Scalar)] = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\"")]
    var rest = xml[...]
    while let first = rest.first {
      if let (name, sign) = names.first(where: { rest.starts(with: Array($0.0.unicodeScalars)) }) {
        text.append(sign)
        rest = rest.dropFirst(name.unicodeScalars.count)
      } else {
        text.append(first)
        rest = rest.dropFirst()
      }
    }
    var shown = String.UnicodeScalarView()
    var left = Array(text)[...]
    while let first = left.first {
      let next = Array(left.prefix(7))
      if next.count == 7, first == "_", next[1] == "x", next[6] == "_",
        let code = UInt32(String(String.UnicodeScalarView(next[2..<6])), radix: 16), let sign = Unicode.Scalar(code)
      {
        shown.append(sign)
        left = left.dropFirst(7)
      } else {
        shown.append(first)
        left = left.dropFirst()
      }
    }
    return String(shown)
  }

  private func same(_ one: String, _ other: String) -> Bool {
    one.unicodeScalars.elementsEqual(other.unicodeScalars)
  }

  @Test func `whatever somebody types comes out of a CSV as text`() async throws {
    let rows = try rows(csv: try await export(Self.cells.map(\.typed), as: .csv))
    #expect(rows.count == 2 && rows[0].count == rows[1].count)
    for (number, cell) in Self.cells.enumerated() {
      let place = try #require(rows[0].firstIndex(of: Self.name(number)))
      #expect(same(rows[1][place], cell.csv), "\(cell.typed.unicodeScalars.map(\.value)): \(rows[1][place])")
      #expect(!ReportTable.isFormula(rows[1][place]), "nothing is calculated")
    }
  }

  @Test func `and out of a spreadsheet, sign for sign`() async throws {
    let bytes = try await export(Self.cells.map(\.typed), as: .xlsx)
    let found = try texts(xlsx: bytes, row: 2)
    #expect(found.count >= Self.cells.count)
    for (cell, text) in zip(Self.cells, found.suffix(Self.cells.count)) {
      #expect(same(text, cell.xlsx), "\(cell.typed.unicodeScalars.map(\.value)): \(text.unicodeScalars.map(\.value))")
    }
  }

  @Test(arguments: [("a", 32_767), ("a", 32_768), ("😀", 16_383), ("😀", 16_384), ("e\u{301}", 20_000), ("&", 40_000)])
  func `a cell is as long as a sheet takes, and cut between signs`(sign: String, count: Int) async throws {
    let typed = String(repeating: sign, count: count)
    let cut = try #require(try texts(xlsx: try await export([typed], as: .xlsx), row: 2).last)
    #expect(cut.utf16.count <= 32_767)
    if typed.utf16.count <= 32_767 {
      #expect(same(cut, typed))
    } else {
      #expect(cut.hasSuffix("…") && typed.hasPrefix(cut.dropLast()) && cut.utf16.count > 32_760)
    }
    let rows = try rows(csv: try await export([typed], as: .csv))
    #expect(rows[1].contains { same($0, typed) }, "a CSV keeps all of it")
  }

  @Test func `tables of texts from a seed come out as they went in`() async throws {
    let parts: [Unicode.Scalar] = [
      "=", "+", "-", "@", "\t", "\r", "\n", "\"", "'", ",", ";", "_", "x", "0", "D", "&", "<", ">", "\u{0}", "\u{1F}",
      "\u{FFFE}",
      "😀", "\u{200D}", "\u{301}", "ש", "ع", "\u{202E}", " ", "a",
    ]
    var state: UInt64 = 28
    func next(_ count: Int) -> Int {
      // Knuth's MMIX generator (The Art of Computer Programming, 3.3.4).
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let typed = (0..<60).map { _ in
      "a" + String(String.UnicodeScalarView((0..<(1 + next(12))).map { _ in parts[next(parts.count)] }))
    }
    func plain(_ text: String) -> String {
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { sign in
            let isHeld = sign.value >= 0x20 && sign.value & 0xFFFE != 0xFFFE || [9, 10, 13].contains(sign.value)
            return isHeld ? sign : "\u{FFFD}"
          }))
    }
    let rows = try rows(csv: try await export(typed, as: .csv))
    let sheet = try texts(xlsx: try await export(typed, as: .xlsx), row: 2).suffix(typed.count)
    for (number, (text, cell)) in zip(typed, sheet).enumerated() {
      let place = try #require(rows[0].firstIndex(of: Self.name(number)))
      #expect(same(rows[1][place], plain(text)) && same(cell, plain(text)), "\(text.unicodeScalars.map(\.value))")
    }
  }
}
