import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import Locations
import Synchronization

/// The locations beside a booth that photographs guests: opened as soon as they can be, and in no guest's way where they cannot.
final class LocationDoor: Sendable {
  private let folder: String
  private let store = Mutex<FolderLocationStore?>(nil)
  /// How often they are tried again.
  static let interval = Duration.seconds(30)

  init(folder: String) { self.folder = folder }

  /// Blocks, up to ten seconds where another command changes them now.
  func open() throws(StoreError) -> FolderLocationStore {
    if let store = store.withLock({ $0 }) { return store }
    let opened = try FolderLocationStore.open(folder: folder)
    return store.withLock { store in
      if let store { return store }
      store = opened
      return opened
    }
  }

  /// Opens them, and tries on until that is done.
  /// - Parameter report: hears what is wrong with them, or was found so; nil where nothing is.
  func goOn(_ clock: any BoothClock, report: @Sendable (String?) async -> Void) async {
    while !Task.isCancelled {
      let opened: Result<FolderLocationStore, StoreError> = await withCheckedContinuation { continuation in
        let code = OwnThread.start("locations") {
          do throws(StoreError) { continuation.resume(returning: .success(try self.open())) } catch {
            continuation.resume(returning: .failure(error))
          }
        }
        if code != 0 {
          continuation.resume(
            returning: .failure(StoreError(.failed, subject: "locations", detail: OwnThread.refusal(code))))
        }
      }
      switch opened {
      case .success(let store):
        let notes = await store.notes()
        return await report(notes.isEmpty ? nil : notes.joined(separator: "; "))
      case .failure(let error):
        await report(
          "the locations cannot be opened: \(error); guests are photographed all the same, and it is tried again every "
            + "\(Self.interval.components.seconds) s")
      }
      do { try await clock.sleep(until: clock.now + Self.interval) } catch { return }
    }
  }

  func close() { store.withLock { $0 }?.close() }
}
