import Glibc

/// A Gaussian's weights, from the middle outwards, cut off at three sigmas and made to sum to 1.
func gaussianWeights(sigma: Double) -> [Float] {
  let radius = max(1, Int((sigma * 3).rounded(.up)))
  var weights = (0...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
  let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
  weights = weights.map { $0 / sum }
  return weights.map { Float($0) }
}

/// Where a row's or column's end mirrors an index that lies outside.
@inline(__always)
func mirrored(_ i: Int, _ count: Int) -> Int {
  if count == 1 { return 0 }
  var i = i
  while i < 0 || i >= count { i = i < 0 ? -i : 2 * count - 2 - i }
  return i
}

extension FloatPicture {
  /// Blurred by a Gaussian; the border mirrors.
  package func blurred(sigma: Double) -> FloatPicture {
    let weights = gaussianWeights(sigma: sigma)
    let radius = weights.count - 1
    var result = self
    var lines = [Float](repeating: 0, count: width)
    values.withUnsafeBufferPointer { source in
      lines.withUnsafeMutableBufferPointer { line in
        result.values.withUnsafeMutableBufferPointer { target in
          for y in 0..<height {
            // Down the columns into one line, then along it.
            let row = source.baseAddress! + y * width
            for x in 0..<width { line[x] = weights[0] * row[x] }
            for k in 1...radius {
              let above = source.baseAddress! + mirrored(y - k, height) * width
              let below = source.baseAddress! + mirrored(y + k, height) * width
              let weight = weights[k]
              for x in 0..<width { line[x] += weight * (above[x] + below[x]) }
            }
            let out = target.baseAddress! + y * width
            for x in 0..<width { out[x] = weights[0] * line[x] }
            for k in 1...radius {
              let weight = weights[k]
              if width > 2 * radius {
                for x in k..<(width - k) { out[x] += weight * (line[x - k] + line[x + k]) }
                for x in 0..<k { out[x] += weight * (line[mirrored(x - k, width)] + line[x + k]) }
                for x in (width - k)..<width { out[x] += weight * (line[x - k] + line[mirrored(x + k, width)]) }
              } else {
                for x in 0..<width {
                  out[x] += weight * (line[mirrored(x - k, width)] + line[mirrored(x + k, width)])
                }
              }
            }
          }
        }
      }
    }
    return result
  }

  /// Blurred by three running means, which together are near a Gaussian of that sigma: its cost does not grow with sigma.
  package func blurredWidely(sigma: Double) -> FloatPicture {
    // Three boxes of side n have the variance (n² − 1) / 4.
    let radius = max(1, Int(((4 * sigma * sigma + 1).squareRoot() / 2).rounded()))
    var result = self
    for _ in 0..<3 { result = result.boxed(radius: radius) }
    return result
  }

  private func boxed(radius: Int) -> FloatPicture {
    var rows = self
    let share = 1 / Float(2 * radius + 1)
    values.withUnsafeBufferPointer { source in
      rows.values.withUnsafeMutableBufferPointer { target in
        // Each sum waits for the one before: four lines at once wait together.
        for y in stride(from: 0, to: height, by: 4) {
          let last = (height - 1) * width
          let lines = (y * width, min(last, (y + 1) * width), min(last, (y + 2) * width), min(last, (y + 3) * width))
          var sum = SIMD4<Float>.zero
          let column = { (x: Int) in
            SIMD4(source[lines.0 + x], source[lines.1 + x], source[lines.2 + x], source[lines.3 + x])
          }
          for k in -radius...radius { sum += column(mirrored(k, width)) }
          let (outer, inner) = (min(radius, width), max(radius, width - radius - 1))
          for x in 0..<width {
            let mean = sum * share
            target[lines.0 + x] = mean[0]
            target[lines.1 + x] = mean[1]
            target[lines.2 + x] = mean[2]
            target[lines.3 + x] = mean[3]
            if x >= outer, x < inner {
              sum += column(x + radius + 1) - column(x - radius)
            } else {
              sum += column(mirrored(x + radius + 1, width)) - column(mirrored(x - radius, width))
            }
          }
        }
      }
    }
    var result = rows
    var sums = [Float](repeating: 0, count: width)
    rows.values.withUnsafeBufferPointer { source in
      result.values.withUnsafeMutableBufferPointer { target in
        sums.withUnsafeMutableBufferPointer { sum in
          for k in -radius...radius {
            let row = mirrored(k, height) * width
            for x in 0..<width { sum[x] += source[row + x] }
          }
          for y in 0..<height {
            let enter = mirrored(y + radius + 1, height) * width
            let leave = mirrored(y - radius, height) * width
            for x in 0..<width {
              target[y * width + x] = sum[x] * share
              sum[x] += source[enter + x] - source[leave + x]
            }
          }
        }
      }
    }
    return result
  }
}
