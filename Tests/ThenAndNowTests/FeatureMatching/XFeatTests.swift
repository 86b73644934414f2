import Testing

@testable import FeatureMatching
@testable import ImageRegistration

@Suite struct XFeatTests {
  let weights = TinyNetworks.weights(seed: 7)
  let picture = Seeded(9).pictured(width: 128, height: 96)

  @Test func `points are the peaks of the heat, the best first`() throws {
    let answer = SlowXFeat(weights: weights).run(picture, 128, 96)
    let found = try XFeat(weights, .best).features(of: picture, mask: nil, limit: 10_000)
    var expected: [(SIMD2<Float>, Double)] = []
    for y in 0..<96 {
      for x in 0..<128 where answer.heat[0, x, y] > Double(XFeat.threshold) {
        var most = 0.0
        for v in max(0, y - 2)...min(95, y + 2) {
          for u in max(0, x - 2)...min(127, x + 2) { most = max(most, answer.heat[0, u, v]) }
        }
        if most == answer.heat[0, x, y] {
          expected.append((SIMD2(Float(x), Float(y)), most * sample(answer.reliability, 0, x, y)))
        }
      }
    }
    #expect(expected.count > 20)
    #expect(found.points.count == expected.count)
    #expect(Set(found.points) == Set(expected.map(\.0)))
    let scores = found.points.compactMap { point in expected.first { $0.0 == point }?.1 }
    #expect(zip(scores, scores.dropFirst()).allSatisfy { $0 >= $1 - 1e-6 }, "the best first")
    for (index, point) in found.points.enumerated().prefix(10) {
      let (x, y) = (Int(point.x), Int(point.y))
      let plain = (0..<64).map { sample(answer.descriptors, $0, x, y) }
      let length = plain.reduce(0) { $0 + $1 * $1 }.squareRoot()
      for c in 0..<64 { #expect(abs(Double(found.descriptors[index * 64 + c]) - plain[c] / length) < 1e-4) }
    }
  }

  /// torch's `grid_sample(align_corners=False)` of a pixel whose place is divided by the side less one.
  private func sample(_ plane: SlowXFeat.Plane, _ channel: Int, _ x: Int, _ y: Int) -> Double {
    let u = min(max(Double(x) / 127 * Double(plane.width) - 0.5, 0), Double(plane.width) - 1.001)
    let v = min(max(Double(y) / 95 * Double(plane.height) - 0.5, 0), Double(plane.height) - 1.001)
    let (l, t) = (Int(u), Int(v))
    let (a, d) = (u - Double(l), v - Double(t))
    return (plane[channel, l, t] * (1 - a) + plane[channel, l + 1, t] * a) * (1 - d)
      + (plane[channel, l, t + 1] * (1 - a) + plane[channel, l + 1, t + 1] * a) * d
  }

  @Test func `fewer points are the first of many`() throws {
    let xfeat = try XFeat(weights, .best)
    let all = try xfeat.features(of: picture, mask: nil, limit: 10_000)
    let some = try xfeat.features(of: picture, mask: nil, limit: 5)
    #expect(some.points == Array(all.points.prefix(5)))
    #expect(some.descriptors == Array(all.descriptors.prefix(5 * 64)))
    let none = try xfeat.features(of: picture, mask: nil, limit: 0)
    #expect(none.points.isEmpty)
  }

  @Test func `points are in pixels of the picture, whatever size the network works at`() throws {
    let wide = Seeded(9).pictured(width: 159, height: 127)
    let found = try XFeat(weights, .best).features(of: wide, mask: nil, limit: 10_000)
    #expect((found.width, found.height) == (159, 127))
    let steps = SIMD2<Float>(159.0 / 128, 127.0 / 96)
    #expect(!found.points.isEmpty)
    for point in found.points {
      let place = point / steps
      #expect(abs(place.x - place.x.rounded()) < 1e-3 && abs(place.y - place.y.rounded()) < 1e-3)
    }
  }

  @Test func `nothing is found near what the mask leaves out`() throws {
    var mask = GreyPicture(width: 128, height: 96, pixels: Array(repeating: 255, count: 128 * 96))
    for y in 30..<60 { for x in 40..<80 { mask.pixels[y * 128 + x] = 0 } }
    let xfeat = try XFeat(weights, .best)
    let all = try xfeat.features(of: picture, mask: nil, limit: 10_000).points
    let rest = try xfeat.features(of: picture, mask: mask, limit: 10_000).points
    let expected = all.filter { point in
      !(point.x >= 36 && point.x < 84 && point.y >= 26 && point.y < 64)
    }
    #expect(rest == expected)
    #expect(rest.count < all.count)
  }

  @Test func `a flat picture has no points, and breaks nothing`() throws {
    for value in [0, 128, 255] as [UInt8] {
      let flat = GreyPicture(width: 64, height: 64, pixels: Array(repeating: value, count: 64 * 64))
      let matcher = try LocalFeatureMatcher(weights)
      let found = try matcher.features(of: flat, mask: nil, limit: 100)
      #expect(found.descriptors.allSatisfy { $0.isFinite })
      let matches = try matcher.matches(found, found, least: 0.03)
      #expect(matches.allSatisfy { $0.probability.isFinite })
    }
  }

  @Test func `pictures that are too small or too large are refused in words`() throws {
    let matcher = try LocalFeatureMatcher(weights)
    for (width, height, word) in [(63, 200, "small"), (200, 63, "small"), (4001, 64, "large")] {
      let odd = GreyPicture(width: width, height: height, pixels: Array(repeating: 9, count: width * height))
      let error = #expect(throws: FeatureError.self) { try matcher.features(of: odd, mask: nil, limit: 10) }
      #expect(error?.description.contains("too \(word)") == true)
    }
    let mask = GreyPicture(width: 64, height: 64, pixels: Array(repeating: 9, count: 64 * 64))
    #expect(throws: FeatureError.self) { try matcher.features(of: picture, mask: mask, limit: 10) }
    let large = GreyPicture(width: 4000, height: 64, pixels: Array(repeating: 9, count: 4000 * 64))
    #expect(throws: Never.self) { try matcher.features(of: large, mask: nil, limit: 10) }
  }

  @Test func `three points are too few to pair`() throws {
    let matcher = try LocalFeatureMatcher(weights)
    let (few, many) = (TinyNetworks.features(count: 3, seed: 1), TinyNetworks.features(count: 40, seed: 2))
    let (one, other) = try (matcher.matches(few, many, least: 0), matcher.matches(many, few, least: 0))
    #expect(one.isEmpty && other.isEmpty)
    #expect(throws: FeatureError.self) {
      try matcher.matches(TinyNetworks.features(count: 4097, seed: 1), many, least: 0)
    }
  }
}
