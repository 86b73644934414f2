import CFeatures

/// What LighterGlue knows of one picture's points while it works.
final class GlueSide {
  private(set) var count = 0
  /// Each point's state, and beside it the message that is to change it: rows of twice the width.
  private(set) var state: UnsafeMutablePointer<Float>
  private(set) var first, second, third, message, hidden, cosines, sines: UnsafeMutablePointer<Float>
  private let memory = (0..<8).map { _ in Floats() }

  init() {
    state = memory[0].start
    (first, second, third, message) = (memory[1].start, memory[2].start, memory[3].start, memory[4].start)
    (hidden, cosines, sines) = (memory[5].start, memory[6].start, memory[7].start)
  }

  func reserve(points: Int, width: Int) {
    count = points
    state = memory[0].reserve(points * 2 * width)
    first = memory[1].reserve(points * width)
    second = memory[2].reserve(points * width)
    third = memory[3].reserve(points * width)
    message = memory[4].reserve(points * width)
    hidden = memory[5].reserve(points * 2 * width)
    cosines = memory[6].reserve(points * width / 2)
    sines = memory[7].reserve(points * width / 2)
  }
}

/// One of LighterGlue's layers: each point looks at its own picture's points, then at the other's.
struct GlueBlock {
  let queries, keys, values, ownOutput: PackedMatrix
  let ownMixer: GlueMixer
  /// Queries and keys are the same when two pictures look at each other. The scale of the scores is in its weights.
  let both, otherValues, otherOutput: PackedMatrix
  let otherMixer: GlueMixer

  init(_ reader: GlueReader, _ name: String) throws(WeightsFault) {
    let width = reader.width
    let own = "\(name).self_attn"
    // Positions turn pairs of neighbours (0 and 1, 2 and 3). All first ones before all second ones, in queries and keys
    // alike, the scores stay the same, and a turn is arithmetic on whole vectors.
    let order = (0..<width).map { $0 < width / 2 ? 2 * $0 : 2 * ($0 - width / 2) + 1 }
    queries = try reader.part(own + ".Wqkv", order.map { $0 * 3 })
    keys = try reader.part(own + ".Wqkv", order.map { $0 * 3 + 1 })
    values = try reader.part(own + ".Wqkv", (0..<width).map { $0 * 3 + 2 })
    ownOutput = try reader.linear(own + ".out_proj", inputs: width, outputs: width)
    ownMixer = try GlueMixer(reader, own + ".ffn")
    let other = "\(name).cross_attn"
    both = try reader.linear(
      other + ".to_qk", inputs: width, outputs: width, factor: 1 / Float(width).squareRoot().squareRoot())
    otherValues = try reader.linear(other + ".to_v", inputs: width, outputs: width)
    otherOutput = try reader.linear(other + ".to_out", inputs: width, outputs: width)
    otherMixer = try GlueMixer(reader, other + ".ffn")
  }
}

/// How a message changes a state: two linear layers with a layer norm and GELU between them, added to the state.
struct GlueMixer {
  private let width: Int
  private let first, second: PackedMatrix
  private let scale, shift: [Float]

  init(_ reader: GlueReader, _ name: String) throws(WeightsFault) {
    width = reader.width
    first = try reader.linear(name + ".0", inputs: 2 * width, outputs: 2 * width)
    scale = try reader.weights.tensor("lighterglue.\(name).1.weight", [2 * width]).values
    shift = try reader.weights.tensor("lighterglue.\(name).1.bias", [2 * width]).values
    second = try reader.linear(name + ".3", inputs: 2 * width, outputs: width)
  }

  func apply(_ kernels: Kernels, _ side: GlueSide) {
    let step = 2 * width
    first.multiply(kernels, side.state, step: step, rows: side.count, into: side.hidden, step: step)
    cf_normalise_gelu(kernels.pointer, side.hidden, step, side.count, step, scale, shift)
    second.multiply(
      kernels, side.hidden, step: step, rows: side.count, into: side.state, step: step, flags: Int(CF_ADD))
  }
}

/// Takes linear layers out of the weights.
struct GlueReader {
  let weights: Weights
  let kernels: Kernels
  let width: Int

  /// - Parameter factor: what all of its results are multiplied by.
  func linear(_ name: String, inputs: Int, outputs: Int, factor: Float = 1) throws(WeightsFault) -> PackedMatrix {
    let weight = try weights.tensor("lighterglue.\(name).weight", [outputs, inputs]).values
    let bias = try weights.tensor("lighterglue.\(name).bias", [outputs]).values
    return PackedMatrix(kernels, depth: inputs, columns: outputs, bias: bias.map { $0 * factor }) { depth, column in
      weight[column * inputs + depth] * factor
    }
  }

  /// Some of the outputs of a layer that makes three of each.
  func part(_ name: String, _ rows: [Int]) throws(WeightsFault) -> PackedMatrix {
    let weight = try weights.tensor("lighterglue.\(name).weight", [3 * width, width]).values
    let bias = try weights.tensor("lighterglue.\(name).bias", [3 * width]).values
    return PackedMatrix(kernels, depth: width, columns: rows.count, bias: rows.map { bias[$0] }) { depth, column in
      weight[rows[column] * width + depth]
    }
  }
}
