import BoothCore

/// The two buffers a card shows in turn: the one that is not shown is drawn in.
///
/// Also where the card would rather have pictures drawn elsewhere and copied (`DRM_CAP_DUMB_PREFER_SHADOW`): its memory is
/// slow to read there, and drawing here never reads it (``Composition``). A picture in ordinary memory would be
/// 8 MB more at 1920×1080, and each live frame written twice.
final class CardPicture {
  let size: PixelSize
  private let card: any GraphicsCard
  private let buffers: [CardBuffer]
  /// The buffer that stands on the display, or will from the next refresh on.
  private(set) var front = 0

  init(card: any GraphicsCard, size: PixelSize) throws(CardFault) {
    let first = try card.makeBuffer(size)
    let second: CardBuffer
    do { second = try card.makeBuffer(size) } catch {
      card.destroy(first)
      throw error
    }
    self.card = card
    self.size = size
    buffers = [first, second]
  }

  /// Gives the buffers back to the card; nothing is called after it.
  func destroy() {
    for buffer in buffers { card.destroy(buffer) }
  }

  /// The frame that stands on the display.
  var frontFrame: UInt32 { buffers[front].frame }
  /// The frame of what is drawn in.
  var backFrame: UInt32 { buffers[1 - front].frame }

  /// What is to be drawn in.
  func drawable(generation: Int) -> PixelBuffer {
    let back = buffers[1 - front]
    return PixelBuffer(
      index: 1 - front, generation: generation, pixels: back.pixels, size: size, stride: back.stride)
  }

  /// What was drawn is on its way to the display.
  func flip() { front = 1 - front }
}
