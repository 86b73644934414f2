import BoothCore
import BoothStore
import BoothTesting
import FoundationEssentials
import Testing

@testable import Gallery
@testable import WebSupport

/// Guests' addresses that several booths, or apps, of one event bring.
@Suite struct `Addresses that guests left` {
  private static let path = "private/emails/emails_7.json"

  private static func entry(_ session: String, _ email: String, _ more: String = "") -> String {
    #"{"timestamp":"2025-02-01T18:20:15Z","session_id":"\#(session)","email":"\#(email)"\#(more)}"#
  }

  private static func bring(_ lab: GalleryLab, _ entries: String...) async throws {
    try await lab.upload(
      path, Array("[\(entries.joined(separator: ","))]".utf8), type: "application/json",
      session: SessionName.emailCollection)
  }

  private static func stored(_ lab: GalleryLab) throws -> [String] {
    let list = try JSONReader.read(try lab.folder.read(path)).array ?? []
    return list.map { "\($0["session_id"]?.string ?? "") \($0["email"]?.string ?? "")" }
  }

  @Test func `at two booths are all there, whichever booth comes last`() async throws {
    try await GalleryLab.run { lab in
      try await Self.bring(lab, Self.entry("ONE", "a@x.example"))
      try await Self.bring(lab, Self.entry("TWO", "b@x.example"))
      #expect(try Self.stored(lab) == ["ONE a@x.example", "TWO b@x.example"])
      // Each brings its whole file again, with one more; the same address of another session is another.
      try await Self.bring(
        lab, Self.entry("ONE", "a@x.example", ",\"frame_id\":\"n\""), Self.entry("ONE", "c@x.example"))
      try await Self.bring(lab, Self.entry("TWO", "b@x.example"), Self.entry("THREE", "a@x.example"))
      #expect(
        try Self.stored(lab) == ["ONE a@x.example", "TWO b@x.example", "ONE c@x.example", "THREE a@x.example"])
      #expect(String(decoding: try lab.folder.read(Self.path), as: UTF8.self).contains("\"frame_id\":\"n\""))
    }
  }

  @Test func `at many booths at once are all there`() async throws {
    try await GalleryLab.run { lab in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<12 { group.addTask { try await Self.bring(lab, Self.entry("S\(number)AA", "a@x.example")) } }
        try await group.waitForAll()
      }
      #expect(Set(try Self.stored(lab)) == Set((0..<12).map { "S\($0)AA a@x.example" }))
    }
  }

  @Test func `and erased stay erased, whichever booth brings them again`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring(session: "GOES")
      try await Self.bring(lab, Self.entry("GOES", "a@x.example"))
      // As a booth keeps it at a Worker, by turns over the same bucket.
      try lab.folder.put("private/emails/emails_7.AAAA.json", Array("[\(Self.entry("GOES", "a@x.example"))]".utf8))
      try lab.folder.put("private/emails/emails_71.json", Array("[\(Self.entry("GOES", "a@x.example"))]".utf8))
      try await Self.bring(lab, Self.entry("TWO", "b@x.example"))
      _ = try await lab.send(.delete, "/api/sessions/7/GOES", [("X-FotoX-Key", GalleryLab.token)])
      #expect(try Self.stored(lab) == ["TWO b@x.example"])
      #expect(try lab.folder.read("private/emails/emails_7.AAAA.json") == Array("[]".utf8))
      #expect(try lab.folder.read("private/emails/emails_71.json").count > 2, "another event's")
      try await Self.bring(lab, Self.entry("GOES", "a@x.example"), Self.entry("GOES", "new@x.example"))
      #expect(try Self.stored(lab) == ["TWO b@x.example"])
    }
  }

  @Test func `of an erased session leave damaged files too, and others' stay`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring(session: "GOES")
      // Cut off, set aside by the next booth's, and cut off again; and one that is no list.
      let cut =
        "[\(Self.entry("GOES", "a@x.example")),\(Self.entry("GOES2", "b@x.example")),\(Self.entry("goes", "A@x"))"
      try lab.folder.put(Self.path, Array(cut.utf8))
      try await Self.bring(lab, Self.entry("TWO", "c@x.example"))
      try lab.folder.put(Self.path, Array(cut.utf8))
      try lab.folder.put(
        "private/emails/emails_unknown.json", Array("{\"entries\":[\(Self.entry("GOES", "a@x.example"))]}".utf8))
      let reply = try await lab.send(.delete, "/api/sessions/7/GOES", [("X-FotoX-Key", GalleryLab.token)])
      #expect(reply.status == 200)
      let kept = try await lab.store.list(prefix: "private/", after: nil, limit: 99).filter {
        $0.key.text.contains("emails")
      }
      #expect(kept.count == 3)
      for object in kept {
        let text = String(decoding: try lab.folder.read(object.key.text), as: UTF8.self)
        #expect(!text.lowercased().contains("a@x"), "\(object.key.text): \(text)")
        #expect(object.key.text.contains("unknown") || text.contains("b@x.example"), "\(object.key.text): \(text)")
      }
    }
  }

  @Test func `in a damaged file are set aside, and the next booth's are stored`() async throws {
    try await GalleryLab.run { lab in
      try lab.folder.put(Self.path, Array("[{\"session_id\":\"ONE\"".utf8))
      try await Self.bring(lab, Self.entry("TWO", "b@x.example"))
      #expect(try Self.stored(lab) == ["TWO b@x.example"])
      let aside = try await lab.store.list(prefix: "private/damaged/emails/", after: nil, limit: 9)
      #expect(aside.count == 1 && aside[0].sizeBytes == 20)
    }
  }
}
