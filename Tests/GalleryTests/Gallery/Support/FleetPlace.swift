import BoothCore
import BoothStore
import BoothTesting
import S3Storage
import Synchronization
import Testing

@testable import Gallery

/// Where the objects of several galleries are that serve as one.
enum FleetPlace: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case folder
  case bucket
  /// A bucket that takes no notice of the conditions of writes, and lists folder by folder.
  case carelessBucket
  /// A bucket of SeaweedFS, where it is installed.
  case seaweedFS

  var testDescription: String { rawValue }

  /// Those that are there. `the stores are all there` says which is not.
  static var present: [FleetPlace] { allCases.filter { $0 != .seaweedFS || WeedServer.program != nil } }
}

/// Two galleries over one store, each with a client of its own.
struct FleetLab: Sendable {
  let one: GalleryLab
  let other: GalleryLab
  let store: any ObjectStore
  /// What the bucket at the stand-in was asked; nil where there is none.
  let requests: @Sendable () -> Int?

  static func run(
    _ place: FleetPlace, events: [Event] = [], definitionsDecide: Bool = true, indexPause: Duration = .zero,
    clockAhead seconds: Double = 0, _ body: @Sendable @escaping (FleetLab) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let standIn = place == .bucket || place == .carelessBucket ? try StandInBucket() : nil
    let weed = place == .seaweedFS ? try WeedServer(program: try #require(WeedServer.program)) : nil
    defer { weed?.stop() }
    var buckets: [S3Bucket] = []
    /// A client of its own for each gallery.
    func store() async throws -> any ObjectStore {
      guard let endpoint = standIn?.endpoint ?? weed?.endpoint else { return try FolderObjectStore(path: folder.path) }
      var settings = try S3Settings(bucket: StandInBucket.name, endpoint: endpoint)
      settings.proof = .seconds(10)
      let bucket = S3Bucket(
        settings, credentials: S3Credentials(accessKey: WeedServer.accessKey, secretKey: WeedServer.secretKey))
      if weed != nil { try await start(bucket) }
      buckets.append(bucket)
      return S3ObjectStore(bucket, prefix: "gallery/")
    }
    if place == .carelessBucket { standIn?.set([.ignoresWriteConditions, .listsFolders]) }
    let stores = [try await store(), try await store(), try await store()]
    let origin = standIn?.endpoint ?? weed?.endpoint
    let configure: @Sendable (inout GalleryConfiguration) -> Void = { configuration in
      configuration.lists = .keys
      configuration.indexPause = indexPause
      configuration.storeOrigin = origin
    }
    let clock = LabClock()
    clock.advance(seconds)
    /// One of the galleries, over a store of its own.
    @Sendable func serve(
      _ store: any ObjectStore, _ clock: LabClock, _ body: @Sendable @escaping (GalleryLab) async throws -> Void
    )
      async throws
    {
      let over: @Sendable (FolderObjectStore) -> any ObjectStore = { _ in store }
      try await GalleryLab.run(
        events: events, definitionsDecide: definitionsDecide, clock: clock, configure: configure, over: over, body)
    }
    try await serve(stores[0], LabClock()) { one in
      try await serve(stores[1], clock) { other in
        try await body(
          FleetLab(one: one, other: other, store: stores[2], requests: { standIn.map { $0.requests.count } }))
      }
    }
    for bucket in buckets { try await bucket.shutdown() }
    standIn?.stop()
  }

  /// Makes the bucket, as soon as the server answers.
  private static func start(_ bucket: S3Bucket) async throws {
    for _ in 0..<40 {
      do throws(S3Error) { return try await bucket.make() } catch {
        // It starts.
        await Task.moment()
      }
    }
    try await bucket.make()
  }

  /// A session without files, as a booth completes it.
  func complete(
    _ session: String, at lab: GalleryLab, event: Int = 7, createdAt: String = "2025-02-01T18:20:15Z"
  ) async throws {
    let key = try objectKey(Sample.folder(event: event, session: session) + "manifest.json")
    let manifest = Sample.manifest(event: event, session: session, createdAt: createdAt)
    _ = try await store.write(key, contentType: "application/json", bytes: Array(manifest.utf8))
    let reply = try await lab.complete(event: event, session: session)
    try #require(reply.status == 200, "\(session): \(reply.text)")
  }

  /// The sessions that the event's pages list, from the first page to the last.
  static func listed(_ lab: GalleryLab, event: Int = 7) async throws -> (pages: [[String]], last: String) {
    var (pages, query) = ([[String]](), "")
    while true {
      let page = try await lab.get("/e/\(event)" + query)
      try #require(page.status == 200)
      pages.append(page.text.matches(of: /href="[^"]*s\/([^"\/]+)"/).map { String($0.1) })
      guard let next = page.text.firstMatch(of: /rel="next" href="(\?[^"]*)"/) else { return (pages, page.text) }
      query = String(next.1).replacing("&amp;", with: "&")
      try #require(pages.count < 100)
    }
  }
}
