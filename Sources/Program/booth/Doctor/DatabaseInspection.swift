import BoothCore
import BoothStore
import FoundationEssentials

/// The database of a data folder as the doctor finds them: those of a running booth, or what a start would make of them. Looked at once for
/// all findings.
enum DatabaseInspection {
  /// There is no such folder.
  case new
  case running(VaultSessionStore)
  /// A booth runs on them, and they cannot be read beside it.
  case unread(StoreError)
  case ended(DatabaseForecast)

  init(_ folder: String) {
    guard FileManager.default.fileExists(atPath: folder) else {
      self = .new
      return
    }
    // The start ends before it looks at them.
    if let obstacle = VaultSessionStore.obstacle(in: folder) {
      self = .ended(.refused(obstacle))
      return
    }
    guard VaultSessionStore.isOwned(folder: folder) else {
      self = .ended(.of(folder))
      return
    }
    do throws(StoreError) { self = .running(try VaultSessionStore.openForReading(folder: folder)) } catch {
      self = .unread(error)
    }
  }

  /// To look into; nil where there are none to use.
  var store: VaultSessionStore? {
    switch self {
    case .running(let store), .ended(.used(let store, _)): store
    case .new, .unread, .ended: nil
    }
  }
}
