import BoothCore
import CLinux
import Testing

@testable import Screens

/// Pixels as frame buffers keep them, and the kernel's description of one.
struct FrameBufferFormatTests {
  private static func format(_ bits: Int, _ red: (Int, Int), _ green: (Int, Int), _ blue: (Int, Int))
    -> FrameBufferFormat?
  {
    func field(_ pair: (Int, Int)) -> FrameBufferFormat.Field { .init(offset: pair.0, length: pair.1) }
    return FrameBufferFormat(
      bitsPerPixel: bits, red: field(red), green: field(green), blue: field(blue), isBitReversed: false)
  }

  private static let bgr888 = format(32, (0, 8), (8, 8), (16, 8))
  private static let bgr565 = format(16, (0, 5), (5, 6), (11, 5))
  private static let argb1555 = format(16, (10, 5), (5, 5), (0, 5))
  private static let rgb888 = format(24, (16, 8), (8, 8), (0, 8))
  private static let deep = format(32, (20, 10), (10, 10), (0, 10))
  private static let all: [FrameBufferFormat?] = [.xrgb8888, bgr888, .rgb565, bgr565, argb1555, rgb888, deep]

  /// What `0x123456` becomes.
  private static let packed: [(FrameBufferFormat?, UInt32)] = [
    (.xrgb8888, 0x0012_3456), (bgr888, 0x0056_3412), (.rgb565, 0x11AA), (bgr565, 0x51A2), (argb1555, 0x08CA),
    (rgb888, 0x0012_3456), (deep, 0x0483_4159),
  ]

  @Test(arguments: packed) func `a pixel goes where the bit fields say`(
    _ format: FrameBufferFormat?, _ packed: UInt32
  ) throws {
    let format = try #require(format)
    #expect(format.pack(0xFF12_3456) == packed)
  }

  @Test(arguments: all)
  func `what shows is the colour as far as the bits reach`(_ format: FrameBufferFormat?) throws {
    let format = try #require(format)
    for pixel: UInt32 in [0xFF00_0000, 0xFFFF_FFFF, 0xFF12_3456, 0xFFF0_8010] {
      let shown = format.unpack(format.pack(pixel))
      for shift: UInt32 in [0, 8, 16] {
        #expect(abs(Int(shown >> shift & 255) - Int(pixel >> shift & 255)) <= 8)
      }
    }
    #expect(format.unpack(format.pack(0xFFFF_FFFF)) == 0xFFFF_FFFF)
  }

  @Test(arguments: all)
  func `a row is its pixels, and nothing beside it is touched`(_ format: FrameBufferFormat?) throws {
    let format = try #require(format)
    let source: [UInt32] = [0xFF00_0000, 0xFFFF_FFFF, 0xFF12_3456, 0x00FE_DCBA, 0xFF80_4020]
    var target = [UInt8](repeating: 0xA5, count: 5 * 4 + 4)
    target.withUnsafeMutableBytes { format.write(source, 5, to: $0.baseAddress!) }
    for (index, pixel) in source.enumerated() {
      let wanted = format == .xrgb8888 ? pixel : format.pack(pixel)
      for byte in 0..<format.bytesPerPixel {
        #expect(target[index * format.bytesPerPixel + byte] == UInt8(truncatingIfNeeded: wanted >> UInt32(byte * 8)))
      }
    }
    #expect(target[(5 * format.bytesPerPixel)...].allSatisfy { $0 == 0xA5 })
  }

  @Test func `what cannot be drawn in is refused`() {
    #expect(Self.format(8, (0, 8), (0, 8), (0, 8)) == nil)
    #expect(Self.format(16, (12, 5), (5, 6), (0, 5)) == nil)
    #expect(Self.format(32, (16, 0), (8, 8), (0, 8)) == nil)
    let field = FrameBufferFormat.Field(offset: 0, length: 8)
    #expect(FrameBufferFormat(bitsPerPixel: 32, red: field, green: field, blue: field, isBitReversed: true) == nil)
  }

  // MARK: The kernel's description

  private static func device() -> (fb_fix_screeninfo, fb_var_screeninfo) {
    var fixed = fb_fix_screeninfo()
    withUnsafeMutableBytes(of: &fixed.id) { $0.copyBytes(from: Array("vc4drmfb".utf8)) }
    fixed.smem_len = 1_003_520
    fixed.line_length = 1664
    fixed.visual = UInt32(FB_VISUAL_TRUECOLOR)
    var variable = fb_var_screeninfo()
    (variable.xres, variable.yres, variable.bits_per_pixel) = (800, 480, 16)
    variable.red = fb_bitfield(offset: 11, length: 5, msb_right: 0)
    variable.green = fb_bitfield(offset: 5, length: 6, msb_right: 0)
    variable.blue = fb_bitfield(offset: 0, length: 5, msb_right: 0)
    return (fixed, variable)
  }

  @Test func `a layout is read, with its panning and its timing`() throws {
    var (fixed, variable) = Self.device()
    (variable.xoffset, variable.yoffset) = (4, 100)
    (variable.pixclock, variable.left_margin, variable.right_margin, variable.hsync_len) = (36_037, 45, 59, 2)
    (variable.upper_margin, variable.lower_margin, variable.vsync_len) = (21, 7, 2)
    let layout = try FrameBufferLayout(fixed, variable, path: "/dev/fb0")
    #expect(layout.name == "vc4drmfb" && layout.format == .rgb565)
    #expect(layout.size == PixelSize(width: 800, height: 480) && layout.strideBytes == 1664)
    #expect(layout.offset == 100 * 1664 + 8)
    let hertz = 1 / (try #require(layout.refreshInterval).inSeconds)
    #expect(abs(hertz - 60.05) < 0.05)
    variable.pixclock = 0
    #expect(try FrameBufferLayout(fixed, variable, path: "/dev/fb0").refreshInterval == nil)
    fixed.smem_len = 900_000
    #expect(throws: ScreenFault.self) { try FrameBufferLayout(fixed, variable, path: "/dev/fb0") }
  }

  @Test func `palettes and grey are refused in words`() throws {
    var (fixed, variable) = Self.device()
    fixed.visual = UInt32(FB_VISUAL_PSEUDOCOLOR)
    let fault = #expect(throws: ScreenFault.self) { try FrameBufferLayout(fixed, variable, path: "/dev/fb0") }
    #expect(fault?.subject == "/dev/fb0" && fault?.detail.contains("fbset -depth 32") == true)
    fixed.visual = UInt32(FB_VISUAL_TRUECOLOR)
    variable.grayscale = 1
    #expect(throws: ScreenFault.self) { try FrameBufferLayout(fixed, variable, path: "/dev/fb0") }
  }
}
