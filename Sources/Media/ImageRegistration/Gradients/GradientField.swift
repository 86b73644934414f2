/// How edges run at each pixel, whether they go from dark to light or from light to dark, and however faded they are.
///
/// It says the same as eight blurred channels of |gradient · direction| over half a turn with their mean taken away,
/// normalised at each pixel: as functions of the direction these are a cosine of twice the angle, one of four times the
/// angle with a fifth of its height, and rests below 3 %. So four numbers a pixel hold them: the two harmonics' cosine
/// and sine.
struct GradientField: Sendable {
  let width: Int
  let height: Int
  var values: [SIMD4<Float>]

  /// The blur of the picture before and of the channels after, in pixels.
  static let before = 0.9
  static let after = 1.6
  /// The heights of the two harmonics in the length of eight channels: 2·4/(3π) and 2·4/(15π).
  static let second: Float = 0.848_826
  static let fourth: Float = 0.169_765

  /// - Parameters:
  ///   - mask: pixels that do not count are 0; with their surroundings of `margin` pixels.
  init(_ picture: FloatPicture, mask: PixelMask? = nil, margin: Int = 4) {
    let width = picture.width
    let height = picture.height
    let soft = picture.blurred(sigma: Self.before)
    var gradients = [SIMD2<Float>](repeating: .zero, count: width * height)
    var lengths = FloatPicture(width: width, height: height)
    soft.values.withUnsafeBufferPointer { p in
      gradients.withUnsafeMutableBufferPointer { gradients in
        lengths.values.withUnsafeMutableBufferPointer { lengths in
          for y in 0..<height {
            let row = y * width
            let above = mirrored(y - 1, height) * width
            let below = mirrored(y + 1, height) * width
            for x in 0..<width {
              let left = x > 0 ? x - 1 : min(1, width - 1)
              let right = x + 1 < width ? x + 1 : max(0, width - 2)
              // Scharr's weights.
              let gx =
                10 * (p[row + right] - p[row + left]) + 3 * (p[above + right] - p[above + left])
                + 3 * (p[below + right] - p[below + left])
              let gy =
                10 * (p[below + x] - p[above + x]) + 3 * (p[below + left] - p[above + left])
                + 3 * (p[below + right] - p[above + right])
              let g = SIMD2(gx, gy) * (1 / 16)
              gradients[row + x] = g
              lengths[row + x] = (g * g).sum().squareRoot()
            }
          }
        }
      }
    }
    let around = lengths.blurredWidely(sigma: 12)
    var values = [SIMD4<Float>](repeating: .zero, count: width * height)
    values.withUnsafeMutableBufferPointer { values in
      gradients.withUnsafeBufferPointer { gradients in
        for i in 0..<(width * height) {
          let length = lengths.values[i]
          guard length > 1e-9 else { continue }
          let g = gradients[i] / length
          let strength = length / (around.values[i] + 0.008)
          let twice = SIMD2(g.x * g.x - g.y * g.y, 2 * g.x * g.y)
          let four = SIMD2(twice.x * twice.x - twice.y * twice.y, 2 * twice.x * twice.y)
          values[i] =
            strength
            * SIMD4(Self.second * twice.x, Self.second * twice.y, Self.fourth * four.x, Self.fourth * four.y)
        }
      }
    }
    Self.blur(&values, width: width, height: height, sigma: Self.after)
    let counts = mask?.eroded(by: margin).known
    values.withUnsafeMutableBufferPointer { values in
      for i in values.indices {
        if let counts, !counts[i] {
          values[i] = .zero
        } else {
          let v = values[i]
          values[i] = v / ((v * v).sum().squareRoot() + 1)
        }
      }
    }
    self.width = width
    self.height = height
    self.values = values
  }

  private static func blur(_ values: inout [SIMD4<Float>], width: Int, height: Int, sigma: Double) {
    let weights = gaussianWeights(sigma: sigma)
    let radius = 5
    precondition(weights.count == radius + 1, "the sums below are written out for six weights")
    var columns = [SIMD4<Float>](repeating: .zero, count: width * height)
    values.withUnsafeMutableBufferPointer { values in
      columns.withUnsafeMutableBufferPointer { columns in
        let w = (weights[0], weights[1], weights[2], weights[3], weights[4], weights[5])
        let from = UnsafePointer(values.baseAddress!)
        for y in 0..<height {
          let out = columns.baseAddress! + y * width
          let row = from + y * width
          let line = { (k: Int) in from + mirrored(y + k, height) * width }
          let (a1, a2, a3, a4, a5) = (line(-1), line(-2), line(-3), line(-4), line(-5))
          let (b1, b2, b3, b4, b5) = (line(1), line(2), line(3), line(4), line(5))
          for x in 0..<width {
            let near = w.0 * row[x] + w.1 * (a1[x] + b1[x]) + w.2 * (a2[x] + b2[x])
            out[x] = near + w.3 * (a3[x] + b3[x]) + w.4 * (a4[x] + b4[x]) + w.5 * (a5[x] + b5[x])
          }
        }
        for y in 0..<height {
          let row = UnsafePointer(columns.baseAddress! + y * width)
          let out = values.baseAddress! + y * width
          for x in 0..<width where x < radius || x + radius >= width {
            var sum = weights[0] * row[x]
            for k in 1...radius {
              sum += weights[k] * (row[mirrored(x - k, width)] + row[mirrored(x + k, width)])
            }
            out[x] = sum
          }
          for x in radius..<max(radius, width - radius) {
            let p = row + x
            let near = w.0 * p[0] + w.1 * (p[-1] + p[1]) + w.2 * (p[-2] + p[2])
            out[x] = near + w.3 * (p[-3] + p[3]) + w.4 * (p[-4] + p[4]) + w.5 * (p[-5] + p[5])
          }
        }
      }
    }
  }
}
