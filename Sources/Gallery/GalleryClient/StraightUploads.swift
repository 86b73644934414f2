import BoothCore
import Synchronization

/// Whether files may go straight to a gallery's store: a network may let a booth reach its gallery and not the store behind it.
final class StraightUploads: Sendable {
  /// What a gallery of ours is told that may give such addresses. The contract's body has no place for it.
  static let wish = (name: "X-Booth-Uploads", value: "direct")

  /// After a failure files go through the gallery for so long.
  static let pause = Duration.seconds(600)

  private let clock = ContinuousClock()
  private let failed = Mutex<ContinuousClock.Instant?>(nil)

  /// Whether the gallery is to be asked for such addresses.
  var mayBe: Bool { failed.withLock { $0.map { clock.now > $0 + Self.pause } ?? true } }

  /// What became of an upload that went to another server than the gallery.
  func ended(with error: GalleryError) {
    switch error.code {
    // Of the file, not of the way.
    case .localFile, .gone, .tooLarge, .busy, .unasked: return
    case .unreachable, .forbidden, .notAGallery, .urlRefused, .garbage, .unsupported, .unauthorized, .lost:
      failed.withLock { $0 = clock.now }
    }
  }
}
