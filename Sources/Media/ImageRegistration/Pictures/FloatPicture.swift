import Glibc

/// A grey picture in floating point, 0 black to 1 white, row by row: what filters and warps work on.
package struct FloatPicture: Sendable {
  package let width: Int
  package let height: Int
  package var values: [Float]

  init(width: Int, height: Int, values: [Float]) {
    self.width = width
    self.height = height
    self.values = values
  }

  package init(width: Int, height: Int, filledWith value: Float = 0) {
    self.init(width: width, height: height, values: [Float](repeating: value, count: width * height))
  }

  package init(_ picture: GreyPicture) {
    self.init(
      width: picture.width, height: picture.height,
      values: picture.pixels.map { Float($0) * (1 / 255) })
  }

  /// As bytes, rounded.
  package var grey: GreyPicture {
    GreyPicture(
      width: width, height: height,
      pixels: values.map { UInt8(max(0, min(255, ($0 * 255).rounded()))) })
  }

  /// In another size: each new pixel is the mean of the area that it covers, or lies between its neighbours where the
  /// picture grows.
  func resized(width newWidth: Int, height newHeight: Int) -> FloatPicture {
    if newWidth == width && newHeight == height { return self }
    let across = Taps(from: width, to: newWidth)
    let down = Taps(from: height, to: newHeight)
    var narrow = FloatPicture(width: newWidth, height: height)
    values.withUnsafeBufferPointer { source in
      narrow.values.withUnsafeMutableBufferPointer { target in
        for y in 0..<height {
          for x in 0..<newWidth {
            var sum: Float = 0
            for k in across.range(of: x) {
              sum += across.weights[k] * source[y * width + across.start[x] + k - across.first[x]]
            }
            target[y * newWidth + x] = sum
          }
        }
      }
    }
    var result = FloatPicture(width: newWidth, height: newHeight)
    narrow.values.withUnsafeBufferPointer { source in
      result.values.withUnsafeMutableBufferPointer { target in
        for y in 0..<newHeight {
          for k in down.range(of: y) {
            let weight = down.weights[k]
            let row = (down.start[y] + k - down.first[y]) * newWidth
            for x in 0..<newWidth { target[y * newWidth + x] += weight * source[row + x] }
          }
        }
      }
    }
    return result
  }

  /// Which old pixels make up each new one along one side, and with what weights.
  private struct Taps {
    var start: [Int] = []
    var first: [Int] = [0]
    var weights: [Float] = []

    init(from old: Int, to new: Int) {
      let step = Double(old) / Double(new)
      for i in 0..<new {
        var low = Double(i) * step
        var high = low + step
        if step < 1 {
          // Growing: the two pixels around the centre.
          let centre = (low + high) / 2
          low = centre - 0.5
          high = centre + 0.5
        }
        low = max(0, low)
        high = min(Double(old), high)
        let from = min(old - 1, Int(low))
        let to = max(from, min(old - 1, Int(high.rounded(.up)) - 1))
        start.append(from)
        for pixel in from...to {
          let overlap = min(high, Double(pixel + 1)) - max(low, Double(pixel))
          weights.append(Float(max(0, overlap) / (high - low)))
        }
        first.append(weights.count)
      }
    }

    func range(of i: Int) -> Range<Int> { first[i]..<first[i + 1] }
  }

  /// What a camera would see for which this picture's points lie where `transform` brings them. Outside, the border goes
  /// on, so that no edge is invented; `inside` says where there was a picture.
  func warped(by transform: Homography, width newWidth: Int, height newHeight: Int) -> (
    picture: FloatPicture, inside: [Bool]
  )? {
    guard let back = transform.inverse else { return nil }
    let v = back.values.map { Float($0) }
    var result = FloatPicture(width: newWidth, height: newHeight)
    var inside = [Bool](repeating: false, count: newWidth * newHeight)
    let right = Float(width - 1)
    let bottom = Float(height - 1)
    values.withUnsafeBufferPointer { source in
      result.values.withUnsafeMutableBufferPointer { target in
        inside.withUnsafeMutableBufferPointer { known in
          for y in 0..<newHeight {
            let fy = Float(y)
            for x in 0..<newWidth {
              let fx = Float(x)
              let scale = v[6] * fx + v[7] * fy + v[8]
              if scale < 1e-6 { continue }
              let over = 1 / scale
              let u = (v[0] * fx + v[1] * fy + v[2]) * over
              let w = (v[3] * fx + v[4] * fy + v[5]) * over
              let cu = max(0, min(right, u))
              let cw = max(0, min(bottom, w))
              let i = min(Int(cu), max(0, width - 2))
              let j = min(Int(cw), max(0, height - 2))
              let du = cu - Float(i)
              let dw = cw - Float(j)
              let at = j * width + i
              let next = width > 1 ? 1 : 0
              let below = height > 1 ? width : 0
              let top = source[at] + du * (source[at + next] - source[at])
              let low = source[at + below] + du * (source[at + below + next] - source[at + below])
              target[y * newWidth + x] = top + dw * (low - top)
              known[y * newWidth + x] = u >= -0.5 && w >= -0.5 && u <= right + 0.5 && w <= bottom + 0.5
            }
          }
        }
      }
    }
    return (result, inside)
  }
}
