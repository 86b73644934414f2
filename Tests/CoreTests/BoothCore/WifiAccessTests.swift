import BoothCore
import Testing

@Suite struct WifiAccessTests {
  @Test func `writes what phones read, with its signs escaped`() throws {
    #expect(
      try WifiAccess(name: "Anna & Ben", password: "dance-all-night").joinCode
        == "WIFI:T:WPA;S:Anna & Ben;P:dance-all-night;;")
    #expect(
      try WifiAccess(name: #"a;b,c:d"e\f"#, password: #"12;45:78"#).joinCode
        == #"WIFI:T:WPA;S:a\;b\,c\:d\"e\\f;P:12\;45\:78;;"#)
    #expect(try WifiAccess(name: "חתונה", password: nil).joinCode == "WIFI:T:nopass;S:חתונה;;")
  }

  @Test(
    arguments: [
      ("", nil), (String(repeating: "x", count: 33), nil), ("החתונה של אנה ובן היקרים", "12345678"), ("a\nb", nil),
      ("ok", "1234567"),
      ("ok", String(repeating: "x", count: 64)), ("ok", "Geburtstagsgrüße"), ("ok", "tab\tulator"),
    ] as [(String, String?)])
  func `refuses what no phone or access point takes`(name: String, password: String?) {
    #expect(throws: WifiAccess.Fault.self) { try WifiAccess(name: name, password: password) }
  }
}
