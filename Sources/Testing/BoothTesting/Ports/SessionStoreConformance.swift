public import BoothCore
import FoundationEssentials
public import Testing

/// What every ``SessionStore`` promises: run all `checks`, each on an empty store of its own.
public struct SessionStoreConformance: Sendable, CustomTestStringConvertible {
  /// A store, and what a check does beside it.
  public struct Subject: Sendable {
    let store: any SessionStore
    let reopen: @Sendable () throws -> any SessionStore
    let put: @Sendable (_ bytes: [UInt8], _ path: String) throws -> Void

    /// - Parameters:
    ///   - reopen: ends the store, and gives the next process's.
    ///   - put: writes a file below the store's folder, as a recorder of clips does.
    public init(
      _ store: any SessionStore, reopen: @escaping @Sendable () throws -> any SessionStore,
      put: @escaping @Sendable (_ bytes: [UInt8], _ path: String) throws -> Void
    ) {
      self.store = store
      self.reopen = reopen
      self.put = put
    }

    /// This process's store, then the next one's: opened in turn, as only one of them is open at a time.
    var processes: [@Sendable () throws -> any SessionStore] { [{ [store] in store }, reopen] }
  }

  public let testDescription: String
  public let run: @Sendable (Subject) async throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (Subject) async throws -> Void) {
    testDescription = promise
    self.run = run
  }

  public static let checks: [SessionStoreConformance] = keeping + leaving + working + refusing

  static let time = WallTime(unixSeconds: 1_770_000_000.25, secondsFromUTC: 7200, trusted: false)
  static let event = Event(id: 7, slug: "party", name: "Party", date: "2026-06-20")
  static let nobody = SessionID(randomBytes: Array(repeating: 0xEE, count: 16))
}

// MARK: - Tools of the checks

extension SessionStore {
  func begin(consent: ConsentGiven? = nil) async throws -> SessionRecord {
    try await openSession(
      event: SessionStoreConformance.event, plan: SessionStoreConformance.event.plan, consent: consent,
      linkBase: "https://g.example", at: SessionStoreConformance.time)
  }

  @discardableResult
  func photo(_ session: SessionRecord, _ strip: Int, _ bytes: [UInt8] = [1, 2, 3]) async throws -> Asset {
    try await add(
      NewAsset(session: session.id, kind: .photo, strip: strip), from: .bytes(bytes), at: SessionStoreConformance.time)
  }

  /// A session of two photos, finished.
  func finished() async throws -> SessionRecord {
    let session = try await begin()
    for strip in 0...1 { try await photo(session, strip, [UInt8(strip), 5]) }
    _ = try await finishSession(session.id, quiet: false)
    return try await current(session)
  }

  /// The same, and all of it at the gallery, with no job left.
  func uploaded() async throws -> SessionRecord {
    let session = try await finished()
    for asset in session.assets { try await markUploaded(asset.id, at: SessionStoreConformance.time) }
    try await end(session, .done)
    #expect(try await markSessionUploaded(session.id) == false)
    return try await current(session)
  }

  /// What the store says of it now.
  func current(_ session: SessionRecord) async throws -> SessionRecord {
    try #require(try await self.session(session.id))
  }

  /// Every job of the session comes to this end.
  func end(_ session: SessionRecord, _ state: Job.State) async throws {
    try await record(
      jobs(all: false).filter { $0.session == session.id }.map { job in
        var job = job
        job.state = state
        return job
      })
  }

  /// Whether the file is there, to the store and to everybody who has its path.
  func hasFile(_ asset: Asset) async throws -> Bool {
    let fingerprint = try await fingerprint(of: asset)
    let isThere = FileManager.default.fileExists(atPath: absolutePath(of: asset))
    #expect((fingerprint != nil) == isThere, "the store and the path agree on whether \(asset.path) is there")
    return isThere
  }
}

extension SessionStoreConformance {
  /// Expects the store to refuse with `code`, and to say what and why.
  static func expectRefusal(
    _ code: StoreError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ call: () async throws -> Void
  ) async {
    let error = await #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try await call() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.subject.isEmpty == false && error?.detail.isEmpty == false, sourceLocation: sourceLocation)
  }
}
