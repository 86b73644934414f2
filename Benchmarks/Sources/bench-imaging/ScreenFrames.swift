import BoothCore
import Screens
import Imaging
import CTurboJPEG
import Dispatch
import Glibc
import Logging
import Measuring

/// From a 1080p JPEG frame, as the kernel's buffer holds it, to a display's memory, by the thread that draws the guests'
/// screen there, with what stands over the picture: beside TurboJPEG's own decode of that frame, in turns with it, so that a
/// busy machine slows both. False where a limit is missed.
func benchScreen() async throws -> Bool {
  let size = PixelSize(width: 1920, height: 1080)
  let upright = PixelSize(width: 1080, height: 1920)
  let scene = Resampler.fill(size, with: try Stills.still(seed: 9).pixels)
  let jpeg = try JPEGCodec().encode(scene, quality: 80, subsampling: .s422)
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: jpeg.count, alignment: 16)
  memory.copyBytes(from: jpeg)
  let live = Frame(
    sequence: 123_456, capturedAt: Instant(nanoseconds: 0), size: size, layout: .jpeg, strideBytes: 0,
    bytes: UnsafeRawBufferPointer(memory), release: {})
  let turbo = TurboDecode(jpeg: jpeg, size: size)
  // The live view has the proportions of the photo's place on the composite: all of the frame, or a part of it.
  let (whole, photo) = (PixelSize(width: 16, height: 9), PixelSize(width: 3, height: 2))
  let cases: [Case] = [
    Case("all of it", size, whole),
    Case("all of it, not mirrored", size, whole, TransformChain(mirrorsScreen: false)),
    Case("cut to 3:2", size, photo),
    Case("camera upside down", size, whole, TransformChain(mount: .upsideDown)),
    Case(
      "camera turned by 90°", upright, PixelSize(width: 9, height: 16), TransformChain(mount: .turnRight), limit: 1.7),
    Case("display turned by 90°", upright, whole, TransformChain(screen: .turnLeft), limit: 1.7),
    Case("scaled to 1280x720", PixelSize(width: 1280, height: 720), whole, limit: 1.9),
    Case("scaled to 1366x768", PixelSize(width: 1366, height: 768), whole, limit: 1.9),
    Case("halved to 960x540", PixelSize(width: 960, height: 540), whole),
  ]
  var passed = true
  for one in cases {
    let display = Display(one.display)
    let screen = try PixelScreen(
      output: display, options: .init(chain: one.chain), eventFolder: { "/nowhere/" + $0 }, clock: StillClock(),
      logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() })
    screen.show(one.picture)
    display.waitForPicture()
    for _ in 0..<3 {
      turbo.run()
      screen.receive(live)
      display.waitForPicture()
    }
    // Turn by turn, and the ratio of each pair: what slows the machine for longer than a frame slows both.
    var ratios: [Double] = []
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for _ in 0..<31 {
      let start = cpuMilliseconds()
      turbo.run()
      let middle = cpuMilliseconds()
      screen.receive(live)
      display.waitForPicture()
      let end = cpuMilliseconds()
      theirs.append(middle - start)
      ours.append(end - middle)
      ratios.append((end - middle) / (middle - start))
    }
    await screen.close()
    show("1080p JPEG to the display, \(one.name)", median(ours))
    show("  TurboJPEG's own decode", median(theirs))
    let ratio = median(ratios)
    show("  times that (limit \(one.limit))", ratio, ratio > one.limit ? "MISSED" : "")
    if ratio > one.limit { passed = false }
    if try !countMallocs(one, live) { passed = false }
  }
  return passed
}

/// A display, how it and the camera are mounted, and the proportions of the photo that guests pose for.
private struct Case {
  var name: String
  var display: PixelSize
  var chain: TransformChain
  var picture: ScreenPicture
  /// Of TurboJPEG's own time.
  var limit: Double

  init(
    _ name: String, _ display: PixelSize, _ photo: PixelSize, _ chain: TransformChain = TransformChain(),
    limit: Double = 1.5
  ) {
    (self.name, self.display, self.chain, self.limit) = (name, display, chain, limit)
    let size = PixelSize(width: photo.width * 60, height: photo.height * 60)
    let event = Event(
      id: 7, slug: "bench", name: "Bench", date: "2026-06-20",
      layout: CompositeLayout(size: size, slots: [PixelRect(x: 0, y: 0, width: size.width, height: size.height)]))
    var scene = Scene(BoothFlow())
    (scene.content, scene.strip, scene.strips) = (.getReady, 0, 3)
    picture = ScreenPicture(scene: scene, event: event, events: [event])
  }
}

/// A display without a refresh: two buffers, and word of each picture.
final class Display: PixelOutput {
  let size: PixelSize
  let refreshInterval = Duration.nanoseconds(16_666_667)
  let descriptors: [Int32] = []
  private let buffers: [UnsafeMutablePointer<UInt32>]
  private var front = 0
  private let presented = DispatchSemaphore(value: 0)
  /// What stands on it.
  var shown: UnsafeMutablePointer<UInt32> { buffers[front] }

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
    presented.signal()
  }

  func takeEvents() -> [PixelOutputEvent] { [] }
  func close() {}

  func waitForPicture() {
    if presented.wait(timeout: .now() + .seconds(10)) == .timedOut { fail("the screen shows nothing") }
  }
}

/// Nothing moves by itself, so that only live frames are drawn.
struct StillClock: BoothClock {
  let now = Instant(nanoseconds: 1_000_000_000)
  let wallTime = WallTime(unixSeconds: 0)
  func sleep(until instant: Instant) async throws {}
}

/// Whether a live frame, once one of its kind has been seen, becomes pixels without any malloc but TurboJPEG's own.
private func countMallocs(_ one: Case, _ frame: Frame) throws -> Bool {
  let picture = LivePicture(chain: one.chain)
  let all = PixelRect(x: 0, y: 0, width: one.display.width, height: one.display.height)
  var most: MallocCount?
  for round in 0..<8 {
    guard let before = MallocCount.now else {
      print("  mallocs a frame: not counted (preload Reference/malloccount.c)")
      return true
    }
    try picture.take(frame, size: one.display)
    var rows = 0
    picture.paint(all) { rows += $0.rows }
    guard rows == one.display.height, let after = MallocCount.now else { fail("the frame was not painted whole") }
    let used = after - before
    // The first make room.
    if round >= 3 { most = most.map { MallocCount.most($0, used) } ?? used }
  }
  guard let most else { return true }
  print(
    "  mallocs a frame, at most: \(most.ours) of ours\(most.ours > 0 ? " MISSED" : ""), \(most.turbo) of TurboJPEG's")
  return most.ours == 0
}

/// The library called as its manual says, with the same flags as ours.
private final class TurboDecode {
  private let handle = tjInitDecompress()
  private let jpeg: [UInt8]
  private let size: PixelSize
  private var pixels: [UInt32]

  init(jpeg: [UInt8], size: PixelSize) {
    self.jpeg = jpeg
    self.size = size
    pixels = Array(repeating: 0, count: size.area)
  }

  deinit { tjDestroy(handle) }

  func run() {
    let code = pixels.withUnsafeMutableBytes { pixels in
      tjDecompress2(
        handle, jpeg, UInt(jpeg.count), pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), CInt(size.width),
        CInt(size.width * 4), CInt(size.height), CInt(TJPF_BGRA.rawValue), TJFLAG_FASTDCT | TJFLAG_FASTUPSAMPLE)
    }
    if code != 0 { fail("TurboJPEG refused: \(String(cString: tjGetErrorStr2(handle)))") }
  }
}

/// What Reference/malloccount.c has counted, where it is preloaded.
private struct MallocCount {
  var ours: UInt64
  var turbo: UInt64

  private typealias Count = @convention(c) () -> UInt64
  private static let calls: (ours: Count, turbo: Count)? = {
    guard let begin = dlsym(nil, "malloccount_begin"), let ours = dlsym(nil, "malloccount_ours"),
      let theirs = dlsym(nil, "malloccount_theirs")
    else { return nil }
    unsafeBitCast(begin, to: (@convention(c) () -> Void).self)()
    return (unsafeBitCast(ours, to: Count.self), unsafeBitCast(theirs, to: Count.self))
  }()

  static var now: MallocCount? { calls.map { MallocCount(ours: $0.ours(), turbo: $0.turbo()) } }

  static func - (a: MallocCount, b: MallocCount) -> MallocCount {
    MallocCount(ours: a.ours - b.ours, turbo: a.turbo - b.turbo)
  }

  static func most(_ a: MallocCount, _ b: MallocCount) -> MallocCount {
    MallocCount(ours: max(a.ours, b.ours), turbo: max(a.turbo, b.turbo))
  }
}
