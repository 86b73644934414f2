import BoothCore
import Testing

@Suite struct EmailAddressTests {
  @Test(arguments: [
    "a@b.de", "maria.k+booth@mail.example.com", "A_B%c-1@x-y.z.INFO", "1@1.aa", ".@..co", "x@-.museum",
  ])
  func `what the contract's form takes is an address`(text: String) {
    #expect(EmailAddress(text)?.text == text)
  }

  @Test(arguments: [
    "", "@", "a@b", "a@b.c", "a@.", "@b.de", "a@.de", "a b@c.de", "a@b@c.de", "a@b.d3", "a@b.de ", "ä@b.de", "a@b.dé",
    "a@b_c.de", "a\n@b.de", String(repeating: "a", count: 250) + "@b.de",
  ])
  func `what it does not take is none`(text: String) {
    #expect(EmailAddress(text) == nil)
  }

  @Test func `an address is typed, mended and given`() {
    var entry = AddressEntry()
    for character in "maria@x.de é\u{7}" { #expect(entry.take(.character(character)) == .changed) }
    #expect(entry.text == "maria@x.de")
    _ = entry.take(.backspace)
    _ = entry.take(.backspace)
    #expect(entry.take(.done) == .changed && entry.trouble == .noAddress)
    for character in "fr" { _ = entry.take(.character(character)) }
    #expect(entry.trouble == nil)
    #expect(entry.take(.done) == .given(EmailAddress("maria@x.fr")!))
    #expect(entry.take(.leave) == .left)
  }

  @Test func `no address is longer than one can be`() {
    var entry = AddressEntry()
    for _ in 0..<1000 { _ = entry.take(.character("a")) }
    #expect(entry.text.utf8.count == EmailAddress.longest)
  }

  @Test func `two buttons type whatever the keyboard on the screen has`() {
    var entry = AddressEntry()
    // The first press only shows the mark.
    #expect(entry.take(.start) == .changed && entry.text.isEmpty && entry.isByButtons)
    for wanted in "ab.c@xy-1.de" {
      var presses = 0
      while entry.highlighted != .character(wanted), presses < 100 {
        _ = entry.take(Press.next)
        presses += 1
      }
      _ = entry.take(Press.start)
    }
    #expect(entry.text == "ab.c@xy-1.de")
    var presses = 0
    while entry.highlighted != .done, presses < 100 {
      _ = entry.take(Press.previous)
      presses += 1
    }
    #expect(entry.take(Press.start) == .given(EmailAddress("ab.c@xy-1.de")!))
    _ = entry.take(Press.retake)
    #expect(entry.text == "ab.c@xy-1.d")
  }
}
