import CFeatures
import Glibc
import Testing

@testable import FeatureMatching
@testable import ImageRegistration

@Suite struct NetworkTests {
  @Test(arguments: everyKernels.map(\.instructions))
  func `every set of instructions multiplies matrices of any size alike`(_ instructions: Kernels.Instructions) throws {
    let kernels = try #require(Kernels(instructions))
    var seeded = Seeded(5)
    for (rows, depth, columns) in [(1, 1, 1), (13, 7, 33), (50, 18, 65), (5, 64, 16), (25, 3, 4), (31, 20, 40)] {
      let left = seeded.floats(rows * depth)
      let right = seeded.floats(depth * columns)
      let bias = seeded.floats(columns)
      var result = seeded.floats(rows * columns)
      let before = result
      let matrix = PackedMatrix(kernels, depth: depth, columns: columns, bias: bias) { right[$0 * columns + $1] }
      matrix.multiply(
        kernels, left, step: depth, rows: rows, into: &result, step: columns, flags: Int(CF_ADD) | Int(CF_RELU))
      for row in 0..<rows {
        for column in 0..<columns {
          var sum = Double(bias[column]) + Double(before[row * columns + column])
          for k in 0..<depth { sum += Double(left[row * depth + k]) * Double(right[k * columns + column]) }
          #expect(abs(max(0, sum) - Double(result[row * columns + column])) < 1e-5)
        }
      }
    }
  }

  @Test(arguments: everyKernels.map(\.instructions))
  func `the exponential is right to a millionth`(_ instructions: Kernels.Instructions) throws {
    let kernels = try #require(Kernels(instructions))
    let places = (0..<20_001).map { -87 + Float($0) * (175 / 20_000) }
    var values = places
    cf_exp(kernels.pointer, &values, values.count)
    let worst = zip(places, values).map { abs(Double($1) / exp(Double($0)) - 1) }.max() ?? 1
    #expect(worst < 1e-6)
  }

  @Test(arguments: everyKernels.map(\.instructions))
  func `XFeat says what a slow one says, with every set of instructions`(_ instructions: Kernels.Instructions) throws {
    let kernels = try #require(Kernels(instructions))
    for (seed, width, height) in [(1, 96, 64), (2, 77, 101)] as [(UInt64, Int, Int)] {
      let weights = TinyNetworks.weights(seed: seed)
      let picture = Seeded(seed).pictured(width: width, height: height)
      let (inner, innerHeight) = (width / 32 * 32, height / 32 * 32)
      let expected = SlowXFeat(weights: weights).run(picture, inner, innerHeight)
      let network = try XFeatNetwork(weights, kernels)
      // Twice: what a larger picture left behind must not show.
      _ = network.run(
        Array(repeating: 200, count: 128 * 128), sourceWidth: 128, sourceHeight: 128, width: 128, height: 128)
      let answer = network.run(
        picture.pixels, sourceWidth: width, sourceHeight: height, width: inner, height: innerHeight)
      #expect(difference(answer.heat, expected.heat) < 1e-4)
      #expect(difference(answer.descriptors, expected.descriptors) < 1e-4)
      #expect(difference(answer.reliability, expected.reliability) < 1e-4)
      #expect((expected.heat.values.max() ?? 0) > 0.05, "there is something to find")
    }
  }

  private func difference(_ picture: ChannelPlane, _ expected: SlowXFeat.Plane) -> Double {
    guard picture.width == expected.width, picture.height == expected.height, picture.channels == expected.channels
    else { return .infinity }
    var worst = 0.0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        for c in 0..<picture.channels {
          let apart = abs(Double(picture.pixel(x, y)[c]) - expected[c, x, y])
          // A number that is none is no small difference.
          worst = apart <= worst ? worst : apart.isNaN ? .infinity : apart
        }
      }
    }
    return worst
  }

  @Test(arguments: everyKernels.map(\.instructions))
  func `LighterGlue pairs what a slow one pairs, with every set of instructions`(
    _ instructions: Kernels.Instructions
  ) throws {
    let kernels = try #require(Kernels(instructions))
    for (old, new) in [(61, 50), (4, 97), (49, 48)] {
      let weights = TinyNetworks.weights(seed: UInt64(old))
      let sets = (TinyNetworks.features(count: old, seed: 1), TinyNetworks.features(count: new, seed: 2))
      let probabilities = SlowLighterGlue(weights: weights).probabilities(sets.0, sets.1)
      let glue = try LighterGlue(weights, kernels)
      // What other sets left behind must not show.
      _ = try glue.matches(
        TinyNetworks.features(count: 120, seed: 3), TinyNetworks.features(count: 130, seed: 4), least: 0)
      let matches = try glue.matches(sets.0, sets.1, least: 0)
      var expected: [(Int, Int, Double)] = []
      for i in 0..<old {
        let best = probabilities[i].indices.max { probabilities[i][$0] < probabilities[i][$1] } ?? 0
        let back = (0..<old).max { probabilities[$0][best] < probabilities[$1][best] } ?? 0
        if back == i { expected.append((i, best, probabilities[i][best])) }
      }
      #expect(!expected.isEmpty)
      try #require(matches.count == expected.count)
      for (match, pair) in zip(matches, expected) {
        #expect(match.old == SIMD2<Double>(sets.0.points[pair.0]))
        #expect(match.new == SIMD2<Double>(sets.1.points[pair.1]))
        #expect(abs(match.probability - pair.2) < 1e-5)
      }
      let sure = expected.map(\.2).max() ?? 0
      let few = try glue.matches(sets.0, sets.1, least: Float(sure) * 0.99)
      let none = try glue.matches(sets.0, sets.1, least: Float(sure) * 1.01)
      #expect(few.count >= 1 && few.count < max(2, expected.count))
      #expect(none.isEmpty)
    }
  }

  @Test func `checksums are those of the standard`() {
    // FIPS 180-4's examples.
    let examples: [([UInt8], String)] = [
      ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ]
    for (bytes, expected) in examples {
      var digest = [UInt8](repeating: 0, count: 32)
      cf_sha256(bytes, bytes.count, &digest)
      let words = digest.map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }
      #expect(words.joined() == expected)
    }
  }
}

extension Seeded {
  func pictured(width: Int, height: Int) -> GreyPicture {
    var copy = self
    return copy.picture(width: width, height: height)
  }
}
