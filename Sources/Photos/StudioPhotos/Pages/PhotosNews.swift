import Documents
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioServer
import Synchronization
import WebSupport

/// Lets those go who wait for news of the photographs when the studio ends.
final class PhotosNews: Sendable {
  private let isOver = Atomic(false)

  func end() { isOver.store(true, ordering: .releasing) }

  /// How often the index is looked at for each who waits, and how long one waits at most.
  private static let (look, longest) = (Duration.milliseconds(400), Duration.seconds(25))

  /// Waits until pages look otherwise than in a version, or for some time.
  func wait(for other: Int64?, _ library: DataFolderPhotos) async throws -> Int64 {
    let until = ContinuousClock.now + Self.longest
    while true {
      let version = try await library.version()
      if version != other || isOver.load(ordering: .acquiring) || ContinuousClock.now >= until { return version }
      try await Task.sleep(for: Self.look)
    }
  }
}

extension PhotosPages {
  /// Answers when there is another version than the one that the page has.
  func hear() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seePhotos)
    let known = context.call.query["version"].flatMap { Int64($0) }
    let version = try await news.wait(for: known, library)
    return .json(.members(["version": .integer(version)]))
  }
}
