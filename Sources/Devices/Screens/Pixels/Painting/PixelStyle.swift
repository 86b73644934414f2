import BoothCore
import Imaging
import Synchronization

/// How a display of pixels wants its scenes: what does not depend on the scene.
public struct PixelStyle: Sendable {
  /// Where the camera stands, seen from the screen: guests are asked to look there.
  public enum CameraSide: String, Sendable, CaseIterable { case above, below, left, right }

  /// Shows the live view as a mirror does, and guides with it.
  public var isMirrored: Bool
  /// Where guests are asked to look for a photo.
  public var camera: CameraSide
  /// Nothing moves but the live view, the time that is left, and what is being recorded.
  public var reducesMotion: Bool
  /// Shows a sign that cancels, for screens that are touched.
  public var isTouched: Bool
  let fits = TextFits()

  /// By default for a display that is not touched, with the camera above it.
  public init(
    isMirrored: Bool = true, camera: CameraSide = .above, reducesMotion: Bool = false, isTouched: Bool = false
  ) {
    self.isMirrored = isMirrored
    self.camera = camera
    self.reducesMotion = reducesMotion
    self.isTouched = isTouched
  }
}

/// Remembers how texts and codes fit their places, which takes some tries to find out. For any thread.
final class TextFits: Sendable {
  private struct Key: Hashable {
    var options: TextBlock.Options
    var width: Int
    var height: Int
  }

  private struct CodeKey: Hashable {
    var link: String
    var sides: [Int]
  }

  /// A code in a square of a room.
  struct CodeFit {
    var room: Int
    var side: Int
  }

  private let known = Mutex<[Key: TextBlock]>([:])
  private let codes = Mutex<[CodeKey: CodeFit?]>([:])

  /// The smallest of these squares that a code of this link fits; nil for none.
  func code(_ link: String, sides: [Int]) -> CodeFit? {
    let key = CodeKey(link: link, sides: sides)
    if let fit = codes.withLock({ $0[key] }) { return fit }
    let fit = sides.lazy.compactMap { side in CodeSquare(link, side: side).map { CodeFit(room: side, side: $0.side) } }
      .first
    codes.withLock { codes in
      // One session's code at a time.
      if codes.count > 8 { codes.removeAll(keepingCapacity: true) }
      codes[key] = .some(fit)
    }
    return fit
  }

  func block(_ options: TextBlock.Options, width: Int, height: Int) -> TextBlock {
    let key = Key(options: options, width: width, height: height)
    if let block = known.withLock({ $0[key] }) { return block }
    let block = TextBlock(options, in: .init(width: width, height: height))
    known.withLock { known in
      // Scenes have a dozen texts each; seconds and links change.
      if known.count > 400 { known.removeAll(keepingCapacity: true) }
      known[key] = block
    }
    return block
  }
}
