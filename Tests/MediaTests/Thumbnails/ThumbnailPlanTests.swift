import BoothCore
import ImageMetadata
import Testing

@testable import Thumbnails

@Suite struct ThumbnailPlanTests {
  private func plan(_ width: Int, _ height: Int, _ orientation: Orientation = .upright, _ size: ThumbnailSize = .ptm256)
    -> ThumbnailPlan
  {
    ThumbnailPlan(stored: PixelSize(width: width, height: height), orientation: orientation, size: size)
  }

  @Test func `PTM-256: the short side is 256, the long one at most 512, and only its excess is cut`() {
    for (width, height, across, down) in [
      (4000, 3000, 341, 256), (3000, 4000, 256, 341), (1000, 1000, 256, 256), (6000, 3000, 512, 256),
      (64, 48, 341, 256), (256, 256, 256, 256),
    ] {
      let plan = plan(width, height)
      #expect(plan.target == PixelSize(width: across, height: down), "\(width)x\(height)")
      #expect(plan.part.isNear(PlanePart(x: 0, y: 0, width: Double(width), height: Double(height))), "nothing is cut")
    }
    // Panoramas lose both ends alike; portraits keep more of their tops.
    #expect(plan(9000, 3000).target == PixelSize(width: 512, height: 256))
    #expect(plan(9000, 3000).part.isNear(PlanePart(x: 1500, y: 0, width: 6000, height: 3000)))
    #expect(plan(3000, 9000).target == PixelSize(width: 256, height: 512))
    #expect(plan(3000, 9000).part.isNear(PlanePart(x: 0, y: 1200, width: 3000, height: 6000)))
  }

  @Test func `the part of a turned photo is that of the upright one`() {
    // Stored lying, upright a portrait whose top is on the right (turned to the right: the stored left becomes the top).
    let turned = plan(9000, 3000, .turnRight)
    #expect(
      turned.target == PixelSize(width: 256, height: 512) && turned.storedTarget == PixelSize(width: 512, height: 256))
    #expect(
      abs(turned.part.x - 1200) < 1e-6 && abs(turned.part.width - 6000) < 1e-6 && abs(turned.part.height - 3000) < 1e-6)
    let other = plan(9000, 3000, .turnLeft)
    #expect(abs(other.part.x - 1800) < 1e-6, "of what is too much, four tenths are cut at the top, six at the bottom")
  }

  private func filling(_ width: Int, _ height: Int, _ orientation: Orientation = .upright) -> ThumbnailPlan {
    ThumbnailPlan(
      stored: PixelSize(width: width, height: height), orientation: orientation,
      request: .filling(PixelSize(width: 480, height: 720)))
  }

  @Test func `a frame is filled: sides are cut alike, of the height a fifth at the top, and nothing is enlarged`() {
    let frame = PixelSize(width: 480, height: 720)
    for (width, height, part) in [
      (1200, 1800, PlanePart(x: 0, y: 0, width: 1200, height: 1800)),
      (6000, 4000, PlanePart(x: 5000.0 / 3, y: 0, width: 8000.0 / 3, height: 4000)),
      (1200, 3600, PlanePart(x: 0, y: 360, width: 1200, height: 1800)),
    ] {
      #expect(filling(width, height).target == frame, "\(width)x\(height)")
      #expect(filling(width, height).part.isNear(part), "\(width)x\(height)")
    }
    // Smaller than the frame in one way or both: what is there of it.
    #expect(filling(400, 3000).target == PixelSize(width: 400, height: 720))
    #expect(filling(200, 100).target == PixelSize(width: 200, height: 100))
    #expect(filling(200, 100).part.isNear(PlanePart(x: 0, y: 0, width: 200, height: 100)))
    #expect(filling(5, 50_000).target == PixelSize(width: 5, height: 720))
    #expect(filling(1, 1).target == PixelSize(width: 1, height: 1))
    // Turned: as it stands upright.
    #expect(filling(6000, 4000, .turnRight).target == frame)
    #expect(filling(6000, 4000, .turnRight).storedTarget == PixelSize(width: 720, height: 480))
  }

  @Test func `what is asked of the other process comes there as it was asked`() {
    for request in [
      PictureRequest.filling(PixelSize(width: 480, height: 720)), .filling(PixelSize(width: 4096, height: 1)),
      .size(.edge512),
    ] {
      let asked = ThumbnailWire.Question(request: request, limits: ThumbnailLimits())
      #expect(ThumbnailWire.question(ThumbnailWire.message(asked)) == asked)
    }
    let none = ThumbnailWire.Question(request: .filling(PixelSize(width: 5000, height: 1)), limits: ThumbnailLimits())
    #expect(ThumbnailWire.question(ThumbnailWire.message(none)) == nil)
  }

  @Test func `the ladder shows all of a photo, and never enlarges it`() {
    #expect(plan(4000, 3000, .upright, .edge512).target == PixelSize(width: 512, height: 384))
    #expect(plan(3000, 4000, .turnRight, .edge1024).target == PixelSize(width: 1024, height: 768))
    #expect(plan(300, 200, .upright, .edge2048).target == PixelSize(width: 300, height: 200))
    #expect(plan(50_000, 1, .upright, .edge512).target == PixelSize(width: 512, height: 1))
    #expect(ThumbnailSize.covering(longEdge: 513) == .edge1024 && ThumbnailSize.covering(longEdge: 9000) == .edge2048)
  }
}

extension PlanePart {
  /// Whether it is this part but for rounding.
  func isNear(_ other: PlanePart) -> Bool {
    abs(x - other.x) < 1e-6 && abs(y - other.y) < 1e-6 && abs(width - other.width) < 1e-6
      && abs(height - other.height) < 1e-6
  }
}

@Suite struct StripScalerTests {
  private func scale(_ rows: [[UInt8]], _ part: PlanePart? = nil, to target: PixelSize) -> [UInt8] {
    let source = PixelSize(width: rows[0].count, height: rows.count)
    let whole = PlanePart(x: 0, y: 0, width: Double(source.width), height: Double(source.height))
    let scaler = StripScaler(source: source, part: part ?? whole, target: target)
    for row in rows { row.withUnsafeBufferPointer { scaler.add($0.baseAddress!) } }
    #expect(scaler.isComplete)
    return scaler.samples
  }

  @Test func `a plane of one value stays of that value, at any size`() {
    for (width, height, across, down) in [
      (100, 70, 33, 20), (7, 5, 40, 30), (1, 300, 5, 2), (300, 1, 2, 9), (64, 64, 64, 64),
    ] {
      let rows = [[UInt8]](repeating: [UInt8](repeating: 137, count: width), count: height)
      let scaled = scale(rows, to: PixelSize(width: across, height: down))
      #expect(scaled.allSatisfy { $0 == 137 }, "\(width)x\(height) to \(across)x\(down)")
    }
  }

  @Test func `the same size gives the same samples`() {
    let rows = (0..<20).map { y in (0..<31).map { x in UInt8((x * 37 + y * 91) % 256) } }
    #expect(scale(rows, to: PixelSize(width: 31, height: 20)) == rows.flatMap(\.self))
  }

  @Test func `a slope stays where it is, whole or in part`() {
    let rows = [[UInt8]](repeating: (0..<200).map { UInt8($0) }, count: 40)
    let scaled = scale(rows, to: PixelSize(width: 50, height: 10))
    for x in 5..<45 { #expect(abs(Int(scaled[x]) - (x * 4 + 2)) <= 1) }
    let part = scale(rows, PlanePart(x: 100, y: 10, width: 50, height: 20), to: PixelSize(width: 25, height: 10))
    for x in 0..<25 { #expect(abs(Int(part[x]) - (101 + x * 2)) <= 1) }
  }
}

@Suite struct ColorProfileTests {
  @Test func `sRGB is left as it is`() {
    let sRGB = ProfileBytes.matrix(
      [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410]], ProfileBytes.sRGBCurve)
    guard case .same = ColorProfile.read(sRGB) else {
      Issue.record("it was to be changed")
      return
    }
  }

  @Test func `a telephone's wide colours become what sRGB shows of them`() throws {
    // Display P3 as telephones write it.
    let wide = ProfileBytes.matrix(
      [[0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407]], ProfileBytes.sRGBCurve)
    guard case .simple(let profile) = ColorProfile.read(wide) else {
      Issue.record("it was not read")
      return
    }
    func converted(_ r: UInt8, _ g: UInt8, _ b: UInt8) -> SIMD3<Int> {
      let picture = PlanePicture(size: PixelSize(width: 1, height: 1), red: [r], green: [g], blue: [b])
      let planes = profile.converted(picture)
      let (red, green, blue) = PlanePicture.rgb(Int(planes.y[0]), Int(planes.cb[0]), Int(planes.cr[0]))
      return SIMD3(Int(red), Int(green), Int(blue))
    }
    // Grey stays grey; a red of (200, 100, 90) is redder in sRGB's numbers (CSS Color 4's own conversion: 213, 95, 85).
    for value: UInt8 in [0, 64, 128, 255] {
      #expect((0..<3).allSatisfy { abs(converted(value, value, value)[$0] - Int(value)) <= 3 })
    }
    let red = converted(200, 100, 90)
    #expect(abs(red.x - 213) <= 3 && abs(red.y - 95) <= 4 && abs(red.z - 86) <= 4, "\(red)")
  }

  @Test func `each code of an attempt is the photo's reason of the same word, or says nothing of the photo`() {
    for code in ThumbnailError.Code.allCases {
      let reason = ThumbnailError(code, "").reason(nil)?.reason.rawValue
      #expect(reason == ([.unreadable, .withdrawn, .failed].contains(code) ? nil : code.rawValue), "\(code)")
    }
  }

  @Test func `profiles of tables, for inks and of nonsense are told apart, whatever their bytes`() {
    guard case .tables = ColorProfile.read(ProfileBytes.profile([("A2B0", [1, 2, 3])])),
      case .tables = ColorProfile.read(ProfileBytes.profile([], space: "CMYK")),
      case .nonsense = ColorProfile.read(ProfileBytes.profile([])), case .nonsense = ColorProfile.read([]),
      case .nonsense = ColorProfile.read([UInt8](repeating: 1, count: 500))
    else {
      Issue.record("one was taken for another")
      return
    }
    let whole = ProfileBytes.matrix([[0.5, 0.2, 0], [0.3, 0.7, 0], [0.1, 0.1, 0.8]], ProfileBytes.sRGBCurve)
    var state: UInt64 = 3
    for count in stride(from: 0, to: whole.count, by: 3) { _ = ColorProfile.read(Array(whole.prefix(count))) }
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1
        bytes[128 + Int(state >> 40) % (whole.count - 128)] = UInt8(truncatingIfNeeded: state >> 33)
      }
      _ = ColorProfile.read(bytes)
    }
  }
}
