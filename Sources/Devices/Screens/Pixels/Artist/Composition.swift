import BoothCore
import Imaging

/// What is to stand on the display: pictures over each other, all in the display's own pixels.
struct Composition {
  /// What tells two compositions apart, and where they differ.
  struct Standing: Equatable {
    var base: Int
    /// Which live picture; nil for none.
    var live: Int?
    var overlays: [Sheet.Overlay]
    /// What the live picture is drawn in.
    var look = PhotoFilter.none
  }

  struct Placed {
    var rect: PixelRect
    var picture: Bitmap
  }

  var base: PackedBitmap
  /// Where the live picture stands; nil for none.
  var live: PixelRect?
  var overlays: [Placed]
  var standing: Standing

  /// Where it differs from what stands somewhere; all of it if that is not known.
  /// - Parameter place: where the display has an overlay's rectangle.
  func differences(from other: Standing?, place: (PixelRect) -> PixelRect) -> [PixelRect] {
    guard let other, other.base == standing.base, (other.live == nil) == (standing.live == nil) else {
      return [PixelRect(x: 0, y: 0, width: base.size.width, height: base.size.height)]
    }
    guard other != standing else { return [] }
    var rects: [PixelRect] = []
    if let live, other.live != standing.live || other.look != standing.look { rects.append(live) }
    let (old, new) = (other.overlays, standing.overlays)
    for overlay in old where !new.contains(overlay) { rects.append(place(overlay.rect)) }
    for overlay in new where !old.contains(overlay) { rects.append(place(overlay.rect)) }
    // What lies within another is drawn with it.
    return rects.enumerated().filter { index, rect in
      !rects.enumerated().contains { other, around in
        other != index && around.contains(rect) && (around != rect || other < index)
      }
    }.map(\.element)
  }

  /// Draws rectangles of it. Each pixel of the buffer is written once and never read, as many displays' memory is slow to
  /// read: a row is put together elsewhere first.
  /// - Parameters:
  ///   - frames: the live picture.
  ///   - edges: its outlines, drawn over it; nil: none.
  ///   - row: memory for a row of the display.
  func draw(
    _ rects: [PixelRect], into buffer: PixelBuffer, frames: LivePicture, edges: LiveEdges? = nil,
    row: UnsafeMutablePointer<UInt32>
  ) {
    for rect in rects {
      guard let live, let part = rect.intersection(live) else {
        drawBase(rect, into: buffer, row: row)
        continue
      }
      for piece in rect.subtracting(live) { drawBase(piece, into: buffer, row: row) }
      drawLive(part, live, into: buffer, frames, edges)
    }
  }

  private func drawBase(_ rect: PixelRect, into buffer: PixelBuffer, row: UnsafeMutablePointer<UInt32>) {
    let over = overlays.filter { $0.rect.intersects(rect) }
    let columns = rect.x..<rect.right
    for y in rect.y..<rect.bottom {
      let target = buffer.pixels + y * buffer.stride + rect.x
      guard over.contains(where: { y >= $0.rect.y && y < $0.rect.bottom }) else {
        base.copy(row: y, columns: columns, to: target)
        continue
      }
      base.copy(row: y, columns: columns, to: row)
      lay(over, y: y, from: rect.x, count: rect.width, on: row)
      target.update(from: row, count: rect.width)
    }
  }

  private func drawLive(
    _ rect: PixelRect, _ live: PixelRect, into buffer: PixelBuffer, _ frames: LivePicture, _ edges: LiveEdges?
  ) {
    let over = overlays.filter { $0.rect.intersects(rect) }
    let part = PixelRect(x: rect.x - live.x, y: rect.y - live.y, width: rect.width, height: rect.height)
    let colors = PixelColors(standing.look)
    frames.paint(part) { band in
      colors?.apply(to: band.pixels, count: band.rows * band.width)
      for index in 0..<band.rows {
        let y = live.y + band.y + index
        let line = band.pixels + index * band.width
        // Of another size they are those of a picture that is not drawn any more.
        if let edges, edges.size == live.size {
          edges.lay(row: band.y + index, columns: part.x..<part.x + part.width, over: line)
        }
        lay(over, y: y, from: rect.x, count: rect.width, on: line)
        (buffer.pixels + y * buffer.stride + rect.x).update(from: line, count: rect.width)
      }
    }
  }

  private func lay(
    _ over: [Placed], y: Int, from x: Int, count: Int, on line: UnsafeMutablePointer<UInt32>
  ) {
    for overlay in over where y >= overlay.rect.y && y < overlay.rect.bottom {
      let (left, right) = (max(x, overlay.rect.x), min(x + count, overlay.rect.right))
      guard left < right else { continue }
      overlay.picture.lay(
        row: y - overlay.rect.y, columns: left - overlay.rect.x..<right - overlay.rect.x, over: line + (left - x))
    }
  }
}
