import BoothCore
import BoothSystem
import CLinux
import FoundationEssentials
import Glibc

/// One frame buffer device, mapped into memory. ``FrameBufferNode`` is a real one.
protocol FrameBufferDevice: AnyObject {
  var path: String { get }
  var layout: FrameBufferLayout { get }
  /// The first byte of what is shown.
  var pixels: UnsafeMutableRawPointer { get }
  /// Has the display awake, where the driver can.
  func wake()
  /// A call that waits for the display's next refresh, in some drivers for ever; it returns false where the driver
  /// cannot. For another thread; it needs nothing of this device any more.
  func refreshWait() -> (@Sendable () -> Bool)?
  func close()
}

/// What of a device's memory is shown, and how.
struct FrameBufferLayout: Equatable {
  /// What the driver calls itself: `vc4drmfb`.
  var name: String
  var size: PixelSize
  var strideBytes: Int
  /// From the memory's beginning to the first byte that is shown.
  var offset: Int
  var format: FrameBufferFormat
  /// Nil where the driver gives no timing.
  var refreshInterval: Duration?

  /// Reads what the kernel says.
  /// - Throws: a fault for what this program cannot draw in.
  init(_ fixed: fb_fix_screeninfo, _ variable: fb_var_screeninfo, path: String) throws(ScreenFault) {
    func fault(_ detail: String) -> ScreenFault { ScreenFault(subject: path, detail: detail) }
    func field(_ field: fb_bitfield) -> FrameBufferFormat.Field {
      FrameBufferFormat.Field(offset: Int(clamping: field.offset), length: Int(clamping: field.length))
    }
    name = withUnsafeBytes(of: fixed.id) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    size = PixelSize(width: Int(variable.xres), height: Int(variable.yres))
    strideBytes = Int(fixed.line_length)
    let depth = Int(variable.bits_per_pixel)
    let isReversed = [variable.red, variable.green, variable.blue].contains { $0.msb_right != 0 }
    guard fixed.type == UInt32(FB_TYPE_PACKED_PIXELS), variable.grayscale == 0,
      fixed.visual == UInt32(FB_VISUAL_TRUECOLOR) || fixed.visual == UInt32(FB_VISUAL_DIRECTCOLOR),
      let format = FrameBufferFormat(
        bitsPerPixel: depth, red: field(variable.red), green: field(variable.green), blue: field(variable.blue),
        isBitReversed: isReversed)
    else {
      throw fault(
        "\(name) has \(depth) bits a pixel in a layout that cannot be drawn in; set 16, 24 or 32 (fbset -depth 32)")
    }
    self.format = format
    offset = Int(variable.yoffset) * strideBytes + Int(variable.xoffset) * format.bytesPerPixel
    guard size.width > 0, size.height > 0, size.width <= 32_767, size.height <= 32_767,
      strideBytes >= size.width * format.bytesPerPixel,
      offset + (size.height - 1) * strideBytes + size.width * format.bytesPerPixel <= Int(fixed.smem_len)
    else {
      throw fault("\(name) says it shows \(size) pixels, which its memory of \(fixed.smem_len) bytes does not hold")
    }
    // Picoseconds a pixel, with the margins around the picture.
    let row =
      Int64(variable.xres) + Int64(variable.left_margin) + Int64(variable.right_margin) + Int64(variable.hsync_len)
    let rows =
      Int64(variable.yres) + Int64(variable.upper_margin) + Int64(variable.lower_margin) + Int64(variable.vsync_len)
    let picoseconds = Double(variable.pixclock) * Double(row) * Double(rows)
    let hertz = picoseconds > 0 ? 1e12 / picoseconds : 0
    refreshInterval = (10...500).contains(hertz) ? .nanoseconds(Int64(1e9 / hertz)) : nil
  }
}

/// A real ``FrameBufferDevice``: `/dev/fb0`.
final class FrameBufferNode: FrameBufferDevice {
  let path: String
  let layout: FrameBufferLayout
  let pixels: UnsafeMutableRawPointer
  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int
  private var descriptor: Int32

  init(path: String) throws(ScreenFault) {
    self.path = path
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.fault(path, "open", errno) }
    do throws(ScreenFault) {
      var fixed = fb_fix_screeninfo()
      var variable = fb_var_screeninfo()
      var code = clinux_ioctl(descriptor, UInt(FBIOGET_FSCREENINFO), &fixed)
      if code < 0 { throw Self.fault(path, "FBIOGET_FSCREENINFO", -code) }
      code = clinux_ioctl(descriptor, UInt(FBIOGET_VSCREENINFO), &variable)
      if code < 0 { throw Self.fault(path, "FBIOGET_VSCREENINFO", -code) }
      layout = try FrameBufferLayout(fixed, variable, path: path)
      byteCount = Int(fixed.smem_len)
      let address = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
      guard let address, address != MAP_FAILED else { throw Self.fault(path, "mmap", errno) }
      // A forked process would keep the device open by it.
      madvise(address, byteCount, MADV_DONTFORK)
      memory = address
      pixels = address + layout.offset
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit { close() }

  // FB_BLANK_UNBLANK is 0.
  func wake() { _ = clinux_ioctl(descriptor, UInt(FBIOBLANK), nil) }

  func refreshWait() -> (@Sendable () -> Bool)? {
    let own = OwnDescriptor(fcntl(descriptor, F_DUPFD_CLOEXEC, 3))
    guard own.number >= 0 else { return nil }
    return {
      var display: UInt32 = 0
      return clinux_ioctl(own.number, CLINUX_FBIO_WAITFORVSYNC, &display) >= 0
    }
  }

  func close() {
    guard descriptor >= 0 else { return }
    munmap(memory, byteCount)
    Glibc.close(descriptor)
    descriptor = -1
  }

  /// `/dev/fb0`, …
  static func paths() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    return names.compactMap { $0.hasPrefix("fb") ? UInt32($0.dropFirst(2)) : nil }.sorted().map { "/dev/fb\($0)" }
  }

  private static func fault(_ path: String, _ call: String, _ code: Int32) -> ScreenFault {
    let words = "\(call): \(SystemWords.of(code))"
    switch code {
    case ENOENT, ENODEV, ENXIO:
      return ScreenFault(
        subject: path, detail: "there is no such frame buffer (\(words)); `booth devices` lists those there are")
    case EACCES, EPERM:
      return ScreenFault(
        subject: path,
        detail:
          "may not be used by this user (\(words)): add it to the group video (usermod -aG video USER), then start anew"
      )
    default: return ScreenFault(subject: path, detail: "the driver refuses: \(words)")
    }
  }
}

/// A descriptor that is closed with the last who has it.
private final class OwnDescriptor: Sendable {
  let number: Int32
  init(_ number: Int32) { self.number = number }
  deinit { if number >= 0 { Glibc.close(number) } }
}
