import PhotolalaFormat
import Testing

@Suite struct MD5Tests {
  /// Section A.5 of RFC 1321.
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"
    ),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ]) func `MD5 is the RFC's`(_ text: String, _ digits: String) {
    #expect(MD5Hash.hex(of: text.utf8) == digits)
  }

  @Test func `pieces of any size give the same`() {
    for count in [0, 1, 54, 55, 56, 57, 63, 64, 65, 127, 128, 1000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
      for step in [1, 3, 64, 100] {
        var hash = MD5Hash()
        for start in stride(from: 0, to: count, by: step) { hash.update(bytes[start..<min(start + step, count)]) }
        #expect(MD5Hash.hex(hash.finish()) == MD5Hash.hex(of: bytes))
      }
    }
  }

  @Test func `a hash is 32 digits, small ones`() {
    #expect(PhotoMD5("D41D8CD98F00B204E9800998ECF8427E")?.text == "d41d8cd98f00b204e9800998ecf8427e")
    for text in ["", "d41d", "../../../../../../../etc/passwd00", "g41d8cd98f00b204e9800998ecf8427e"] {
      #expect(PhotoMD5(text) == nil)
    }
  }
}
