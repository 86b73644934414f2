package import BoothArchives

/// A workbook of one sheet (ECMA-376, SpreadsheetML) as a stream: rows are written as they come, and nothing of them is kept.
package struct Spreadsheet {
  /// A column's title, and how wide it is, in digits of the usual font.
  package struct Column: Sendable, Equatable {
    package var title: String
    package var width: Int

    package init(_ title: String, width: Int = 16) {
      self.title = title
      self.width = width
    }
  }

  /// The most rows and columns of a sheet ("Excel specifications and limits").
  package static let mostRows = 1_048_576
  package static let mostColumns = 16_384

  private let columns: [Column]
  /// What their cells' places begin with.
  private let names: [String]
  private let made: CivilMoment
  private var archive = ZIPArchive()
  private let deflater: Deflater
  private var checksum = CRC32()
  private var (sizeBytes, packedBytes): (UInt64, UInt64) = (0, 0)
  private var count = 0

  /// - Parameter made: when, for the archive's files.
  /// - Throws: for more columns than a sheet has, and where there is no memory.
  package init(_ columns: [Column], made: CivilMoment) throws(ArchiveFault) {
    guard columns.count <= Self.mostColumns else {
      throw ArchiveFault("has \(columns.count) columns; a sheet takes \(Self.mostColumns)")
    }
    self.columns = columns
    names = columns.indices.map { Self.name($0) }
    self.made = made
    deflater = try Deflater()
  }

  /// What stands before the rows, with the row of titles.
  package mutating func begin() -> [UInt8] {
    var bytes: [UInt8] = []
    for (name, text) in SpreadsheetParts.all {
      let part = Array(text.utf8)
      var sum = CRC32()
      sum.add(part)
      bytes += archive.begin(.init(name: name, sizeBytes: UInt64(part.count), checksum: sum.value, made: made)) + part
    }
    bytes += archive.beginPacked("xl/worksheets/sheet1.xml", made: made)
    var head = SpreadsheetParts.sheetBegin
    for (place, column) in columns.enumerated() {
      head += "<col min=\"\(place + 1)\" max=\"\(place + 1)\" width=\"\(column.width)\" customWidth=\"1\"/>"
    }
    head += columns.isEmpty ? "<sheetData>" : "</cols><sheetData>"
    bytes += pack(columns.isEmpty ? head.replacing("<cols>", with: "") : head)
    count = 1
    let titles = columns.enumerated().map { place, column in
      "<c r=\"\(Self.name(place))1\" s=\"1\" t=\"inlineStr\"><is><t xml:space=\"preserve\">\(SpreadsheetCell.escaped(column.title))</t></is></c>"
    }
    return bytes + pack("<row r=\"1\">\(titles.joined())</row>")
  }

  /// A row; what comes out may be nothing yet.
  /// - Throws: for more rows than a sheet has.
  package mutating func add(_ cells: [SpreadsheetCell]) throws(ArchiveFault) -> [UInt8] {
    guard count < Self.mostRows else { throw ArchiveFault("has more rows than a sheet takes: \(Self.mostRows)") }
    count += 1
    let number = "\(count)"
    var xml: [UInt8] = []
    xml.reserveCapacity(4096)
    xml += "<row r=\"\(number)\">".utf8
    for (name, cell) in zip(names, cells) where cell != .empty { cell.write(at: name + number, to: &xml) }
    xml += "</row>".utf8
    return pack(xml)
  }

  /// What stands behind the rows.
  package mutating func end() throws(ArchiveFault) -> [UInt8] {
    var tail = "</sheetData>"
    if let last = columns.indices.last { tail += "<autoFilter ref=\"A1:\(Self.name(last))\(max(count, 1))\"/>" }
    var bytes = pack(tail + SpreadsheetParts.sheetEnd)
    let rest = deflater.end()
    packedBytes += UInt64(rest.count)
    bytes += rest
    bytes += try archive.endPacked(sizeBytes: sizeBytes, packedBytes: packedBytes, checksum: checksum.value)
    for piece in archive.end() { bytes += piece }
    return bytes
  }

  private mutating func pack(_ text: String) -> [UInt8] { pack(Array(text.utf8)) }

  private mutating func pack(_ bytes: [UInt8]) -> [UInt8] {
    checksum.add(bytes)
    sizeBytes += UInt64(bytes.count)
    let packed = deflater.pack(bytes)
    packedBytes += UInt64(packed.count)
    return packed
  }

  /// `A`, `Z`, `AA`.
  static func name(_ column: Int) -> String {
    var (name, rest) = ("", column + 1)
    while rest > 0 {
      rest -= 1
      name = String(UnicodeScalar(UInt8(0x41 + rest % 26))) + name
      rest /= 26
    }
    return name
  }
}

/// The parts of a workbook that are always the same.
enum SpreadsheetParts {
  private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let packages = "http://schemas.openxmlformats.org/package/2006"
  private static let type = "application/vnd.openxmlformats-officedocument.spreadsheetml"

  /// Text that is longer than its column is wide stands in several lines, and what stands beside it at their top.
  private static let wrapped = "<alignment vertical=\"top\" wrapText=\"1\"/>"
  private static let upper = "<alignment vertical=\"top\"/>"

  static let all: [(String, String)] = [
    (
      "[Content_Types].xml",
      """
      \(head)<Types xmlns="\(packages)/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="\(type).sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="\(type).worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="\(type).styles+xml"/></Types>
      """
    ),
    (
      "_rels/.rels",
      """
      \(head)<Relationships xmlns="\(packages)/relationships"><Relationship Id="rId1" Type="\(relations)/officeDocument" Target="xl/workbook.xml"/></Relationships>
      """
    ),
    (
      "xl/workbook.xml",
      """
      \(head)<workbook xmlns="\(main)" xmlns:r="\(relations)"><sheets><sheet name="Reports" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">Reports!$1:$1</definedName></definedNames></workbook>
      """
    ),
    (
      "xl/_rels/workbook.xml.rels",
      """
      \(head)<Relationships xmlns="\(packages)/relationships"><Relationship Id="rId1" Type="\(relations)/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="\(relations)/styles" Target="styles.xml"/></Relationships>
      """
    ),
    (
      // Styles: 0 usual, 1 titles, 2 days, 3 moments, 4 text that looks like a formula. Text wraps in its column.
      "xl/styles.xml",
      """
      \(head)<styleSheet xmlns="\(main)"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf applyAlignment="1">\(wrapped)</xf><xf fontId="1" applyFont="1" applyAlignment="1">\(wrapped)</xf><xf numFmtId="164" applyNumberFormat="1" applyAlignment="1">\(upper)</xf><xf numFmtId="165" applyNumberFormat="1" applyAlignment="1">\(upper)</xf><xf quotePrefix="1" applyAlignment="1">\(wrapped)</xf></cellXfs></styleSheet>
      """
    ),
  ]

  static let sheetBegin = """
    \(head)<worksheet xmlns="\(main)"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>
    """

  /// On paper: across, one page wide and as many long as it takes, with the titles and the number on each.
  static let sheetEnd = """
    <pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/><headerFooter><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter></worksheet>
    """
}
