import BoothCore
import BoothTesting
import Documents
import ImageRegistration
import Locations
import NIOHTTP1
import StudioModel
import Synchronization
import Testing

@testable import LocationLibrary
@testable import StudioLocations
@testable import StudioServer
@testable import WebSupport

/// Today's photo, how it lies on the old picture, and points that a person marks in both.
@Suite(.timeLimit(.minutes(15))) struct PlacesPhotoTests {
  private static let id = LocationID("gate")!
  private static let key = String(repeating: "0a", count: 16)
  private static let corners = "0.1 0.1 0.2 0.2\n0.9 0.1 0.8 0.2\n0.1 0.9 0.2 0.8\n0.9 0.9 0.8 0.8"

  private static func fill(_ lab: PlacesLab, versions: Int = 0, _ verdict: String? = nil, method: String = "gradients")
  {
    lab.places.notes.withLock { notes in
      var location = Samples.location("gate", title: "Jaffa Gate", versions: versions)
      location.provenance.date = "about 1910"
      if let verdict, let last = location.versions.indices.last {
        location.versions[last].registration = KeptRegistration(
          verdict: verdict, method: method, confidence: 0.6,
          transform: verdict == "accepted" ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : nil, program: "0",
          old: location.old.checksum, new: location.versions[last].picture.checksum)
      }
      notes.locations[id] = location
    }
  }

  @Test func `the comparison has both dates, or says that one is not known, and names archive and rights`() async throws
  {
    try await PlacesLab.run { lab in
      Self.fill(lab, versions: 1)
      let cookie = try await lab.join("anna", .photographer)
      func page() async throws -> String { try await lab.get("/places/at/gate/compare", cookie).text }
      lab.places.notes.withLock {
        $0.locations[Self.id]?.provenance.archive = "City archive"
        $0.locations[Self.id]?.provenance.licence = "Public domain"
        $0.locations[Self.id]?.versions[0].takenAt.trusted = false
      }
      let known = try await page()
      #expect(known.contains("Then · about 1910") && known.contains("Now · Date not known"))
      #expect(known.contains("<dt>Archive</dt><dd><bdi>City archive</bdi></dd>"))
      #expect(known.contains("<dt>Licence</dt><dd><bdi>Public domain</bdi></dd>"))
      lab.places.notes.withLock { $0.locations[Self.id]?.provenance.date = nil }
      #expect(try await page().contains("Then · Date not known"))
    }
  }

  @Test func `a photo that is too small is called so, with its size and what is needed`() async throws {
    try await PlacesLab.run { lab in
      #expect(AlignmentAdvice.leastPixels == Registration.leastSide)
      Self.fill(lab, versions: 1, "tooSmall")
      lab.places.notes.withLock {
        $0.locations[Self.id]?.versions[0].picture.size = PixelSize(width: 40, height: 30)
      }
      let cookie = try await lab.join("anna", .photographer)
      let page = try await lab.get("/places/at/gate/compare", cookie).text
      #expect(page.contains("A picture is too small. Each side needs at least 64 pixels"))
      #expect(page.contains("This one has 40 × 30 pixels") && !page.contains("3000 × 2000"))
      lab.places.notes.withLock { $0.locations[Self.id]?.versions[0].registration?.verdict = "ambiguous" }
      let other = try await lab.get("/places/at/gate/compare", cookie).text
      #expect(!other.contains("40 × 30"))
    }
  }

  @Test func `a pair that is aligned in one part names the edges that may be off, and has another frame`() async throws
  {
    try await PlacesLab.run { lab in
      Self.fill(lab, versions: 1, "accepted", method: "features")
      let cookie = try await lab.join("anna", .photographer)
      func page() async throws -> String { try await lab.get("/places/at/gate/compare", cookie).text }
      // Browsers keep pictures by their address.
      func address(_ page: String) -> Substring? {
        page.firstRange(of: "/places/at/gate/pair/").map { page[$0.lowerBound...].prefix { $0 != "\"" } }
      }
      let whole = try await page()
      #expect(whole.contains("The new photo is aligned with the old picture.") && !whole.contains("Left edge"))
      lab.places.notes.withLock {
        $0.locations[Self.id]?.versions[0].registration?.region = KeptRegion(
          corners: [2600, 300, 2700, 300, 2700, 500, 2600, 500], share: 0.003)
      }
      let part = try await page()
      #expect(part.contains("aligned with part of the old picture"))
      #expect(part.contains("<li>Left edge</li>") && part.contains("<li>Lower edge</li>"))
      #expect(!part.contains("Right edge") && !part.contains("Upper edge"))
      // Where each part is known, it is shown, and the frame keeps to what is sure.
      #expect(!part.contains("sure-parts"))
      lab.places.notes.withLock {
        $0.locations[Self.id]?.versions[0].registration?.cells = KeptCells(
          tenths: (0..<64).map { $0 % 8 < 4 ? 9 : $0 % 8 < 6 ? 3 : 0 })
      }
      let shown = try await page()
      #expect(shown.contains("Where the alignment is sure") && shown.contains("Sure: <bdi dir=\"ltr\">50 %</bdi>"))
      #expect(
        shown.contains("Less sure: <bdi dir=\"ltr\">25 %</bdi>")
          && shown.contains("position inferred: <bdi dir=\"ltr\">25 %</bdi>"))
      #expect(shown.contains("<rect class=\"less\" x=\"5\" y=\"0\""))
      #expect(!shown.contains("Left edge"), "the left half is sure, whatever the region's corners are")
      #expect(address(shown) != address(part))
      #expect(address(whole) != nil && address(whole) != address(part))
    }
  }

  private static func send(_ lab: PlacesLab, _ cookie: String, _ path: String, token: String? = nil) async throws
    -> PlacesReply
  {
    try await lab.send(
      .POST, path, cookie,
      [
        ("Origin", lab.base), ("Content-Type", "application/octet-stream"), ("X-Booth-Part", "1"),
        ("X-Booth-Token", token ?? FormGuard.token(cookie)),
      ], [1, 2, 3])
  }

  @Test func `a photo that is sent twice is kept once, is aligned, and leads to the comparison`() async throws {
    try await PlacesLab.run { lab in
      Self.fill(lab)
      let cookie = try await lab.join("anna", .photographer)
      for _ in 1...2 {
        let reply = try await Self.send(lab, cookie, "/places/at/gate/photo/\(Self.key)")
        #expect(reply.status == 200 && reply.text.contains("\"to\":\"/places/at/gate/compare\""))
      }
      #expect(lab.places.notes.withLock { $0.locations[Self.id]?.versions.map(\.id) } == ["sent-\(Self.key)"])
      while !lab.places.notes.withLock({ $0.done.contains("products") }) { await Task.moment() }
      let form = try await lab.upload("/places/at/gate/photo", cookie, ["key": Self.key], [1, 2, 3], isPart: false)
      #expect(form.status == 303 && form.location == "/places/at/gate/compare")
      #expect(lab.places.notes.withLock { $0.locations[Self.id]?.versions.count } == 1, "the form has the same key")
    }
  }

  @Test func `who may not edit sends no photo and marks no points, nor does a page of others`() async throws {
    try await PlacesLab.run { lab in
      Self.fill(lab, versions: 1)
      let reader = try await lab.join("ben", Standing(.employee))
      let path = "/places/at/gate/photo/\(Self.key)"
      #expect(try await Self.send(lab, reader, path).status == 403)
      #expect(try await lab.get("/places/at/gate/points", reader).status == 403)
      #expect(
        try await lab.post("/places/at/gate/points", reader, ["version": "v0", "points": Self.corners]).status == 403)
      #expect(try await !lab.get("/places/at/gate", reader).text.contains("data-photo"))
      let editor = try await lab.join("anna", .photographer)
      #expect(try await Self.send(lab, editor, path, token: "x").status == 403)
      for wrong in ["/places/at/gate/photo/short", "/places/at/gate/photo/..", "/places/at/none/photo/\(Self.key)"] {
        #expect(try await Self.send(lab, editor, wrong).status == 404, "\(wrong)")
      }
      #expect(lab.places.notes.withLock { $0.done.isEmpty })
    }
  }

  @Test func `what is no picture is said, and is not kept`() async throws {
    try await PlacesLab.run { lab in
      Self.fill(lab)
      let cookie = try await lab.join("anna", .photographer)
      lab.places.notes.withLock { $0.refusal = .noPicture("found a PDF") }
      let reply = try await Self.send(lab, cookie, "/places/at/gate/photo/\(Self.key)")
      #expect(reply.status == 422 && reply.text.contains("Choose a JPEG or PNG") && reply.text.contains("found a PDF"))
      let form = try await lab.upload("/places/at/gate/photo", cookie, [:], [1], isPart: false)
      #expect(form.status == 303 && form.location == "/places/at/gate")
      #expect(try await lab.get("/places/at/gate", cookie).text.contains("Choose a JPEG or PNG"))
      #expect(lab.places.notes.withLock { $0.done.isEmpty })
    }
  }

  @Test func `a location without a new photo offers to take one, with one primary button`() async throws {
    try await PlacesLab.run { lab in
      Self.fill(lab)
      let cookie = try await lab.join("anna", .photographer)
      let page = try await lab.get("/places/at/gate", cookie).text
      #expect(page.contains("data-photo=\"gate\"") && page.contains("accept=\"image/jpeg,image/png\""))
      #expect(page.contains("about 1910") && !page.contains("booth run"))
      #expect(try await lab.get("/places", cookie).text.contains("Not done\u{2003}about 1910</span>"))
    }
  }

  @Test(arguments: [
    ("tooLittleFound", "Too little of the old picture"), ("ambiguous", "fits in more than one place"),
    ("contradicting", "Two methods"), ("implausible", "too far from the old place"), ("tooSmall", "too small"),
    ("pointsInLine", "too close together"), ("pointsContradicting", "do not fit together"),
  ])
  func `what could not be aligned says why, shows both as they are, and leads to the points`(
    _ verdict: String, _ words: String
  ) async throws {
    try await PlacesLab.run { lab in
      Self.fill(lab, versions: 1, verdict)
      let page = try await lab.get("/places/at/gate/compare", try await lab.join("anna", .photographer)).text
      #expect(page.contains(words) && page.contains("href=\"/places/at/gate/points\"") && !page.contains("/pair/"))
      #expect(!page.contains("Scripts/setup weights"), "the features are there")
    }
  }

  @Test
  func
    `where the learned features are missing, who runs the booth is told what to run, and not where it would not help`()
    async throws
  {
    try await PlacesLab.run(hasFeatures: false) { lab in
      let leader = try await lab.join("eva", Standing(.manager))
      let editor = try await lab.join("anna", .photographer)
      for (verdict, method, isSaid) in [
        ("tooLittleFound", "gradients", true), ("pointsContradicting", "points", false),
        ("implausible", "gradients", false), ("accepted", "gradients", false),
      ] {
        Self.fill(lab, versions: 1, verdict, method: method)
        for path in ["/places/at/gate/compare", "/places/at/gate"] {
          let page = try await lab.get(path, leader).text
          #expect(page.contains("Scripts/setup weights") == isSaid, "\(verdict)")
          #expect(page.contains("/pair/") == (verdict == "accepted"))
          let other = try await lab.get(path, editor).text
          #expect(!other.contains("Scripts/setup weights"))
          #expect(other.contains("An administrator can install data") == isSaid, "\(verdict)")
        }
      }
    }
  }

  @Test func `each reason has a sentence and what would help, in every language`() {
    let (small, large) = (PixelSize(width: 640, height: 480), PixelSize(width: 3000, height: 2000))
    let verdicts = [
      "tooSmall", "tooLittleFound", "implausible", "ambiguous", "contradicting", "tooFewPoints", "pointsInLine",
      "pointsContradicting", "a verdict of a later version",
    ]
    for verdict in verdicts {
      let advice = AlignmentAdvice(verdict, method: "gradients", old: small, new: large, hasFeatures: false)
      #expect(!advice.remedies.isEmpty, "\(verdict)")
      for language in Language.allCases {
        let said = [advice.why(in: language)] + advice.remedies.map { AlignmentAdvice.words($0, in: language) }
        #expect(said.allSatisfy { !$0.isEmpty && !$0.contains("%") }, "\(verdict) \(language)")
      }
    }
    func remedies(_ verdict: String, _ method: String = "features", _ size: PixelSize? = nil, has: Bool = true)
      -> [AlignmentAdvice.Remedy]
    {
      AlignmentAdvice(verdict, method: method, old: size, new: large, hasFeatures: has).remedies
    }
    #expect(remedies("tooLittleFound") == [.points, .oldPlace])
    #expect(
      remedies("tooLittleFound", "gradients", small, has: false) == [.weights, .points, .largerOld(small), .oldPlace])
    #expect(remedies("tooSmall", "features", small) == [.largerOld(small)])
    #expect(remedies("ambiguous") == [.points, .otherView])
    #expect(remedies("implausible", has: false) == [.oldPlace, .points])
    #expect(remedies("pointsContradicting", "points", has: false) == [.correctPoints])
    #expect(
      AlignmentAdvice.words(.largerOld(small), in: .english)
        == "Use a larger scan of the old picture. This one has 640 × 480 pixels; 960 or more on the longer side are best."
    )
  }

  @Test func `while a photo is aligned the page says so, and shows the result when another stage begins`() async throws
  {
    try await PlacesLab.run { lab in
      Self.fill(lab, versions: 1)
      let cookie = try await lab.join("anna", .photographer)
      lab.places.notes.withLock { $0.stage = (0, 12) }
      _ = try await lab.post("/places/at/gate/products", cookie)
      let progress = "/places/progress/products-gate"
      func stage() async throws -> String? {
        try await lab.get(progress, cookie, [("X-Booth-Part", "1")]).headers.first(name: "X-Booth-Stage")
      }
      while try await stage() != "aligning" { await Task.moment() }
      for path in ["/places/at/gate", "/places/at/gate/compare"] {
        let page = try await lab.get(path, cookie).text
        #expect(page.contains("data-refreshed") && page.contains("data-stage=\"aligning\""))
        #expect(page.contains("Aligning photos…") && !page.contains("not been aligned yet"), "\(path)")
      }
      // The result is kept before the films are made.
      Self.fill(lab, versions: 1, "ambiguous")
      lab.places.notes.withLock { $0.stage = (3, 12) }
      while try await stage() != "makesProducts" { await Task.moment() }
      let page = try await lab.get("/places/at/gate/compare", cookie).text
      #expect(page.contains("fits in more than one place") && page.contains("Creating 3 of 12…"))
      // Points that are marked meanwhile align it afterwards; more do not wait.
      for isFirst in [true, false] {
        let sent = try await lab.post("/places/at/gate/points", cookie, ["version": "v0", "points": Self.corners])
        #expect(sent.status == 303)
        let page = try await lab.get("/places/at/gate/compare", cookie).text
        #expect(page.contains("Another task is running.") != isFirst && page.contains("Aligning photos…"))
      }
      #expect(lab.places.notes.withLock { $0.done.isEmpty })
      lab.places.notes.withLock { $0.stage = nil }
      while try await lab.get(progress, cookie).status != 204 { await Task.moment() }
      #expect(lab.places.notes.withLock { $0.done } == ["products", "align v0"])
    }
  }

  @Test func `points align the photo in which they were marked, and no other`() async throws {
    try await PlacesLab.run { lab in
      Self.fill(lab, versions: 2, "tooLittleFound")
      let cookie = try await lab.join("anna", .photographer)
      let page = try await lab.get("/places/at/gate/points", cookie).text
      #expect(page.contains("name=\"version\" value=\"v1\"") && page.contains("data-least=\"4\""))
      let late = try await lab.post("/places/at/gate/points", cookie, ["version": "v0", "points": Self.corners])
      #expect(late.status == 303)
      #expect(try await lab.get("/places/at/gate/compare", cookie).text.contains("Another photo was chosen"))
      #expect(lab.places.notes.withLock { $0.done.isEmpty })
      let sent = try await lab.post("/places/at/gate/points", cookie, ["version": "v1", "points": Self.corners])
      #expect(sent.status == 303 && sent.location == "/places/at/gate/compare")
      while !lab.places.notes.withLock({ $0.done.contains("align v1") }) { await Task.moment() }
      #expect(
        lab.places.notes.withLock { $0.points.first }
          == MarkPair(old: PicturePoint(x: 0.1, y: 0.1), frame: PicturePoint(x: 0.2, y: 0.2)))
    }
  }

  /// Four corners that fit, and a fifth point.
  private static func five(_ x: Double) -> String { "\(corners)\n0.5 0.5 \(x) 0.5" }

  @Test func `while points are marked the studio says how far each is off, and which does not fit`() async throws {
    try await PlacesLab.run { lab in
      Self.fill(lab, versions: 1)
      let cookie = try await lab.join("anna", .photographer)
      func said(_ points: String) async throws -> PlacesReply {
        try await lab.post("/places/at/gate/points/fit", cookie, ["version": "v0", "points": points])
      }
      let good = try await said(Self.five(0.5)).text
      #expect(good.contains("\"verdict\":\"accepted\"") && good.contains("\"isGood\":true"), "\(good)")
      #expect(good.contains("\"wrong\":[]") && good.contains("The points fit together.") && good.contains("0.0\u{A0}%"))
      let off = try await said(Self.five(0.6)).text
      #expect(off.contains("\"wrong\":[4]") && off.contains("Point 5 is 10.0\u{A0}% off and is not used."), "\(off)")
      let none = try await said("0.1 0.1 0.2 0.2").text
      #expect(none.contains("\"verdict\":\"tooFewPoints\"") && none.contains("\"transform\":null"))
      #expect(try await said("").status == 200)
      #expect(try await said("1 2 3").status == 404)
      let other = try await lab.post("/places/at/gate/points/fit", cookie, ["version": "v7", "points": ""])
      #expect(other.status == 404, "no such photo")
      let reader = try await lab.join("ben", Standing(.employee))
      for path in ["fit", "suggest"] {
        #expect(try await lab.post("/places/at/gate/points/\(path)", reader, ["version": "v0"]).status == 403)
      }
      #expect(lab.places.notes.withLock { $0.done.isEmpty }, "nothing is kept")
    }
  }

  @Test func `matches are found beside the points that are marked; while too much is under way that is said`()
    async throws
  {
    try await PlacesLab.run { lab in
      Self.fill(lab, versions: 1)
      let cookie = try await lab.join("anna", .photographer)
      func found() async throws -> PlacesReply {
        try await lab.post(
          "/places/at/gate/points/suggest", cookie, ["version": "v0", "points": "0.1 0.1 0.2 0.2"])
      }
      let none = try await found().text
      #expect(none.contains("\"pairs\":[]") && none.contains("No matches were found."))
      let pair = MarkPair(old: PicturePoint(x: 0.5, y: 0.25), frame: PicturePoint(x: 0.75, y: 0.125))
      lab.places.notes.withLock { $0.matches = [pair] }
      #expect(try await found().text.contains("\"pairs\":[[0.5,0.25,0.75,0.125]]"))
      #expect(lab.places.notes.withLock { $0.points.count } == 1)
      // One is under way.
      lab.places.notes.withLock { $0.matches = nil }
      async let slow = found()
      while lab.places.notes.withLock({ $0.done.count }) < 3 { await Task.moment() }
      let busy = try await found()
      #expect(busy.status == 409 && busy.text.contains("Another task is running."))
      lab.places.notes.withLock { $0.matches = [pair] }
      #expect(try await slow.status == 200)
    }
  }

  @Test func `a part is named in the language's own way`() {
    #expect(PlacesPages.percent(0.0243, PlacesWords(.english)) == "2.4\u{A0}%")
    #expect(PlacesPages.percent(0.0243, PlacesWords(.german)) == "2,4\u{A0}%")
    #expect(PlacesPages.percent(1.2, PlacesWords(.hebrew)) == "120.0\u{A0}%")
  }

  @Test(arguments: [
    "", "0.1 0.1 0.2 0.2\n0.9 0.1 0.8 0.2\n0.1 0.9 0.2 0.8", "a b c d\n0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0",
    "1.1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0", "nan 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0",
    String(repeating: "0.5 0.5 0.5 0.5\n", count: 65),
  ])
  func `what are not four to 64 pairs within their pictures are no points`(_ text: String) {
    #expect(PlacesPages.points(text) == nil)
  }

  @Test func `marked points are the command's pixels, whose middles count from 0`() {
    let pair = MarkPair(old: PicturePoint(x: 0.5, y: 0), frame: PicturePoint(x: 1, y: 0.25))
    let text = StoredPlaces.lines(
      [pair], old: PixelSize(width: 100, height: 50), new: PixelSize(width: 200, height: 80))
    #expect(text == "49.5 -0.5 199.5 19.5\n")
  }

  @Test func `a photo's name is that of its bytes, person, form and location`() {
    let photo = NewPhoto(key: Self.key, author: UserID("anna"))
    let name = StoredPlaces.versionID(of: photo, [1, 2], Self.id)
    #expect(name == StoredPlaces.versionID(of: photo, [1, 2], Self.id) && LocationID(name) != nil)
    let others = [
      StoredPlaces.versionID(of: photo, [1, 3], Self.id),
      StoredPlaces.versionID(of: NewPhoto(key: "b", author: photo.author), [1, 2], Self.id),
      StoredPlaces.versionID(of: NewPhoto(key: Self.key, author: UserID("ben")), [1, 2], Self.id),
      StoredPlaces.versionID(of: photo, [1, 2], LocationID("other")!),
    ]
    #expect(Set(others + [name]).count == 5)
  }
}
