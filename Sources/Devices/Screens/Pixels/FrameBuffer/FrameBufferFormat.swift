import BoothCore

/// How a frame buffer device keeps a pixel: where in its 16, 24 or 32 bits each colour is (kernel documentation, "The
/// Frame Buffer Device"; `struct fb_bitfield`).
struct FrameBufferFormat: Sendable, Hashable, CustomStringConvertible {
  struct Field: Sendable, Hashable {
    /// The lowest bit.
    var offset: Int
    /// How many bits.
    var length: Int
  }

  var bitsPerPixel: Int
  var red: Field
  var green: Field
  var blue: Field

  static let xrgb8888 = FrameBufferFormat(
    bitsPerPixel: 32, red: Field(offset: 16, length: 8), green: Field(offset: 8, length: 8),
    blue: Field(offset: 0, length: 8))
  static let rgb565 = FrameBufferFormat(
    bitsPerPixel: 16, red: Field(offset: 11, length: 5), green: Field(offset: 5, length: 6),
    blue: Field(offset: 0, length: 5))

  /// Nil where this program cannot write such pixels.
  init?(bitsPerPixel: Int, red: Field, green: Field, blue: Field, isBitReversed: Bool) {
    let fits = [red, green, blue].allSatisfy {
      $0.length >= 1 && $0.length <= 16 && $0.offset >= 0 && $0.offset + $0.length <= bitsPerPixel
    }
    guard [16, 24, 32].contains(bitsPerPixel), fits, !isBitReversed else { return nil }
    self.init(bitsPerPixel: bitsPerPixel, red: red, green: green, blue: blue)
  }

  private init(bitsPerPixel: Int, red: Field, green: Field, blue: Field) {
    self.bitsPerPixel = bitsPerPixel
    self.red = red
    self.green = green
    self.blue = blue
  }

  var bytesPerPixel: Int { bitsPerPixel / 8 }

  /// `32 bit, red at 16, green at 8, blue at 0`.
  var description: String {
    "\(bitsPerPixel) bit, red \(red.length) at \(red.offset), green \(green.length) at \(green.offset), "
      + "blue \(blue.length) at \(blue.offset)"
  }

  /// One pixel, from `0xXXRRGGBB`.
  func pack(_ pixel: UInt32) -> UInt32 {
    Channel(red, from: 16).place(pixel) | Channel(green, from: 8).place(pixel) | Channel(blue, from: 0).place(pixel)
  }

  /// What shows of a packed pixel, as `0xFFRRGGBB`: the opposite of ``pack(_:)`` as far as the bits reach.
  func unpack(_ packed: UInt32) -> UInt32 {
    func channel(_ field: Field) -> UInt32 {
      let most = UInt32(1) << UInt32(field.length) - 1
      return (packed >> UInt32(field.offset) & most) * 255 / most
    }
    return 0xFF00_0000 | channel(red) << 16 | channel(green) << 8 | channel(blue)
  }

  /// Writes a row.
  /// - Parameters:
  ///   - source: `0xXXRRGGBB` pixels.
  ///   - target: `count * bytesPerPixel` bytes, of any alignment where they are three to a pixel.
  func write(_ source: UnsafePointer<UInt32>, _ count: Int, to target: UnsafeMutableRawPointer) {
    if self == Self.xrgb8888 {
      target.copyMemory(from: source, byteCount: count * 4)
      return
    }
    let (red, green, blue) = (Channel(red, from: 16), Channel(green, from: 8), Channel(blue, from: 0))
    func packed(_ index: Int) -> UInt32 {
      let pixel = source[index]
      return red.place(pixel) | green.place(pixel) | blue.place(pixel)
    }
    switch bitsPerPixel {
    case 16:
      let target = target.assumingMemoryBound(to: UInt16.self)
      for index in 0..<count { target[index] = UInt16(truncatingIfNeeded: packed(index)) }
    case 24:
      let target = target.assumingMemoryBound(to: UInt8.self)
      for index in 0..<count {
        let pixel = packed(index)
        // The least significant byte comes first on every machine that has such a buffer.
        target[index * 3] = UInt8(truncatingIfNeeded: pixel)
        target[index * 3 + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
        target[index * 3 + 2] = UInt8(truncatingIfNeeded: pixel >> 16)
      }
    default:
      let target = target.assumingMemoryBound(to: UInt32.self)
      for index in 0..<count { target[index] = packed(index) }
    }
  }

  /// One colour's way from eight bits at one place to its own bits at another.
  private struct Channel {
    var from: UInt32
    /// Bits that have no room, and bits that are there in addition.
    var lost: UInt32
    var more: UInt32
    var to: UInt32

    init(_ field: Field, from: UInt32) {
      self.from = from
      lost = UInt32(max(0, 8 - field.length))
      more = UInt32(max(0, field.length - 8))
      to = UInt32(field.offset)
    }

    @inline(__always) func place(_ pixel: UInt32) -> UInt32 {
      let value = pixel &>> from & 255
      // Of ten bits the lowest two repeat the highest, so that white stays white.
      return ((value &>> lost) &<< more | value &>> (8 &- more)) &<< to
    }
  }
}
