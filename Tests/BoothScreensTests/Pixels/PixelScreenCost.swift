import BoothCore
import BoothImaging
import FoundationEssentials
import Glibc
import Logging
import Synchronization
import Testing

@testable import BoothScreens

/// What drawing costs: `BOOTH_BENCH=1 … --filter PixelScreenCost` prints it. This room is optimized in debug builds too.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["BOOTH_BENCH"] != nil, "BOOTH_BENCH is not set"), .serialized)
struct PixelScreenCost {
  private static let size = PixelSize(width: 1920, height: 1080)

  /// A display without a refresh, whose pictures nobody copies.
  private final class Display: PixelOutput, @unchecked Sendable {
    // Sendable: made by the test, used by the screen's thread; what both touch is locked.
    let size: PixelSize
    let refreshInterval = Duration.nanoseconds(16_666_667)
    let descriptors: [Int32] = []
    let presents = Mutex(0)
    private let buffers: [UnsafeMutablePointer<UInt32>]
    private var front = 0

    init(_ size: PixelSize) {
      self.size = size
      buffers = (0..<2).map { _ in
        let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: size.area)
        memory.initialize(repeating: 0, count: size.area)
        return memory
      }
    }

    deinit { for buffer in buffers { buffer.deallocate() } }

    func nextBuffer() -> PixelBuffer? {
      PixelBuffer(index: 1 - front, generation: 1, pixels: buffers[1 - front], size: size, stride: size.width)
    }

    func present(_ buffer: PixelBuffer, changed: [PixelRect]) throws(ScreenFault) {
      front = buffer.index
      presents.withLock { $0 += 1 }
    }

    func takeEvents() -> [PixelOutputEvent] { [] }
    func close() {}
  }

  private struct MachineClock: BoothClock {
    private static let start = ContinuousClock.now

    var now: Instant {
      Instant(nanoseconds: 1_000_000_000) + Self.start.duration(to: ContinuousClock.now)
    }
    var wallTime: WallTime { WallTime(unixSeconds: 0) }
    func sleep(until instant: Instant) async throws { try await ContinuousClock().sleep(for: instant - now) }
  }

  /// Of the whole process.
  private var cpuMilliseconds: Double { Double(clock()) / 1000 }

  /// A 1080p picture as webcams send it: soft, with some noise.
  private func jpeg() throws -> [UInt8] {
    var scene = ScenePictures.guests(Self.size)
    var random: UInt64 = 88_172_645_463_325_252
    scene.withMutablePixels { pixels in
      for index in pixels.indices {
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        pixels[index] = pixels[index] &+ UInt32(random & 7) &* 0x01_0101 | 0xFF00_0000
      }
    }
    return try JPEGCodec().encode(scene, quality: 80, subsampling: .s422)
  }

  @Test func `live frames, the invitation and a still scene`() async throws {
    let bytes = try jpeg()
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    defer { memory.deallocate() }
    memory.copyBytes(from: bytes)
    nonisolated(unsafe) let raw = UnsafeRawBufferPointer(memory)
    let clock = MachineClock()
    var whole = SceneSamples.wedding
    whole.layout.slots = Array(repeating: PixelRect(x: 0, y: 0, width: 1600, height: 900), count: 3)
    let upright = PixelSize(width: 1080, height: 1920)
    let cases: [(String, PixelSize, TransformChain, Event, @Sendable (Instant) -> Scene.Content)] = [
      ("3:2 on a wide screen", Self.size, TransformChain(), SceneSamples.wedding, { _ in .getReady }),
      ("16:9 on a wide screen", Self.size, TransformChain(), whole, { _ in .getReady }),
      ("recording, 16:9", Self.size, TransformChain(), whole, { .recording(since: $0, until: $0 + .seconds(10)) }),
      ("countdown, 16:9", Self.size, TransformChain(), whole, { .countdown(until: $0 + .seconds(10)) }),
      ("under a guide", Self.size, TransformChain(), whole, { _ in .aim(guide: "attract.jpg") }),
      ("3:2 on an upright screen", upright, TransformChain(), SceneSamples.wedding, { _ in .getReady }),
      (
        "3:2 on a screen that is turned", Self.size, TransformChain(screen: .turnLeft), SceneSamples.wedding,
        { _ in .getReady }
      ),
      ("invitation", Self.size, TransformChain(), SceneSamples.wedding, { _ in .attract }),
      ("still scene", Self.size, TransformChain(), SceneSamples.wedding, { _ in .paused }),
    ]
    for (name, size, chain, event, content) in cases {
      let display = Display(size)
      let screen = try PixelScreen(
        output: display, options: .init(chain: chain),
        eventFolder: { ScenePictures.eventsFolder.path + "/" + $0 }, clock: clock,
        logger: Logger(label: "cost") { _ in SwiftLogNoOpLogHandler() })
      screen.show(SceneSamples.picture(content(clock.now), event))
      let frames = 60
      var (start, before, due) = (0.0, 0, clock.now)
      let isLive = SceneSamples.picture(content(clock.now), event).scene.showsLiveView
      for number in 0..<frames + 10 {
        if number == 10 { (start, before) = (cpuMilliseconds, display.presents.withLock { $0 }) }
        if isLive {
          screen.receive(
            Frame(
              sequence: UInt64(number), capturedAt: clock.now, size: Self.size, layout: .jpeg, strideBytes: 0,
              bytes: raw, release: {}))
        }
        due = due + .nanoseconds(33_333_333)
        try await clock.sleep(until: due)
      }
      let used = cpuMilliseconds - start
      let presents = display.presents.withLock { $0 } - before
      print(
        "\(name): \((used / Double(frames) * 100).rounded() / 100) ms CPU a frame at 30 a second, "
          + "\((used / 20 * 10).rounded() / 10) % of a core, \(presents) pictures shown in 2 s")
      await screen.close()
    }
  }

  @Test func `a sheet and its still picture`() throws {
    for (name, content) in [
      ("attract", Scene.Content.attract), ("ready", .getReady), ("paused", .paused),
      ("code", .qr(link: SceneSamples.link, until: SceneSamples.now + .seconds(9))),
    ] {
      let picture = SceneSamples.picture(content, SceneSamples.jerusalem)
      let painter = ScenePainter()
      var sheet = painter.sheet(picture, size: Self.size, now: SceneSamples.now)
      var start = cpuMilliseconds
      for _ in 0..<50 { sheet = painter.sheet(picture, size: Self.size, now: SceneSamples.now) }
      let made = (cpuMilliseconds - start) / 50
      let loaded = sheet.wantedPictures.compactMap { wanted in SheetSamples.load(wanted).map { (wanted, $0) } }
      var bitmap = Bitmap(size: Self.size)
      start = cpuMilliseconds
      for _ in 0..<5 {
        try bitmap.draw(sheet.base, in: PixelRect(x: 0, y: 0, width: 1920, height: 1080)) { wanted in
          loaded.first { $0.0 == wanted }?.1
        }
      }
      let drawn = (cpuMilliseconds - start) / 5
      print("\(name): sheet \(made) ms, still picture \(drawn) ms without loading artwork")
    }
  }
}
