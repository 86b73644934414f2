import CFeatures

/// What LighterGlue knows of one picture's points while it works.
final class GlueSide {
  private(set) var count = 0
  /// Each point's state, and beside it the message that is to change it: rows of twice the width.
  private(set) var state: UnsafeMutablePointer<Float>
  /// What is asked of the state: queries, keys and values side by side, rows of three times the width.
  private(set) var asked: UnsafeMutablePointer<Float>
  private(set) var hidden, cosines, sines, sure: UnsafeMutablePointer<Float>
  private let memory = (0..<6).map { _ in Floats() }

  init() {
    (state, asked, hidden) = (memory[0].start, memory[1].start, memory[2].start)
    (cosines, sines, sure) = (memory[3].start, memory[4].start, memory[5].start)
  }

  func reserve(points: Int, width: Int) {
    count = points
    state = memory[0].reserve(points * 2 * width)
    asked = memory[1].reserve(points * 3 * width)
    hidden = memory[2].reserve(points * 2 * width)
    cosines = memory[3].reserve(points * width / 2)
    sines = memory[4].reserve(points * width / 2)
    sure = memory[5].reserve(points)
  }
}

/// One of LighterGlue's layers: each point looks at its own picture's points, then at the other's.
struct GlueBlock {
  /// Queries, keys and values side by side.
  let own: PackedWords
  let ownMixer: GlueMixer
  /// Queries, which are the keys, too, and values, when two pictures look at each other. The scale of the scores is in the
  /// weights.
  let other: PackedWords
  let otherMixer: GlueMixer

  init(_ reader: GlueReader, _ name: String) throws(WeightsFault) {
    let width = reader.width
    // Positions turn pairs of neighbours (0 and 1, 2 and 3). All first ones before all second ones, in queries and keys
    // alike, the scores stay the same, and a turn is arithmetic on whole vectors.
    let order = (0..<width).map { $0 < width / 2 ? 2 * $0 : 2 * ($0 - width / 2) + 1 }
    let weights = try reader.tensor("\(name).self_attn.Wqkv", outputs: 3 * width, inputs: width)
    let rows = order.map { $0 * 3 } + order.map { $0 * 3 + 1 } + (0..<width).map { $0 * 3 + 2 }
    own = reader.packed(
      GlueTensor(
        inputs: width, weight: rows.flatMap { weights.weight[($0 * width)..<(($0 + 1) * width)] },
        bias: rows.map { weights.bias[$0] }))
    ownMixer = try GlueMixer(reader, "\(name).self_attn", output: "out_proj")
    let queries = try reader.tensor("\(name).cross_attn.to_qk", outputs: width, inputs: width)
      .times(1 / Float(width).squareRoot().squareRoot())
    let values = try reader.tensor("\(name).cross_attn.to_v", outputs: width, inputs: width)
    other = reader.packed(
      GlueTensor(inputs: width, weight: queries.weight + values.weight, bias: queries.bias + values.bias))
    otherMixer = try GlueMixer(reader, "\(name).cross_attn", output: "to_out")
  }
}

/// How a message changes a state: two linear layers with a layer norm and GELU between them, added to the state.
struct GlueMixer {
  private let width: Int
  private let first, second: PackedWords
  private let scale, shift: [Float]

  /// - Parameter output: the layer that makes the message of what attention took: it has nothing after it but the first
  ///   of these, so the two are one.
  init(_ reader: GlueReader, _ name: String, output: String) throws(WeightsFault) {
    width = reader.width
    let mixer = name + ".ffn"
    first = reader.packed(
      try reader.tensor(mixer + ".0", outputs: 2 * width, inputs: 2 * width)
        .following(try reader.tensor("\(name).\(output)", outputs: width, inputs: width)))
    scale = try reader.weights.tensor("lighterglue.\(mixer).1.weight", [2 * width]).values
    shift = try reader.weights.tensor("lighterglue.\(mixer).1.bias", [2 * width]).values
    second = reader.packed(try reader.tensor(mixer + ".3", outputs: width, inputs: 2 * width))
  }

  func apply(_ kernels: Kernels, _ side: GlueSide, _ shorts: ShortRows) {
    let step = 2 * width
    shorts.take(kernels, side.state, step: step, rows: side.count, width: step)
    first.multiply(kernels, shorts, into: side.hidden, step: step)
    cf_normalise_gelu(kernels.pointer, side.hidden, step, side.count, step, scale, shift)
    shorts.take(kernels, side.hidden, step: step, rows: side.count, width: step)
    second.multiply(kernels, shorts, into: side.state, step: step, flags: Int(CF_ADD))
  }
}

/// A linear layer's numbers: `[output][input]`.
struct GlueTensor {
  var inputs: Int
  var weight: [Float]
  var bias: [Float]

  func times(_ factor: Float) -> GlueTensor {
    GlueTensor(inputs: inputs, weight: weight.map { $0 * factor }, bias: bias.map { $0 * factor })
  }

  /// This layer, whose last inputs are the outputs of another, as one.
  func following(_ other: GlueTensor) -> GlueTensor {
    var result = self
    let first = inputs - other.bias.count
    for output in bias.indices {
      let row = weight[(output * inputs + first)..<((output + 1) * inputs)].map(Double.init)
      result.bias[output] = Float(zip(row, other.bias).reduce(Double(bias[output])) { $0 + $1.0 * Double($1.1) })
      for input in 0..<other.inputs {
        let sum = row.indices.reduce(0.0) { $0 + row[$1] * Double(other.weight[$1 * other.inputs + input]) }
        result.weight[output * inputs + first + input] = Float(sum)
      }
    }
    return result
  }
}

/// Takes linear layers out of the weights.
struct GlueReader {
  let weights: Weights
  let kernels: Kernels
  let width: Int

  func tensor(_ name: String, outputs: Int, inputs: Int) throws(WeightsFault) -> GlueTensor {
    GlueTensor(
      inputs: inputs, weight: try weights.tensor("lighterglue.\(name).weight", [outputs, inputs]).values,
      bias: try weights.tensor("lighterglue.\(name).bias", [outputs]).values)
  }

  func packed(_ tensor: GlueTensor) -> PackedWords {
    PackedWords(kernels, bits: 16, depth: tensor.inputs, columns: tensor.bias.count, bias: tensor.bias) {
      depth, column in tensor.weight[column * tensor.inputs + depth]
    }
  }
}
