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
  private let book = Mutex<FolderLocationBook?>(nil)
  /// How often they are tried again.
  static let interval = Duration.seconds(30)

  init(folder: String) { self.folder = folder }

  /// Blocks, up to ten seconds where another command changes them now.
  func open() throws(StoreError) -> FolderLocationBook {
    if let book = book.withLock({ $0 }) { return book }
    let opened = try FolderLocationBook.open(folder: folder)
    return book.withLock { book in
      if let book { return book }
      book = opened
      return opened
    }
  }

  /// Opens them, and tries on until that is done.
  /// - Parameter tell: hears what is wrong with them, or was found so; nil where nothing is.
  func goOn(_ clock: any BoothClock, tell: @Sendable (String?) async -> Void) async {
    while !Task.isCancelled {
      let opened: Result<FolderLocationBook, StoreError> = await withCheckedContinuation { continuation in
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
      case .success(let book):
        let notes = await book.notes()
        return await tell(notes.isEmpty ? nil : notes.joined(separator: "; "))
      case .failure(let error):
        await tell(
          "the locations cannot be opened: \(error); guests are photographed all the same, and it is tried again every "
            + "\(Self.interval.components.seconds) s")
      }
      do { try await clock.sleep(until: clock.now + Self.interval) } catch { return }
    }
  }

  func close() { book.withLock { $0 }?.close() }
}
