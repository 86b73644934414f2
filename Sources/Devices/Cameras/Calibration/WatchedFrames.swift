import BoothCore
import Imaging
import Synchronization

/// What is left of a live frame for finding a photo's moment.
struct WatchedFrame: Sendable, Equatable {
  var capturedAt: Instant
  /// The number that stands along its upper edge, where one does.
  var number: UInt64?
  var picture: SmallPicture
}

/// Takes live frames, keeps the last ones small, and waits for one captured after a given moment.
final class WatchedFrames: FrameSink {
  /// Ten seconds of 60 frames a second.
  private static let limit = 600

  private struct State {
    var frames: [WatchedFrame] = []
    var size = PixelSize(width: 16, height: 9)
  }

  private let state = Mutex(State())
  private let newest = Milestone<Instant>()

  func receive(_ frame: Frame) {
    // A frame that cannot be read is one that was not seen.
    guard let watched = try? Self.watched(frame) else { return }
    state.withLock { state in
      if state.frames.count == Self.limit { state.frames.removeFirst() }
      state.frames.append(watched)
      state.size = frame.size
    }
    newest.reach(watched.capturedAt)
  }

  private static func watched(_ frame: Frame) throws(ImageError) -> WatchedFrame {
    let small = try FrameConverter().preview(of: frame, in: SmallPicture.size(for: frame.size), fit: .stretching)
    var number = NumberStripe.read(frame)
    if frame.layout == .jpeg {
      number = PictureNumber.read(
        try FrameConverter().preview(of: frame, in: PictureNumber.size(for: frame.size), fit: .stretching),
        of: frame.size, along: .top)
    }
    return WatchedFrame(capturedAt: frame.capturedAt, number: number, picture: SmallPicture(small))
  }

  var frames: [WatchedFrame] { state.withLock { $0.frames } }
  /// The proportions of live view.
  var size: PixelSize { state.withLock { $0.size } }

  /// Returns once a frame was captured after `instant`; never, if none comes.
  func frame(after instant: Instant) async { await newest.wait(until: instant + .nanoseconds(1)) }

  /// Frees the waiters that are left.
  func end() { newest.end() }
}

/// Reads a ``NumberStripe`` out of a small version of a picture.
enum PictureNumber {
  static func size(for picture: PixelSize) -> PixelSize {
    PixelSize(
      width: min(picture.width, 640), height: max(16, picture.height * min(picture.width, 640) / max(picture.width, 1)))
  }

  static func read(_ small: Bitmap, of picture: PixelSize, along edge: NumberStripe.Edge) -> UInt64? {
    NumberStripe.read(size: picture, along: edge) { x, y in
      let pixel = small[
        min(x * small.width / picture.width, small.width - 1), min(y * small.height / picture.height, small.height - 1)]
      return Int((77 * (pixel >> 16 & 255) + 150 * (pixel >> 8 & 255) + 29 * (pixel & 255)) >> 8)
    }
  }
}
