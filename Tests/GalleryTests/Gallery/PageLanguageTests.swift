import BoothCore
import BoothStore
import BoothTesting
import Testing

@testable import Gallery
@testable import WebSupport

@Suite struct `A page's language` {
  @Test func `is the reader's, in its direction, and the event's where we do not speak that`() async throws {
    let cases = [
      ("de-AT,de;q=0.9,en;q=0.8", "de", "ltr", "Noch keine Bilder", "Anna &amp; Jonas", "14. Juni 2025"),
      ("he", "he", "rtl", "עדיין אין תמונות", "חגיגה", "14 ביוני 2025"),
      ("ar-EG, en;q=0.5", "ar", "rtl", "لا توجد صور بعد", "Anna &amp; Jonas", "14 يونيو 2025"),
      ("en;q=0.2, es", "es", "ltr", "Todavía no hay fotos", "Anna &amp; Jonas", "14 de junio de 2025"),
      ("ja, zh;q=0.8, *;q=0.1", "fr", "ltr", "Pas encore de photos", "Anna &amp; Jonas", "14 juin 2025"),
      ("", "fr", "ltr", "Pas encore de photos", "Anna &amp; Jonas", "14 juin 2025"),
    ]
    try await GalleryLab.run(events: [Sample.event(languages: ["fr", "en"])]) { lab in
      for (asked, code, direction, text, name, date) in cases {
        let reply = try await lab.get("/e/7", [("Accept-Language", asked)])
        #expect(reply.text.contains("<html lang=\"\(code)\" dir=\"\(direction)\">"), "\(asked)")
        #expect(reply.text.contains(text) && reply.text.contains("<bdi>\(name)</bdi>") && reply.text.contains(date))
        #expect(reply["Content-Language"] == code && reply["Vary"] == "Accept-Language")
      }
    }
  }

  @Test func `is told to caches with every answer, also where there is nothing new or no store`() async throws {
    try await GalleryLab.run(events: [Sample.event(languages: ["fr"])]) { lab in
      try await lab.bring()
      let page = "/s/\(Sample.session)"
      let german = try await lab.get(page, [("Accept-Language", "de")])
      let tag = try #require(german["ETag"])
      let again = try await lab.get(page, [("Accept-Language", "de"), ("If-None-Match", tag)])
      #expect(again.status == 304 && again["Vary"] == "Accept-Language")
      let other = try await lab.get(page, [("Accept-Language", "he"), ("If-None-Match", tag)])
      #expect(other.status == 200 && other["ETag"] != tag)
      try lab.folder.put("sessions/OLD/manifest.json", Array("{".utf8))
      let trouble = try await lab.get("/s/OLD", [("Accept-Language", "ar")])
      #expect(trouble.status == 503 && trouble["Content-Language"] == "ar" && trouble["Vary"] == "Accept-Language")
    }
  }

  @Test(
    arguments: [
      ("", []), ("de", ["de"]), (" de-AT , de;q=0.9 ", ["de-at", "de"]),
      ("en;q=0.5, fr;q=0.9, de", ["de", "fr", "en"]),
      ("en;q=0, he", ["he"]), ("*, fr", ["fr"]), ("a;q=0.5,b;q=0.5", ["a", "b"]), (",;q=1,,", []),
      ("de;q=x, fr", ["fr"]),
      ("de; q=0.1; x=y, en;q=1.000", ["en", "de"]),
    ] as [(String, [String])]) func `is asked for by weight`(_ header: String, _ codes: [String])
  {
    #expect(AcceptLanguage.codes(header) == codes)
  }
}

@Suite struct `A session's page, while its film strip is not there yet` {
  private let page = "/s/\(Sample.session)"
  private static let words = "The film strip is still being made."

  @Test func `says that it comes, and does not look again by itself`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring()
      let fresh = try await lab.get(page)
      #expect(fresh.text.contains("\(Self.words) <a href=\"\">Look again now</a>"))
      #expect(!fresh.text.contains("http-equiv"), "a clip somebody watches would be stopped")
      lab.clock.advance(14 * 60)
      #expect(try await lab.get(page).text.contains(Self.words))
      lab.clock.advance(2 * 60)
      #expect(!(try await lab.get(page).text.contains(Self.words)), "nobody waits for ever")
    }
  }

  @Test func `is silent once it is there, and of sessions that get none`() async throws {
    let folder = Sample.folder()
    func manifest(_ kinds: [(String, String, String)], _ created: String? = "2025-02-01T18:20:15Z") -> String {
      let assets = kinds.map { "{\"kind\":\"\($0.0)\",\"content_type\":\"\($0.1)\",\"path\":\"\(folder)\($0.2)\"}" }
      return
        "{\(created.map { "\"created_at\":\"\($0)\"," } ?? "")\"event_id\":7,\"assets\":[\(assets.joined(separator: ","))]}"
    }
    let (strip, film) = (
      ("strip_photo", "image/jpeg", "strip_photo.jpg"), ("strip_video", "video/mp4", "strip_video.mp4")
    )
    let (clip, photo) = (("video", "video/mp4", "video_0.mp4"), ("photo", "image/jpeg", "photo_0.jpg"))
    let cases: [(String, Bool)] = [
      (manifest([strip, clip, photo]), true), (manifest([strip, film, clip, photo]), false),
      // The app's, with and without composites.
      (manifest([clip, photo]), false), (manifest([strip, film]), false), (manifest([strip, photo]), false),
      (manifest([strip, clip, photo], nil), false), (manifest([strip, clip], "lately"), false),
      (manifest([strip, clip, photo], "2025-02-01T20:00:00Z"), false),
    ]
    try await GalleryLab.run { lab in
      for name in ["strip_photo.jpg", "strip_video.mp4", "video_0.mp4", "photo_0.jpg"] {
        try lab.folder.put(folder + name, [1])
      }
      for (manifest, says) in cases {
        try lab.folder.put("sessions/\(Sample.session)/manifest.json", Array(manifest.utf8))
        #expect(try await lab.get(page).text.contains(Self.words) == says, "\(manifest)")
      }
      // What is missing goes first.
      try await lab.store.delete(try objectKey(folder + "photo_0.jpg"))
      try lab.folder.put("sessions/\(Sample.session)/manifest.json", Array(cases[0].0.utf8))
      let some = try await lab.get(page).text
      #expect(some.contains("Some pictures are still on their way.") && !some.contains(Self.words))
    }
  }
}
