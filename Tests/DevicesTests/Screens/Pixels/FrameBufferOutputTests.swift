import BoothCore
import CLinux
import Glibc
import Logging
import Synchronization
import Testing

@testable import BoothSystem
@testable import Screens

/// The output on a frame buffer device, with a device in memory.
struct FrameBufferOutputTests {
  private final class FakeFrameBuffer: FrameBufferDevice {
    let path = "/dev/fb9"
    let layout: FrameBufferLayout
    let pixels: UnsafeMutableRawPointer
    var wakes = 0
    var isClosed = false
    var wait: (@Sendable () -> Bool)?

    init() throws {
      var fixed = fb_fix_screeninfo()
      (fixed.smem_len, fixed.line_length, fixed.visual) = (40 * 20, 40, UInt32(FB_VISUAL_TRUECOLOR))
      var variable = fb_var_screeninfo()
      (variable.xres, variable.yres, variable.bits_per_pixel) = (16, 20, 16)
      variable.red = fb_bitfield(offset: 11, length: 5, msb_right: 0)
      variable.green = fb_bitfield(offset: 5, length: 6, msb_right: 0)
      variable.blue = fb_bitfield(offset: 0, length: 5, msb_right: 0)
      layout = try FrameBufferLayout(fixed, variable, path: path)
      pixels = .allocate(byteCount: 40 * 20, alignment: 8)
      pixels.initializeMemory(as: UInt8.self, repeating: 0x77, count: 40 * 20)
    }

    deinit { pixels.deallocate() }

    func wake() { wakes += 1 }
    func refreshWait() -> (@Sendable () -> Bool)? { wait }
    func close() { isClosed = true }

    func pixel(_ x: Int, _ y: Int) -> UInt16 { (pixels + y * 40).load(fromByteOffset: x * 2, as: UInt16.self) }
  }

  private final class Time {
    var now = Instant(nanoseconds: 4_000_000_000_000_000_000)
  }

  private let time = Time()
  private let device: FakeFrameBuffer

  init() throws { device = try FakeFrameBuffer() }

  private func output(console: FakeConsole? = nil) -> FrameBufferOutput {
    FrameBufferOutput(
      device: device, console: console, now: { [time] in time.now },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private func show(_ color: UInt32, _ rect: PixelRect, on output: FrameBufferOutput) throws {
    let buffer = try #require(output.nextBuffer())
    buffer.pixels.update(repeating: color, count: 16 * 20)
    try output.present(buffer, changed: [rect])
  }

  @Test func `what changed is copied in the device's own format, and nothing beside the picture`() throws {
    let output = output()
    #expect(output.size == PixelSize(width: 16, height: 20) && device.wakes == 1)
    #expect(device.pixel(15, 19) == 0 && device.pixel(16, 3) == 0x7777)
    try show(0xFFFFFF, PixelRect(x: 2, y: 3, width: 4, height: 5), on: output)
    for y in 0..<20 {
      for x in 0..<16 {
        #expect(device.pixel(x, y) == ((2..<6).contains(x) && (3..<8).contains(y) ? 0xFFFF : 0))
      }
    }
    #expect(output.takeEvents() == [.shown(at: time.now)])
    output.close()
    #expect(device.pixel(3, 4) == 0 && device.isClosed)
  }

  @Test func `pictures come at the display's pace`() throws {
    let output = output()
    let whole = PixelRect(x: 0, y: 0, width: 16, height: 20)
    try show(1, whole, on: output)
    let first = time.now
    #expect(output.takeEvents() == [.shown(at: first)])
    time.now = first + .milliseconds(2)
    try show(2, whole, on: output)
    #expect(output.takeEvents().isEmpty && output.nextBuffer() == nil)
    time.now = first + .milliseconds(17)
    #expect(output.takeEvents() == [.shown(at: first + output.refreshInterval)])
  }

  @Test func `another terminal is drawn over by nobody`() throws {
    let console = FakeConsole()
    let output = output(console: console)
    console.news = [.leave]
    #expect(output.takeEvents() == [.hidden] && output.nextBuffer() == nil)
    device.pixels.initializeMemory(as: UInt8.self, repeating: 0x33, count: 40 * 20)
    console.news = [.back]
    #expect(output.takeEvents() == [.visible])
    #expect(device.pixel(0, 0) == 0 && device.wakes == 2)
    #expect(output.nextBuffer()?.generation == 2)
    console.news = [.leave]
    _ = output.takeEvents()
    device.pixels.initializeMemory(as: UInt8.self, repeating: 0x44, count: 40 * 20)
    output.close()
    #expect(device.pixel(0, 0) == 0x4444 && console.isClosed)
  }

  @Test(.timeLimit(.minutes(15))) func `a driver that knows the refresh says when a picture is shown`() throws {
    device.wait = { true }
    let output = output()
    let before = DeviceClock.now()
    try show(1, PixelRect(x: 0, y: 0, width: 16, height: 20), on: output)
    var waiting = pollfd(fd: output.descriptors[0], events: Int16(POLLIN), revents: 0)
    var events: [PixelOutputEvent] = []
    while events.isEmpty {
      _ = poll(&waiting, 1, -1)
      events = output.takeEvents()
    }
    guard case .shown(let moment)? = events.first else { throw ScreenFault(subject: "\(events)", detail: "") }
    #expect(moment >= before && moment <= DeviceClock.now())
  }

  @Test func `a driver that never tells of a refresh is not waited for`() throws {
    // Nothing ever rings it.
    let bell = clinux_eventfd()
    device.wait = {
      var waiting = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
      return poll(&waiting, 1, -1) > 0
    }
    let output = output()
    let whole = PixelRect(x: 0, y: 0, width: 16, height: 20)
    try show(1, whole, on: output)
    #expect(output.takeEvents().isEmpty)
    let shown = time.now + FrameBufferOutput.refreshPatience
    time.now = shown + .milliseconds(1)
    #expect(output.takeEvents() == [.shown(at: shown)])
    time.now = shown + .milliseconds(20)
    try show(2, whole, on: output)
    #expect(output.takeEvents() == [.shown(at: time.now)])
    // Lets the thread end.
    var one: UInt64 = 1
    _ = write(bell, &one, 8)
  }

  @Test(.timeLimit(.minutes(15))) func `a driver that cannot tell is asked once`() throws {
    let asked = Mutex(0)
    let waiter = try #require(
      RefreshWaiter {
        asked.withLock { $0 += 1 }
        return false
      })
    waiter.ask()
    var waiting = pollfd(fd: waiter.descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&waiting, 1, -1)
    #expect(waiter.take() == .refused && waiter.take() == nil)
    waiter.ask()
    #expect(asked.withLock { $0 } == 1)
  }
}
