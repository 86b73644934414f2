import BoothCore
import BoothTesting
import Testing

@testable import Gallery
@testable import WebSupport

/// What a chat shows of a session's link.
@Suite struct LinkPreviewTests {
  private static func metas(_ page: String) -> [String: String] {
    let found = page.matches(of: /<meta (?:property|name)="((?:og|twitter):[a-z:]+)" content="([^"]*)">/)
    return Dictionary(found.map { (String($0.1), String($0.2)) }) { first, _ in first }
  }

  @Test func `a session's page says its event's name and a picture, which is there for all who have the link`()
    async throws
  {
    for access in [Event.GalleryAccess.open, .link] {
      let events = [Sample.event(7, "Anna & \"Jonas\" <3", access: access)]
      let folder = try TemporaryFolder()
      // Booths would bring it to the address that is configured.
      try await GalleryLab.run(events: events, folder: folder) { lab in try await lab.bring() }
      try await GalleryLab.run(publicBaseURL: "https://photos.example.org", events: events, folder: folder) { lab in
        let page = try await lab.get("/s/\(Sample.session)", [("Host", "elsewhere.example.com")])
        let metas = Self.metas(page.text)
        #expect(metas["og:title"] == "Pictures · Anna &amp; &quot;Jonas&quot; &lt;3", "\(metas)")
        #expect(metas["og:type"] == "website" && metas["twitter:card"] == "summary_large_image")
        let picture = try #require(metas["og:image"]?.replacing("&amp;", with: "&"))
        #expect(picture.hasPrefix("https://photos.example.org/api/asset?path=") && !page.text.contains("elsewhere"))
        let own = picture.replacing("https://photos.example.org", with: "")
        #expect(try await lab.get(own).text == "bytes of strip_photo.jpg")
        // In the reader's language.
        let german = try await lab.get("/s/\(Sample.session)", [("Accept-Language", "de")])
        #expect(Self.metas(german.text)["og:title"]?.hasPrefix("Bilder · ") == true)
        // What is no session's says nothing.
        for path in ["/s/UNKNOWN-1", "/e/7", "/"] {
          #expect(try await Self.metas(lab.redirect(path).text).isEmpty, "\(path)")
        }
      }
    }
  }

  @Test func `a page whose gallery does not know its own address says no picture's`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring()
      let metas = try await Self.metas(lab.get("/s/\(Sample.session)", [("Host", "elsewhere.example.com")]).text)
      #expect(metas["og:title"] != nil && metas["og:image"] == nil && metas["twitter:card"] == nil)
    }
  }

  @Test(arguments: FleetPlace.present)
  func `an event with a PIN says nothing, from the moment on that it has one`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place, events: [Sample.event()], definitionsDecide: false) { fleet in
      let owner = GalleryOwner(fleet.store)
      try await fleet.one.bring()
      for lab in fleet.labs { #expect(try await !Self.metas(lab.get("/s/\(Sample.session)").text).isEmpty) }
      var settings = EventSettings()
      settings.setPIN("482913", of: 7, secret: GalleryLab.secret)
      try await owner.set(settings, of: 7)
      for lab in fleet.labs {
        let page = try await lab.get("/s/\(Sample.session)")
        #expect(page.status == 200 && !page.text.contains("og:") && !page.text.contains("twitter:"))
      }
      // Settings that cannot be read close it as well.
      _ = try await fleet.store.write(EventNames.settings(7), contentType: "application/json", bytes: Array("{".utf8))
      for lab in fleet.labs { #expect(try await Self.metas(lab.get("/s/\(Sample.session)").text).isEmpty) }
      try await owner.set(EventSettings(), of: 7)
      for lab in fleet.labs { #expect(try await !Self.metas(lab.get("/s/\(Sample.session)").text).isEmpty) }
      settings.setPIN(nil, of: 7, secret: GalleryLab.secret)
      settings.expiresAt = 1
      try await owner.set(settings, of: 7)
      for lab in fleet.labs {
        let page = try await lab.get("/s/\(Sample.session)")
        #expect(page.status == 410 && Self.metas(page.text).isEmpty)
      }
    }
  }
}
