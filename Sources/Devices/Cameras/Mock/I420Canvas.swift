package import BoothCore

/// A colour as video has it: BT.601, full range, as in JPEG files.
struct VideoColor: Equatable {
  var y: UInt8
  var u: UInt8
  var v: UInt8

  init(y: UInt8, u: UInt8 = 128, v: UInt8 = 128) {
    self.y = y
    self.u = u
    self.v = v
  }

  init(_ color: RGBColor) {
    let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
    // ITU-T T.871, 7: the JFIF conversion.
    func byte(_ value: Double) -> UInt8 { UInt8(clamping: Int(value + 0.5)) }
    y = byte(0.299 * red + 0.587 * green + 0.114 * blue)
    u = byte(128 - 0.168736 * red - 0.331264 * green + 0.5 * blue)
    v = byte(128 + 0.5 * red - 0.418688 * green - 0.081312 * blue)
  }

  static let white = VideoColor(y: 255)
  static let black = VideoColor(y: 0)
}

/// Uninitialised bytes that go when the last reference does.
private final class PixelMemory {
  let bytes: UnsafeMutableRawBufferPointer
  init(byteCount: Int) { bytes = .allocate(byteCount: byteCount, alignment: 64) }
  deinit { bytes.deallocate() }
}

/// Draws rectangles into an I420 picture (``FrameLayout/i420``, stride = width), quickly: whole rows at a time.
///
/// Positions and sizes are rounded to even pixels and clipped, so every rectangle covers whole chroma samples.
package struct I420Canvas {
  package let size: PixelSize
  private let base: UnsafeMutableRawPointer
  /// Keeps memory of the canvas's own alive.
  private let owned: PixelMemory?

  /// Makes a canvas with memory of its own, shared by all copies of this value; its contents are undefined.
  package init(size: PixelSize) {
    let memory = PixelMemory(byteCount: Self.byteCount(size))
    self.init(size: size, bytes: memory.bytes, owned: memory)
  }

  /// - Parameter bytes: at least `byteCount(size)` bytes, lent for as long as the canvas is used.
  init(size: PixelSize, bytes: UnsafeMutableRawBufferPointer) { self.init(size: size, bytes: bytes, owned: nil) }

  private init(size: PixelSize, bytes: UnsafeMutableRawBufferPointer, owned: PixelMemory?) {
    precondition(size.width % 2 == 0 && size.height % 2 == 0, "I420 pictures have even sides, not \(size)")
    precondition(bytes.count >= Self.byteCount(size), "\(bytes.count) bytes are too few for I420 of \(size)")
    self.size = size
    base = bytes.baseAddress!
    self.owned = owned
  }

  static func byteCount(_ size: PixelSize) -> Int { size.area * 3 / 2 }

  /// The three planes; valid while this canvas is.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: Self.byteCount(size)) }

  /// Where a plane's row begins; planes 0, 1, 2 are Y, U, V.
  func row(_ row: Int, plane: Int) -> UnsafeMutableRawPointer {
    let quarter = size.area / 4
    return switch plane {
    case 0: base + row * size.width
    case 1: base + size.area + row * (size.width / 2)
    default: base + size.area + quarter + row * (size.width / 2)
    }
  }

  func fill(_ rect: PixelRect, _ color: VideoColor) {
    guard let rect = clipped(rect) else { return }
    for line in rect.y..<rect.y + rect.height {
      (row(line, plane: 0) + rect.x).initializeMemory(as: UInt8.self, repeating: color.y, count: rect.width)
    }
    for (plane, value) in [(1, color.u), (2, color.v)] {
      for line in rect.y / 2..<(rect.y + rect.height) / 2 {
        (row(line, plane: plane) + rect.x / 2)
          .initializeMemory(as: UInt8.self, repeating: value, count: rect.width / 2)
      }
    }
  }

  /// Copies a rectangle from the same place of a picture of the same size.
  func copy(_ rect: PixelRect, from other: I420Canvas) {
    guard let rect = clipped(rect), size == other.size else { return }
    for line in rect.y..<rect.y + rect.height {
      (row(line, plane: 0) + rect.x).copyMemory(from: other.row(line, plane: 0) + rect.x, byteCount: rect.width)
    }
    for plane in 1...2 {
      for line in rect.y / 2..<(rect.y + rect.height) / 2 {
        (row(line, plane: plane) + rect.x / 2)
          .copyMemory(from: other.row(line, plane: plane) + rect.x / 2, byteCount: rect.width / 2)
      }
    }
  }

  func copyAll(from other: I420Canvas) { base.copyMemory(from: other.base, byteCount: Self.byteCount(size)) }

  /// Writes text in the ``PixelFont``, each of its dots a square of `dot` pixels; characters it lacks are blank.
  func text(_ text: String, x: Int, y: Int, dot: Int, _ color: VideoColor) {
    var left = x
    for character in text.utf8 {
      for (line, bits) in PixelFont.rows(of: character).enumerated() {
        var column = 0
        while column < PixelFont.width {
          guard bits & (0x10 >> column) != 0 else {
            column += 1
            continue
          }
          let first = column
          while column < PixelFont.width, bits & (0x10 >> column) != 0 { column += 1 }
          fill(
            PixelRect(x: left + first * dot, y: y + line * dot, width: (column - first) * dot, height: dot), color)
        }
      }
      left += (PixelFont.width + 1) * dot
    }
  }

  private func clipped(_ rect: PixelRect) -> PixelRect? {
    let left = max(0, rect.x) & ~1
    let top = max(0, rect.y) & ~1
    let right = min(size.width, (rect.x + rect.width + 1) & ~1)
    let bottom = min(size.height, (rect.y + rect.height + 1) & ~1)
    guard left < right, top < bottom else { return nil }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
