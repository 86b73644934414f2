import BoothCore
import BoothStore
import Glibc
public import PhotoModel

/// The booth's own sessions of a data folder as a source: its photos and the composites made of them. Read, never written; a
/// booth may be running on the folder.
///
/// An id is the beginning of the session's and the file's name: `7C0E5A52-3F0B/photo_0.jpg`; the session's whole id opens the
/// guests' page, and is not told. What the guests cancelled, or had erased, is in no scan, and cannot be opened.
public struct SessionPhotos: PhotoProvider {
  /// The same for as long as it is the same source.
  public let identifier: PhotoSourceID
  /// ``PhotoSourceKind/sessions``.
  public var kind: PhotoSourceKind { .sessions }
  /// For people.
  public let displayName: String
  /// They can be copied out.
  public var capabilities: PhotoCapabilities { .readOnly }

  private let data: String

  /// - Parameter data: the data folder's path.
  public init(identifier: PhotoSourceID, displayName: String, data: String) {
    self.identifier = identifier
    self.displayName = displayName
    self.data = data
  }

  /// Newest session first. The database is read each time: there are thousands of photos, not millions.
  public func scan(since mark: PhotoScanMark?) -> AsyncThrowingStream<PhotoScanStep, any Error> {
    let scan = SessionScan(self)
    return AsyncThrowingStream(unfolding: { try await scan.next() })
  }

  func asked<Value>(
    _ body: (VaultSessionStore) async throws(StoreError) -> Value
  ) async throws(PhotoSourceError) -> Value {
    do throws(StoreError) {
      let store = try VaultSessionStore.openForReading(folder: data)
      defer { store.close() }
      return try await body(store)
    } catch { throw Self.promised(error) }
  }

  static func promised(_ error: StoreError) -> PhotoSourceError {
    switch error.code {
    case .damaged, .newerVersion: .invalidData("\(error)")
    default: .sourceUnavailable("\(error)")
    }
  }

  /// Pictures of a session that are kept.
  static func pictures(_ session: SessionRecord) -> [Asset] {
    guard session.state != .discarded else { return [] }
    return session.assets.filter { $0.kind == .photo || $0.kind == .stripPhoto }.sorted {
      ($0.takenAt.unixSeconds, $0.path) < ($1.takenAt.unixSeconds, $1.path)
    }
  }

  static func entry(_ asset: Asset, of session: SessionRecord) -> PhotoEntry {
    var details = PhotoDetails()
    details.format = "JPEG"
    let offset = asset.takenAt.secondsFromUTC
    // A clock that was not set says nothing about when it was.
    if asset.takenAt.trusted, abs(asset.takenAt.unixSeconds) < 2.5e11 {
      details.taken = PhotoMoment(
        wallSeconds: Int64(asset.takenAt.unixSeconds.rounded(.down)) + Int64(offset), offsetMinutes: offset / 60,
        nanoseconds: PhotoMoment.nanoseconds(behind: asset.takenAt.unixSeconds))
    }
    return PhotoEntry(
      id: PhotoID("\(session.id.text.prefix(idLength))/\(name(asset))"), name: name(asset), place: session.eventSlug,
      size: asset.sizeBytes,
      modified: FileMoment.number(asset.takenAt.unixSeconds), mark: asset.checksum, details: details)
  }

  /// Twelve digits and a hyphen: no two sessions have them in common by chance.
  private static let idLength = 13

  static func name(_ asset: Asset) -> String { asset.path.split(separator: "/").last.map(String.init) ?? "" }

  /// The file that the database names by this id; no other is looked for.
  private func asset(_ id: PhotoID) async throws(PhotoSourceError) -> Asset {
    let parts = id.text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts[0].utf8.count == Self.idLength, SessionID.canBegin(with: parts[0]) else {
      throw .itemNotFound
    }
    let records = try await asked { (store) throws(StoreError) in
      var records: [SessionRecord] = []
      for id in try await store.sessionIDs(beginningWith: parts[0]) {
        if let record = try await store.session(id) { records.append(record) }
      }
      return records
    }
    guard let asset = records.lazy.flatMap(Self.pictures).first(where: { Self.name($0) == parts[1] }) else {
      throw .itemNotFound
    }
    return asset
  }

  /// An open file.
  public func open(_ id: PhotoID) async throws(PhotoSourceError) -> PhotoContent {
    let asset = try await asset(id)
    let path = "\(data)/\(asset.path)"
    guard !asset.path.split(separator: "/").contains("..") else { throw .itemNotFound }
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard errno != ENOENT else { throw .itemNotFound }
      throw .loadFailed("\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    guard let file = HeldPhoto(descriptor) else { throw .itemNotFound }
    return .file(file)
  }

  /// Its size; the database has a checksum of another kind.
  public func identity(of id: PhotoID) async throws(PhotoSourceError) -> PhotoIdentity {
    PhotoIdentity(size: try await asset(id).sizeBytes)
  }
}

/// One scan of the sessions: pulled by one reader, step after step.
private actor SessionScan {
  private let source: SessionPhotos
  private var sessions: ArraySlice<SessionRecord>?
  private var isOver = false

  init(_ source: SessionPhotos) { self.source = source }

  /// How many photos a step has, or a few more.
  private static let step = 500

  func next() async throws -> PhotoScanStep? {
    guard !isOver else { return nil }
    var left: ArraySlice<SessionRecord>
    if let sessions {
      left = sessions
    } else {
      left = try await source.asked { (store) throws(StoreError) in try await store.sessions(limit: .max) }[...]
    }
    guard !left.isEmpty else {
      isOver = true
      return .mark(PhotoScanMark(""))
    }
    var entries: [PhotoEntry] = []
    while entries.count < Self.step, let session = left.popFirst() {
      entries += SessionPhotos.pictures(session).map { SessionPhotos.entry($0, of: session) }
    }
    sessions = left
    return .entries(entries)
  }
}
