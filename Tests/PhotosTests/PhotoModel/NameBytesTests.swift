import PhotoModel
import Testing

@Suite struct NameBytesTests {
  @Test(arguments: [
    Array("IMG_1.jpg".utf8), Array("שלום é e\u{301}".utf8), [0xFF, 0x41, 0xC3], [0xE2, 0x82],
    [0xC0, 0x80, 0xED, 0xA0, 0x80],
    Array("\u{10FF80}".utf8), [0xF4, 0x8F, 0xBE, 0x80, 0x80], [],
  ])
  func everyNameComesBackByteForByte(_ bytes: [UInt8]) {
    #expect(NameBytes.bytes(NameBytes.text(bytes)) == bytes)
  }

  @Test func noTwoNamesAreOneText() {
    #expect(PhotoID(NameBytes.text([0x80])) != PhotoID(NameBytes.text(Array("\u{10FF80}".utf8))))
    #expect(PhotoID("é") != PhotoID("e\u{301}"))
    #expect(Set([PhotoID("é"), PhotoID("e\u{301}")]).count == 2)
  }

  @Test func peopleReadAReplacementSign() {
    #expect(NameBytes.shown(NameBytes.text([0x61, 0xFF])) == "a\u{FFFD}")
  }
}
