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
      // The heat is made of floats alone. Of the rest a number that lies between two steps is rounded up here and down there.
      #expect(difference(answer.heat, expected.heat) < 1e-4)
      #expect(difference(answer.descriptors, expected.descriptors) < 0.02)
      #expect(difference(answer.reliability, expected.reliability) < 0.02)
      #expect(share(answer.descriptors, expected.descriptors, within: 2e-3) > 0.9)
      let exact = SlowXFeat(weights: weights, isExact: true).run(picture, inner, innerHeight)
      #expect(least(cosines(answer.descriptors, exact.descriptors)) > 0.99)
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

  private func share(_ picture: ChannelPlane, _ expected: SlowXFeat.Plane, within: Double) -> Double {
    var count = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        for c in 0..<picture.channels where abs(Double(picture.pixel(x, y)[c]) - expected[c, x, y]) < within {
          count += 1
        }
      }
    }
    return Double(count) / Double(expected.values.count)
  }

  /// Of each description, both of which have the length 1.
  private func cosines(_ picture: ChannelPlane, _ expected: SlowXFeat.Plane) -> [Double] {
    (0..<picture.cells).map { cell in
      let (x, y) = (cell % picture.width, cell / picture.width)
      return (0..<picture.channels).reduce(0) { $0 + Double(picture.pixel(x, y)[$1]) * expected[$1, x, y] }
    }
  }

  private func least(_ values: [Double]) -> Double { values.min() ?? 0 }

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
      let expected = best(probabilities)
      #expect(!expected.isEmpty)
      let index = (
        Dictionary(uniqueKeysWithValues: sets.0.points.enumerated().map { (SIMD2<Double>($1), $0) }),
        Dictionary(uniqueKeysWithValues: sets.1.points.enumerated().map { (SIMD2<Double>($1), $0) })
      )
      // Whole numbers stand for the networks' own: a pair that is hardly better than another may be the other here.
      var found: Set<[Int]> = []
      for match in matches {
        let (i, j) = (try #require(index.0[match.old]), try #require(index.1[match.new]))
        found.insert([i, j])
        let slow = probabilities[i][j]
        #expect(abs(match.probability / slow - 1) < 0.02)
        #expect(slow > 0.98 * (probabilities[i].max() ?? 1))
        #expect(slow > 0.98 * (probabilities.map { $0[j] }.max() ?? 1))
      }
      #expect(found.count == matches.count)
      let clear = expected.filter { $0.lead > 1.02 }
      #expect(clear.count * 2 > expected.count)
      for pair in clear { #expect(found.contains([pair.old, pair.new])) }
      let sure = matches.map(\.probability).max() ?? 0
      let few = try glue.matches(sets.0, sets.1, least: Float(sure) * 0.99)
      let none = try glue.matches(sets.0, sets.1, least: Float(sure) * 1.01)
      #expect(few.count >= 1 && few.count < max(2, matches.count))
      #expect(none.isEmpty)
    }
  }

  /// Pairs that are each other's best, and how many times as probable as the next one of either.
  private func best(_ probabilities: [[Double]]) -> [(old: Int, new: Int, lead: Double)] {
    probabilities.indices.compactMap { i in
      let row = probabilities[i]
      let j = row.indices.max { row[$0] < row[$1] } ?? 0
      let column = probabilities.map { $0[j] }
      guard column.indices.max(by: { column[$0] < column[$1] }) == i else { return nil }
      let next = max(
        row.indices.filter { $0 != j }.map { row[$0] }.max() ?? 0,
        column.indices.filter { $0 != i }.map { column[$0] }.max() ?? 0)
      return (i, j, row[j] / next)
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
