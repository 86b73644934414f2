public import BoothCore

/// A display that takes pictures pixel by pixel: a connector of a graphics card, a frame buffer device, or memory.
///
/// It turns nothing and scales nothing: who draws knows how the display is mounted. Used by one thread, the screen's own.
public protocol PixelOutput: AnyObject {
  /// In the display's own pixels. Changes only with a ``PixelOutputEvent/changed``.
  var size: PixelSize { get }
  /// How long the display shows one picture at least.
  var refreshInterval: Duration { get }
  /// A buffer that is not on the display; nil while there is none: the last one has not been taken up yet, or the display
  /// belongs to another program. An event follows when there is one again.
  func nextBuffer() -> PixelBuffer?
  /// Shows a buffer from the next refresh on. Returns without waiting for it.
  /// - Parameter changed: where the buffer differs from what stands on the display now.
  func present(_ buffer: PixelBuffer, changed: [PixelRect]) throws(ScreenFault)
  /// Each is readable when there are events to take.
  var descriptors: [Int32] { get }
  /// What happened since it was last asked; not asked between drawing in a buffer and presenting it. Does not block.
  func takeEvents() -> [PixelOutputEvent]
  /// Gives the display, and the console on it, back as they were found.
  func close()
}

/// Memory of one whole picture: 32 bits a pixel, `0xXXRRGGBB` in the machine's byte order, top row first.
public struct PixelBuffer {
  /// From 0; the same number is the same memory as long as the generation is the same.
  public var index: Int
  /// Counts up when buffers are made anew or may have lost what stood in them.
  public var generation: Int
  /// The first pixel of the top row. The output's memory: valid while ``generation`` is the output's own.
  public var pixels: UnsafeMutablePointer<UInt32>
  /// How many pixels are shown, in the display's own direction; the memory may have more (``stride``).
  public var size: PixelSize
  /// Pixels from one row to the next; at least the width.
  public var stride: Int

  /// Borrows `pixels`, which must have room for `stride * size.height` of them. Checks nothing.
  public init(index: Int, generation: Int, pixels: UnsafeMutablePointer<UInt32>, size: PixelSize, stride: Int) {
    self.index = index
    self.generation = generation
    self.pixels = pixels
    self.size = size
    self.stride = stride
  }
}

/// What ``PixelOutput/takeEvents()`` tells the drawing thread.
public enum PixelOutputEvent: Sendable, Equatable {
  /// The last picture presented stands on the display since then, or at least now.
  case shown(at: Instant)
  /// Another size, or new buffers: everything is to be drawn again.
  case changed
  /// The display belongs to another program (another virtual terminal), or none is attached.
  case hidden
  /// It is ours again; everything is to be drawn again.
  case visible
}

/// Why a screen cannot be used.
public struct ScreenFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// The device: `/dev/dri/card0`.
  public var subject: String
  /// What is wrong, and what to do about it.
  public var detail: String
  /// The cards that could be used, did no other program decide what they show.
  var refusedCards: [String] = []

  /// A fault with no card to try another way. Both texts are shown to the operator.
  public init(subject: String, detail: String) {
    self.subject = subject
    self.detail = detail
  }

  /// The device, then what is wrong: one line for logs and consoles.
  public var description: String { "\(subject): \(detail)" }
}
