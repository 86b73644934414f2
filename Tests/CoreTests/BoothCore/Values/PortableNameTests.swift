import BoothCore
import Testing

@Suite struct PortableNameTests {
  @Test(arguments: [
    ("photo.jpg", "photo.jpg"), ("../../etc/passwd", "passwd"), ("..\\..\\boot.ini", "boot.ini"), ("..", "spare"),
    ("../", "spare"), ("", "spare"), ("...", "spare"), (".htaccess", "htaccess"),
    ("a\r\nSet-Cookie: x.jpg", "a__Set-Cookie_ x.jpg"),
    ("invoice\u{202E}gpj.exe", "invoice_gpj.exe"), ("a\u{2066}b\u{2069}.jpg", "a_b_.jpg"),
    ("a\u{200F}b.jpg", "a_b.jpg"),
    ("a\u{200B}\u{FEFF}\u{AD}.jpg", "a___.jpg"), ("a\u{E0041}.jpg", "a_.jpg"), ("a\u{0}b", "a_b"), ("ends. .", "ends"),
    ("CON", "_CON"), ("nul.jpg", "_nul.jpg"),
    ("שער יפו 1898.jpg", "שער יפו 1898.jpg"), ("می‌خواهم.jpg", "می‌خواهم.jpg"), ("👩‍👧 ❤️.jpg", "👩‍👧 ❤️.jpg"),
  ]) func `a file that people have named is saved under a name that is what it seems`(_ name: String, _ saved: String) {
    #expect(PortableName.file(name, orElse: "spare") == saved)
  }

  @Test(arguments: ["a", "é", "字", "👩‍👧"]) func `a long name keeps its ending`(_ letter: String) {
    let name = PortableName.file(String(repeating: letter, count: 400) + ".tar.gz", orElse: "spare")
    #expect(name.hasSuffix(".gz") && name.hasPrefix(letter) && name.utf8.count <= 255)
    let long = PortableName.file("a." + String(repeating: letter, count: 400), orElse: "spare")
    #expect(long.utf8.count <= 255)
  }

  @Test func `every sign by itself makes a name, and none that a header or a folder would be broken by`() {
    for value in (0...0x3000 as ClosedRange<UInt32>) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for text in ["\(scalar)", "a\(scalar)b.jpg"] {
        let name = PortableName.file(text, orElse: "spare")
        #expect(!name.isEmpty && name != "." && name != "..")
        let isBroken = name.unicodeScalars.contains {
          $0.value < 0x20 || $0 == "/" || $0 == "\\" || $0 == "\"" || (0x2028...0x202E).contains($0.value)
        }
        #expect(!isBroken, "U+\(String(value, radix: 16))")
      }
    }
  }
}
