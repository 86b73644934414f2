import BoothCore
import FoundationEssentials
import ImageRegistration
import Imaging
import Locations
import Testing

@testable import CommandSupport
@testable import RegistrationTrial
@testable import Screens
@testable import booth

/// The documentation's pair: an old picture, a person who aims at it, what they took, and both in one frame. The place
/// is drawn from a seed; what is said and how the pictures lie on each other is what the booth itself finds.
@Suite struct PairStripTests {
  private static let seed: UInt64 = 6
  private static let size = PixelSize(width: 800, height: 600)

  private static func pose(turn: Double, tilt: Double = 0, roll: Double = 0, zoom: Double = 1, aside: Double = 0)
    -> Pose
  {
    var pose = Pose()
    (pose.turn, pose.tilt, pose.roll, pose.zoom) = (turn, tilt, roll, zoom)
    pose.place.x = aside
    return pose
  }

  /// `BOOTH_PAIR=folder swift test --filter PairStrip` paints it, for the README.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["BOOTH_PAIR"] != nil, "BOOTH_PAIR names no folder"))
  func `a pair is painted into the folder, from the old picture to both in one frame`() throws {
    let folder = ProcessInfo.processInfo.environment["BOOTH_PAIR"] ?? "."
    func write(_ jpeg: [UInt8], _ name: String) throws {
      try Data(jpeg).write(to: URL(filePath: "\(folder)/\(name).jpg"))
    }
    let place = DrawnPlace(seed: Self.seed, size: Self.size)
    let old = try JPEGCodec().encode(place.old(), quality: 84)
    try write(old, "pair-old")
    let live = place.now(from: Self.pose(turn: -4.5, tilt: 0.4, roll: 0.3, zoom: 1.01))
    let advice = try advice(old: "\(folder)/pair-old.jpg", live)
    #expect(advice.saying == .move(.turnRight, isSmall: false), "\(advice)")
    try write(try JPEGCodec().encode(try aiming(live, at: place.old(), advice), quality: 88), "pair-aim")
    // No person stands still: nearly as it was.
    let photo = place.now(from: Self.pose(turn: 0.9, tilt: -0.5, roll: 0.8, zoom: 0.97, aside: 0.1))
    let new = try JPEGCodec().encode(photo, quality: 88)
    try write(new, "pair-new")
    let side = Registration.Effort.final.rawValue
    let found = PairRegistration(
      old: try UprightPicture(old, side: side, subject: "old"),
      new: try UprightPicture(new, side: side, subject: "new"),
      points: [], matcher: nil)
    #expect(found.result.isAccepted, "\(found.result)")
    let pictures = try PairPictures(old: old, new: new, homography: found.transform, longestSide: Self.size.width)
    try write(try PairStills(pictures).slider(), "pair-registered")
  }

  /// What the booth says while this is the live view.
  private func advice(old path: String, _ live: Bitmap) throws -> AimAdvice {
    let engine = try AimEngine(old: path, chain: TransformChain(mirrorsScreen: false), matcher: nil)
    let jpeg = try JPEGCodec().encode(live, quality: 90)
    nonisolated(unsafe) let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: jpeg.count, alignment: 16)
    memory.copyBytes(from: jpeg)
    let frame = Frame(
      sequence: 1, capturedAt: Instant(nanoseconds: 0), size: live.size, layout: .jpeg, strideBytes: 0,
      bytes: UnsafeRawBufferPointer(memory), release: { memory.deallocate() })
    // What is said once is not yet believed.
    _ = try engine.take(frame, GuideView())
    return try engine.take(frame, GuideView())
  }

  /// The screen of a person who aims.
  private func aiming(_ live: Bitmap, at old: Bitmap, _ advice: AimAdvice) throws -> Bitmap {
    let id = try #require(LocationID("drawn"))
    let location = Location(
      id: id, title: "Drawn", latitude: 0, longitude: 0, pair: "drawn",
      old: LocationPicture(name: "old.jpg", bytes: 1, checksum: "", size: Self.size),
      createdAt: WallTime(unixSeconds: 0))
    let event = location.event()
    var scene = Scene(BoothFlow())
    (scene.content, scene.event, scene.strip, scene.strips) = (.aim(guide: "old.jpg"), event.slug, 0, 1)
    var picture = ScreenPicture(scene: scene, event: event, events: [event])
    picture.advice = advice
    let sheet = ScenePainter(style: PixelStyle(isMirrored: false, reducesMotion: true)).sheet(
      picture, size: Self.size, now: Instant(nanoseconds: 1_000_000_000_000))
    return try sheet.bitmap(frame: live) { Resampler.fill($0.size, with: old) }
  }
}

/// A street from a seed: then as a brown print, now in colours.
private struct DrawnPlace {
  let seed: UInt64
  let size: PixelSize

  /// The print, a century old.
  func old() -> Bitmap {
    let grey = StreetScene(seed: seed, era: .then).look(width: size.width, height: size.height).aged(seed: seed)
    return picture { index in
      let light = Double(grey.pixels[index])
      return (min(255, light * 1.04 + 14), light * 0.93 + 8, light * 0.76 + 2)
    }
  }

  /// As a camera of today sees it: each colour is a scene of its own, whose surfaces are as light as they are in it.
  func now(from pose: Pose) -> Bitmap {
    let parts = (0..<3).map { part in tinted(part).look(from: pose, width: size.width, height: size.height).pixels }
    return picture { (Double(parts[0][$0]), Double(parts[1][$0]), Double(parts[2][$0])) }
  }

  private func tinted(_ part: Int) -> StreetScene {
    var scene = StreetScene(seed: seed, era: .now, change: 0.35)
    for index in scene.walls.indices {
      let tint = Float(Self.tint(of: scene.walls[index])[part])
      for at in scene.walls[index].texture.light.indices { scene.walls[index].texture.light[at] *= tint }
    }
    let stone: [Float] = [1.1, 1.04, 0.94]
    for at in scene.ground.light.indices { scene.ground.light[at] *= stone[part] }
    scene.sky = [0.6, 0.76, 0.93][part]
    return scene
  }

  /// By what it must be: red roofs, green trees, plaster in a few colours.
  private static func tint(of wall: StreetScene.Wall) -> SIMD3<Double> {
    let hasHoles = wall.texture.isThere.contains(false)
    let number = Int((abs(wall.left) * 10).rounded())
    if wall.bottom < StreetScene.eyes { return SIMD3(1.5, 0.86, 0.62) }
    if wall.depth < 17.5 {
      return hasHoles
        ? SIMD3(0.85, 1.35, 0.55) : [SIMD3(1.3, 0.7, 0.6), SIMD3(0.65, 0.85, 1.35), SIMD3(1.2, 1.1, 0.6)][number % 3]
    }
    if wall.depth > 40 { return SIMD3(1.15, 1, 0.8) }
    let plaster = [
      SIMD3(1.16, 1.02, 0.78), SIMD3(1.12, 0.92, 0.84), SIMD3(0.92, 1.02, 1.1), SIMD3(1.1, 1.06, 0.96),
      SIMD3(1, 1.06, 0.86),
    ]
    return plaster[number % plaster.count]
  }

  private func picture(_ color: (Int) -> (Double, Double, Double)) -> Bitmap {
    var bitmap = Bitmap(size: size, color: .black)
    func byte(_ value: Double) -> UInt32 { UInt32(max(0, min(255, value))) }
    bitmap.withMutablePixels { pixels in
      for index in pixels.indices {
        let (red, green, blue) = color(index)
        pixels[index] = 0xFF00_0000 | byte(red) << 16 | byte(green) << 8 | byte(blue)
      }
    }
    return bitmap
  }
}
