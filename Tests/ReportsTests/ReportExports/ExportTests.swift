import BoothArchives
import BoothCore
import Documents
import Imaging
import StudioModel
import StudioTesting
import Testing

@testable import Reports

@Suite struct ExportTests {
  private static let organisation = OrganisationID("o")
  private static let answers: DocumentFields = [
    "note": "=HYPERLINK(\"x\")", "count": 12, "part": 0.1, "done": true, "plain": "Grüße <&> \u{1} _x0041_\r\nend",
    "many": ["a", "b"], "minus": "-5", "code": "00123", "phone": "+49 30 1234", "counted": "24.8",
    "rows": [["room": "Gym", "shots": 3], ["room": "Hall", "shots": 4]],
  ]

  private func export(
    _ format: ReportExport.Format, _ manner: TableManner = .plain, repeats: Bool = false, count: Int = 1,
    zone: @escaping @Sendable (Double) -> Int = { _ in 0 }
  ) async throws -> [UInt8] {
    let store = MemoryDocumentStore()
    for number in 0..<count {
      var fields = Self.answers
      for (name, value) in [
        ("organizationID", "o"), ("userId", "u"), ("date", "2024-01-15"), ("photographer", "Jo"), ("templateId", "t"),
        ("templateName", "T"), ("createdAt", "2024-01-15T20:30:00Z"),
      ] { fields[name] = .string(value) }
      _ = try await store.commit([.set(try DocumentPath("dailyJobReports/r\(number)"), fields)])
    }
    let found = try await ReportCatalogue(store).all(ReportFilter(), of: Self.organisation, now: 0)
    let template = ReportTemplate(
      id: "t", name: "T", organisation: "o",
      fields: [TemplateField("note", .text, "Note"), TemplateField("counted", .calculation, "Counted")])
    let export = try ReportExport(
      found.rows.map(\.id), of: Self.organisation, on: ReportFinder(store),
      table: ReportTable(found.columns, forms: ReportForms([template]), isByRepeat: repeats), as: format,
      manner: manner, zone: zone,
      now: WallTime(unixSeconds: 1_705_350_600))
    var bytes: [UInt8] = []
    while let piece = try await export.next() { bytes += piece }
    return bytes
  }

  private func parts(_ bytes: [UInt8]) throws -> [String: String] {
    let reader = try ZIPReader(sizeBytes: UInt64(bytes.count)) { offset, count in
      Array(bytes[Int(offset)..<Int(offset) + count])
    }
    var parts: [String: String] = [:]
    for entry in reader.entries { parts[entry.name] = String(decoding: try reader.read(entry), as: UTF8.self) }
    return parts
  }

  @Test func `a spreadsheet keeps numbers, days, moments and truths, and text stays text`() async throws {
    let parts = try parts(try await export(.xlsx) { _ in -21_600 })
    #expect(parts.count == 6 && parts["[Content_Types].xml"]?.contains("sheet1.xml") == true)
    let sheet = try #require(parts["xl/worksheets/sheet1.xml"])
    #expect(sheet.contains("<c r=\"A2\" s=\"2\"><v>45306</v></c>"), "2024-01-15 is day 45306")
    // 14:30 on the reader's wall.
    #expect(sheet.contains("s=\"3\"><v>45306.60416666"))
    #expect(sheet.contains("<v>12</v>") && sheet.contains("<v>0.1</v>") && sheet.contains("t=\"b\"><v>1</v>"))
    #expect(sheet.contains("s=\"4\" t=\"inlineStr\"><is><t xml:space=\"preserve\">=HYPERLINK(\"x\")</t>"))
    #expect(sheet.contains("Grüße &lt;&amp;&gt; \u{FFFD} _x005F_x0041__x000D_\nend") && !sheet.contains("<f>"))
    #expect(sheet.contains(">Note<") && sheet.contains(">Report Version<") && sheet.contains("<autoFilter ref=\"A1:"))
  }

  @Test func `a spreadsheet prints across, one page wide, with its titles on each page`() async throws {
    let parts = try parts(try await export(.xlsx))
    let sheet = try #require(parts["xl/worksheets/sheet1.xml"])
    // In the order that ECMA-376 (18.3.1.99) has for the parts of a sheet: Excel opens no other.
    let order = [
      "<sheetPr><pageSetUpPr fitToPage=\"1\"/></sheetPr>", "<sheetViews>", "<cols>", "<sheetData>", "<autoFilter ",
      "<pageMargins ",
      "<pageSetup orientation=\"landscape\" fitToWidth=\"1\" fitToHeight=\"0\"/>", "<headerFooter>", "</worksheet>",
    ]
    let places = order.map { sheet.firstRange(of: $0)?.lowerBound }
    #expect(!places.contains(nil) && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    #expect(
      parts["xl/workbook.xml"]?.contains(
        "</sheets><definedNames><definedName name=\"_xlnm.Print_Titles\" localSheetId=\"0\">Reports!$1:$1</definedName></definedNames>"
      )
        == true)
    #expect(parts["xl/styles.xml"]?.ranges(of: "wrapText=\"1\"").count == 3, "long text stands in several lines")
    // Dates and numbers take little of the page's width.
    #expect(
      sheet.contains("<col min=\"1\" max=\"1\" width=\"11\"") && sheet.contains("<col min=\"3\" max=\"3\" width=\"28\"")
    )
  }

  @Test func `a table has one line for each report, or on request for each row of a repeated answer`() async throws {
    let plain = String(decoding: try await export(.csv, count: 3) { _ in 3600 }, as: UTF8.self)
    #expect(plain.split(separator: "\r\n").count == 4 + 3, "one text has a line break in it")
    #expect(plain.contains("\"'=HYPERLINK(\"\"x\"\")\"") && plain.contains("2024-01-15T21:30:00+01:00"))
    #expect(plain.contains("\"-5\"") && plain.contains("Room: Gym, Shots: 3; Room: Hall, Shots: 4"))
    let rows = String(decoding: try await export(.csv, repeats: true), as: UTF8.self)
    #expect(
      rows.contains("\"Rows: Room\",\"Rows: Shots\"") && rows.contains("\"Gym\",\"3\"")
        && rows.contains("\"Hall\",\"4\""))
    #expect(rows.components("\"2024-01-15\"") == 2)
  }

  @Test func `a table for a spreadsheet has decimal commas, and invoice 00123 keeps its zeros`() async throws {
    let semicolons = String(decoding: try await export(.csv, .semicolon) { _ in 3600 }, as: UTF8.self)
    #expect(semicolons.hasPrefix("\u{FEFF}\"Date\";\"Photographer\";") && semicolons.contains("\r\n2024-01-15;\"Jo\";"))
    #expect(semicolons.contains(";\"=\"\"00123\"\"\";") && semicolons.contains(";\"=\"\"+49 30 1234\"\"\""))
    #expect(semicolons.contains(";0,1;") && semicolons.contains(";12;") && semicolons.contains("24,8"))
    #expect(semicolons.contains("\"2024-01-15 21:30\"") && semicolons.contains("\"'=HYPERLINK(\"\"x\"\")\""))
    let commas = String(decoding: try await export(.csv, .comma), as: UTF8.self)
    #expect(commas.contains(",\"=\"\"00123\"\"\",") && commas.contains(",0.1,") && commas.contains(",24.8"))
    // What programs read is as it was.
    let plain = String(decoding: try await export(.csv), as: UTF8.self)
    #expect(
      plain.contains("\"00123\"") && plain.contains("\"'+49 30 1234\"") && plain.contains("\"24.8\"")
        && !plain.contains("=" + "\"\"00"))
  }

  @Test func `a spreadsheet gets as text whatever it would change, and the rest as it is`() {
    for text in [
      "00123", "0171 2345678", "+49 30 1234", "(0171) 23", "3.5", "3/4", "1-2", "12:30", "1e5", "1E5", "-3+1", "(5)",
      "12345678901234567890", "1.234,5", " 007", "00", "5 %", "\u{A0}0123", "-00.1",
    ] { #expect(TableManner.wouldChange(text), "\(text)") }
    for text in [
      "", "0", "5", "123", "123456789012345", "a1", "Gym 5", "5 rooms", "-", "e5", "=1+1", "1\"2", "\t01", "00123\r\n",
      "+A1", "@1",
      "１２", "٠١",
    ] { #expect(!TableManner.wouldChange(text), "\(text)") }
  }

  @Test(arguments: [TableManner.comma, .semicolon])
  func `no text of a table for a spreadsheet is calculated`(manner: TableManner) {
    let pieces = ["=", "+", "-", "@", "\"", "\"\"", "1", "0", "A1", ";", ",", "\r\n", " ", "(", "cmd|"]
    for a in pieces {
      for b in pieces {
        for c in pieces {
          var bytes: [UInt8] = []
          manner.write([.text(a + b + c)], to: &bytes)
          let written = String(decoding: bytes.dropLast(2), as: UTF8.self)
          let cell = written.dropFirst().dropLast().replacing("\"\"", with: "\"")
          if cell.hasPrefix("=") {
            #expect(cell == "=\"\(a + b + c)\"" && !(a + b + c).contains("\""), "\(cell)")
          } else {
            #expect(!ReportTable.isFormula(String(cell)), "\(cell)")
          }
        }
      }
    }
  }

  @Test func `what a sheet cannot take is said`() throws {
    let made = CivilMoment(WallTime(unixSeconds: 0).date, secondsFromUTC: 0)
    #expect(throws: ArchiveFault.self) {
      try Spreadsheet(Array(repeating: .init("x"), count: Spreadsheet.mostColumns + 1), made: made)
    }
    #expect(Spreadsheet.name(0) == "A" && Spreadsheet.name(26) == "AA" && Spreadsheet.name(16_383) == "XFD")
    let long = SpreadsheetCell.escaped(String(repeating: "😀", count: 20_000))
    #expect(long.utf16.count <= SpreadsheetCell.longest && long.hasSuffix("…"))
  }

  @Test func `moments are told by the reader's clock, on both sides of a change of the clocks`() throws {
    let chicago = ReportZone.offsets("America/Chicago")
    try #require(ReportZone.isKnown("America/Chicago"), "tzdata is not installed")
    let (winter, summer) = (
      try #require(DocumentTimestamp("2024-03-10T07:59:59Z")), try #require(DocumentTimestamp("2024-03-10T08:00:00Z"))
    )
    #expect(ReportZone.written(winter, chicago) == "2024-03-10T01:59:59-06:00")
    #expect(ReportZone.written(summer, chicago) == "2024-03-10T03:00:00-05:00")
    #expect(ReportZone.written(winter, ReportZone.offsets("Asia/Kolkata")) == "2024-03-10T13:29:59+05:30")
    for name in [
      "", "../../../etc/passwd", "/etc/passwd", "America/../../x", "Nowhere/Land", "America", "a\0b", "Zürich",
    ] {
      #expect(!ReportZone.isKnown(name) && ReportZone.offsets(name)(0) == 0, "\(name)")
    }
    for bytes in [[], Array("TZif".utf8), Array("TZif2".utf8) + Array(repeating: 0xFF, count: 200)] as [[UInt8]] {
      #expect(ZoneTable(bytes) == nil)
    }
  }
}

extension String {
  /// How often a text stands in it.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
