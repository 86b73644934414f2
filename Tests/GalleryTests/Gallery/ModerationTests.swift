import BoothCore
import BoothTesting
import Testing

@testable import Gallery
@testable import WebSupport

/// Sessions that wait for the host, at two galleries over one store.
@Suite struct ModerationTests {
  private static func hostPath(_ event: Int = 7) -> String {
    GalleryOwner.hostPath(of: event, secret: GalleryLab.secret)
  }

  private static func moderate(_ fleet: FleetLab, _ isModerated: Bool = true) async throws {
    var settings = EventSettings()
    settings.isModerated = isModerated
    try await GalleryOwner(fleet.store).set(settings, of: 7)
  }

  /// Presses a button of the host's page.
  private static func press(_ session: String, show: Bool, at lab: GalleryLab) async throws -> Reply {
    try await lab.press(hostPath(), "session=\(session)&show=\(show ? 1 : 0)")
  }

  /// The sessions of the host's page: those that wait, and those that are shown.
  private static func host(_ lab: GalleryLab) async throws -> (waiting: [String], shown: [String]) {
    let page = try await lab.get(hostPath())
    try #require(page.status == 200)
    func sessions(_ value: String) -> [String] {
      page.text.matches(of: /name="session" value="([^"]+)"><button[^>]*value="([01])"/).filter { $0.2 == value }
        .map { String($0.1) }
    }
    return (sessions("1"), sessions("0"))
  }

  private static func everywhere(_ fleet: FleetLab) async throws -> [String] {
    var lists: [[String]] = []
    for lab in [fleet.one, fleet.other] {
      lists.append(try await FleetLab.listed(lab).pages.flatMap(\.self))
      lists.append(
        try await lab.get("/api/events/7").json["sessions"]?.array?.compactMap { $0["session_id"]?.string } ?? [])
      lists.append(
        try await lab.get("/api/events/7/thumbnails").json["thumbnails"]?.array?.compactMap {
          $0["session_id"]?.string
        } ?? [])
    }
    for list in lists { #expect(list == lists[0]) }
    return lists[0]
  }

  @Test(arguments: FleetPlace.present)
  func `a session waits until the host shows it, while its own link works`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place) { fleet in
      let (one, other) = (fleet.one, fleet.other)
      try await fleet.complete("BEFORE", at: one)
      try await Self.moderate(fleet)
      for (number, lab) in [one, other, one].enumerated() {
        for lab in [one, other] { lab.clock.advance(1) }
        try await fleet.complete("SESSION-\(number)", at: lab)
      }
      #expect(try await Self.everywhere(fleet) == ["BEFORE"])
      #expect(try await other.get("/s/SESSION-0").status == 200)
      for lab in [one, other] {
        let host = try await Self.host(lab)
        #expect(host.waiting == ["SESSION-2", "SESSION-1", "SESSION-0"] && host.shown == ["BEFORE"])
      }
      let pressed = try await Self.press("SESSION-1", show: true, at: one)
      #expect(pressed.status == 303 && pressed["Location"]?.hasPrefix("host?key=") == true)
      #expect(try await Self.everywhere(fleet) == ["SESSION-1", "BEFORE"])
      #expect(try await Self.host(other).waiting == ["SESSION-2", "SESSION-0"])
      // Twice is as once; it is taken back; what is not there is no fault.
      #expect(try await Self.press("SESSION-1", show: true, at: other).status == 303)
      #expect(try await Self.press("BEFORE", show: false, at: other).status == 303)
      #expect(try await Self.press("NO-SESSION", show: true, at: one).status == 303)
      #expect(try await Self.everywhere(fleet) == ["SESSION-1"])
      // What the host has shown stays shown when more of it comes, and goes on top.
      for lab in [one, other] { lab.clock.advance(1) }
      try await fleet.complete("SESSION-1", at: other)
      try await fleet.complete("SESSION-0", at: one)
      #expect(try await Self.everywhere(fleet) == ["SESSION-1"])
      #expect(try await Self.host(one).waiting == ["SESSION-0", "SESSION-2", "BEFORE"])
      let places = try await fleet.store.all(prefix: "events/7/order/").count
      let waiting = try await fleet.store.all(prefix: "events/7/waiting/").count
      #expect(places == 1 && waiting == 3)
      // Without moderation new ones are shown at once; those that wait go on waiting.
      try await Self.moderate(fleet, false)
      for lab in [one, other] { lab.clock.advance(1) }
      try await fleet.complete("LATER", at: other)
      #expect(try await Self.everywhere(fleet) == ["LATER", "SESSION-1"])
      #expect(try await Self.host(one).waiting.count == 3)
    }
  }

  @Test(arguments: FleetPlace.present)
  func `what waits is erased like the rest, and a host cannot show it again`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place) { fleet in
      try await Self.moderate(fleet)
      try await fleet.complete("GONE", at: fleet.one)
      let token = [("X-FotoX-Key", GalleryLab.token)]
      #expect(try await fleet.other.send(.delete, "/api/sessions/7/GONE", token).status == 200)
      #expect(try await Self.host(fleet.one).waiting.isEmpty)
      #expect(try await Self.press("GONE", show: true, at: fleet.one).status == 303)
      #expect(try await Self.everywhere(fleet).isEmpty)
      let left = try await fleet.store.all(prefix: "").map(\.key.text).filter { $0.contains("GONE") }
      #expect(left == ["sessions/GONE/erased.json"])
    }
  }

  @Test(arguments: FleetPlace.present + FleetPlace.lying)
  func `what is shown, hidden and completed at once is in one list, once`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place, galleries: 4) { fleet in
      try await Self.moderate(fleet)
      let labs = fleet.labs
      for number in 0..<6 { try await fleet.complete("SESSION-\(number)", at: fleet.one) }
      for round in 0..<3 {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<6 {
            for show in [true, false] {
              group.addTask { try await Self.insist("SESSION-\(number)", show: show, at: labs[(number + round) % 4]) }
            }
            group.addTask { try await fleet.complete("SESSION-\(number)", at: labs[(number + round + 1) % 4]) }
          }
          try await group.waitForAll()
        }
        // In either of the lists, by one place.
        for number in 0..<6 { #expect(try await Self.places(of: "SESSION-\(number)", fleet).count == 1) }
        let (shown, waiting) = (try await Self.everywhere(fleet), try await Self.host(fleet.one).waiting)
        #expect(shown.count + waiting.count == 6)
      }
      // The last one, pressed again, has it as it should be.
      for number in 0..<6 { try await Self.insist("SESSION-\(number)", show: true, at: labs[number % 4]) }
      #expect(try await Self.everywhere(fleet).sorted() == (0..<6).map { "SESSION-\($0)" })
      #expect(try await Self.host(fleet.one).waiting.isEmpty)
      #expect(try await fleet.store.all(prefix: "events/7/order/").count == 6)
      #expect(try await fleet.store.all(prefix: "events/7/waiting/").isEmpty)
    }
  }

  /// Presses until the store has answered.
  private static func insist(_ session: String, show: Bool, at lab: GalleryLab) async throws {
    var status = 503
    for _ in 0..<50 where status == 503 { status = try await press(session, show: show, at: lab).status }
    try #require(status == 303)
  }

  /// In both lists.
  private static func places(of session: String, _ fleet: FleetLab) async throws -> [String] {
    var found: [String] = []
    for list in OrderList.allCases {
      found += try await fleet.store.all(prefix: EventNames.order(7, in: list)).map(\.key.text)
        .filter { $0.contains("-\(session).") }
    }
    return found
  }

  /// Completions that have read which list the session is in, and go on after the host's word.
  @Test(arguments: [FleetPlace.folder, .carelessBucket])
  func `what the host hides while it is completed stays hidden`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place, galleries: 4) { fleet in
      try await Self.moderate(fleet)
      for number in 0..<4 {
        try await fleet.complete("SESSION-\(number)", at: fleet.one)
        try await Self.insist("SESSION-\(number)", show: true, at: fleet.one)
      }
      #expect(try await Self.everywhere(fleet).count == 4)
      for _ in 0..<8 {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<4 {
            for lab in fleet.labs.dropFirst(2) {
              group.addTask { try await fleet.complete("SESSION-\(number)", at: lab) }
            }
            group.addTask { try await Self.insist("SESSION-\(number)", show: false, at: fleet.one) }
          }
          try await group.waitForAll()
        }
        #expect(try await Self.everywhere(fleet) == [])
        for number in 0..<4 { try await Self.insist("SESSION-\(number)", show: true, at: fleet.other) }
        #expect(try await Self.everywhere(fleet).count == 4)
      }
    }
  }

  @Test func `a move that died before it wrote a place loses no session`() async throws {
    try await FleetLab.run(.bucket) { fleet in
      try await Self.moderate(fleet)
      try await fleet.complete("SESSION-1", at: fleet.one)
      let own = try #require(SessionName(listed: "SESSION-1"))
      let waiting = try #require(
        try await fleet.store.all(prefix: OrderNote.folder(own)).compactMap { OrderNote($0.key, of: own) }.first)
      var entry = try #require(OrderEntry.read(waiting.name, in: 7)?.entry)
      entry.completed += 1
      let note = try #require(OrderNote(event: 7, name: entry.name(in: 7)).key(own))
      _ = try await fleet.store.write(note, contentType: "application/json", bytes: [])
      try await Self.insist("SESSION-1", show: true, at: fleet.other)
      #expect(try await Self.everywhere(fleet) == ["SESSION-1"])
      #expect(try await Self.host(fleet.one).waiting.isEmpty)
      #expect(try await Self.places(of: "SESSION-1", fleet).count == 1)
    }
  }

  @Test func `a move that was cut off is finished by the next`() async throws {
    try await FleetLab.run(.carelessBucket) { fleet in
      try await Self.moderate(fleet)
      try await fleet.complete("SESSION-1", at: fleet.one)
      let session = SessionName(listed: "SESSION-1")
      let own = try #require(session)
      let waiting = try #require(
        try await fleet.store.all(prefix: OrderNote.folder(own)).compactMap { OrderNote($0.key, of: own) }.first)
      var moved = waiting
      moved.list = .shown
      let (note, place, old) = (
        try #require(moved.key(own)), try #require(moved.place), try #require(waiting.place)
      )
      let bytes = try #require(try await fleet.store.readAll(old, limit: 1 << 16)).1
      _ = try await fleet.store.write(note, contentType: "application/json", bytes: [])
      _ = try await fleet.store.write(place, contentType: "application/json", bytes: bytes)
      _ = try await Self.press("SESSION-1", show: true, at: fleet.other)
      #expect(try await Self.host(fleet.one).waiting.isEmpty)
      #expect(try await fleet.store.all(prefix: OrderNote.folder(own)).count == 1)
      #expect(try await Self.everywhere(fleet) == ["SESSION-1"])
    }
  }

  @Test func `the host's page is for those who have its link`() async throws {
    try await FleetLab.run(.bucket) { fleet in
      let lab = fleet.one
      try await Self.moderate(fleet)
      try await fleet.complete("SESSION-1", at: lab)
      let key = try #require(
        try await lab.get("/api/events/7/link", [("X-FotoX-Key", GalleryLab.token)]).json["event_id"]?.integer)
      #expect(key == 7)
      for path in ["/e/7/host", "/e/7/host?key=", "/e/7/host?key=x", Self.hostPath(8).replacing("/e/8", with: "/e/7")] {
        #expect(try await lab.get(path).status == 403, "\(path)")
        #expect(try await lab.press(path, "session=SESSION-1&show=1").status == 403, "\(path)")
      }
      let wrong = ["", "session=SESSION-1", "show=1", "session=../x&show=1", "session=SESSION-1&show=2", "%FF=%00"]
      for form in wrong { #expect(try await lab.press(Self.hostPath(), form).status == 400, "\(form)") }
      #expect(try await Self.everywhere(fleet).isEmpty)
      let page = try await lab.get(Self.hostPath(), [("Accept-Language", "de")])
      #expect(page["Cache-Control"] == "no-store" && page["Referrer-Policy"] == "no-referrer")
      #expect(page.text.contains("Warten auf euch") && page.text.contains(">Zeigen</button>"))
      #expect(page["Content-Security-Policy"]?.contains("form-action 'self'") == true)
    }
  }

  @Test func `a folder's gallery of today has no host's page`() async throws {
    try await GalleryLab.run { lab in
      let (page, pressed) = (
        try await lab.get(Self.hostPath()), try await lab.press(Self.hostPath(), "session=S-1&show=1")
      )
      #expect(page.status == 403 && pressed.status == 403)
    }
  }

  @Test func `the host's words are there in all languages`() {
    for words in PageWords.all where words.language != "en" {
      let own = HostWords.of(words.language)
      #expect(
        own.title != HostWords.english.title && own.show != HostWords.english.show
          && own.isOff != HostWords.english.isOff)
    }
  }
}
