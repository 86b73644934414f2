import BoothCore
public import Documents
import Locations
import StudioModel

/// Carries out what a ``SyncRun`` decides, one thing after the other, over its ports. It decides nothing itself.
public struct SyncCarrier: Sendable {
  private let documents: any DocumentStore
  private let pictures: any PictureStorage
  private let store: any SyncStore
  private let target: String
  private let checksum: @Sendable ([UInt8]) -> String

  /// - Parameters:
  ///   - target: with whom: the project's name.
  ///   - checksum: SHA-256, in lower-case hexadecimal.
  public init(
    documents: any DocumentStore, pictures: any PictureStorage, store: any SyncStore, target: String,
    checksum: @escaping @Sendable ([UInt8]) -> String
  ) {
    self.documents = documents
    self.pictures = pictures
    self.store = store
    self.target = target
    self.checksum = checksum
  }

  /// Runs to its end.
  /// - Parameters:
  ///   - report: hears of each thing before it is done.
  ///   - follow: sees the run at the same moments.
  public func run(
    _ run: SyncRun, send: (SyncEffect) -> Void = { _ in }, follow: (SyncRun) -> Void = { _ in }
  ) async -> SyncReport {
    var run = run
    var arrivals: [SyncArrival] = []
    var effect: SyncEffect? = run.begin()
    while let now = effect {
      send(now)
      follow(run)
      let outcome: SyncOutcome
      do throws(SyncError) { outcome = try await carry(now, &arrivals) } catch { outcome = .failed(error) }
      switch now {
      case .keep: arrivals = []
      case .download: if case .failed = outcome { arrivals = [] }
      case .lookHere, .list, .reread, .upload, .commit, .leave, .note: break
      }
      effect = run.next(after: outcome)
    }
    return run.report
  }

  private func carry(_ effect: SyncEffect, _ arrivals: inout [SyncArrival]) async throws(SyncError) -> SyncOutcome {
    switch effect {
    case .list(let query):
      return .page(try await documents { () throws(DocumentStoreError) in try await documents.page(query) })
    case .reread(let paths):
      return .documents(
        try await documents { () throws(DocumentStoreError) in try await documents.documents(at: paths) })
    case .commit(let writes):
      return .committed(
        try await documents { () throws(DocumentStoreError) in try await documents.commitBatch(writes) })
    case .download(_, let kind, let address):
      let bytes = try await pictures { () throws(PictureStorageError) in try await pictures.download(address) }
      arrivals.append(SyncArrival(kind, bytes: bytes))
      return .downloaded(LocationPicture(name: "", bytes: Int64(bytes.count), checksum: checksum(bytes)))
    case .upload(let id, let kind, let picture):
      let jpeg = try await database { () throws(StoreError) in try await store.jpeg(picture, of: id) }
      return .uploaded(
        address: try await pictures { () throws(PictureStorageError) in try await put(jpeg, kind, id, picture.checksum)
        })
    case .lookHere: return .here(try await database { () throws(StoreError) in try await store.here(with: target) })
    case .keep(let after, over: let before):
      let came = arrivals
      return .kept(
        try await database { () throws(StoreError) in try await store.keep(after, over: before, with: came) })
    case .leave(let location, at: let moment):
      let time = WallTime(microseconds: moment)
      return .left(try await database { () throws(StoreError) in try await store.leave(location, at: time) })
    case .note(let notes):
      try await database { () throws(StoreError) in try await store.note(notes, with: target) }
      return .noted
    }
  }

  /// Under the app's name where that is free, or has these bytes; else under one of its own, as what lies there may still be shown.
  private func put(
    _ jpeg: [UInt8], _ kind: SyncPicture, _ id: LocationID, _ checksum: String
  ) async throws(PictureStorageError) -> String {
    let name = kind.name(of: id)
    guard let there = try await pictures.look(at: name) else {
      return try await pictures.upload(jpeg, as: name).address
    }
    if there.holds(jpeg) { return there.address }
    let other = kind.name(of: id, checksum: checksum)
    if let there = try await pictures.look(at: other), there.holds(jpeg) { return there.address }
    return try await pictures.upload(jpeg, as: other).address
  }

  private func documents<Value>(
    _ body: () async throws(DocumentStoreError) -> Value
  ) async throws(SyncError) -> Value {
    do throws(DocumentStoreError) { return try await body() } catch { throw .documents(error) }
  }

  private func pictures<Value>(
    _ body: () async throws(PictureStorageError) -> Value
  ) async throws(SyncError) -> Value {
    do throws(PictureStorageError) { return try await body() } catch { throw .pictures(error) }
  }

  private func database<Value>(_ body: () async throws(StoreError) -> Value) async throws(SyncError) -> Value {
    do throws(StoreError) { return try await body() } catch { throw .database(error) }
  }
}
