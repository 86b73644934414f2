import BoothCore
import BoothImaging
import CTurboJPEG
import Glibc
import Measuring

/// From a 1080p JPEG frame, as the kernel's buffer holds it, to the pixels of the screen: beside TurboJPEG's own decode
/// of that frame, in turns with it, so that a busy machine slows both. False where a limit is missed.
func benchScreen() throws -> Bool {
  let size = PixelSize(width: 1920, height: 1080)
  let scene = Resampler.fill(size, with: try Stills.still(seed: 9).pixels)
  let jpeg = try JPEGCodec().encode(scene, quality: 80, subsampling: .s422)
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: jpeg.count, alignment: 16)
  memory.copyBytes(from: jpeg)
  let live = Frame(
    sequence: 123_456, capturedAt: Instant(nanoseconds: 0), size: size, layout: .jpeg, strideBytes: 0,
    bytes: UnsafeRawBufferPointer(memory), release: {})
  let turbo = TurboDecode(jpeg: jpeg, size: size)
  let cases: [(name: String, chain: TransformChain, screen: PixelSize, limit: Double)] = [
    ("1:1 mirrored", TransformChain(), size, 1.15),
    ("1:1 as it is", TransformChain(mirrorsScreen: false), size, 1.15),
    ("upside down, mirrored", TransformChain(mount: .upsideDown), size, 1.15),
    ("camera turned by 90°", TransformChain(mount: .turnRight), PixelSize(width: 1080, height: 1920), 1.6),
    ("screen turned by 90°", TransformChain(screen: .turnLeft), PixelSize(width: 1080, height: 1920), 1.6),
    ("scaled to 1280x800", TransformChain(), PixelSize(width: 1280, height: 800), 1.6),
    ("scaled to 1366x768", TransformChain(), PixelSize(width: 1366, height: 768), 1.6),
    ("halved to 960x540", TransformChain(), PixelSize(width: 960, height: 540), 1.15),
  ]
  var passed = true
  for (name, chain, screen, limit) in cases {
    let converter = FrameConverter(chain: chain)
    var picture = Bitmap(size: screen)
    for _ in 0..<3 {
      turbo.run()
      try converter.screen(live, into: &picture)
    }
    // Turn by turn, and the ratio of each pair: what slows the machine for longer than a frame slows both.
    let before = MallocCount.now
    var ratios: [Double] = []
    var (ours, theirs): ([Double], [Double]) = ([], [])
    var own: MallocCount?
    let rounds = 31
    for _ in 0..<rounds {
      let start = cpuMilliseconds()
      turbo.run()
      let middle = cpuMilliseconds()
      let counted = MallocCount.now
      try converter.screen(live, into: &picture)
      let used = MallocCount.now.map { now in counted.map { now - $0 } ?? now }
      let end = cpuMilliseconds()
      if let used { own = own.map { MallocCount.most($0, used) } ?? used }
      theirs.append(middle - start)
      ours.append(end - middle)
      ratios.append((end - middle) / (middle - start))
    }
    show("1080p JPEG to the screen, \(name)", median(ours))
    show("  TurboJPEG's own decode", median(theirs))
    let ratio = median(ratios)
    show("  times that (limit \(limit))", ratio, ratio > limit ? "MISSED" : "")
    if ratio > limit { passed = false }
    if before != nil, let own {
      let ours = "\(own.ours) of ours\(own.ours > 0 ? " MISSED" : "")"
      print("  mallocs a frame, at most: \(ours), \(own.turbo) of TurboJPEG's")
      if own.ours > 0 { passed = false }
    } else {
      print("  mallocs a frame: not counted (preload Reference/malloccount.c)")
    }
  }
  return passed
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
