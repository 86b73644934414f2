import BoothCore
import Documents
import FoundationEssentials
import NIOHTTP1
import StudioModel
import Testing

@testable import StudioServer
@testable import Training

@Suite struct HostileTrainingTests {
  private static let key = TrainingTests.key
  private static let payload = "\"'><script src=/x></script><img src=x onerror=alert(1)>"
  private static let addresses = [
    "javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "https://evil.example/1.jpg",
    "//evil.example/training/pictures/AAAAAAAAAAAAAAAAAAAA/a.jpg", "file:///etc/passwd", "/account", "",
    "https://evil.example/training/pictures/AAAAAAAAAAAAAAAAAAAA/../../../account",
    "/training/pictures/BBBBBBBBBBBBBBBBBBBB/a.jpg", payload,
  ]

  @Test func `a payload in every text is text everywhere`() async throws {
    try await TrainingLab.run { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      let texts = [
        "submitterName", "submitterEmail", "targetPhotographerName", "photographerName", "managerNotes", "notes",
        "exampleType", "type", "imageUrl", "thumbnailUrl",
      ]
      var more = DocumentFields(texts.map { ($0, DocumentValue.string(Self.payload)) })
      more["imageUrls"] = .array(Self.addresses.map { .string($0) })
      more["thumbnailUrls"] = .array(Self.addresses.map { .string($0) })
      more["imageNames"] = .array(Self.addresses.map { _ in .string(Self.payload) })
      let own = try await lab.put(Self.key, from: mia, to: dana, more)
      for (path, guest) in [
        (own, dana), (own, mia), ("/training", dana), (own + "/edit", mia), ("/training/team", mia),
        ("/training/team/\(dana.person.id.text)", mia), ("/training/new?photographer=%22%3E%3Cscript%20src=/x%3E", mia),
        ("/training?show=%22%3E%3Cscript%20src=/x%3E&after=%22%3E%3Cscript%20src=/x%3E", dana),
      ] {
        let page = try await lab.get(path, as: guest)
        #expect(page.status == 200, "\(path)")
        #expect(!page.text.contains("<script src=/x") && !page.text.contains("onerror=alert(1)>"), "\(path)")
        #expect(!page.text.contains("href=\"javascript:") && !page.text.contains("\"data:text"), "\(path)")
        for name in ["src", "href", "data-picture"] {
          #expect(!page.text.contains("\(name)=\"http") && !page.text.contains("\(name)=\"//"), "\(path)")
        }
        let policy = page.headers.first(name: "Content-Security-Policy") ?? ""
        #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "\(path)")
      }
    }
  }

  @Test(arguments: addresses) func `only pictures of the critique's own album are loaded`(_ address: String) throws {
    let document = StoredDocument(
      path: try Critique.path(Self.key),
      fields: [
        "organizationId": "o", "targetPhotographerId": "p", "createdAt": .null, "imageUrls": [.string(address)],
        "managerNotes": "x",
      ], createTime: DocumentTimestamp(microseconds: 0), updateTime: DocumentTimestamp(microseconds: 0))
    let critique = try Critique(document)
    #expect(TrainingPage.shown(address, of: critique) == nil)
    let own = "/training/pictures/\(Self.key)/a-b_1.jpg"
    #expect(TrainingPage.shown(own, of: critique) == own)
    #expect(TrainingPage.shown("https://studio.example.org" + own, of: critique) == own)
  }

  @Test(arguments: [
    "a/b.jpg", "..\\up.PNG", "\u{202E}gpj.exe", " . ", "CON<>.jpg", "x\u{0}y.jpg", String(repeating: "n", count: 300),
  ])
  func `a file's name is one everywhere`(_ name: String) {
    guard let kept = TrainingPage.fileName(name) else { return }
    #expect(kept.hasSuffix(".jpg") && kept.count <= 84 && !kept.contains { "/\\<>:\"|?*\u{0}\u{202E}".contains($0) })
  }

  /// 1,500 requests, 100,000 with `BOOTH_FULL`.
  private static let requests = ProcessInfo.processInfo.environment["BOOTH_FULL"] == "1" ? 100_000 : 1500

  /// From one seed: paths, methods and fields by chance, of what is there and what is not.
  @Test func `no request finds what is another organisation's`() async throws {
    try await TrainingLab.run { lab in
      let guests: [TrainingLab.Guest?] = [
        try await lab.join("admin", Standing(.admin)), try await lab.join("mia", Standing(.manager)),
        try await lab.join("dana", .photographer), try await lab.join("ben", Standing(.employee)), nil,
      ]
      let dana = try #require(guests[2])
      let ids = [Self.key, TrainingTests.other]
      for id in ids {
        try await lab.put(id, from: guests[1], to: dana, organisation: "elsewhere", ["managerNotes": "SECRET"])
      }
      var chance = Seeded(seed: 27)
      let starts = [
        "/training", "/training/critiques/\(ids[0])", "/training/critiques/\(ids[1])", "/training/team",
        "/training/pictures/\(ids[0])", "/training/uploads/\(ids[0])", "/training/events/x", "/training/publish",
        "/training/newest",
        "/training/kept?ids=\(ids[0]),\(ids[1])", "/training/new?photos=\(ids[0])",
      ]
      let ends = [
        "", "/", "/edit", "/delete", "/marks", "/a.jpg", "/../\(ids[0])", "/%2e%2e", "?after=1.\(ids[0])", "?show=good",
        "/\(dana.person.id.text)", "?organizationId=elsewhere", "//", "%00", "/edit?x=1",
      ]
      let bodies = [
        "", "{}", #"{"key":"\#(ids[0])","organizationId":"elsewhere","notes":"x","pictures":[]}"#,
        #"{"pictures":[{"add":[],"remove":[]}]}"#, "notes=x&kind=example&organizationId=elsewhere",
      ]
      for number in 0..<Self.requests {
        let guest = guests[chance.next(5)]
        let path = starts[chance.next(starts.count)] + ends[chance.next(ends.count)]
        let reply: Reply
        switch (chance.next(3), guest) {
        case (0, let guest?): reply = try await lab.script(path, as: guest, bodies[chance.next(bodies.count)])
        case (1, let guest?): reply = try await lab.form(path, as: guest, ["notes": "x", "kind": "example"])
        default: reply = try await lab.get(path, as: guest)
        }
        #expect(!reply.text.contains("SECRET") && reply.status < 500, "\(number): \(path): \(reply.status)")
      }
      for id in ids {
        let document = try await lab.documents.document(at: try Critique.path(id))
        #expect(document?.fields["managerNotes"] == "SECRET")
      }
    }
  }

  /// SplitMix64.
  private struct Seeded {
    var seed: UInt64
    mutating func next(_ limit: Int) -> Int {
      seed &+= 0x9E37_79B9_7F4A_7C15
      var mixed = seed
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }
  }
}
