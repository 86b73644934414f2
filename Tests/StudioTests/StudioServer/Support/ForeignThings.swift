import BoothCore
import Documents
import Reports
import StudioModel
import StudioReports
import StudioServer
import StudioStore
import StudioTesting
import Training

/// What another organisation has, and what other people of one's own have for themselves: no answer shows any of it, and no request
/// changes it.
struct ForeignThings: Sendable {
  /// Stands in every document, picture and file of them.
  static let words = "What-Only-The-Other-House-Knows"
  static let elsewhere = OrganisationID("elsewhere")
  static let critiques = (0..<4).map { "CRITIQUE\($0)AAAAAAAAAAA" }
  /// The last one is of one's own organisation, and the administrator's.
  static let reports = (0..<4).map { String(repeating: "0\($0)", count: 16) }
  static let hash = String(repeating: "c0", count: 32)

  let documents = MemoryDocumentStore()

  func features(_ accounts: SQLiteAccountStore) -> [any StudioFeature] {
    [
      TrainingFeature(
        documents: PerRequester(same: documents), pictures: PerRequester(same: ForeignPictures()), accounts: accounts),
      ReportsFeature(
        documents: PerRequester(same: documents), attachments: PerRequester(same: ForeignFiles()),
        weather: NoWeather()),
    ]
  }

  /// - Parameters:
  ///   - target: whom the critiques name, though they are another organisation's: a list that asks by the person alone would show them.
  ///   - owner: whose one report is.
  func put(for target: UserID, _ owner: Principal) async throws {
    var writes: [DocumentWrite] = []
    for id in Self.critiques {
      let fields = Critique(
        id: id, organisation: Self.elsewhere, submitter: target, submitterName: Self.words, submitterEmail: "",
        photographer: target, photographerName: Self.words,
        pictures: [.init(address: "/training/pictures/\(id)/a.jpg", thumbnail: "/training/pictures/\(id)/a-small.jpg")],
        notes: Self.words, kind: .example, createdAt: nil, version: DocumentTimestamp(microseconds: 0)
      ).fields
      writes.append(.set(try Critique.path(id), fields, serverTimes: ["createdAt", "updatedAt"]))
    }
    for (number, key) in Self.reports.enumerated() {
      let isOwn = number == Self.reports.count - 1
      let writer = isOwn ? owner : Principal(user: target, organisation: Self.elsewhere, standing: .photographer)
      let template = ReportTemplate(
        id: "foreign", name: Self.words, shootType: "sports", organisation: writer.organisation.text,
        fields: [TemplateField("notes", .textarea, "Notes")])
      let document = ReportSubmission(
        key: key, date: "2024-01-15", answers: ["notes": .string(Self.words)],
        attachments: [
          ReportAttachment(sha256: Self.hash, sizeBytes: 7, type: "image/jpeg", name: "a.jpg", field: "")
        ]
      ).document(template, by: writer, photographer: Self.words)
      writes.append(
        .set(try DocumentPath("dailyJobReports/\(key)"), document.fields, serverTimes: document.serverTimes))
      guard !isOwn else { continue }
      writes.append(.set(try DocumentPath("reportTemplates/foreign"), template.document, serverTimes: ["createdAt"]))
    }
    writes.append(
      .set(
        try DocumentPath("schools/foreign"),
        ReportSchool(id: "foreign", name: Self.words, coordinates: "1,1").document(organisation: Self.elsewhere)))
    _ = try await documents.commit(writes)
  }

  /// All of it, as it is.
  func all() async throws -> [StoredDocument?] {
    try await documents.documents(
      at: Self.critiques.map { try Critique.path($0) }
        + Self.reports.map { try DocumentPath("dailyJobReports/\($0)") }
        + [try DocumentPath("reportTemplates/foreign"), try DocumentPath("schools/foreign")])
  }

  // MARK: What is asked for

  static let paths: [String] =
    critiques.flatMap { id in
      [
        "/training/critiques/\(id)", "/training/critiques/\(id)/edit", "/training/critiques/\(id)/delete",
        "/training/critiques/\(id)/marks", "/training/pictures/\(id)/a.jpg", "/training/pictures/\(id)/../\(id)/a.jpg",
        "/training/uploads/\(id)", "/training/kept?ids=\(id)", "/training/new?photos=\(id)",
        "/training?after=1.\(id)&organizationId=elsewhere",
      ]
    }
    + reports.flatMap { key in
      [
        "/reports/report/\(key)", "/reports/amend/\(key)", "/reports/pdf/\(key)", "/reports/draft/\(key)",
        "/reports/draft/\(key)/discard", "/reports?whose=all&after=1650000000000000~~2~\(key)",
        "/reports/report/%2e%2e%2f\(key)",
      ]
    }
    + [
      "/training", "/training/newest", "/training/team", "/training/publish",
      "/training/kept?ids=\(critiques.joined(separator: ","))", "/reports?whose=all&q=Knows",
      "/reports/export.csv?whose=all", "/reports/export.xlsx?whose=all", "/reports/mileage?whose=all",
      "/reports/mileage.csv?whose=all", "/reports/picture/\(hash)", "/reports/picture/\(hash)?side=4000",
      "/reports/attachment/\(hash)", "/reports/send", "/reports/smart", "/reports/draft", "/reports/drafts",
      "/reports/new/foreign", "/reports/forms", "/reports/forms/edit/foreign", "/reports/forms/act/foreign/delete",
      "/reports/forms/save", "/reports/schools", "/reports/schools/foreign/delete",
    ]

  /// What scripts send.
  static let bodies: [String] =
    critiques.map { id in
      #"{"key":"\#(id)","photographer":"x","organizationId":"elsewhere","kind":"example","notes":"x","pictures":[{"picture":"a.jpg","thumbnail":"a-small.jpg","name":"x"}]}"#
    }
    + reports.flatMap { key in
      ["foreign", "fall"].map { template in
        #"{"key":"\#(key)","template":"\#(template)","date":"2024-01-15","answers":{"notes":"x"},"schools":["foreign"],"attachments":[{"sha256":"\#(hash)","size":7,"type":"image/jpeg","name":"a.jpg","field":""}]}"#
      }
    }
    + [
      #"{"pictures":[{"add":[],"remove":[]}]}"#, #"{"template":"foreign","schools":["foreign"],"position":"1,1"}"#, "{",
      "[]", "", #"{"id":"foreign","organizationID":"elsewhere","name":"x","fields":[]}"#,
    ]

  /// Whether something of theirs is named.
  static func isNamed(_ text: String) -> Bool {
    text.contains("CRITIQUE") || text.contains(hash) || text.contains("foreign")
      || reports.contains { text.contains($0) }
  }
}

/// Every album of another organisation has every picture.
struct ForeignPictures: StudioPictures {
  func keep(file: String, in album: PictureAlbum) async throws(StudioPictureError) -> KeptPicture {
    throw .refused(.damaged)
  }
  func jpeg(_ name: String, in album: PictureAlbum) async throws(StudioPictureError) -> [UInt8]? {
    album.organisation == ForeignThings.elsewhere.text ? Array(ForeignThings.words.utf8) : nil
  }
  func albums(untouchedSince moment: Double) async throws(StudioPictureError) -> [PictureAlbum] { [] }
  func remove(_ album: PictureAlbum) async throws(StudioPictureError) {}
}

/// The one file, which is there under its hash for a client that gets so far.
struct ForeignFiles: ReportFiles {
  func size(of sha256: String, in organisation: String, from user: String) async throws(ReportFilesError) -> Int? {
    nil
  }
  func keep(
    file: String, size: Int, as sha256: String, in organisation: String, from user: String
  ) async throws(ReportFilesError) { throw .wrongHash }
  func sent(
    by user: String, since moment: Double, in organisation: String
  ) async throws(ReportFilesError) -> [SentAttachment] { [] }
  func untouched(since moment: Double, in organisation: String) async throws(ReportFilesError) -> [String] { [] }
  func remove(
    _ sha256: String, in organisation: String, untouchedSince moment: Double
  ) async throws(ReportFilesError) {}
  func picture(_ sha256: String, in organisation: String, side: Int) async throws(ReportFilesError) -> [UInt8]? {
    Array(ForeignThings.words.utf8)
  }
  func original(_ sha256: String, in organisation: String) async throws(ReportFilesError) -> ReportOriginal? { nil }
}
