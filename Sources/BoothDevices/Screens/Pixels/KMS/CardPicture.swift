import BoothCore

/// The two buffers a card shows in turn, and the memory that is drawn in: the one that is not shown, or where the card's
/// memory is slow to read, a picture in ordinary memory of which the changed rectangles are copied.
final class CardPicture {
  let size: PixelSize
  private let card: any GraphicsCard
  private let buffers: [CardBuffer]
  /// What of the shadow a buffer has not got yet.
  private var missing: [Damage]
  private let shadow: UnsafeMutablePointer<UInt32>?
  /// The buffer that stands on the display, or will from the next refresh on.
  private(set) var front = 0

  init(card: any GraphicsCard, size: PixelSize, usesShadow: Bool) throws(CardFault) {
    let first = try card.makeBuffer(size)
    let second: CardBuffer
    do { second = try card.makeBuffer(size) } catch {
      card.destroy(first)
      throw error
    }
    self.card = card
    self.size = size
    buffers = [first, second]
    missing = [Damage(), Damage()]
    shadow = usesShadow ? .allocate(capacity: size.area) : nil
    shadow?.initialize(repeating: 0, count: size.area)
  }

  deinit { shadow?.deallocate() }

  /// Gives the buffers back to the card; nothing is called after it.
  func destroy() {
    for buffer in buffers { card.destroy(buffer) }
  }

  /// The frame that stands on the display.
  var frontFrame: UInt32 { buffers[front].frame }

  /// What is to be drawn in.
  func drawable(generation: Int) -> PixelBuffer {
    if let shadow {
      return PixelBuffer(index: 0, generation: generation, pixels: shadow, size: size, stride: size.width)
    }
    let back = buffers[1 - front]
    return PixelBuffer(
      index: 1 - front, generation: generation, pixels: back.pixels, size: size, stride: back.stride)
  }

  /// Makes the buffer that is not shown ready for the display.
  /// - Parameter changed: where the picture differs from the one before it.
  /// - Returns: its frame.
  func stage(_ picture: PixelBuffer, changed: [PixelRect]) -> UInt32 {
    let back = 1 - front
    if shadow != nil {
      for index in missing.indices { missing[index].add(changed, in: size) }
      picture.copy(missing[back].rects, to: buffers[back].pixels, stride: buffers[back].stride)
      missing[back].clear()
    }
    return buffers[back].frame
  }

  /// The staged frame is on its way to the display.
  func turn() { front = 1 - front }

  /// Everything is to be drawn again, so nothing that was copied counts.
  func forget() { missing = [Damage.all(of: size), Damage.all(of: size)] }
}
