import Glibc

@testable import FeatureMatching
@testable import ImageRegistration

/// XFeat word by word, in double precision, as slow as that is: what the kernels are held against.
///
/// The products that the network makes of bytes are made of bytes here, too, unless `isExact`.
struct SlowXFeat {
  struct Plane {
    var width: Int
    var height: Int
    var channels: Int
    /// `[channel][line][column]`.
    var values: [Double]
    subscript(_ channel: Int, _ x: Int, _ y: Int) -> Double {
      get { values[(channel * height + y) * width + x] }
      set { values[(channel * height + y) * width + x] = newValue }
    }

    init(_ width: Int, _ height: Int, _ channels: Int) {
      (self.width, self.height, self.channels) = (width, height, channels)
      values = Array(repeating: 0, count: width * height * channels)
    }
  }

  let weights: Weights
  var isExact = false

  /// The layers whose products are of floats.
  private static let ofFloats = ["block1.0", "block1.1", "keypoint_head"]

  /// As 255 steps between the least and the largest number, which 0 lies between.
  static func bytes(_ plane: Plane) -> Plane {
    let least = min(0, plane.values.min() ?? 0)
    let step = (max(0, plane.values.max() ?? 0) - least) / 255
    guard step > 0 else { return plane }
    let zero = (-least / step).rounded()
    var result = plane
    result.values = plane.values.map { (min(max(($0 / step).rounded() + zero, 0), 255) - zero) * step }
    return result
  }

  /// The weights `[output][input][pixel]` of each output as whole steps: two channels beside one another come to 127 at
  /// most, of those of one sign.
  static func bytes(_ kernel: [Double], outputs: Int, inputs: Int, pixels: Int) -> [Double] {
    var kernel = kernel
    for output in 0..<outputs {
      let range = (output * inputs * pixels)..<((output + 1) * inputs * pixels)
      var most = 0.0
      for first in stride(from: 0, to: inputs, by: 2) {
        for pixel in 0..<pixels {
          let pair = [first, first + 1].map { $0 < inputs ? kernel[range.lowerBound + $0 * pixels + pixel] : 0 }
          most = max(most, pair.reduce(0) { $0 + max(0, $1) }, pair.reduce(0) { $0 + max(0, -$1) })
        }
      }
      let step = most / 127
      for index in range { kernel[index] = (kernel[index] / step).rounded() * step }
    }
    return kernel
  }

  func tensor(_ name: String) -> [Double] { (weights.tensors["xfeat." + name]?.values ?? []).map(Double.init) }

  func convolve(_ input: Plane, _ name: String, size: Int = 3, stride: Int = 1, relu: Bool = true) -> Plane {
    let bias = tensor(name + ".bias")
    var (input, kernel) = (input, tensor(name + ".weight"))
    if !isExact, !Self.ofFloats.contains(where: name.hasPrefix) {
      input = Self.bytes(input)
      kernel = Self.bytes(kernel, outputs: bias.count, inputs: input.channels, pixels: size * size)
    }
    var result = Plane(input.width / stride, input.height / stride, bias.count)
    let pad = size / 2
    for output in 0..<bias.count {
      for y in 0..<result.height {
        for x in 0..<result.width {
          var sum = bias[output]
          for channel in 0..<input.channels {
            for v in 0..<size {
              for u in 0..<size {
                let (sx, sy) = (x * stride + u - pad, y * stride + v - pad)
                guard sx >= 0, sy >= 0, sx < input.width, sy < input.height else { continue }
                sum += input[channel, sx, sy] * kernel[((output * input.channels + channel) * size + v) * size + u]
              }
            }
          }
          result[output, x, y] = relu ? max(0, sum) : sum
        }
      }
    }
    return result
  }

  func enlarged(_ input: Plane, _ factor: Int) -> Plane {
    var result = Plane(input.width * factor, input.height * factor, input.channels)
    func place(_ at: Int, _ count: Int) -> (Int, Int, Double) {
      let exact = min(max((Double(at) + 0.5) / Double(factor) - 0.5, 0), Double(count - 1))
      return (Int(exact), min(Int(exact) + 1, count - 1), exact - Double(Int(exact)))
    }
    for c in 0..<input.channels {
      for y in 0..<result.height {
        for x in 0..<result.width {
          let (l, r, across) = place(x, input.width)
          let (t, b, down) = place(y, input.height)
          result[c, x, y] =
            (input[c, l, t] * (1 - across) + input[c, r, t] * across) * (1 - down)
            + (input[c, l, b] * (1 - across) + input[c, r, b] * across) * down
        }
      }
    }
    return result
  }

  func sum(_ a: Plane, _ b: Plane) -> Plane {
    var a = a
    for index in a.values.indices { a.values[index] += b.values[index] }
    return a
  }

  /// Mean 0, variance 1; scaled bilinearly.
  func scaled(_ picture: GreyPicture, _ width: Int, _ height: Int) -> Plane {
    var result = Plane(width, height, 1)
    func place(_ at: Int, _ count: Int, _ from: Int) -> (Int, Int, Double) {
      let exact = min(max((Double(at) + 0.5) * Double(from) / Double(count) - 0.5, 0), Double(from - 1))
      return (Int(exact), min(Int(exact) + 1, from - 1), exact - Double(Int(exact)))
    }
    func pixel(_ x: Int, _ y: Int) -> Double { Double(picture.pixels[y * picture.width + x]) }
    for y in 0..<height {
      for x in 0..<width {
        let (l, r, across) = place(x, width, picture.width)
        let (t, b, down) = place(y, height, picture.height)
        result[0, x, y] =
          (pixel(l, t) * (1 - across) + pixel(r, t) * across) * (1 - down)
          + (pixel(l, b) * (1 - across) + pixel(r, b) * across) * down
      }
    }
    let mean = result.values.reduce(0, +) / Double(width * height)
    let variance = result.values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(width * height)
    result.values = result.values.map { ($0 - mean) / (variance + 1e-5).squareRoot() }
    return result
  }

  func run(_ picture: GreyPicture, _ width: Int, _ height: Int) -> (heat: Plane, descriptors: Plane, reliability: Plane)
  {
    let grey = scaled(picture, width, height)
    var one = convolve(
      convolve(convolve(convolve(grey, "block1.0"), "block1.1", stride: 2), "block1.2"), "block1.3", stride: 2)
    let (skip, skipBias) = (tensor("skip1.1.weight"), tensor("skip1.1.bias"))
    for c in 0..<one.channels {
      for y in 0..<one.height {
        for x in 0..<one.width {
          var mean = 0.0
          for v in 0..<4 { for u in 0..<4 { mean += grey[0, x * 4 + u, y * 4 + v] / 16 } }
          one[c, x, y] += mean * skip[c] + skipBias[c]
        }
      }
    }
    let two = convolve(convolve(one, "block2.0"), "block2.1")
    let three = convolve(convolve(convolve(two, "block3.0", stride: 2), "block3.1"), "block3.2", size: 1)
    let four = convolve(convolve(convolve(three, "block4.0", stride: 2), "block4.1"), "block4.2")
    let five = convolve(
      convolve(convolve(convolve(four, "block5.0", stride: 2), "block5.1"), "block5.2"), "block5.3", size: 1)
    let all = sum(sum(three, enlarged(four, 2)), enlarged(five, 4))
    var found = convolve(
      convolve(convolve(all, "block_fusion.0"), "block_fusion.1"), "block_fusion.2", size: 1, relu: false)
    var reliability = convolve(
      convolve(convolve(found, "heatmap_head.0", size: 1), "heatmap_head.1", size: 1), "heatmap_head.2", size: 1,
      relu: false)
    reliability.values = reliability.values.map { 1 / (1 + exp(-$0)) }
    for y in 0..<found.height {
      for x in 0..<found.width {
        let length = (0..<64).reduce(0.0) { $0 + found[$1, x, y] * found[$1, x, y] }.squareRoot()
        for c in 0..<64 { found[c, x, y] /= length + 1e-9 }
      }
    }
    var cells = Plane(width / 8, height / 8, 64)
    for c in 0..<64 {
      for y in 0..<cells.height { for x in 0..<cells.width { cells[c, x, y] = grey[0, x * 8 + c % 8, y * 8 + c / 8] } }
    }
    for layer in 0..<3 { cells = convolve(cells, "keypoint_head.\(layer)", size: 1) }
    cells = convolve(cells, "keypoint_head.3", size: 1, relu: false)
    var heat = Plane(width, height, 1)
    for y in 0..<cells.height {
      for x in 0..<cells.width {
        let numbers = (0..<65).map { cells[$0, x, y] }
        let most = numbers.max() ?? 0
        let total = numbers.reduce(0) { $0 + exp($1 - most) }
        for c in 0..<64 { heat[0, x * 8 + c % 8, y * 8 + c / 8] = exp(numbers[c] - most) / total }
      }
    }
    return (heat, found, reliability)
  }
}
