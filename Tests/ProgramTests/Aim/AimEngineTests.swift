import BoothCore
import FoundationEssentials
import ImageRegistration
import Imaging
import Testing

@testable import CommandSupport
@testable import booth

/// What is said to a person who aims, from real frames of a drawn scene; without learned features, as anywhere.
@Suite struct AimEngineTests {
  private static let size = PixelSize(width: 640, height: 448)

  /// House fronts of seeded widths, heights and windows, none like another.
  private static func scene(movedRight: Int = 0) -> [UInt8] {
    var random = SystemFreeRandom(state: 7)
    var pixels = [UInt8](repeating: 205, count: size.width * size.height)
    func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ value: UInt8) {
      for row in max(0, y)..<max(0, y, min(size.height, y + height)) {
        for column in max(0, x)..<max(0, x, min(size.width, x + width)) {
          pixels[row * size.width + column] = value
        }
      }
    }
    var x = -120
    while x < size.width + 120 {
      let width = 46 + random.next(70)
      let height = 150 + random.next(220)
      let wall = UInt8(70 + random.next(90))
      fill(x + movedRight, size.height - height, width, height, wall)
      for _ in 0..<7 {
        fill(
          x + movedRight + 6 + random.next(max(1, width - 26)), size.height - height + 10 + random.next(height - 40),
          8 + random.next(12), 10 + random.next(22), UInt8(20 + random.next(40)))
      }
      x += width + random.next(14)
    }
    return pixels
  }

  private static func frame(_ luma: [UInt8]) -> Frame {
    let count = luma.count
    nonisolated(unsafe) let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count * 3 / 2, alignment: 16)
    for index in 0..<count { bytes[index] = luma[index] }
    for index in count..<count * 3 / 2 { bytes[index] = 128 }
    return Frame(
      sequence: 1, capturedAt: Instant(nanoseconds: 0), size: size, layout: .i420, strideBytes: size.width,
      bytes: UnsafeRawBufferPointer(bytes), release: { bytes.deallocate() })
  }

  /// The old picture as a file.
  private static func oldFile() throws -> String {
    let path = FileManager.default.temporaryDirectory.path + "/old-\(UUID().uuidString).jpg"
    var bitmap = Bitmap(size: size, color: .black)
    let luma = scene()
    bitmap.withMutablePixels { pixels in
      for index in luma.indices { pixels[index] = 0xFF00_0000 | UInt32(luma[index]) * 0x1_0101 }
    }
    try Data(try JPEGCodec().encode(bitmap, quality: 92)).write(to: URL(filePath: path))
    return path
  }

  private func said(movedRight: Int, _ view: GuideView = GuideView()) throws -> AimAdvice {
    let path = try Self.oldFile()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let chain = TransformChain(mirrorsScreen: false)
    let engine = try AimEngine(old: path, chain: chain, matcher: nil)
    var advice = AimAdvice(.unsure)
    for _ in 0..<2 { advice = try engine.take(Self.frame(Self.scene(movedRight: movedRight)), view) }
    return advice
  }

  @Test func `a scene to the right of the guide wants a turn to the right, and one to the left to the left`() throws {
    guard case .move(.turnRight, _) = try said(movedRight: 45).saying else {
      Issue.record("\(try said(movedRight: 45))")
      return
    }
    guard case .move(.turnLeft, _) = try said(movedRight: -45).saying else {
      Issue.record("\(try said(movedRight: -45))")
      return
    }
  }

  @Test func `where learned features fail gradients go on, and the failure is known`() throws {
    let path = try Self.oldFile()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let engine = try AimEngine(old: path, chain: TransformChain(mirrorsScreen: false), matcher: FailingMatcher())
    var advice = AimAdvice(.unsure)
    for _ in 0..<2 { advice = try engine.take(Self.frame(Self.scene()), GuideView()) }
    #expect(advice.saying == .fits)
    #expect(engine.fault == FeatureError("the process is gone"))
  }

  @Test func `points marked in a frame say which way to move, also under a guide that was moved, and without weights`()
    throws
  {
    // Nothing of the old picture is in the scene: it is one grey.
    let path = FileManager.default.temporaryDirectory.path + "/blank-\(UUID().uuidString).jpg"
    let anchorPath = FileManager.default.temporaryDirectory.path + "/anchor-\(UUID().uuidString).jpg"
    defer { for file in [path, anchorPath] { try? FileManager.default.removeItem(atPath: file) } }
    try Data(try JPEGCodec().encode(Bitmap(size: Self.size, color: .black), quality: 92)).write(
      to: URL(filePath: path))
    let old = try Self.oldFile()
    try FileManager.default.moveItem(atPath: old, toPath: anchorPath)
    // The old picture's points lie in the frame where they lay then.
    let places = [(0.2, 0.2), (0.8, 0.25), (0.75, 0.8), (0.2, 0.75), (0.5, 0.5)]
    let anchor = AimAnchor(
      path: anchorPath,
      points: places.map {
        MarkPair(old: PicturePoint(x: $0.0, y: $0.1), frame: PicturePoint(x: $0.0, y: $0.1))
      })
    var moved = GuideView()
    moved.right = 70
    for (view, right, expected) in [
      (GuideView(), 0, AimAdvice.Saying.fits), (GuideView(), 45, .move(.turnRight, isSmall: true)), (moved, 45, .fits),
    ] {
      let engine = try AimEngine(
        AimSubject(old: path, anchor: anchor), chain: TransformChain(mirrorsScreen: false), matcher: nil)
      var advice = AimAdvice(.unsure)
      for _ in 0..<2 { advice = try engine.take(Self.frame(Self.scene(movedRight: right)), view) }
      #expect(engine.anchorFault == nil)
      switch (advice.saying, expected) {
      case (.move(let way, _), .move(let wanted, _)): #expect(way == wanted)
      case (let said, _): #expect(said == expected, "\(view.right) \(right)")
      }
    }
    let without = try AimEngine(
      AimSubject(old: path, anchor: nil), chain: TransformChain(mirrorsScreen: false), matcher: nil)
    #expect(try without.take(Self.frame(Self.scene()), GuideView()).saying == .unsure)
    // Points that cannot be used are told of, and the rest goes on.
    let gone = AimAnchor(path: anchorPath + ".gone", points: anchor.points)
    let few = AimAnchor(path: anchorPath, points: Array(anchor.points.prefix(3)))
    for (spoilt, words) in [(gone, "cannot be read"), (few, "too few points")] {
      let engine = try AimEngine(
        AimSubject(old: path, anchor: spoilt), chain: TransformChain(mirrorsScreen: false), matcher: nil)
      #expect(try engine.take(Self.frame(Self.scene()), GuideView()).saying == .unsure)
      #expect(engine.anchorFault?.contains(words) == true)
    }
  }

  @Test func `a scene that fits is said to, and a guide that was moved is fitted where it lies`() throws {
    #expect(try said(movedRight: 0).saying == .fits)
    var view = GuideView()
    view.right = 70
    #expect(try said(movedRight: 45, view).saying == .fits)
  }
}

/// Numbers that are the same in every run.
private struct SystemFreeRandom {
  var state: UInt64

  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(1, limit)
  }
}
