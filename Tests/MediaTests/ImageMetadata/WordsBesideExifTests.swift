import BoothCore
import BoothTesting
import Testing

@testable import ImageMetadata

/// Dates, places and cameras that stand in no EXIF.
@Suite struct WordsBesideExifTests {
  private func facts(_ bytes: [UInt8]) -> PhotoFacts { PhotoFacts.read(MemoryBytes(bytes)) }

  private static let xmp = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description exif:DateTimeOriginal="2019-03-04T05:06:07+02:00"
     exif:GPSLatitude="52,30.6N" exif:GPSLongitude="13,22,30W" exif:GPSAltitude="347/10" tiff:Make="Leica">
     <tiff:Model>Q2</tiff:Model></rdf:Description></x:xmpmeta>
    """

  private func holdsAll(_ facts: PhotoFacts) -> Bool {
    facts.taken?.text == "2019-03-04T05:06:07+02:00" && facts.cameraMake == "Leica" && facts.cameraModel == "Q2"
      && facts.position.map { abs($0.latitude - 52.51) < 1e-6 && abs($0.longitude + 13.375) < 1e-6 } ?? false
  }

  @Test func `date, place and camera that stand in XMP alone are read in every kind of file`() {
    let words = Array(Self.xmp.utf8)
    let jpeg = FileBytes.jpeg([FileBytes.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + words)])
    let png = FileBytes.png([FileBytes.chunk("iTXt", Array("XML:com.adobe.xmp\0".utf8) + [0, 0, 0, 0] + words)])
    let tiff = TagBytes.structure([.init(0x100, .long([9])), .init(0x101, .long([9])), .init(0x2BC, .raw(words))])
    let heif = HEIFBytes(
      [
        HEIFBytes.Item(1, "hvc1", data: [7], properties: [HEIFBytes.extent(40, 30)]),
        HEIFBytes.Item(2, "mime", hidden: true, data: words),
      ], references: [("cdsc", 2, [1])])
    for (name, bytes) in [("JPEG", jpeg), ("PNG", png), ("TIFF", tiff), ("HEIF", heif.bytes)] {
      #expect(holdsAll(facts(bytes)), "\(name): \(facts(bytes))")
    }
    var beside = PhotoFacts(format: .jpeg)
    SidecarFacts.read(words, named: "IMG_1.XMP", into: &beside)
    #expect(holdsAll(beside))
  }

  @Test func `EXIF counts before XMP`() {
    let tags = TagBytes.structure([.init(0x8769, .directory([.init(0x9003, .ascii("2024:05:06 07:08:09"))]))])
    let both = FileBytes.jpeg([
      FileBytes.exif(tags),
      FileBytes.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(Self.xmp.utf8)),
    ])
    #expect(facts(both).taken?.text == "2024-05-06T07:08:09" && facts(both).cameraModel == "Q2")
  }

  @Test(arguments: [
    ("52,30.6N", 52.51), ("13,22,30W", -13.375), ("0,0.0S", 0), ("-13.375", -13.375), ("52.51", 52.51),
  ]) func `a place in XMP is read in each of its forms`(_ text: String, _ value: Double) {
    #expect(XMPFacts.degrees(text).map { abs($0 - value) < 1e-9 } ?? false)
  }

  @Test(arguments: ["", "N", "52,30.6", "x,1N", "1,2,3,4N", "nan"]) func `what is no place in XMP is none`(
    _ text: String
  ) {
    #expect(XMPFacts.degrees(text) == nil)
  }

  @Test func `the date of IPTC is read`() {
    func set(_ number: UInt8, _ text: String) -> [UInt8] {
      [0x1C, 2, number] + FileBytes.big(text.utf8.count, 2) + Array(text.utf8)
    }
    let records = set(5, "Title") + set(55, "20190304") + set(60, "050607+0200")
    let resources =
      Array("Photoshop 3.0\0".utf8) + Array("8BIM".utf8) + FileBytes.big(0x0404, 2) + [0, 0]
      + FileBytes.big(records.count, 4) + records
    #expect(facts(FileBytes.jpeg([FileBytes.segment(0xED, resources)])).taken?.text == "2019-03-04T05:06:07+02:00")
  }

  @Test func `a PNG's old text chunks are read, also packed ones`() throws {
    let tags = TagBytes.structure([.init(0x8769, .directory([.init(0x9003, .ascii("2024:05:06 07:08:09"))]))])
    let digits = (Array("Exif\0\0".utf8) + tags).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      .joined()
    let raw = Array("Raw profile type exif\0\nexif\n     \(tags.count + 6)\n\(digits)\n".utf8)
    #expect(facts(FileBytes.png([FileBytes.chunk("tEXt", raw)])).taken?.text == "2024-05-06T07:08:09")
    let time = Array("Creation Time\0Mon, 04 Mar 2019 05:06:07 +0200".utf8)
    #expect(facts(FileBytes.png([FileBytes.chunk("tEXt", time)])).taken?.text == "2019-03-04T05:06:07+02:00")
    // "Creation Time", then "2019:03:04 05:06:07" eight times, as zlib packs it.
    let packed: [UInt8] = [
      0x78, 0xDA, 0x33, 0x32, 0x30, 0xB4, 0xB4, 0x32, 0x30, 0xB6, 0x32, 0x30, 0x51, 0x30, 0x30, 0xB5,
      0x32, 0x30, 0xB3, 0x32, 0x30, 0x57, 0x30, 0x1A, 0x44, 0x62, 0x00, 0xE5, 0x7F, 0x1F, 0x69,
    ]
    let words = FileBytes.chunk("zTXt", Array("Creation Time\0".utf8) + [0] + packed)
    #expect(facts(FileBytes.png([words])).taken?.text == "2019-03-04T05:06:07")
    let unpacked = try #require(Inflate.zlib(packed[...], upTo: 4096))
    #expect(String(decoding: unpacked, as: UTF8.self) == String(repeating: "2019:03:04 05:06:07 ", count: 8))
    #expect(Inflate.zlib(packed[...], upTo: 100) == nil && Inflate.zlib(packed.dropLast(8), upTo: 4096) == nil)
    let many = (0..<60).map { "Number \($0) is \($0 * $0 * 7919 % 10007); " }.joined()
    let own = Self.own.map { UInt8($0, radix: 16) ?? 0 }
    #expect(try String(decoding: #require(Inflate.zlib(own[...], upTo: 4096)), as: UTF8.self) == many)
    for place in 2..<packed.count {
      var other = packed
      other[place] ^= 0x55
      // Whatever comes of it, it ends.
      _ = Inflate.zlib(other[...], upTo: 4096)
    }
  }

  /// Sixty numbers, as zlib packs them with codes of their own.
  private static let own: [Substring] = {
    let digits = """
      78da5593cb6dc4400c435b7109a3ef48480f5b44801c72c82541facf9af25acad184467e43721ebf5fef1fdfc73a3e7f8ef5763cea93ce\
      cf9d94b7c2a7426e762b0285996f454fc59d7b8f614f68cff8a96844dccac6ccf6de1cd8a3eeb792a792490d086012dd2d15b489b604ea\
      34eddd04ec2d312e0b6e5ad2b725801b0f05e01636ce81dc33c776a04bfa6000bbef2131e04d86090cf80c9596ca72eaed0c76671e12d8\
      836c2455ec496d0d7bf9b0da51067cfc8b18f04a36a6b27ce08617c033514f0955a8c34001bc488c29b9821ebbb47a3692162b07b32b23\
      97f53ad6835e4c3a0d01fd5ea36b52d6cb6e9fb57af3f4be25d0f30c5bab37625d38adba67f61f15f4ea4301bc6e1fe75e85ef2b6a592f\
      9da2829d7d64ad59363794015ddcda3f2bf4a46e8d013dd61a925c5177210ce8369fb3813d66d4e6f5a0e7c18b7d0c813da26db757e39f\
      2efc012d3c35a0
      """
    return stride(from: 0, to: digits.count, by: 2).map { digits.dropFirst($0).prefix(2) }
  }()

  @Test func `when and where stands in a Takeout's JSON`() {
    let json = """
      {"title": "IMG_1.jpg", "creationTime": {"timestamp": "1714980000"},
       "photoTakenTime": {"timestamp": "1714979289", "formatted": "06.05.2024"},
       "geoData": {"latitude": 0.0, "longitude": 0.0, "altitude": 0.0},
       "geoDataExif": {"latitude": -33.5, "longitude": 151.25, "altitude": 12.5}}
      """
    var beside = PhotoFacts(format: .jpeg)
    SidecarFacts.read(Array(json.utf8), named: "IMG_1.jpg.json", into: &beside)
    #expect(beside.taken?.text == "2024-05-06T07:08:09+00:00")
    #expect(beside.position?.latitude == -33.5 && beside.position?.longitude == 151.25)
    var other = PhotoFacts(format: .jpeg)
    SidecarFacts.read(Array("{\"timestamp\": \"1714979289\"}".utf8), named: "a.json", into: &other)
    SidecarFacts.read([0xFF, 0, 1], named: "a.json", into: &other)
    #expect(other == PhotoFacts(format: .jpeg))
  }

  @Test func `a place without N or S, E or W is not taken, and that is said`() {
    func place(_ sides: [TagBytes.Tag]) -> PhotoFacts {
      let tags = TagBytes.structure([
        .init(
          0x8825,
          .directory(
            (sides + [
              .init(2, .rational([(52, 1), (30, 1), (0, 1)])), .init(4, .rational([(13, 1), (24, 1), (0, 1)])),
            ]).sorted { $0.number < $1.number }))
      ])
      return facts(FileBytes.jpeg([FileBytes.exif(tags)]))
    }
    let whole = place([.init(1, .ascii("S")), .init(3, .ascii("W"))])
    #expect(whole.position?.latitude == -52.5 && whole.position?.longitude == -13.4 && !whole.isPlaceWithoutSides)
    for sides in [[], [.init(1, .ascii("N"))], [.init(1, .ascii("?")), .init(3, .ascii("E"))]] as [[TagBytes.Tag]] {
      let facts = place(sides)
      #expect(facts.position == nil && facts.isPlaceWithoutSides)
    }
  }

  @Test func `seconds since 1970 are what a clock shows`() {
    for (seconds, text) in [
      (0, "1970-01-01T00:00:00"), (951_782_400, "2000-02-29T00:00:00"), (1_704_067_199, "2023-12-31T23:59:59"),
      (253_402_300_799, "9999-12-31T23:59:59"),
    ] {
      #expect(PhotoTime(wallSeconds: seconds)?.text == text && PhotoTime(wallSeconds: seconds)?.wallSeconds == seconds)
    }
    #expect(PhotoTime(wallSeconds: -1) == nil && PhotoTime(wallSeconds: .max) == nil)
  }
}
