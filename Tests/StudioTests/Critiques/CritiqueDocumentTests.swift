import Documents
import StudioModel
import StudioTesting
import Testing

@testable import Training

@Suite struct CritiqueDocumentTests {
  static let time = DocumentTimestamp("2024-01-15T15:30:00Z")!

  static func document(_ fields: DocumentFields) throws -> StoredDocument {
    StoredDocument(path: try Critique.path("C1"), fields: fields, createTime: time, updateTime: time)
  }

  static let current: DocumentFields = [
    "organizationId": "org", "submitterId": "m1", "submitterName": "Mia Manager", "submitterEmail": "mia@example.org",
    "targetPhotographerId": "p1", "targetPhotographerName": "Ben",
    "imageUrls": ["https://a/1.jpg", "https://a/2.jpg"], "thumbnailUrls": ["https://a/t1.jpg", "https://a/t2.jpg"],
    "imageUrl": "https://a/1.jpg", "thumbnailUrl": "https://a/t1.jpg", "imageCount": 2,
    "managerNotes": "Good light.\nKeep it.", "exampleType": "example", "status": "published",
    "createdAt": .timestamp(time), "updatedAt": .timestamp(time),
  ]

  @Test func `the apps' own document is read whole`() throws {
    let critique = try Critique(try Self.document(Self.current))
    #expect(critique.organisation.text == "org" && critique.photographer.text == "p1")
    #expect(critique.pictures.map(\.address) == ["https://a/1.jpg", "https://a/2.jpg"])
    #expect(critique.pictures.map(\.thumbnail) == ["https://a/t1.jpg", "https://a/t2.jpg"])
    #expect(critique.kind == .example && critique.notes == "Good light.\nKeep it.")
    #expect(critique.createdAt == Self.time && critique.submitterName == "Mia Manager")
  }

  @Test func `what is written is read back, with both copies of the fields`() throws {
    var critique = try Critique(try Self.document(Self.current))
    critique.pictures[1].name = "IMG_2.jpg"
    critique.pictures[0].marks = [
      try #require(
        CritiqueMark(.arrow, [.init(x: 0, y: 0.25)!, .init(x: 1, y: 0.5)!], colour: "#0066ff"))
    ]
    let fields = critique.fields
    for (name, copy) in [
      ("targetPhotographerId", "photographerId"), ("targetPhotographerName", "photographerName"),
      ("managerNotes", "notes"), ("exampleType", "type"),
    ] {
      #expect(fields[name] != nil && fields[name] == fields[copy], "\(name)")
    }
    #expect(fields["imageUrl"] == "https://a/1.jpg" && fields["imageCount"] == 2 && fields["status"] == "published")
    var stored = try Self.document(fields)
    stored.fields["createdAt"] = .timestamp(Self.time)
    #expect(try Critique(stored) == critique)
  }

  static let older: [(String, [String], DocumentFields)] = [
    ("the first picture alone", ["imageUrls", "thumbnailUrls", "imageCount"], [:]),
    ("the description for notes", ["managerNotes"], ["description": "Good light.\nKeep it."]),
    (
      "the copies of the web page", ["targetPhotographerId", "targetPhotographerName", "managerNotes", "exampleType"],
      ["photographerId": "p1", "photographerName": "Ben", "notes": "Good light.\nKeep it.", "type": "example"]
    ),
    ("no status", ["status"], [:]),
    ("no names", ["submitterName", "submitterEmail", "targetPhotographerName"], [:]),
  ]

  @Test(arguments: older) func `older generations are read`(_ what: String, _ missing: [String], _ more: DocumentFields)
    throws
  {
    var fields = Self.current
    for name in missing { fields[name] = nil }
    for field in more { fields[field.name] = field.value }
    let document = try Self.document(fields)
    let critique = try Critique(document)
    #expect(critique.notes == "Good light.\nKeep it." && critique.kind == .example, "\(what)")
    #expect(critique.photographer.text == "p1" && critique.pictures.first?.address == "https://a/1.jpg")
    #expect(critique.pictures.first?.thumbnail == "https://a/t1.jpg")
    #expect(Critique.isPublished(document))
  }

  @Test func `names with underscores are read`() throws {
    let critique = try Critique(
      try Self.document([
        "organization_id": "org", "target_photographer_id": "p1", "submitter_name": "Mia", "manager_notes": "x",
        "image_urls": ["a"], "example_type": "improvement", "created_at": .timestamp(Self.time), "createdAt": .null,
      ]))
    #expect(critique.submitterName == "Mia" && critique.pictures.count == 1 && critique.createdAt == nil)
  }

  @Test func `whatever is no example is an improvement, and a picture that is no text keeps its place`() throws {
    var fields = Self.current
    fields["exampleType"] = "Example"
    fields["imageUrls"] = ["a", 7, "c"]
    let critique = try Critique(try Self.document(fields))
    #expect(critique.kind == .improvement && critique.pictures.map(\.address) == ["a", "", "c"])
  }

  static let broken: [(String, DocumentValue?)] = [
    ("organizationId", nil), ("organizationId", 7), ("targetPhotographerId", nil), ("targetPhotographerId", ["p1"]),
    ("createdAt", "2024-01-15"), ("createdAt", nil),
  ]

  @Test(arguments: broken) func `what cannot be read says which field`(
    _ name: String, _ value: DocumentValue?
  )
    throws
  {
    var fields = Self.current
    fields[name] = value
    let document = try Self.document(fields)
    #expect(throws: UnreadableCritiqueFault.field(name)) { try Critique(document) }
    #expect(CritiqueEntry(document)?.kind == nil)
  }

  @Test func `neither a picture nor a word is nothing`() throws {
    let document = try Self.document([
      "organizationId": "org", "targetPhotographerId": "p1", "createdAt": .timestamp(Self.time), "imageUrls": 3,
    ])
    #expect(throws: UnreadableCritiqueFault.empty) { try Critique(document) }
  }

  @Test func `a preview is one line of so many signs`() throws {
    var critique = try Critique(try Self.document(Self.current))
    critique.notes = "  One\n\n two\tthree  "
    #expect(critique.preview() == "One two three ")
    critique.notes = String(repeating: "א", count: 100_000)
    #expect(critique.preview(limit: 10) == String(repeating: "א", count: 10) + "…")
  }

  @Test func `publishing twice writes once, and editing asks that nobody else has`() async throws {
    let store = MemoryDocumentStore()
    let critique = try Critique(try Self.document(Self.current))
    _ = try await store.commitBatch([try critique.publishing()])
    await #expect(throws: DocumentStoreError.self) { try await store.commitBatch([try critique.publishing()]) }
    let there = try #require(try await store.document(at: try critique.path()))
    guard case .timestamp? = there.fields["createdAt"] else {
      Issue.record("no time")
      return
    }
    let edit = try Critique.editing("C1", notes: "Better", kind: .improvement, version: there.updateTime)
    _ = try await store.commitBatch([edit])
    let after = try Critique(try #require(try await store.document(at: try critique.path())))
    #expect(after.notes == "Better" && after.kind == .improvement && after.pictures == critique.pictures)
    await #expect(throws: DocumentStoreError.self) { try await store.commitBatch([edit]) }
  }

  @Test func `seen is noted once for each`() async throws {
    let store = MemoryDocumentStore()
    let critique = try Critique(try Self.document(Self.current))
    let write = try CritiqueSeen.noting(critique, by: UserID("p1"))
    _ = try await store.commitBatch([write])
    await #expect(throws: DocumentStoreError.self) { try await store.commitBatch([write]) }
    let seen = try await store.document(at: try CritiqueSeen.path("C1", by: UserID("p1")))
    #expect(CritiqueSeen.time(seen) != nil)
    #expect(CritiqueSeen.time(nil) == nil)
  }
}
