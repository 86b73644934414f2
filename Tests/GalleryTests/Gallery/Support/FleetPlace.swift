import BoothCore
import BoothStore
import BoothTesting
import Synchronization
import Testing

@testable import Gallery
@testable import S3Storage

/// Where the objects of several galleries are that serve as one.
enum FleetPlace: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case folder
  case bucket
  /// A bucket that takes no notice of the conditions of writes, and lists folder by folder.
  case carelessBucket
  /// A bucket that calls failed conditions conflicts, and loses answers to what it has done; for the tests of that alone.
  case lyingBucket
  /// A bucket of SeaweedFS, where it is installed.
  case seaweedFS
  /// The same behind a line like the lying bucket's; for the tests of that alone.
  case lyingSeaweedFS

  var testDescription: String { rawValue }

  /// Those that are there, and for all tests. `are tried over all stores` says which is not.
  static var present: [FleetPlace] { [.folder, .bucket, .carelessBucket] + real(.seaweedFS) }

  /// Those whose answers are not what they have done.
  static var lying: [FleetPlace] { [.lyingBucket] + real(.lyingSeaweedFS) }

  private static func real(_ place: FleetPlace) -> [FleetPlace] { WeedServer.program == nil ? [] : [place] }

  fileprivate var isReal: Bool {
    switch self {
    case .seaweedFS, .lyingSeaweedFS: true
    case .folder, .bucket, .carelessBucket, .lyingBucket: false
    }
  }

  fileprivate var isLying: Bool {
    switch self {
    case .lyingBucket, .lyingSeaweedFS: true
    case .folder, .bucket, .carelessBucket, .seaweedFS: false
    }
  }
}

/// Galleries over one store, each with a client of its own: two, unless a test wants another number.
struct FleetLab: Sendable {
  let labs: [GalleryLab]
  let store: any ObjectStore
  /// What the bucket at the stand-in was asked; nil where there is none.
  let requests: @Sendable () -> Int?
  /// How often the store has lied; nil for one that does not.
  let lies: @Sendable () -> LyingBucket.Lies?

  var one: GalleryLab { labs[0] }
  /// The same where there is one alone.
  var other: GalleryLab { labs[labs.count - 1] }

  static func run(
    _ place: FleetPlace, events: [Event] = [], definitionsDecide: Bool = true, indexPause: Duration = .zero,
    clockAhead seconds: Double = 0, galleries: Int = 2, hasLimits: Bool = true,
    _ body: @Sendable @escaping (FleetLab) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let standIn = place == .folder || place.isReal ? nil : try StandInBucket()
    let weed = place.isReal ? try WeedServer(program: try #require(WeedServer.program)) : nil
    defer { weed?.stop() }
    let server = standIn?.endpoint ?? weed?.endpoint
    let port = server.flatMap { Int($0.split(separator: ":").last ?? "") }
    let liar = place.isLying ? try LyingBucket(before: try #require(port)) : nil
    defer { liar?.stop() }
    let origin = liar?.endpoint ?? server
    if weed != nil, let server { try await start(server) }
    var buckets: [S3Bucket] = []
    /// A client of its own for each gallery.
    func store() async throws -> any ObjectStore {
      guard let endpoint = origin else { return try FolderObjectStore(path: folder.path) }
      var settings = try S3Settings(bucket: StandInBucket.name, endpoint: endpoint)
      settings.proof = .seconds(10)
      var timing = S3Bucket.Timing.system
      // What is asked again is asked at once.
      if liar != nil { timing.wait = { _ in await Task.moment() } }
      let bucket = S3Bucket(
        settings, credentials: S3Credentials(accessKey: WeedServer.accessKey, secretKey: WeedServer.secretKey),
        timing: timing)
      buckets.append(bucket)
      return S3ObjectStore(bucket, prefix: "gallery/")
    }
    if place == .carelessBucket { standIn?.set([.ignoresWriteConditions, .listsFolders]) }
    let own = try await store()
    var stores: [any ObjectStore] = []
    for _ in 0..<galleries { stores.append(try await store()) }
    let configure: @Sendable (inout GalleryConfiguration) -> Void = { configuration in
      configuration.lists = .keys
      configuration.hasLimits = hasLimits
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
    let counted = liar == nil ? standIn : nil
    @Sendable func serve(_ rest: [any ObjectStore], _ labs: [GalleryLab]) async throws {
      guard let next = rest.first else {
        return try await body(
          FleetLab(
            labs: labs, store: own, requests: { counted.map { $0.requests.count } },
            lies: { liar?.lies }))
      }
      // The first has the clock that is right.
      try await serve(next, labs.isEmpty ? LabClock() : clock) { lab in
        try await serve(Array(rest.dropFirst()), labs + [lab])
      }
    }
    try await serve(stores, [])
    for bucket in buckets { try await bucket.shutdown() }
    standIn?.stop()
  }

  /// Makes the bucket, as soon as the server answers.
  private static func start(_ server: String) async throws {
    let bucket = S3Bucket(
      try S3Settings(bucket: StandInBucket.name, endpoint: server),
      credentials: S3Credentials(accessKey: WeedServer.accessKey, secretKey: WeedServer.secretKey))
    var isMade = false
    for _ in 0..<40 where !isMade {
      do throws(S3Error) {
        try await bucket.make()
        isMade = true
      } catch {
        // It starts.
        await Task.moment()
      }
    }
    try await bucket.shutdown()
    try #require(isMade)
  }

  /// A session without files, as a booth completes it.
  func complete(
    _ session: String, at lab: GalleryLab, event: Int = 7, createdAt: String = "2025-02-01T18:20:15Z"
  ) async throws {
    let key = try objectKey(Sample.folder(event: event, session: session) + "manifest.json")
    let manifest = Sample.manifest(event: event, session: session, createdAt: createdAt)
    _ = try await store.write(key, contentType: "application/json", bytes: Array(manifest.utf8))
    var reply = try await lab.complete(event: event, session: session)
    // What lies may keep it from an answer; a booth asks again.
    for _ in 0..<50 where lies() != nil && reply.status == 503 {
      reply = try await lab.complete(event: event, session: session)
    }
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
