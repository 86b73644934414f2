import BoothSystem
package import PhotoModel
import Synchronization

/// The photographs of all organisations that one data folder has: the studio's own in `photos`, each other's in a folder of its own there,
/// with a list of sources, an index, albums, marks, copies and thumbnails of its own.
package final class DataFolderLibraries: PhotoLibraries {
  private let data: String
  private let own: PhotoOwner
  private let left: @Sendable (String) -> Int64?
  private let ownLibrary: DataFolderPhotos
  private struct State {
    var others: [PhotoOwner: DataFolderPhotos] = [:]
    /// Those that could not be opened: why, and when that was tried.
    var failed: [PhotoOwner: (why: PhotoLibraryError, at: ContinuousClock.Instant)] = [:]
    var isWatched = false
    var isOver = false
  }
  private let state = Mutex(State())
  private static let again = Duration.seconds(10)

  /// - Parameters:
  ///   - data: the data folder.
  ///   - own: the studio's own organisation, whose photographs are those of a data folder that knows of no other.
  ///   - left: how many bytes may still be written to the disk of a path, beside what others need of it; nil if
  ///   unknown.
  /// - Throws: in words for people.
  package init(
    data: String, own: String, left: @escaping @Sendable (String) -> Int64? = { _ in nil }
  ) throws {
    self.data = data
    let own = PhotoOwner(own)
    self.own = own
    self.left = left
    ownLibrary = try DataFolderPhotos(data: data, left: left)
    do throws(PhotoLibraryError) { try PhotosFolder.keepOwn(own, data: data) } catch {
      complain(
        "booth: photos: \(advice: DataFolderPhotos.words(error)); it is only for who names it on the command line")
    }
  }

  package func library(of owner: PhotoOwner) async throws(PhotoLibraryError) -> DataFolderPhotos {
    owner == own ? ownLibrary : try other(owner)
  }

  /// Opened when the first of an organisation asks.
  private func other(_ owner: PhotoOwner) throws(PhotoLibraryError) -> DataFolderPhotos {
    let result: Result<DataFolderPhotos, PhotoLibraryError> = state.withLock { state in
      if let known = state.others[owner] { return .success(known) }
      guard !state.isOver else { return .failure(.unavailable("the studio ends")) }
      do {
        let opened = try DataFolderPhotos(data: data, of: owner, left: left)
        state.others[owner] = opened
        state.failed[owner] = nil
        if state.isWatched { opened.watch() }
        return .success(opened)
      } catch {
        let why = error as? PhotoLibraryError ?? .unavailable(DataFolderPhotos.words(error))
        state.failed[owner] = (why, .now)
        return .failure(why)
      }
    }
    return try result.get()
  }

  /// Tries those that failed once more, ten seconds after the last time.
  package func opened() async -> [DataFolderPhotos] {
    let due = state.withLock { state in state.failed.filter { $0.value.at + Self.again <= .now }.map(\.key) }
    for owner in due {
      // Why is told by ``missing()``.
      do throws(PhotoLibraryError) { _ = try other(owner) } catch { continue }
    }
    return [ownLibrary] + state.withLock { Array($0.others.values) }
  }

  /// Looks at all sources of all organisations, now and again and again, until ``close()``; copies that were cut off go on.
  package func watch() {
    ownLibrary.watch()
    state.withLock { $0.isWatched = true }
    for owner in PhotosFolder.owners(data: data) where owner != own {
      // Of one that cannot be opened its own people are told when they ask.
      do throws(PhotoLibraryError) { _ = try other(owner) } catch { continue }
    }
  }

  package func missing() async -> PhotoLibraryError? { state.withLock { $0.failed.values.first?.why } }

  package func remarks(for owner: PhotoOwner?) async -> [PhotosRemark] {
    if let owner, owner != own {
      guard let library = state.withLock({ $0.others[owner] }) else { return [] }
      return await library.remarks()
    }
    var remarks = await ownLibrary.remarks()
    for library in state.withLock({ Array($0.others.values) }) {
      remarks += await library.setAside() + library.troubles().map { PhotosRemark(.notSaved, $0) }
    }
    return remarks
  }

  /// Ends what runs; what was written is whole.
  package func close() async {
    let others = state.withLock { state in
      state.isOver = true
      return Array(state.others.values)
    }
    for library in others { await library.close() }
    await ownLibrary.close()
  }
}
