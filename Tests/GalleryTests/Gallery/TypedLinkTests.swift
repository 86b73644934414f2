import BoothCore
import BoothStore
import BoothTesting
import Testing
import WebSupport

@testable import Gallery

/// A link that a person reads off a print and types.
@Suite struct `A typed link` {
  private static let browser = [("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")]
  private static let checked = SessionID(checkedRandomBytes: Array(1...14)).text

  /// Every other way to write the one id.
  @Test func `in lower case, with what stood around it, or with blanks for its hyphens finds its page`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring()
      let id = Sample.session
      let typed = [
        id.lowercased(), id + ".", id + ")", id + "%5D", id + "/", id + "./", id + ",", id + "%E2%80%9D", "%20" + id,
        id + "%2F",
        id.replacing("-", with: ""), id.lowercased().replacing("-", with: "%20"), id.replacing("-", with: "%E2%80%93"),
        id.replacing("0", with: "O"), id.replacing("1", with: "l"), "(" + id + ").",
        // As an Arabic keyboard has its digits.
        PercentEncoding.component(
          String(
            id.map { sign in
              sign.wholeNumberValue.flatMap { Unicode.Scalar(0x660 + UInt32($0)) }.map(Character.init) ?? sign
            })),
      ]
      for id in typed {
        for prefix in ["/s/", "/session/", "/S/"] {
          let reply = try await lab.get(prefix + id, Self.browser)
          #expect(reply.status == 200 && reply.text.contains("photo_0.jpg"), "\(prefix + id) \(reply.text)")
        }
      }
      // Alone, as some leave the middle away.
      for path in ["/\(id)", "/\(id.lowercased())", "/\(id)/"] {
        #expect(try await lab.get(path, Self.browser).text.contains("photo_0.jpg"), "\(path)")
      }
    }
  }

  @Test func `of an event with a full stop or a slash behind it finds its page`() async throws {
    try await GalleryLab.run(events: [Sample.event(access: .link)]) { lab in
      try await lab.bring()
      let key = EventKey.of(7, secret: GalleryLab.secret)
      for path in [
        "/e/7?key=\(key)", "/e/7/?key=\(key)", "/e/7.?key=\(key)", "/E/7)?key=\(key)", "/e/7?key=\(key).",
        "/e/7?key=\(key)%29",
      ] {
        let reply = try await lab.get(path, Self.browser)
        #expect(reply.status == 200 && reply.text.contains(Sample.session), "\(path)")
      }
      #expect(try await lab.get("/e/7?key=\(key)x", Self.browser).status == 403)
    }
  }

  @Test func `that no booth has announced promises nothing, and says how to look`() async throws {
    try await GalleryLab.run { lab in
      // A digit wrong, and an app's.
      var wrong = Self.checked
      wrong.removeLast()
      wrong += Self.checked.hasSuffix("0") ? "1" : "0"
      for id in [wrong, Sample.session, "UNKNOWN"] {
        let reply = try await lab.get("/s/" + id, Self.browser)
        #expect(reply.status == 200 && reply.text.contains("<h1>There is nothing under this link yet</h1>"))
        #expect(!reply.text.contains("on their way") && reply.text.contains("http-equiv=\"refresh\""))
      }
      #expect(try await lab.get("/s/" + Self.checked.lowercased()).text.contains("Your pictures are on their way"))
      // It is announced now, and then it has come.
      _ = try await lab.presign(Sample.folder() + "photo_0.jpg")
      #expect(try await lab.get("/s/" + Sample.session.lowercased()).text.contains("Your pictures are on their way"))
      try await lab.bring()
      #expect(try await lab.store.info(try objectKey("sessions/\(Sample.session)/announced.json")) == nil)
      #expect(try await lab.get("/s/" + Sample.session).text.contains("photo_0.jpg"))
    }
  }

  @Test func `of an event nobody has told of promises nothing either`() async throws {
    try await GalleryLab.run(events: [Sample.event(7), Sample.event(8)]) { lab in
      let (known, unknown) = (try await lab.get("/e/7").text, try await lab.get("/e/77").text)
      #expect(known.contains("<h1>No pictures yet</h1>"))
      #expect(unknown.contains("<h1>There is nothing under this link yet</h1>"))
    }
  }

  @Test func `that can be no page's is answered in words to a browser, and as the contract has it to a program`()
    async throws
  {
    try await GalleryLab.run { lab in
      for (path, status) in [
        ("/s/", 400), ("/s", 400), ("/s/a.b", 400), ("/e/x", 400), ("/e/0", 400), ("/nothing", 404), ("/a/b/c", 404),
      ] {
        let reply = try await lab.get(path, Self.browser)
        #expect(reply.status == status && reply.text.contains("<h1>This link leads nowhere</h1>"), "\(path)")
        // Its style is found from wherever it is.
        let style = try #require(reply.text.firstMatch(of: /href="([.\/]*static\/[^"]*\/gallery\.css)"/)).1
        let depth = path.count(where: { $0 == "/" }) - 1
        #expect(
          style.hasPrefix(String(repeating: "../", count: depth) + (depth == 0 ? "./static" : "static")),
          "\(path) \(style)")
        let program = try await lab.get(path).text
        #expect(!program.contains("<h1>"))
      }
      #expect(try await lab.get("/api/nothing", Self.browser).text == "Not found")
    }
  }

  @Test func `without anything behind the address shows where to look`() async throws {
    try await GalleryLab.run(events: [Sample.event()]) { lab in
      let reply = try await lab.get("/", Self.browser)
      #expect(reply.status == 200 && reply.text.contains("<h1>The photo booth’s gallery</h1>"))
      #expect(
        reply.text.contains("Anna &amp; Jonas")
          && reply.text.contains(/href="\.\/static\/[^"]+\/gallery\/gallery\.css"/))
      #expect(try await lab.get("/").status == 404)
    }
  }

  @Test func `of a session to come, and of an erased one, has its event's colours`() async throws {
    try await GalleryLab.run(events: [Sample.event(7), Sample.event(8, "Bo & Cy")]) { lab in
      _ = try await lab.presign(Sample.folder(event: 8) + "photo_0.jpg", event: "8")
      let coming = try await lab.get("/s/\(Sample.session)").text
      #expect(coming.contains("Your pictures are on their way") && coming.contains("theme-8."))
      _ = try await lab.send(.delete, "/api/sessions/8/\(Sample.session)", [("X-FotoX-Key", GalleryLab.token)])
      let gone = try await lab.get("/s/\(Sample.session)")
      #expect(gone.status == 410 && gone.text.contains("theme-8.") && gone.text.contains("Bo &amp; Cy"))
    }
  }

  @Test func `is told by its id: a wrong digit, and two that changed places, are found`() throws {
    for seed in 0..<40 as Range<UInt8> {
      let id = SessionID(checkedRandomBytes: (0..<14 as Range<UInt8>).map { $0 &* 73 &+ seed &* 31 })
      #expect(id.isChecked && SessionID(id.text) == id)
      let signs = Array(id.text)
      for place in signs.indices where signs[place] != "-" {
        for other in "0123456789ABCDEF" where other != signs[place] {
          var wrong = signs
          wrong[place] = other
          #expect(SessionID(String(wrong))?.isChecked == false)
        }
        guard place + 1 < signs.count, signs[place + 1] != "-", signs[place] != signs[place + 1] else { continue }
        var turned = signs
        turned.swapAt(place, place + 1)
        #expect(SessionID(String(turned))?.isChecked == false)
      }
    }
  }
}
