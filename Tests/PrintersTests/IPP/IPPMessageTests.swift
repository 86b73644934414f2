import Testing

@testable import Printers

@Suite struct `An IPP message` {
  /// One of every kind of value, collections within collections among them.
  static let everything = IPPMessage(
    version: .current, code: 0x0002, requestID: 0x0102_0304,
    groups: [
      IPPMessage.Group(
        .operation,
        [
          IPPAttribute("attributes-charset", .charset("utf-8")),
          IPPAttribute("attributes-natural-language", .naturalLanguage("en")),
          IPPAttribute("printer-uri", .uri("ipp://printer.example/ipp/print")),
        ]),
      IPPMessage.Group(
        .job,
        [
          IPPAttribute("copies", .integer(-1)), IPPAttribute("orientation-requested", .enumeration(3)),
          IPPAttribute("page-ranges", [.range(lower: 1, upper: 2), .range(lower: 9, upper: 4)]),
          IPPAttribute("printer-resolution", .resolution(cross: 300, feed: 600, unit: .inch)),
          IPPAttribute("job-name", .name("Süß", language: "de")),
          IPPAttribute("job-message", .text("", language: "fr")),
          IPPAttribute("media", [.keyword("na_index-4x6_4x6in"), .name("w288h432-div2")]),
          IPPAttribute(
            "media-col",
            .collection([
              IPPAttribute(
                "media-size",
                .collection([
                  IPPAttribute("x-dimension", .integer(10160)), IPPAttribute("y-dimension", .integer(15240)),
                ])),
              IPPAttribute("media-type", [.keyword("photographic"), .keyword("auto")]),
            ])), IPPAttribute("empty", .collection([])), IPPAttribute("my-jobs", .boolean(false)),
        ]),
      IPPMessage.Group(.job, []),
      IPPMessage.Group(
        .printer,
        [
          IPPAttribute("printer-alert", .octets([0, 255])), IPPAttribute("printer-geo-location", .outOfBand(.unknown)),
          IPPAttribute("reference-uri-schemes-supported", .uriScheme("http")),
          IPPAttribute("document-format", .mimeMediaType("image/jpeg")), IPPAttribute("text", .text("a\u{0}b")),
          IPPAttribute(
            "printer-current-time",
            .dateTime(
              IPPDateTime(
                year: 2026, month: 11, day: 30, hour: 6, minute: 29, second: 51, decisecond: 9,
                direction: UInt8(ascii: "-"), hoursFromUTC: 1, minutesFromUTC: 30))),
          IPPAttribute("vendor", .other(tag: 0x7F, bytes: [0x40, 0, 0, 0, 7])),
        ]),
    ])

  @Test func `is the same after it was written and read`() throws {
    var message = Self.everything
    message.data = [0xFF, 0xD8, 0xFF, 3, 0]
    #expect(try IPPMessage(message.bytes) == message)
  }

  /// RFC 8010, A.1: the first bytes of a Print-Job request.
  @Test func `has the bytes of the standard's example`() {
    let message = IPPMessage(
      version: .old, code: 0x0002, requestID: 1,
      groups: [IPPMessage.Group(.operation, [IPPAttribute("attributes-charset", .charset("utf-8"))])])
    #expect(
      message.bytes == [0x01, 0x01, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x01, 0x47, 0x00, 0x12]
        + Array("attributes-charset".utf8) + [0x00, 0x05] + Array("utf-8".utf8) + [0x03])
  }

  /// RFC 8010, A.4: the collection of media-col.
  @Test func `reads the standard's example of a collection`() throws {
    func counted(_ text: String) -> [UInt8] { [0, UInt8(text.utf8.count)] + Array(text.utf8) }
    let head: [UInt8] = [1, 1, 0, 2, 0, 0, 0, 1, 0x02, 0x34] + counted("media-col") + [0, 0]
    let size: [UInt8] =
      [0x4A, 0, 0] + counted("media-size") + [0x34, 0, 0, 0, 0] + [0x4A, 0, 0] + counted("x-dimension")
      + [0x21, 0, 0, 0, 4, 0, 0, 0x18, 0xA8] + [0x4A, 0, 0] + counted("y-dimension")
      + [0x21, 0, 0, 0, 4, 0, 0, 0x27, 0x76] + [0x37, 0, 0, 0, 0]
    let color: [UInt8] = [0x4A, 0, 0] + counted("media-color") + [0x44, 0, 0] + counted("blue")
    let message = try IPPMessage(head + size + color + [0x37, 0, 0, 0, 0, 0x03])
    let media = try #require(message.attributes(.job).collections("media-col").first)
    let read = try #require(media.collections("media-size").first)
    #expect(read.integer("x-dimension") == 6312 && read.integer("y-dimension") == 10102)
    #expect(media.keywords("media-color") == ["blue"])
  }

  static let start: [UInt8] = [2, 0, 0, 0, 0, 0, 0, 1]

  static let faults: [([UInt8], String)] = [
    ([], "ends before the version"), ([2, 0, 0], "ends before the status"), (Array("<html>".utf8), "no version"),
    (start, "ends before the end of the attributes"), (start + [0x00], "reserved number"),
    (start + [0x47, 0, 0, 0, 0, 3], "before the first group"),
    (start + [0x01, 0x47, 0, 0, 0, 0, 3], "before the first attribute"),
    (start + [0x01, 0x47, 0xFF, 0xFF, 1], "an attribute's name of 65535 bytes is promised, and 1 are there"),
    (start + [0x01, 0x37, 0, 1, 0x61, 0, 0, 3], "outside of one"),
    (start + [0x01, 0x34, 0, 1, 0x61, 0, 0, 3], "a collection has no end"),
    (start + [0x01, 0x34, 0, 1, 0x61, 0, 0, 0x21, 0, 0, 0, 0], "has no name"),
  ]

  @Test(arguments: faults) func `is refused with a sentence where it is none`(_ bytes: [UInt8], _ words: String) {
    let fault = #expect(throws: IPPFault.self) { try IPPMessage(bytes) }
    #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "")")
  }

  @Test func `may hold no more than its bounds`() throws {
    var nested = IPPValue.integer(1)
    for _ in 0..<8 { nested = .collection([IPPAttribute("a", nested)]) }
    func message(_ value: IPPValue) -> [UInt8] {
      IPPMessage(
        version: .current, code: 0, requestID: 1, groups: [IPPMessage.Group(.printer, [IPPAttribute("a", value)])]
      ).bytes
    }
    #expect(try IPPMessage(message(nested)).groups.count == 1)
    let deep = #expect(throws: IPPFault.self) { try IPPMessage(message(.collection([IPPAttribute("a", nested)]))) }
    #expect(deep?.description == "it has more than 8 collections in one another")

    var limits = IPPMessage.Limits()
    limits.values = 2
    let three = IPPMessage(
      version: .current, code: 0, requestID: 1,
      groups: [IPPMessage.Group(.printer, [IPPAttribute("a", [.integer(1), .integer(2), .integer(3)])])])
    #expect(throws: IPPFault.self) { try IPPMessage(three.bytes, limits: limits) }
    limits.bytes = 5
    #expect(throws: IPPFault.self) { try IPPMessage(three.bytes, limits: limits) }
  }

  @Test func `keeps values whose bytes do not fit, and gives them to no question`() throws {
    let odd: [UInt8] =
      Self.start + [0x04, 0x21, 0, 1, 0x61, 0, 3, 0, 0, 1] + [0x33, 0, 1, 0x62, 0, 1, 9]
      + [0x36, 0, 1, 0x63, 0, 4, 0, 9, 0, 0] + [0x32, 0, 1, 0x64, 0, 9, 0, 0, 1, 0, 0, 0, 1, 0, 7] + [0x03]
    let message = try IPPMessage(odd)
    #expect(
      message.groups[0].attributes.map(\.values) == [
        [.other(tag: 0x21, bytes: [0, 0, 1])], [.other(tag: 0x33, bytes: [9])],
        [.other(tag: 0x36, bytes: [0, 9, 0, 0])],
        [.other(tag: 0x32, bytes: [0, 0, 1, 0, 0, 0, 1, 0, 7])],
      ])
    #expect(message.attributes(.printer).integer("a") == nil && message.bytes == odd)
  }

  // MARK: Any bytes

  @Test func `that ends anywhere is refused`() {
    let bytes = Self.everything.bytes
    for count in 0..<bytes.count {
      #expect(throws: IPPFault.self, "\(count) of \(bytes.count) bytes") { try IPPMessage(Array(bytes.prefix(count))) }
    }
  }

  /// What is read is written as it is understood, and read as the same again.
  @Test func `with any bytes changed is read or refused`() throws {
    var random = SeededNumbers(state: 0x1995)
    let bytes = Self.everything.bytes
    var read = 0
    for _ in 0..<20_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do throws(IPPFault) {
        let message = try IPPMessage(changed)
        read += 1
        let again = try IPPMessage(message.bytes)
        #expect(again == message)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    // Most changes hit a text.
    #expect(read > 5_000)
  }

  @Test func `of any bytes at all is read or refused`() {
    var random = SeededNumbers(state: 7)
    var read = 0
    for _ in 0..<20_000 {
      let tags: [UInt8] = [0x01, 0x03, 0x04, 0x21, 0x34, 0x37, 0x4A, 0, 0, 0, 1, 2, 0x61]
      let rest = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Bool.random(using: &random) ? tags.randomElement(using: &random)! : UInt8.random(in: 0...255, using: &random)
      }
      do throws(IPPFault) {
        _ = try IPPMessage(Self.start + rest)
        read += 1
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    #expect(read > 0)
  }
}
