import BoothCore
import BoothTesting
import Testing

/// What a code says when the network came, went or changed after the session.
@Suite struct SessionLinksTests {
  private let id = SessionRef.sample().id

  @Test(arguments: [
    "http://127.0.0.1:8080/s/X", "http://localhost:8080/s/X", "http://[::1]:8080/s/X", "http://192.168.1.5:8080/s/X",
    "/s/X", "",
  ]) func `a link of our own gallery is made anew of the address now, and there is none without one`(_ old: String) {
    #expect(
      SessionLinks.own(base: "http://10.0.0.7:8080").link(of: id, recorded: old) == "http://10.0.0.7:8080/s/\(id)")
    #expect(SessionLinks.own(base: nil).link(of: id, recorded: old) == nil)
    #expect(SessionLinks.ownHost(nil).link(of: id, recorded: old) == nil)
    #expect(SessionLinks.recorded.link(of: id, recorded: old) == old)
  }

  @Test func `beside a booth a link keeps the port on which the gallery was`() {
    let links = SessionLinks.ownHost("10.0.0.7")
    #expect(links.link(of: id, recorded: "http://127.0.0.1:9100/s/X") == "http://10.0.0.7:9100/s/\(id)")
    #expect(links.link(of: id, recorded: "http://[fe80::1]:9100/s/X") == "http://10.0.0.7:9100/s/\(id)")
  }

  @Test(arguments: ["https://gallery.example/s/X", "https://192.0.2.1/s/X", "http://photos.local:8080/s/X"])
  func `a link to a gallery elsewhere stays as it was`(_ link: String) {
    for links in [SessionLinks.own(base: "http://10.0.0.7:8080"), .own(base: nil), .ownHost("10.0.0.7"), .ownHost(nil)]
    {
      #expect(links.link(of: id, recorded: link) == link)
    }
  }
}
