import PhotolalaFormat
import Testing

@Suite struct PhotoCatalogTests {
  private static let a = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  private static let b = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
  private static let c = "cccccccccccccccccccccccccccccccc"

  private func row(_ head: String, _ size: Int64, md5: String? = nil, date: Int64 = 0) throws -> CatalogRow {
    CatalogRow(
      head: try #require(PhotoMD5(head)), sizeBytes: size, md5: md5.flatMap { PhotoMD5($0) }, date: date, format: .jpeg)
  }

  private func read(_ text: String) -> (PhotoCatalog, [SkippedRow: Int]) {
    var skipped: [SkippedRow: Int] = [:]
    let catalog = PhotoCatalog.read(Array(text.utf8), skipped: &skipped)
    return (catalog, skipped)
  }

  @Test func `what the app writes is read, and written again byte for byte`() {
    let text = """
      photo_head_md5,file_size,photo_md5,photo_date,format
      \(Self.a),1234,\(Self.b),1700000001,JPEG
      \(Self.b),99,,1700000000,RAW-CR2
      \(Self.c),99,\(Self.c),-86400,HEIF

      """
    let (catalog, skipped) = read(text)
    #expect(skipped.isEmpty)
    #expect(catalog.rows.map(\.format) == [.jpeg, .cr2, .heif])
    #expect(catalog.rows.map(\.md5?.text) == [Self.b, nil, Self.c])
    #expect(String(decoding: catalog.bytes, as: UTF8.self) == text)
    #expect(
      catalog.rows.map(\.displayName) == [
        "photo_bbbbbbbb_20231114.jpg", "photo_bbbbbbbb_20231114.cr2", "photo_cccccccc_19691231.heic",
      ])
  }

  @Test func `rows go newest first, those of one second as they stand`() throws {
    let catalog = PhotoCatalog(rows: [
      try row(Self.a, 1, date: 5), try row(Self.b, 1, date: 9), try row(Self.c, 1, date: 5),
      try row(Self.a, 2, date: 7),
    ])
    let lines = String(decoding: catalog.bytes, as: UTF8.self).split(separator: "\n").dropFirst()
    #expect(lines.map { $0.prefix(1) } == ["b", "a", "a", "c"])
    #expect(lines.map { $0.split(separator: ",")[1] } == ["1", "2", "1", "1"])
  }

  @Test func `the first line is the header, four columns are a JPEG's, an unknown format is unknown`() {
    let (catalog, skipped) = read(
      "\(Self.a),1,\(Self.a),1,JPEG\r\n\(Self.b),2,,3\r\n\(Self.c),4,,5,JXL\r\n\(Self.a),6,,7,PNG,more,columns")
    #expect(skipped.isEmpty)
    #expect(catalog.rows.map(\.format) == [.jpeg, .unknown, .png])
  }

  @Test func `a row that is none is left out, by its reason, and harms no other`() {
    let (catalog, skipped) = read(
      """
      header
      \(Self.a),1,\(Self.a)
      \(Self.a),many,\(Self.a),1,JPEG
      \(Self.a),-1,,1,JPEG
      \(Self.a),1,,yesterday,JPEG
      \(Self.a),1,,99999999999999999999,JPEG
      \(Self.a),1,,9999999999999,JPEG
      ../../../../../../../etc/passwd00,1,,1,JPEG
      \(Self.a),1,../\(Self.a),1,JPEG
      \(String(repeating: "x", count: 5000))
      \(Self.b),2,\(Self.b),2,JPEG
      """)
    #expect(catalog.rows.map(\.head.text) == [Self.b])
    #expect(skipped == [.tooFewColumns: 1, .badNumber: 5, .badHash: 2, .notText: 1])
  }

  @Test func `bytes of any kind end in a catalog`() {
    var random: UInt64 = 7
    for length in [0, 1, 10, 1000, 20_000] {
      let bytes = (0..<length).map { _ in
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(random >> 56)
      }
      var skipped: [SkippedRow: Int] = [:]
      #expect(PhotoCatalog.read(bytes, skipped: &skipped).rows.isEmpty)
    }
  }

  @Test func `of two rows with one key the later counts`() {
    let (catalog, _) = read("h\n\(Self.a),1,,1,JPEG\n\(Self.b),1,,1,JPEG\n\(Self.a),1,\(Self.c),2,PNG\n")
    #expect(catalog.rows.map(\.format) == [.png, .jpeg])
  }

  @Test func `a pointer is the hash in its first line`() throws {
    let md5 = try #require(PhotoMD5(Self.a))
    for text in [Self.a, Self.a + "\n", Self.a + "\r\nmore\n", " \(Self.a) \n", Self.a.uppercased()] {
      #expect(CatalogPointer.read(Array(text.utf8)) == md5)
    }
    for text in ["", "\n\(Self.a)", "x", Self.a + "0", "../" + Self.a, Self.a + String(repeating: "\n", count: 5000)] {
      #expect(CatalogPointer.read(Array(text.utf8)) == nil)
    }
    #expect(CatalogPointer.read(CatalogPointer.bytes(md5)) == md5)
    #expect(CatalogPointer.snapshotName(md5) == ".photolala.\(Self.a).csv")
    #expect(CatalogPointer.snapshot(named: ".photolala.\(Self.a).csv") == md5)
    for name in [".photolala.csv", ".photolala.\(Self.a).list", ".photolala.x.csv", "a"] {
      #expect(CatalogPointer.snapshot(named: name) == nil)
    }
  }

  @Test(arguments: [
    ("\u{FF}", CatalogFormat.unknown), ("GIF89a", .gif), ("GIF87a", .gif), ("GIF88a", .unknown), ("BM", .bmp),
    ("RIFF....WEBP", .webp), ("RIFF....WAVE", .unknown), ("FUJIFILMCCD-RAW ", .raf), ("IIRO", .orf), ("IIRS", .orf),
    ("II*\0", .tiff), ("MM\0*", .tiff), ("II*\0....CR", .cr2), ("II*\0...........................Adobe DNG", .dng),
    ("II*\0................SONY", .arw), ("MM\0*............NIKON CORPORATION", .nef), ("....ftypheic", .heif),
    ("....ftypmif1", .heif), ("....ftypavif", .unknown), ("....ftypisom", .unknown),
  ]) func `a format is told by a file's first bytes`(_ text: String, _ format: CatalogFormat) {
    let bytes = Array(text.utf8) + [UInt8](repeating: 0x20, count: 16)
    #expect(CatalogFormat(magic: bytes) == format)
    #expect(CatalogFormat(magic: Array(bytes.prefix(15))) == .unknown)
  }

  @Test func `JPEG and PNG are told, too, and every format has an ending of its own`() {
    let rest = [UInt8](repeating: 0, count: 16)
    #expect(CatalogFormat(magic: [0xFF, 0xD8, 0xFF] + rest) == .jpeg)
    #expect(CatalogFormat(magic: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + rest) == .png)
    #expect(Set(CatalogFormat.allCases.map(\.fileExtension)).count == CatalogFormat.allCases.count)
  }
}
