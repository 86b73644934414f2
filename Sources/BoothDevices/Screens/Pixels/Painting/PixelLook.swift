import BoothCore
import BoothImaging
import Synchronization

/// How a display of pixels wants its scenes: what does not depend on the scene.
public struct PixelLook: Sendable {
  /// Where the camera stands, seen from the screen: guests are asked to look there.
  public enum CameraSide: String, Sendable, CaseIterable { case above, below, left, right }

  /// Shows the live view as a mirror does, and guides with it.
  public var isMirrored: Bool
  public var camera: CameraSide
  /// Nothing moves but the live view, the time that is left, and what is being recorded.
  public var reducesMotion: Bool
  /// Shows a sign that cancels, for screens that are touched.
  public var isTouched: Bool
  let fits = TextFits()

  public init(
    isMirrored: Bool = true, camera: CameraSide = .above, reducesMotion: Bool = false, isTouched: Bool = false
  ) {
    self.isMirrored = isMirrored
    self.camera = camera
    self.reducesMotion = reducesMotion
    self.isTouched = isTouched
  }
}

/// Remembers how texts fit their places, which takes Pango some tries to find out. For any thread.
final class TextFits: Sendable {
  private struct Key: Hashable {
    var wish: TextBlock.Wish
    var width: Int
    var height: Int
  }

  private let known = Mutex<[Key: TextBlock]>([:])

  func block(_ wish: TextBlock.Wish, width: Int, height: Int) -> TextBlock {
    let key = Key(wish: wish, width: width, height: height)
    if let block = known.withLock({ $0[key] }) { return block }
    let block = TextBlock(wish, in: .init(width: width, height: height))
    known.withLock { known in
      // Scenes have a dozen texts each; seconds and links change.
      if known.count > 400 { known.removeAll(keepingCapacity: true) }
      known[key] = block
    }
    return block
  }
}
