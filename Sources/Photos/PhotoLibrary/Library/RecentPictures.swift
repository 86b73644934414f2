import Synchronization
import Thumbnails

/// Pictures that may not be on the disk, as a person may have what they show erased: the last ones that were made, in
/// memory. From any thread.
final class RecentPictures: Sendable {
  private struct Made: Hashable {
    var key: ThumbnailKey
    var size: ThumbnailSize
  }

  private struct State {
    var pictures: [Made: Thumbnail] = [:]
    /// The oldest first.
    var order: [Made] = []
    var bytes = 0
  }

  /// A few screens of thumbnails, or some large pictures.
  private static let mostBytes = 24 << 20
  private let state = Mutex(State())

  /// The picture, if it was made lately.
  func picture(_ key: ThumbnailKey, _ size: ThumbnailSize) -> Thumbnail? {
    state.withLock { $0.pictures[Made(key: key, size: size)] }
  }

  /// Keeps one, in the place of the oldest ones.
  func keep(_ picture: Thumbnail, _ key: ThumbnailKey, _ size: ThumbnailSize) {
    let made = Made(key: key, size: size)
    state.withLock { state in
      guard state.pictures.updateValue(picture, forKey: made) == nil else { return }
      state.order.append(made)
      state.bytes += picture.jpeg.count
      while state.bytes > Self.mostBytes, let oldest = state.order.first {
        state.order.removeFirst()
        state.bytes -= state.pictures.removeValue(forKey: oldest)?.jpeg.count ?? 0
      }
    }
  }

  /// Forgets all that were made of a photo.
  func forget(_ key: ThumbnailKey) {
    state.withLock { state in
      for made in state.order where made.key == key {
        state.bytes -= state.pictures.removeValue(forKey: made)?.jpeg.count ?? 0
      }
      state.order.removeAll { $0.key == key }
    }
  }
}
