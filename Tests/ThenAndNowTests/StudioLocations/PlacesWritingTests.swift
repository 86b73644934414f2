import AsyncHTTPClient
import BoothCore
import Documents
import Locations
import NIOCore
import NIOHTTP1
import StudioModel
import Synchronization
import Testing

@testable import LocationLibrary
@testable import StudioLocations
@testable import StudioServer
@testable import WebSupport

/// What people type and send: nothing of it is lost on the way, and who brought something may take it back.
@Suite(.timeLimit(.minutes(15))) struct PlacesWritingTests {
  @Test func `long notes in Hebrew come with a new location, also without scripts`() async throws {
    try await PlacesLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      let notes = String(repeating: "שער יפו בשנת אלף תשע מאות. ", count: 600)
      let picture = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) } + Array("\r\n--Xy".utf8) + [13, 10, 45]
      for isPart in [true, false] {
        let reply = try await lab.upload(
          "/places/new", cookie, ["title": "שער יפו", "at": "31,35", "notes": notes], picture, isPart: isPart)
        #expect(reply.status == (isPart ? 200 : 303))
        let (kept, received) = lab.places.notes.withLock { ($0.locations[LocationID("new-one")!], $0.received.last) }
        #expect(kept?.notes == notes && kept?.title == "שער יפו")
        #expect(received == picture)
      }
    }
  }

  @Test func `where an old picture comes from is kept with a new location; blanks are nothing`() async throws {
    try await PlacesLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      let fields = [
        "title": "Gate", "at": "31,35", "date": "about 1910", "archive": "Bibliothèque nationale", "author": "  ",
        "link": "https://example.org/1",
      ]
      #expect(try await lab.upload("/places/new", cookie, fields, [1]).status == 200)
      let kept = lab.places.notes.withLock { $0.locations[LocationID("new-one")!]?.provenance }
      #expect(kept?.date == "about 1910" && kept?.archive == "Bibliothèque nationale" && kept?.author == nil)
      #expect(kept?.link == "https://example.org/1")
      let refused = try await lab.upload(
        "/places/new", cookie, fields.merging(["at": "nowhere"]) { $1 }, [1], isPart: false)
      #expect(refused.text.contains("name=\"date\" dir=\"auto\" maxlength=\"2000\" value=\"about 1910\""))
      #expect(refused.text.contains("value=\"Bibliothèque nationale\""))
    }
  }

  @Test func `a form without scripts comes back with what was typed and what is wrong`() async throws {
    try await PlacesLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      let fields = ["title": "\u{2067}שער\u{2069} & <b>", "at": "nowhere", "notes": "one\u{1}two"]
      let reply = try await lab.upload("/places/new", cookie, fields, [1], isPart: false)
      #expect(reply.status == 422 && reply.text.contains("Enter a valid position."))
      #expect(reply.text.contains("value=\"\u{2067}שער\u{2069} &amp; &lt;b&gt;\""))
      #expect(reply.text.contains("one\u{1}two</textarea>"))
      #expect(lab.places.notes.withLock { $0.done }.isEmpty)
    }
  }

  @Test func `isolates and control signs stay in what is edited, and out of what is shown`() async throws {
    try await PlacesLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      let typed = "\u{2068}old\u{2069} \u{202E}name\u{7}"
      lab.places.notes.withLock { notes in
        var location = Samples.location("gate", title: typed)
        location.notes = typed
        notes.locations[location.id] = location
      }
      let page = try await lab.get("/places/at/gate", cookie).text
      #expect(page.contains("\n\(typed)</textarea>"))
      #expect(page.contains("<h1><bdi>old name\u{FFFD}</bdi></h1>"))
      #expect(
        try await lab.get("/places/at/gate/edit", cookie).text.contains(
          "name=\"title\" dir=\"auto\" required maxlength=\"500\" value=\"\(typed)\""))
      let saved = try await lab.post(
        "/places/at/gate/notes", cookie, ["notes": typed + "!", "seen": PlacesPages.mark(of: typed)])
      #expect(saved.status == 303)
      #expect(lab.places.notes.withLock { $0.locations[LocationID("gate")!]?.notes } == typed + "!")
    }
  }

  @Test(arguments: [
    "", "--XyZ", "--XyZ\r\n", "--XyZ\r\nContent-Disposition: form-data\r\n\r\nx\r\n--XyZ--",
    "--XyZ\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nx", "no form at all", "--XyZ--\r\n",
    "--XyZ\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\nx\r\n--XyZ--\r\n",
  ])
  func `what is no such form, or brings its token behind the file, does nothing`(_ text: String) async throws {
    try await PlacesLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      let headers = [("Origin", lab.base), ("Content-Type", "multipart/form-data; boundary=XyZ")]
      let reply = try await lab.send(.POST, "/places/new", cookie, headers, Array(text.utf8))
      #expect(reply.status == 403)
      #expect(lab.places.notes.withLock { $0.received.isEmpty && $0.done.isEmpty })
    }
  }

  @Test func `fields without end are refused`() async throws {
    try await PlacesLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      let reply = try await lab.upload(
        "/places/new", cookie, ["title": String(repeating: "x", count: 300_000), "at": "31,35"], [1])
      #expect(reply.status == 413)
      #expect(lab.places.notes.withLock { $0.received.isEmpty })
    }
  }

  @Test func `a file that ends before its form does is not taken`() async throws {
    try await PlacesLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      let token = "--XyZ\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n\(FormGuard.token(cookie))\r\n"
      let title = "--XyZ\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nx\r\n"
      let place = "--XyZ\r\nContent-Disposition: form-data; name=\"at\"\r\n\r\n31,35\r\n"
      let file = "--XyZ\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\nhalf"
      let reply = try await lab.send(
        .POST, "/places/new", cookie, [("Origin", lab.base), ("Content-Type", "multipart/form-data; boundary=XyZ")],
        Array((token + title + place + file).utf8))
      #expect(reply.status == 503)
      #expect(lab.places.notes.withLock { $0.done.isEmpty })
    }
  }

  /// A form with half of its file, which comes on when the test lets it.
  private static func half(_ lab: PlacesLab, _ cookie: String) -> (
    HTTPClientRequest, AsyncStream<ByteBuffer>.Continuation
  ) {
    let fields = [("token", FormGuard.token(cookie)), ("title", "x"), ("at", "31,35")].map { name, value in
      "--XyZ\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    let (stream, source) = AsyncStream.makeStream(of: ByteBuffer.self)
    source.yield(
      ByteBuffer(
        string: fields.joined() + "--XyZ\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\nhalf"))
    var request = HTTPClientRequest(url: lab.base + "/places/new")
    request.method = .POST
    request.headers.add(name: "Cookie", value: "\(StudioContext.cookie)=\(cookie)")
    request.headers.add(name: "Origin", value: lab.base)
    request.headers.add(name: "Content-Type", value: "multipart/form-data; boundary=XyZ")
    request.body = .stream(stream, length: .unknown)
    return (request, source)
  }

  @Test func `forms with files are counted like all that comes; who is one too many gets a page`() async throws {
    var limits = UploadReceiver.Limits()
    limits.total = 1
    // The one that waits keeps its place, however slow the machine is.
    limits.grace = .seconds(600)
    try await PlacesLab.run(limits: limits) { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      let (request, source) = Self.half(lab, cookie)
      async let slow = PlacesLab.client.execute(request, timeout: .minutes(10))
      while lab.uploads.underWay == 0 { await Task.yield() }
      let refused = try await lab.upload("/places/new", cookie, ["title": "x", "at": "31,35"], [1], isPart: false)
      #expect(refused.status == 503 && refused.text.contains("Too many files") && refused.text.contains("<h1>"))
      let said = try await lab.upload("/places/transfer/import", cookie, [:], [1])
      #expect(said.status == 503 && said.text.contains("\"said\":\"Too many files"))
      source.yield(ByteBuffer(string: " of it\r\n--XyZ--\r\n"))
      source.finish()
      #expect(try await slow.status == .seeOther)
      #expect(lab.places.notes.withLock { $0.received.contains(Array("half of it".utf8)) })
      let next = try await lab.upload("/places/new", cookie, ["title": "x", "at": "31,35"], [1], isPart: false)
      #expect(next.status == 303)
    }
  }

  @Test func `a form with a file that stalls is ended`() async throws {
    var limits = UploadReceiver.Limits()
    (limits.total, limits.patience) = (1, .milliseconds(300))
    try await PlacesLab.run(limits: limits) { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      let (request, source) = Self.half(lab, cookie)
      await #expect(throws: (any Error).self) { try await PlacesLab.client.execute(request, timeout: .seconds(60)) }
      source.finish()
      #expect(lab.places.notes.withLock { $0.done.isEmpty })
    }
  }

  @Test func `who added a location may delete it while nobody else has worked on it`() async throws {
    try await PlacesLab.run { lab in
      let author = try await lab.join("ben", .photographer)
      let other = try await lab.join("eva", .photographer)
      func add() async throws {
        #expect(try await lab.upload("/places/new", author, ["title": "Gate", "at": "31,35"], [1]).status == 200)
      }
      let path = "/places/at/new-one"
      try await add()
      #expect(try await lab.get(path, author).text.contains("id=\"delete\""))
      #expect(try await !lab.get(path, other).text.contains("id=\"delete\""))
      #expect(try await lab.post(path + "/delete", other).status == 403)
      #expect(try await lab.post(path + "/delete", author).status == 303)
      #expect(lab.places.notes.withLock { $0.locations.isEmpty })

      try await add()
      #expect(try await lab.post(path + "/status", other, ["status": "completed"]).status == 303)
      #expect(try await !lab.get(path, author).text.contains("id=\"delete\""))
      #expect(try await lab.post(path + "/delete", author).status == 403)
      #expect(lab.places.notes.withLock { $0.locations.count } == 1)
    }
  }

  @Test func `lone work ends with any change, and with a new picture`() {
    var location = Samples.location("x", title: "Gate")
    let work = LoneWork(of: "ben", on: location)
    #expect(work.stands(for: location))
    location.versions = Samples.location("x", title: "", versions: 1).versions
    #expect(!work.stands(for: location))
    location.versions = []
    location.updatedAt = WallTime(unixSeconds: location.updatedAt.unixSeconds + 1)
    #expect(!work.stands(for: location))
  }

  @Test func `what the booth says to whoever aims stands on the camera's page, and nothing that is not sure`()
    async throws
  {
    try await PlacesLab.run { lab in
      lab.places.notes.withLock { $0.locations[LocationID("gate")!] = Samples.location("gate", title: "Gate") }
      let cookie = try await lab.join("anna", Standing(.admin))
      for (advice, phase, text) in [
        ("turnLeft", "aiming", "Turn left"), ("fits", "aiming", "It fits"), (nil, "aiming", nil),
        ("turnLeft", "review", nil), ("dance", "aiming", nil),
      ] as [(String?, String, String?)] {
        lab.booth.set(event: "location:gate", events: ["location:gate"], state: "capture", phase: phase)
        lab.booth.report.withLock { $0?.advice = advice }
        let part = try await lab.get("/places/at/gate/camera/state", cookie).text
        #expect(part.contains("data-advice") == (text != nil))
        if let text { #expect(part.contains("<p data-advice>\(text)</p>")) }
      }
      let page = try await lab.get("/places/at/gate/camera", cookie).text
      #expect(page.contains("id=\"advice\" role=\"status\""))
    }
  }

  @Test func `every saying but the unsure one has a name, and is read by it`() {
    for way in AimAdvice.Way.allCases {
      for isSmall in [true, false] {
        let saying = AimAdvice.Saying.move(way, isSmall: isSmall)
        #expect(saying.name.flatMap { AimAdvice.Saying(name: $0) } == saying)
      }
    }
    for saying in [AimAdvice.Saying.fits, .fitsStepAside] {
      #expect(saying.name.flatMap { AimAdvice.Saying(name: $0) } == saying)
    }
    #expect(AimAdvice.Saying.unsure.name == nil && AimAdvice.Saying(name: "unsure") == nil)
  }
}
