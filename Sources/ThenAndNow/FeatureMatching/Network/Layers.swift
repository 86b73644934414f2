import CFeatures

/// Numbers of a picture, channels side by side, with a border of zeros around it or none: where they are.
struct ChannelPlane {
  let start: UnsafeMutablePointer<Float>
  let width: Int
  let height: Int
  let channels: Int
  let border: Int

  /// How many numbers such a picture has.
  static func count(width: Int, height: Int, channels: Int, border: Int) -> Int {
    (width + 2 * border) * (height + 2 * border) * channels
  }

  /// From one line to the next, borders included.
  var lineStep: Int { (width + 2 * border) * channels }
  var cells: Int { width * height }

  /// The pixel at `x` and `y`; -1 is in the border.
  func pixel(_ x: Int, _ y: Int) -> UnsafeMutablePointer<Float> {
    start + (y + border) * lineStep + (x + border) * channels
  }
}

/// The memory of one picture, kept from call to call.
final class PlaneMemory {
  private let floats = Floats()

  /// Gives it back.
  func forget() { _ = floats.reserve(0) }

  /// A picture whose border is clear; its pixels are whatever was there before. Memory for the largest is kept.
  func picture(width: Int, height: Int, channels: Int, border: Int) -> ChannelPlane {
    let count = ChannelPlane.count(width: width, height: height, channels: channels, border: border)
    let picture = ChannelPlane(
      start: floats.reserve(count, keeps: true), width: width, height: height, channels: channels, border: border)
    if border == 1 { cf_clear_border(picture.start, width, height, channels) }
    return picture
  }
}

/// How a layer's products are made.
enum Precision {
  /// Of 32-bit floats.
  case floats
  /// Of bytes: the source is scaled by its own least and largest number.
  case bytes
}

/// One convolution, with its ReLU where it has one.
struct Layer {
  let size: Int
  let stride: Int
  let inputs: Int
  let outputs: Int
  let isLast: Bool
  private let matrix: Matrix

  private enum Matrix {
    case floats(PackedMatrix)
    case bytes(PackedWords)
  }

  /// - Parameters:
  ///   - kernel: `[output][input][line][column]`.
  ///   - isLast: without a ReLU.
  init(
    _ kernels: Kernels, size: Int, stride: Int, inputs: Int, outputs: Int, kernel: [Float], bias: [Float], isLast: Bool,
    precision: Precision
  ) {
    self.size = size
    self.stride = stride
    self.inputs = inputs
    self.outputs = outputs
    self.isLast = isLast
    func element(_ pixel: Int, _ input: Int, _ output: Int) -> Float {
      kernel[(output * inputs + input) * size * size + pixel]
    }
    switch precision {
    case .floats:
      matrix = .floats(
        PackedMatrix(kernels, depth: size * size * inputs, columns: outputs, bias: bias) { depth, output in
          element(depth / inputs, depth % inputs, output)
        })
    case .bytes:
      let padded = cf_byte_channels(inputs)
      matrix = .bytes(
        PackedWords(kernels, bits: 8, depth: size * size * padded, columns: outputs, bias: bias) { depth, output in
          depth % padded < inputs ? element(depth / padded, depth % padded, output) : 0
        })
    }
  }

  private var flags: Int { isLast ? 0 : Int(CF_RELU) }

  /// All of a picture. One with a kernel of three pixels needs a border.
  /// - Parameter memory: for the source's bytes.
  func apply(_ kernels: Kernels, _ source: ChannelPlane, _ result: ChannelPlane, _ memory: Floats) {
    guard case .bytes(let words) = matrix else {
      return apply(kernels, source, from: 0, result, at: 0, lines: result.height)
    }
    check(source, from: 0, result, at: 0, lines: result.height)
    let channels = cf_byte_channels(inputs)
    let pixels = (source.width + 2 * source.border) * (source.height + 2 * source.border)
    _ = memory.reserve(pixels * channels / 4, keeps: true)
    let numbers = UnsafeMutableRawPointer(memory.start).assumingMemoryBound(to: UInt8.self)
    var bytes = cf_to_bytes(kernels.pointer, source.start, pixels, inputs, numbers)
    let line = (source.width + 2 * source.border) * channels
    let first = source.border + inset
    var layer = cf_convolution(
      size: size, stride: stride, input_channels: inputs, output_channels: outputs, packed: nil,
      bias: words.biasStart, flags: Int32(flags))
    words.withPacked { packed in
      cf_convolve_bytes(
        kernels.pointer, &layer, packed, &bytes, numbers + first * (line + channels), line, result.height, result.width,
        result.pixel(0, 0), result.lineStep)
    }
  }

  /// A kernel of three pixels has its middle on the pixel; the others begin on it.
  private var inset: Int { size == 3 ? -1 : 0 }

  private func check(_ source: ChannelPlane, from first: Int, _ result: ChannelPlane, at line: Int, lines: Int) {
    precondition(source.border + inset >= 0 && source.channels == inputs && result.channels == outputs)
    precondition(
      (result.width - 1) * stride + inset + size <= source.width + source.border
        && (first + lines - 1) * stride + inset + size <= source.height + source.border
        && line + lines <= result.height + result.border)
  }

  /// Some lines: line `first` of the layer's result on `source` becomes line `line` of `result`.
  func apply(
    _ kernels: Kernels, _ source: ChannelPlane, from first: Int, _ result: ChannelPlane, at line: Int, lines: Int
  ) {
    guard case .floats(let matrix) = matrix else { preconditionFailure("bytes are made of a whole picture") }
    check(source, from: first, result, at: line, lines: lines)
    var layer = cf_convolution(
      size: size, stride: stride, input_channels: inputs, output_channels: outputs, packed: matrix.start,
      bias: matrix.biasStart, flags: Int32(flags))
    cf_convolve(
      kernels.pointer, &layer, source.pixel(inset, first * stride + inset), source.lineStep, lines, result.width,
      result.pixel(0, line), result.lineStep)
  }
}

/// Takes the layers of a network out of the weights, each with as many inputs as the one before has outputs.
struct LayerReader {
  let weights: Weights
  let kernels: Kernels
  let prefix: String
  /// Of the layer that was read last.
  var outputs: Int
  /// Of the layers that are read from now on.
  var precision: Precision

  /// Layers `name.0`, `name.1` and so on, of these sizes and strides.
  mutating func row(_ name: String, _ layers: [(size: Int, stride: Int)], from first: Int = 0) throws(WeightsFault)
    -> [Layer]
  {
    var row: [Layer] = []
    for (index, layer) in layers.enumerated() {
      row.append(try self.layer("\(name).\(first + index)", size: layer.size, stride: layer.stride, outputs: 0))
    }
    return row
  }

  /// - Parameter outputs: how many there must be, or 0 for any.
  mutating func layer(
    _ name: String, size: Int, stride: Int, outputs expected: Int, isLast: Bool = false
  ) throws(WeightsFault) -> Layer {
    let kernel = try weights.tensor("\(prefix)\(name).weight", [expected, outputs, size, size])
    return try layer(name, kernel: kernel, size: size, stride: stride, inputs: outputs, isLast: isLast)
  }

  /// A layer on 64 channels that are 8 × 8 pixels of the picture: a kernel of eight pixels, eight apart.
  mutating func unfolded(_ name: String) throws(WeightsFault) -> Layer {
    let kernel = try weights.tensor("\(prefix)\(name).weight", [0, 64, 1, 1])
    return try layer(name, kernel: kernel, size: 8, stride: 8, inputs: 1, isLast: false)
  }

  private mutating func layer(
    _ name: String, kernel: Weights.Tensor, size: Int, stride: Int, inputs: Int, isLast: Bool
  ) throws(WeightsFault) -> Layer {
    outputs = kernel.shape[0]
    let bias = try weights.tensor("\(prefix)\(name).bias", [outputs])
    return Layer(
      kernels, size: size, stride: stride, inputs: inputs, outputs: outputs, kernel: kernel.values, bias: bias.values,
      isLast: isLast, precision: precision)
  }
}
