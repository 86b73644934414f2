import BoothCore
import FoundationEssentials
import Testing

@Suite struct IdentifierTests {
  @Test(arguments: [
    "01234567-89AB-CDEF-0123-456789ABCDEF", "00000000-0000-0000-0000-000000000000",
  ]) func `an upper-case UUID is a session's id`(_ text: String) {
    #expect(SessionID(text)?.text == text)
    #expect(SessionID(text)?.description == text)
  }

  @Test(arguments: [
    "", "01234567-89ab-cdef-0123-456789abcdef", "0123456789ABCDEF0123456789ABCDEF",
    "01234567-89AB-CDEF-0123-456789ABCDEG", "01234567-89AB-CDEF-0123-456789ABCDEF ",
    "{01234567-89AB-CDEF-0123-456789ABCDEF}", "0123456-789AB-CDEF-0123-456789ABCDEF",
    "01234567-89AB-CDEF-0123-456789ABCDEF-", "../../../../../../../../../../../../",
    "０1234567-89AB-CDEF-0123-456789ABCDEF", "01234567-89AB-CDEF-0123\u{0}456789ABCDEF",
  ]) func `anything else is refused`(_ text: String) {
    #expect(SessionID(text) == nil)
  }

  @Test func `sixteen random bytes become a version 4 UUID`() {
    #expect(SessionID(randomBytes: Array(0...15)).text == "00010203-0405-4607-8809-0A0B0C0D0E0F")
    #expect(
      SessionID(randomBytes: Array(repeating: 0xFF, count: 16)).text == "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF")
    var random = SeededRandom(seed: 3)
    for _ in 0..<100 {
      let id = SessionID(randomBytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
      #expect(SessionID(id.text) == id)
    }
  }

  @Test func `ids and attempts are plain JSON, and a bad id is refused`() throws {
    let id = SessionID(randomBytes: Array(0...15))
    let json = String(decoding: try JSONEncoder().encode([id]), as: UTF8.self)
    #expect(json == "[\"00010203-0405-4607-8809-0A0B0C0D0E0F\"]")
    #expect(try JSONDecoder().decode([SessionID].self, from: Data(json.utf8)) == [id])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([SessionID].self, from: Data("[\"x\"]".utf8)) }
    let attempt = AttemptID(.max)
    #expect(try JSONDecoder().decode(AttemptID.self, from: JSONEncoder().encode(attempt)) == attempt)
    #expect(AttemptID(7).description == "#7")
    let instant = Instant(nanoseconds: -9_007_199_254_740_993)
    #expect(try JSONDecoder().decode(Instant.self, from: JSONEncoder().encode(instant)) == instant)
  }
}

@Suite struct RGBColorTests {
  @Test(arguments: [
    ("#FF4081", RGBColor(red: 0xFF, green: 0x40, blue: 0x81)), ("ff4081", RGBColor(red: 0xFF, green: 0x40, blue: 0x81)),
    (" \t#0a0B0c\n", RGBColor(red: 10, green: 11, blue: 12)),
    ("80FF4081", RGBColor(red: 0xFF, green: 0x40, blue: 0x81, alpha: 0x80)),
    ("#00000000", RGBColor(red: 0, green: 0, blue: 0, alpha: 0)),
  ]) func `FotoX's notation is read`(_ text: String, _ color: RGBColor) {
    #expect(RGBColor(hex: text) == color)
  }

  @Test(arguments: [
    "", "#", "FFF", "#FFFFF", "FFFFFFF", "#GGGGGG", "##FFFFFF", "+FFFFF", "-12345", "0x1234", "FF FF FF", "１２",
    "FFFFFFFFF", "é12345",
  ]) func `anything else is no colour`(_ text: String) {
    #expect(RGBColor(hex: text) == nil)
  }

  @Test func `a colour is written as it is read`() {
    for text in ["#000000", "#0A0B0C", "#FF4081", "#FFFFFF"] { #expect(RGBColor(hex: text)?.hex == text) }
  }

  /// Worked examples of WCAG 2.2: black on white 21:1, #777777 on white 4.48:1, and pure red's luminance.
  @Test func `contrast is WCAG's`() {
    #expect(abs(RGBColor.black.contrast(to: .white) - 21) < 1e-9)
    #expect(RGBColor.white.contrast(to: .white) == 1)
    let gray = RGBColor(red: 0x77, green: 0x77, blue: 0x77)
    #expect(abs(gray.contrast(to: .white) - 4.478) < 0.001)
    #expect(gray.contrast(to: .white) == RGBColor.white.contrast(to: gray))
    #expect(abs(RGBColor(red: 255, green: 0, blue: 0).relativeLuminance - 0.2126) < 1e-9)
    #expect(RGBColor(hex: "#FFD700")!.readableInk == .black)
    #expect(RGBColor(hex: "#212121")!.readableInk == .white)
  }

  @Test func `one of the two inks always reads`() {
    for value in 0...255 {
      let gray = RGBColor(red: UInt8(value), green: UInt8(value), blue: UInt8(value))
      #expect(gray.contrast(to: gray.readableInk) >= 4.5)
    }
  }

  @Test func `mixing goes from one to the other`() {
    #expect(RGBColor.black.mixed(with: .white, 0) == .black)
    #expect(RGBColor.black.mixed(with: .white, 1) == .white)
    #expect(RGBColor.black.mixed(with: .white, 0.5) == RGBColor(red: 128, green: 128, blue: 128))
    #expect(RGBColor.white.mixed(with: .black, 0.25) == RGBColor(red: 191, green: 191, blue: 191))
    #expect(RGBColor.black.mixed(with: .white, 7) == .white)
  }
}

@Suite struct PixelRectTests {
  @Test(arguments: [
    (
      PixelSize(width: 6000, height: 4000), PixelSize(width: 780, height: 520),
      PixelRect(x: 0, y: 0, width: 6000, height: 4000)
    ),
    (
      PixelSize(width: 1920, height: 1080), PixelSize(width: 780, height: 520),
      PixelRect(x: 150, y: 0, width: 1620, height: 1080)
    ),
    (
      PixelSize(width: 1080, height: 1920), PixelSize(width: 780, height: 520),
      PixelRect(x: 0, y: 600, width: 1080, height: 720)
    ),
    (
      PixelSize(width: 1, height: 1000), PixelSize(width: 1000, height: 1), PixelRect(x: 0, y: 499, width: 1, height: 1)
    ),
    (PixelSize(width: 0, height: 5), PixelSize(width: 3, height: 2), PixelRect(x: 0, y: 0, width: 0, height: 5)),
  ]) func `the crop fills its target from the middle`(_ source: PixelSize, _ target: PixelSize, _ expected: PixelRect) {
    #expect(PixelRect.crop(of: source, toFill: target) == expected)
  }

  @Test func `any crop lies within its source and has the target's proportions to the pixel`() {
    var random = SeededRandom(seed: 4)
    for _ in 0..<2000 {
      func size() -> PixelSize {
        PixelSize(width: Int.random(in: 1...8000, using: &random), height: Int.random(in: 1...8000, using: &random))
      }
      let (source, target) = (size(), size())
      let crop = PixelRect.crop(of: source, toFill: target)
      #expect(crop.x >= 0 && crop.y >= 0 && crop.width >= 1 && crop.height >= 1)
      #expect(crop.x + crop.width <= source.width && crop.y + crop.height <= source.height)
      #expect(crop.width == source.width || crop.height == source.height)
      let exact = Double(crop.height) * Double(target.width) / Double(target.height)
      let slack = max(1, Double(target.width) / Double(target.height))
      #expect(abs(Double(crop.width) - exact) <= slack)
    }
  }
}

@Suite struct ObjectKeyTests {
  @Test(arguments: [
    "a", "events/7/index.json", "events/7/sessions/X/photo_0.jpg", "ünïcode/❤️", "...", "a/..b", "-", " ",
    String(repeating: "a", count: 255), String(repeating: "abc/", count: 255) + "abc",
  ]) func `a relative path is a key`(_ text: String) {
    #expect(ObjectKey(text)?.text == text)
  }

  @Test(arguments: [
    "", "/", "/a", "a/", "a//b", ".", "..", "a/./b", "a/../b", "../a", "a/..", "a\\b", "a\u{0}b", "a\nb", "a\u{7F}b",
    "a\u{85}b", "a\u{9F}", String(repeating: "a", count: 256), String(repeating: "abc/", count: 256) + "a",
    String(repeating: "é", count: 128),
  ]) func `anything that could leave the folder is none`(_ text: String) {
    #expect(ObjectKey(text) == nil)
  }
}

@Suite struct InstantTests {
  @Test func `instants and durations add up to the nanosecond`() {
    let start = Instant(nanoseconds: 5)
    #expect(start + .milliseconds(1) == Instant(nanoseconds: 1_000_005))
    #expect(start - .seconds(1) == Instant(nanoseconds: -999_999_995))
    #expect((start + .seconds(3)) - start == .seconds(3))
    #expect(start < start + .nanoseconds(1))
    #expect(Duration(attoseconds: 1_999_999_999).wholeNanoseconds == 1)
    #expect(Duration(attoseconds: -1_999_999_999).wholeNanoseconds == -1)
    #expect(Duration.milliseconds(1500).inSeconds == 1.5)
  }

  @Test func `a clip has lost too much above five per cent`() {
    func clip(_ frames: Int?, _ dropped: Int?) -> Asset {
      Asset(
        id: 1, session: SessionID(randomBytes: Array(0...15)), kind: .video, strip: 0, path: "", sizeBytes: 1,
        checksum: "", frames: frames, droppedFrames: dropped)
    }
    #expect(!clip(300, 15).lostTooMany)
    #expect(clip(300, 16).lostTooMany)
    #expect(!clip(nil, 16).lostTooMany && !clip(300, nil).lostTooMany && !clip(0, 9).lostTooMany)
  }
}
