import CFeatures
import Glibc
import Testing

@testable import FeatureMatching
@testable import ImageRegistration

/// The kernels that multiply whole numbers.
@Suite struct WordKernelTests {
  /// What every set of instructions makes of the same numbers: one answer, to the bit.
  @Test func `sums of whole numbers are the same with every set of instructions`() throws {
    var seeded = Seeded(3)
    for (rows, depth, columns) in [(1, 2, 1), (13, 8, 33), (50, 18, 65), (5, 64, 16), (25, 4, 4), (31, 192, 40)] {
      let left = seeded.floats(rows * depth)
      let right = seeded.floats(depth * columns)
      let bias = seeded.floats(columns)
      var answers: [[Float]] = []
      for kernels in everyKernels {
        let matrix = PackedWords(kernels, bits: 16, depth: depth, columns: columns, bias: bias) {
          right[$0 * columns + $1]
        }
        let shorts = ShortRows()
        shorts.take(kernels, left, step: depth, rows: rows, width: depth)
        var result = [Float](repeating: 0, count: rows * columns)
        matrix.multiply(kernels, shorts, into: &result, step: columns)
        answers.append(result)
      }
      // The last step, from whole numbers to floats, may round otherwise where it multiplies and adds at once.
      for answer in answers {
        for (one, other) in zip(answer, answers[0]) { #expect(abs(one - other) < 2e-6 * max(1, abs(other))) }
      }
    }
  }

  @Test(arguments: everyKernels.map(\.instructions))
  func `products of 16 bits are as right as their steps are small`(_ instructions: Kernels.Instructions) throws {
    let kernels = try #require(Kernels(instructions))
    var seeded = Seeded(5)
    for (rows, depth, columns) in [(1, 1, 1), (13, 7, 33), (50, 18, 65), (5, 64, 16), (25, 3, 4), (31, 192, 40)] {
      let left = seeded.floats(rows * depth, within: 30)
      let right = seeded.floats(depth * columns, within: 0.2)
      let bias = seeded.floats(columns)
      var result = seeded.floats(rows * columns)
      let before = result
      let matrix = PackedWords(kernels, bits: 16, depth: depth, columns: columns, bias: bias) {
        right[$0 * columns + $1]
      }
      let shorts = ShortRows()
      shorts.take(kernels, left, step: depth, rows: rows, width: depth)
      matrix.multiply(kernels, shorts, into: &result, step: columns, flags: Int(CF_ADD) | Int(CF_RELU))
      for row in 0..<rows {
        for column in 0..<columns {
          var sum = Double(bias[column]) + Double(before[row * columns + column])
          for k in 0..<depth {
            sum += Double(left[row * depth + k]) * Double(right[k * columns + column])
          }
          // Each number is off by at most half a step: a 16,000th of the row's largest, a 2,000th of a column's mean.
          let most = (0..<depth).map { abs(Double(left[row * depth + $0])) }.max() ?? 0
          let largest = (0..<depth).map { abs(Double(right[$0 * columns + column])) }.max() ?? 0
          let allowed = Double(depth).squareRoot() * most * largest * 8e-4 + 1e-5
          #expect(abs(max(0, sum) - Double(result[row * columns + column])) < allowed)
        }
      }
    }
  }

  @Test(arguments: everyKernels.map(\.instructions))
  func `the largest numbers overflow no sum`(_ instructions: Kernels.Instructions) throws {
    let kernels = try #require(Kernels(instructions))
    let (depth, columns) = (1152, 33)
    for sign in [1, -1] as [Float] {
      let left = [Float](repeating: 4, count: depth)
      let matrix = PackedWords(
        kernels, bits: 16, depth: depth, columns: columns, bias: Array(repeating: 0, count: columns)
      ) { _, _ in sign * 0.25 }
      let shorts = ShortRows()
      shorts.take(kernels, left, step: depth, rows: 1, width: depth)
      var result = [Float](repeating: 0, count: columns)
      matrix.multiply(kernels, shorts, into: &result, step: columns)
      #expect(result.allSatisfy { abs($0 - sign * Float(depth)) < 3 })
      let memory = Floats(Array(repeating: 2, count: depth))
      let plane = ChannelPlane(start: memory.start, width: 1, height: 1, channels: depth, border: 0)
      let weights = [Float](repeating: sign * 0.5, count: depth * columns)
      let sums = withExtendedLifetime(memory) {
        convolved(kernels, plane, size: 1, stride: 1, outputs: columns, kernel: weights)
      }
      // Of 127 for two each is 63½, and 64 after rounding.
      #expect(sums.allSatisfy { abs($0 / (sign * Float(depth)) - 64 / 63.5) < 1e-4 })
    }
  }

  private func convolved(
    _ kernels: Kernels, _ source: ChannelPlane, size: Int, stride: Int, outputs: Int, kernel: [Float],
    bias: [Float]? = nil
  ) -> [Float] {
    let layer = Layer(
      kernels, size: size, stride: stride, inputs: source.channels, outputs: outputs, kernel: kernel,
      bias: bias ?? Array(repeating: 0, count: outputs), isLast: true, precision: .bytes)
    let (width, height) = (source.width / stride, source.height / stride)
    let memory = Floats(width * height * outputs)
    let result = ChannelPlane(start: memory.start, width: width, height: height, channels: outputs, border: 0)
    layer.apply(kernels, source, result, Floats())
    return (0..<width * height * outputs).map { memory.start[$0] }
  }

  @Test(arguments: everyKernels.map(\.instructions))
  func `convolutions of bytes are those of their steps`(_ instructions: Kernels.Instructions) throws {
    let kernels = try #require(Kernels(instructions))
    var seeded = Seeded(11)
    for (size, stride, inputs, outputs, width, height, least) in [
      (3, 1, 5, 7, 10, 6, 0), (3, 2, 8, 33, 16, 4, 0), (1, 1, 64, 65, 13, 3, -90), (3, 1, 24, 24, 27, 3, -128),
      (3, 1, 3, 17, 9, 9, -37),
    ] as [(Int, Int, Int, Int, Int, Int, Int)] {
      // Whole steps, the least and the largest among them: nothing is rounded.
      let step: Float = 0.125
      let memory = Floats(ChannelPlane.count(width: width, height: height, channels: inputs, border: 1))
      let source = ChannelPlane(start: memory.start, width: width, height: height, channels: inputs, border: 1)
      var plain = SlowXFeat.Plane(width, height, inputs)
      for y in 0..<height {
        for x in 0..<width {
          for c in 0..<inputs {
            var value = Float(least) + ((seeded.next() + 1) * 127).rounded()
            if (x, y, c) == (0, 0, 0) { value = Float(least) }
            if (x, y, c) == (1, 0, 0) { value = Float(least + 255) }
            source.pixel(x, y)[c] = value * step
            plain[c, x, y] = Double(value * step)
          }
        }
      }
      let kernel = seeded.floats(outputs * inputs * size * size)
      let bias = seeded.floats(outputs)
      let found = withExtendedLifetime(memory) {
        convolved(kernels, source, size: size, stride: stride, outputs: outputs, kernel: kernel, bias: bias)
      }
      let name = "xfeat.block2.0"
      let weights = Weights(tensors: [
        name + ".weight": Weights.Tensor(shape: [outputs, inputs, size, size], values: kernel),
        name + ".bias": Weights.Tensor(shape: [outputs], values: bias),
      ])
      let expected = SlowXFeat(weights: weights).convolve(
        plain, "block2.0", size: size, stride: stride, relu: false)
      for y in 0..<expected.height {
        for x in 0..<expected.width {
          for c in 0..<outputs {
            let value = Double(found[(y * expected.width + x) * outputs + c])
            #expect(abs(value - expected[c, x, y]) < 1e-4 * max(1, abs(expected[c, x, y])))
          }
        }
      }
    }
  }

  @Test(arguments: everyKernels.map(\.instructions))
  func `attention takes what a slow one takes, whatever all keys have in common`(
    _ instructions: Kernels.Instructions
  ) throws {
    let kernels = try #require(Kernels(instructions))
    for (rows, count, width, common) in [
      (1, 4, 18, 0), (50, 97, 18, 3), (49, 48, 96, 0), (7, 130, 96, 20), (3, 33, 20, 1),
    ] as [(Int, Int, Int, Float)] {
      var seeded = Seeded(UInt64(rows + count))
      let step = width + 5
      let factor = 3 / Float(width).squareRoot()
      let queries = seeded.floats(rows * step).map { ($0 + common / 10) * factor }
      let keys = seeded.floats(count * step).map { $0 + common }
      let values = seeded.floats(count * step)
      var result = [Float](repeating: .nan, count: rows * step)
      var scratch = [Float](repeating: .nan, count: cf_attention_scratch(kernels.pointer, count, width))
      cf_attend(
        kernels.pointer, queries, step, rows, keys, step, values, step, count, width, &result, step, &scratch)
      var (off, worst) = (0.0, 0.0)
      for row in 0..<rows {
        let scores = (0..<count).map { key in
          (0..<width).reduce(0.0) { $0 + Double(queries[row * step + $1]) * Double(keys[key * step + $1]) }
        }
        let most = scores.max() ?? 0
        let shares = scores.map { exp($0 - most) }
        let total = shares.reduce(0, +)
        for c in 0..<width {
          let expected = shares.indices.reduce(0.0) { $0 + shares[$1] * Double(values[$1 * step + c]) } / total
          let apart = abs(expected - Double(result[row * step + c]))
          worst = apart <= worst ? worst : apart.isNaN ? .infinity : apart
          off += apart
        }
      }
      // The values lie between -1 and 1.
      #expect(worst < 0.03)
      #expect(off / Double(rows * width) < 0.006)
    }
  }
}
