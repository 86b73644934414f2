import BoothCore
import BoothTesting
import Synchronization
import Testing

@testable import Gallery
@testable import WebSupport

/// A second screen at the event.
@Suite(.timeLimit(.minutes(15))) struct ShowTests {
  /// The mark and the sessions of an answer.
  private static func news(_ lab: GalleryLab, mark: String? = nil, query: String = "") async throws -> (
    mark: String, sessions: [String]
  ) {
    let reply = try await lab.get("/api/events/7/news?\(query)mark=\(mark ?? "")")
    try #require(reply.status == 200 && reply["Cache-Control"] == "no-store", "\(reply.text)")
    let json = reply.json
    for picture in json["pictures"]?.array ?? [] {
      let url = try #require(picture["url"]?.string)
      #expect(url.hasPrefix("../../api/") && url.hasSuffix("strip_photo.jpg"), "\(url)")
    }
    return (
      try #require(json["mark"]?.string), json["pictures"]?.array?.compactMap { $0["session"]?.string } ?? []
    )
  }

  @Test func `the page has its script, and asks for the event's news`() async throws {
    try await FleetLab.run(.bucket) { fleet in
      let lab = fleet.one
      try await lab.bring(says: "open")
      let page = try await lab.get("/e/7/show")
      #expect(page.status == 200 && page["Cache-Control"] == "no-store")
      #expect(page.text.contains("data-news=\"../../api/events/7/news?\""))
      let script = try #require(page.text.firstMatch(of: /<script src="\.\.\/\.\.(\/static\/[^"]+)"/)).1
      let answer = try await lab.get(String(script))
      #expect(answer.status == 200 && answer.text.contains("dataset.news"))
      #expect(try await lab.get("/e/x/show").status == 400)
      #expect(try await lab.get("/e/7/show/").status == 400)
    }
  }

  @Test(arguments: FleetPlace.present)
  func `what is completed at one gallery is told at the other without being asked again`(
    _ place: FleetPlace
  ) async throws {
    try await FleetLab.run(place) { fleet in
      try await fleet.complete("FIRST", at: fleet.one)
      let before = try await Self.news(fleet.other)
      #expect(before.sessions == ["FIRST"])
      let clock = ContinuousClock()
      let start = clock.now
      async let told = Self.news(fleet.other, mark: before.mark)
      fleet.one.clock.advance(1)
      try await fleet.complete("SECOND", at: fleet.one)
      let after = try await told
      #expect(after.sessions == ["SECOND", "FIRST"] && after.mark != before.mark)
      // Not by the end of the question's own time.
      #expect(clock.now - start < .seconds(15))
      // A mark of yesterday has its answer at once.
      #expect(try await Self.news(fleet.one, mark: "yesterday").mark == after.mark)
    }
  }

  @Test func `many screens ask the store no more than one does`() async throws {
    try await FleetLab.run(.bucket) { fleet in
      try await fleet.complete("FIRST", at: fleet.one)
      let mark = try await Self.news(fleet.other).mark
      let clock = ContinuousClock()
      let (start, before) = (clock.now, try #require(fleet.requests()))
      try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<40 { group.addTask { try await Self.news(fleet.other, mark: mark).sessions } }
        group.addTask {
          fleet.one.clock.advance(1)
          try await fleet.complete("SECOND", at: fleet.one)
          return ["SECOND", "FIRST"]
        }
        for try await sessions in group { #expect(sessions == ["SECOND", "FIRST"]) }
      }
      let (seconds, requests) = ((clock.now - start).components.seconds, try #require(fleet.requests()) - before)
      // One each for who may see the event, some twenty of the completion, and a listing a second.
      #expect(requests <= 40 + 25 + Int(seconds) + 2, "\(requests) in \(seconds) s")
    }
  }

  @Test func `what waits for the host is not shown, and what is hidden goes`() async throws {
    try await FleetLab.run(.bucket) { fleet in
      var settings = EventSettings()
      settings.isModerated = true
      try await GalleryOwner(fleet.store).set(settings, of: 7)
      try await fleet.complete("FIRST", at: fleet.one)
      let path = GalleryOwner.hostPath(of: 7, secret: GalleryLab.secret)
      let empty = try await Self.news(fleet.other)
      #expect(empty.sessions.isEmpty)
      async let told = Self.news(fleet.other, mark: empty.mark)
      #expect(try await fleet.one.press(path, "session=FIRST&show=1").status == 303)
      let shown = try await told
      #expect(shown.sessions == ["FIRST"])
      async let hidden = Self.news(fleet.other, mark: shown.mark)
      #expect(try await fleet.one.press(path, "session=FIRST&show=0").status == 303)
      #expect(try await hidden.sessions.isEmpty)
    }
  }

  @Test func `a screen sees no more than its guests may`() async throws {
    try await FleetLab.run(.bucket) { fleet in
      let lab = fleet.one
      try await lab.bring(says: "link")
      #expect(try await lab.get("/e/7/show").status == 403)
      #expect(try await lab.get("/api/events/7/news").status == 403)
      let key = EventKey.of(7, secret: GalleryLab.secret)
      let page = try await lab.get("/e/7/show?key=\(key)")
      #expect(page.status == 200 && page.text.contains("news?key=\(key)&amp;"), "\(page.text)")
      #expect(try await Self.news(lab, query: "key=\(key)&").sessions == [Sample.session])
      var settings = EventSettings()
      settings.setPIN("482913", of: 7, secret: GalleryLab.secret)
      try await GalleryOwner(fleet.store).set(settings, of: 7)
      let form = try await lab.get("/e/7/show")
      #expect(form.status == 403 && form.text.contains("action=\"../7\""))
      settings.expiresAt = 1
      try await GalleryOwner(fleet.store).set(settings, of: 7)
      #expect(try await lab.get("/e/7/show?key=\(key)").status == 410)
      #expect(try await lab.get("/api/events/7/news?key=\(key)").status == 410)
    }
  }

  @Test func `a folder's gallery of today has it, too`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring(says: "open")
      #expect(try await lab.get("/e/7/show").status == 200)
      #expect(try await Self.news(lab).sessions == [Sample.session])
    }
  }

  @Test func `a page is made once for all who ask at once, and a failure is not kept`() async throws {
    struct AwayError: Error {}
    final class Counter: Sendable { let count = Mutex(0) }
    let news = EventNews()
    let made = Counter()
    let page = EventNews.Page(pictures: [], mark: "m")
    await #expect(throws: AwayError.self) { try await news.page(7) { throw AwayError() } }
    try await withThrowingTaskGroup(of: EventNews.Page.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try await news.page(7) {
            await Task.moment()
            made.count.withLock { $0 += 1 }
            return page
          }
        }
      }
      for try await got in group { #expect(got == page) }
    }
    // More than once only where the fifty take longer than a second.
    #expect((1...3).contains(made.count.withLock { $0 }))
  }
}
