import BoothCore
import BoothTesting
import FoundationEssentials
import Glibc
import Imaging
import Logging
import Testing

@testable import Screens

/// A display in memory, and what is recorded of one.
struct MemoryOutputTests {
  private let size = PixelSize(width: 12, height: 8)
  private let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func show(_ color: UInt32, on output: any PixelOutput) throws {
    let buffer = try #require(output.nextBuffer())
    buffer.pixels.update(repeating: color, count: buffer.size.area)
    try output.present(buffer, changed: [PixelRect(x: 0, y: 0, width: buffer.size.width, height: buffer.size.height)])
  }

  @Test func `a picture is shown from the refresh on`() throws {
    let output = MemoryOutput(size: size, refreshesItself: false)
    #expect(output.picture == nil)
    try show(0x11, on: output)
    #expect(output.picture == nil && output.nextBuffer() == nil && output.takeEvents().isEmpty)
    output.refresh(at: Instant(nanoseconds: 5))
    #expect(output.takeEvents() == [.shown(at: Instant(nanoseconds: 5))])
    #expect(output.picture?[3, 3] == 0xFF00_0011)
    try show(0x22, on: output)
    #expect(output.picture?[3, 3] == 0xFF00_0011)
    output.refresh(at: Instant(nanoseconds: 9))
    #expect(output.shownPicture()?[3, 3] == 0xFF00_0022)
  }

  @Test(.timeLimit(.minutes(15))) func `left alone it refreshes itself`() throws {
    let output = MemoryOutput(size: size)
    try show(0x11, on: output)
    var waiting = pollfd(fd: output.descriptors[0], events: Int16(POLLIN), revents: 0)
    _ = poll(&waiting, 1, -1)
    #expect(output.takeEvents().count == 1 && output.picture != nil)
  }

  @Test func `it is hidden, revealed and changed as a display is`() throws {
    let output = MemoryOutput(size: size, refreshesItself: false)
    let lent = try #require(output.nextBuffer())
    output.hide()
    output.hide()
    #expect(output.takeEvents() == [.hidden] && output.nextBuffer() == nil)
    output.reveal()
    #expect(output.takeEvents() == [.visible])
    try output.present(lent, changed: [])
    #expect(output.nextBuffer()?.generation == 2)
    output.resize(to: PixelSize(width: 4, height: 4))
    #expect(output.takeEvents() == [.changed] && output.nextBuffer()?.size == PixelSize(width: 4, height: 4))
    #expect(output.picture == nil)
  }

  // MARK: Recording

  private final class Time {
    var now = Instant(nanoseconds: 4_000_000_000_000_000_000)
  }

  @Test func `pictures are kept at a limited rate, and the last one always`() throws {
    let time = Time()
    let inner = MemoryOutput(size: size, refreshesItself: false)
    let recorder = PictureRecorder(file: nil, logger: quiet)
    let output = RecordingOutput(inner, recorder: recorder, interval: .milliseconds(500), now: { time.now })
    func present(_ color: UInt32) throws {
      try show(color, on: output)
      inner.refresh(at: time.now)
      _ = output.takeEvents()
    }
    try present(1)
    #expect(recorder.lastPicture?[0, 0] == 0xFF00_0001)
    time.now = time.now + .milliseconds(100)
    try present(2)
    time.now = time.now + .milliseconds(100)
    try present(3)
    #expect(recorder.lastPicture?[0, 0] == 0xFF00_0001)
    time.now = time.now + .milliseconds(300)
    _ = output.takeEvents()
    #expect(recorder.lastPicture?[0, 0] == 0xFF00_0003)
    // What is gone with its display is not read.
    time.now = time.now + .milliseconds(100)
    try present(4)
    inner.resize(to: PixelSize(width: 4, height: 4))
    time.now = time.now + .milliseconds(500)
    #expect(output.takeEvents() == [.changed] && recorder.lastPicture?[0, 0] == 0xFF00_0003)
    #expect(output.size == PixelSize(width: 4, height: 4))
    try present(5)
    #expect(recorder.lastPicture?.size == PixelSize(width: 4, height: 4))
  }

  /// One memory that is drawn in again and again: a frame buffer, or a card's shadow.
  private final class OneMemory: PixelOutput {
    let size = PixelSize(width: 12, height: 8)
    let refreshInterval = Duration.milliseconds(16)
    let descriptors: [Int32] = []
    private let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: 96)

    init() { pixels.initialize(repeating: 0, count: 96) }
    deinit { pixels.deallocate() }
    func nextBuffer() -> PixelBuffer? { PixelBuffer(index: 0, generation: 1, pixels: pixels, size: size, stride: 12) }
    func present(_ buffer: PixelBuffer, changed: [PixelRect]) throws(ScreenFault) {}
    func takeEvents() -> [PixelOutputEvent] { [] }
    func close() {}
  }

  @Test func `the last picture is kept where its memory was lent again and nothing was to be drawn`() throws {
    let time = Time()
    let recorder = PictureRecorder(file: nil, logger: quiet)
    let output = RecordingOutput(OneMemory(), recorder: recorder, interval: .milliseconds(500), now: { time.now })
    try show(1, on: output)
    time.now = time.now + .milliseconds(100)
    try show(2, on: output)
    // Who draws looks whether there is something to draw, and there is not.
    _ = output.takeEvents()
    #expect(output.nextBuffer() != nil)
    time.now = time.now + .milliseconds(500)
    _ = output.takeEvents()
    #expect(recorder.lastPicture?[0, 0] == 0xFF00_0002)
  }

  @Test func `the file of the last picture is that picture`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/latest.png"
    let output = RecordingOutput(
      MemoryOutput(size: size), recorder: PictureRecorder(file: .latest(path: path), logger: quiet))
    try show(0x80_4020, on: output)
    output.close()
    let bytes = try #require(FileManager.default.contents(atPath: path))
    #expect(try PNG.decode(Array(bytes))[5, 5] == 0xFF80_4020)
    #expect(!FileManager.default.fileExists(atPath: path + ".part"))
  }

  @Test func `a film is one picture after the other`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/screen.mjpeg"
    for color: UInt32 in [0xFF_FFFF, 0] {
      let recorder = PictureRecorder(file: .film(path: path), logger: quiet)
      recorder.take(Bitmap(size: size, pixels: Array(repeating: color | 0xFF00_0000, count: size.area)))
      recorder.close()
      recorder.close()
    }
    let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    let starts = bytes.indices.dropLast(2).filter {
      bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD8 && bytes[$0 + 2] == 0xFF
    }
    #expect(starts.count == 2 && starts.first == 0)
    #expect(bytes.suffix(2) == [0xFF, 0xD9])
  }

  @Test func `a folder that is not there stops nobody`() throws {
    let recorder = PictureRecorder(file: .latest(path: "/nowhere/latest.png"), logger: quiet)
    recorder.take(Bitmap(size: size))
    recorder.close()
    #expect(recorder.lastPicture != nil)
  }
}
