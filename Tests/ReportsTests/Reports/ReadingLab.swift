import Documents
import StudioModel
import StudioTesting

@testable import Reports

/// Reports of all four shapes, and stores that have them.
enum ReadingLab {
  static let organisation = OrganisationID("org_123")

  /// The reports of a number, always the same: shapes in turn, over 600 days, 20 people, 30 schools.
  static func report(_ number: Int) -> DocumentFields {
    let day = DayText.iso(19_000 + number % 600)
    let (person, school) = ("P\(number % 20) Photographer", "School \(number % 30)")
    let time = DocumentTimestamp(microseconds: Int64(19_000 + number % 600) * 86_400_000_000 + Int64(number))
    switch number % 4 {
    case 0:
      return [
        "organizationID": "org_123", "userId": .string("u\(number % 20)"), "date": .string(day),
        "photographer": .string(person), "templateId": "t", "templateName": "Fall", "templateVersion": 1,
        "reportType": "template", "schools": [.string(school)], "job_type": "Sports", "mileage_calc": "10.5 miles",
        "notes": .string("note \(number)"), "createdAt": .timestamp(time), "updatedAt": .timestamp(time),
      ]
    case 1:
      return [
        "organizationID": "org_123", "userId": .string("u\(number % 20)"), "date": .string(day),
        "yourName": .string(person), "templateId": "w", "templateName": "Web", "timestamp": .timestamp(time),
        "customFields": ["reportType": "template", "hours": .integer(Int64(number % 9)), "mileage": 3.5],
      ]
    case 2:
      return [
        "organizationID": "org_123", "userId": .string("u\(number % 20)"), "date": .timestamp(time),
        "yourName": .string(person), "schoolOrDestination": .string("\(school), Other"), "totalMileage": 12.25,
        "jobDescriptions": ["Fall Original Day", "Retakes"], "timestamp": .timestamp(time),
      ]
    default:
      return [
        "organization_id": "org_123", "user_id": .string("u\(number % 20)"), "date": .string(day + "T00:00:00+00:00"),
        "your_name": .string(person), "school_or_destination": .string(school), "total_mileage": 7,
        "report_data": ["visited": .string("room \(number)")], "created_at": .string(day + " 10:00:00+00"),
      ]
    }
  }

  static func path(_ id: String) throws -> DocumentPath {
    try DocumentPath(DocumentCollection(ReportDocument.collection), id)
  }

  static func fill(_ store: any DocumentStore, _ numbers: Range<Int>) async throws {
    _ = try await store.commit(numbers.map { .set(try path("r\($0)"), report($0)) })
  }
}

/// A store that can do only what every store can.
struct PlainStore: DocumentStore {
  let store: MemoryDocumentStore

  func documents(at paths: [DocumentPath]) async throws(DocumentStoreError) -> [StoredDocument?] {
    try await store.documents(at: paths)
  }
  func page(_ query: DocumentQuery) async throws(DocumentStoreError) -> DocumentPage { try await store.page(query) }
  func commitBatch(_ writes: [DocumentWrite]) async throws(DocumentStoreError) -> DocumentCommit {
    try await store.commitBatch(writes)
  }
  func watch(_ query: DocumentQuery) -> AsyncStream<DocumentChange> { store.watch(query) }
}
