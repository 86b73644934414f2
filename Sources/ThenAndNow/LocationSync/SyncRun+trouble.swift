import BoothCore
import Documents
import Locations
import StudioModel

/// What a run makes of whatever goes wrong.
extension SyncRun {
  mutating func failed(_ failure: SyncError) -> SyncEffect? {
    switch doing {
    case .looking, .listing, .listingDeleted, .ended, .rereading, .noting, .keepingTime:
      // Nothing more can be known, or kept.
      stop = failure
      unsaid = [:]
      return end()
    case .committing(let items): return commitFailed(items, failure)
    case .downloading(let item, _), .keeping(let item), .leaving(let item), .uploading(let item, _),
      .keepingAddress(let item):
      results[item.name]?.result = .failed(failure)
      if failure.endsRun { stop = failure }
      if failure.isSilence {
        // Each picture waits by itself; but a host that answers for none is not waited for a thousand times.
        let host = silentHost ?? ""
        silent[host] = ((silent[host]?.times ?? 0) + 1, failure)
      }
      // What the storage refuses one picture it refuses the others.
      if case .uploading = doing, failure.isStorageShut { isFull = failure }
      return step()
    }
  }

  /// Whose picture is being asked for, or sent; nil where nothing is.
  private var silentHost: String? {
    switch doing {
    case .downloading(let item, let location):
      guard let kind = item.downloads.first(where: { !isThere($0, location, item) }), let document = item.document
      else {
        return nil
      }
      return Self.host(of: kind == .historical ? document.historicalImageURL : document.newImageURL ?? "")
    case .uploading: return ""
    case .looking, .listing, .listingDeleted, .ended, .keeping, .leaving, .keepingAddress, .keepingTime, .committing,
      .rereading, .noting:
      return nil
    }
  }

  /// How a host has failed that is asked no more; nil where it still is.
  func silence(of host: String) -> SyncError? {
    silent[host].flatMap { $0.times >= Self.silences ? $0.failure : nil }
  }

  /// `example.org` of `https://example.org/old.jpg`.
  static func host(of address: String) -> String {
    guard let end = address.firstRange(of: "://") else { return address }
    return address[end.upperBound...].prefix { !"/?#".contains($0) }.lowercased()
  }

  mutating func commitFailed(_ items: [SyncItem], _ failure: SyncError) -> SyncEffect? {
    guard case .documents(let error) = failure else {
      stop = failure
      return step()
    }
    // Another write was quicker, or the result is unknown: both are seen by looking.
    if error.isConflict && error.kind != .notFound || error.kind == .inDoubt
      || error.kind == .notFound && items.contains(where: { $0.version != nil })
    {
      return lookAgain(items)
    }
    guard !failure.endsRun else {
      for item in items { results[item.name]?.result = .failed(failure) }
      stop = failure
      return step()
    }
    guard items.count > 1 else {
      for item in items { refuse(item, failure, error.kind == .permissionDenied) }
      return step()
    }
    // One of them may be the one that is refused.
    let half = Array(items[..<(items.count / 2)])
    let rest = items[(items.count / 2)...].reversed()
    if items[0].batch == .push { departures += rest } else { graves += rest }
    ready = []
    doing = .committing(half)
    do throws(DocumentStoreError) {
      var all: [DocumentWrite] = []
      for item in half { all += try writes(of: item) }
      return .commit(all)
    } catch { return failed(.documents(error)) }
  }

  /// Rules that refuse the first of a kind, alone, are not asked about each of the others.
  mutating func refuse(_ item: SyncItem, _ failure: SyncError, _ isForbidden: Bool) {
    results[item.name]?.result = .failed(failure)
    guard isForbidden, !allowed.contains(item.batch) else { return }
    for other in item.batch == .push ? departures : graves { results[other.name]?.result = .failed(failure) }
    if item.batch == .push { departures = [] } else { graves = [] }
  }

  mutating func lookAgain(_ items: [SyncItem]) -> SyncEffect? {
    doing = .rereading(items)
    do throws(DocumentStoreError) {
      var paths: [DocumentPath] = []
      for id in items.compactMap(\.id) {
        paths += [try SyncPlaces.path(id), try SyncPlaces.path(id, in: SyncPlaces.deleted)]
      }
      return .reread(paths)
    } catch { return failed(.documents(error)) }
  }

  mutating func reread(_ items: [SyncItem], _ documents: [StoredDocument?]) -> SyncEffect? {
    for (place, item) in items.enumerated() {
      guard let id = item.id, documents.count >= 2 * place + 2 else { continue }
      found[item.name] = SyncSides.Theirs(documents[2 * place])
      deleted[id] = documents[2 * place + 1].flatMap { SyncTombstone($0) }
      if documents[2 * place] == nil { found[item.name] = nil }
      guard item.conflicts < Self.conflicts else {
        results[item.name]?.result = .overtaken
        continue
      }
      guard var again = sides(item.name).item(named: item.name, mode: mode) else {
        // It was deleted, and word of it is there.
        results[item.name]?.result = .done
        put(nil, of: id)
        continue
      }
      again.conflicts = item.conflicts + 1
      take(again)
    }
    return step()
  }
}

extension SyncItem {
  /// What it is written together with.
  var batch: SyncStep { step == .push ? .push : .deleteThere }
}

extension SyncError {
  /// Whether nothing else of the run can succeed.
  var endsRun: Bool {
    switch self {
    case .documents(let error):
      switch error.kind {
      case .unauthenticated, .unavailable, .exhausted, .cancelled, .missingIndex, .notFound: true
      case .alreadyExists, .preconditionFailed, .permissionDenied, .invalid, .tooLarge, .damaged, .inDoubt: false
      }
    case .pictures(let error):
      switch error.kind {
      case .unauthenticated, .cancelled: true
      // A picture may lie anywhere: where it lies does not answer, and everything else may.
      case .unavailable, .notFound, .permissionDenied, .full, .tooLarge, .damaged: false
      }
    case .database(let error):
      switch error.code {
      case .full, .readOnly, .inUse, .damaged, .newerVersion, .moved, .replaced, .noFiles: true
      case .notFound, .failed: false
      }
    }
  }

  /// Whether nothing answers where a picture is, or is to be.
  var isSilence: Bool {
    guard case .pictures(let error) = self else { return false }
    return error.kind == .unavailable
  }

  var isStorageShut: Bool {
    guard case .pictures(let error) = self else { return false }
    return [.full, .permissionDenied, .notFound].contains(error.kind)
  }
}
