@testable import FeatureMatching
@testable import ImageRegistration

/// Weights and pictures from seeds.
struct Seeded {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// Uniform in -1...1.
  mutating func next() -> Float {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Float(state >> 40) / Float(1 << 23) - 1
  }

  mutating func floats(_ count: Int, within: Float = 1) -> [Float] { (0..<count).map { _ in next() * within } }

  mutating func picture(width: Int, height: Int) -> GreyPicture {
    // Blocks of several sizes, so that there is something to see at each of the networks' sizes.
    var sum = [Float](repeating: 128, count: width * height)
    for block in [32, 8, 2] {
      let across = width / block + 1
      let values = floats(across * (height / block + 1), within: 45)
      for y in 0..<height { for x in 0..<width { sum[y * width + x] += values[y / block * across + x / block] } }
    }
    return GreyPicture(width: width, height: height, pixels: sum.map { UInt8(max(0, min(255, $0))) })
  }
}

enum TinyNetworks {
  /// Networks of odd widths, so that no vector is ever full where it ends.
  static func weights(seed: UInt64) -> Weights {
    var seeded = Seeded(seed)
    var tensors: [String: Weights.Tensor] = [:]
    func add(_ name: String, _ shape: [Int], within: Float) {
      tensors[name] = Weights.Tensor(shape: shape, values: seeded.floats(shape.reduce(1, *), within: within))
    }
    func layer(_ name: String, _ outputs: Int, _ inputs: Int, _ sides: [Int], bias: Float = 0.2) {
      let fan = sides.reduce(inputs, *)
      add(name + ".weight", [outputs, inputs] + sides, within: (6 / Float(fan)).squareRoot())
      add(name + ".bias", [outputs], within: bias)
    }
    var inputs = 1
    func row(_ name: String, _ outputs: [Int], _ sizes: [Int], from first: Int = 0) {
      for (index, output) in outputs.enumerated() {
        layer("xfeat.\(name).\(first + index)", output, inputs, [sizes[index], sizes[index]])
        inputs = output
      }
    }
    row("block1", [3, 5, 4, 9], [3, 3, 3, 3])
    layer("xfeat.skip1.1", 9, 1, [1, 1])
    row("block2", [17, 10], [3, 3])
    row("block3", [19, 6, 33], [3, 3, 1])
    row("block4", [7, 18, 33], [3, 3, 3])
    row("block5", [11, 16, 5, 33], [3, 3, 3, 1])
    row("block_fusion", [20, 35, 64], [3, 3, 1])
    row("heatmap_head", [9, 31, 1], [1, 1, 1])
    inputs = 64
    row("keypoint_head", [13, 34, 12], [1, 1, 1])
    // Far apart, so that a few pixels stand out.
    add("xfeat.keypoint_head.3.weight", [65, 12, 1, 1], within: 2)
    add("xfeat.keypoint_head.3.bias", [65], within: 1)
    let width = 18
    layer("lighterglue.input_proj", width, 64, [])
    add("lighterglue.posenc.Wr.weight", [width / 2, 2], within: 4)
    for block in 0..<2 {
      let own = "lighterglue.transformers.\(block).self_attn"
      let other = "lighterglue.transformers.\(block).cross_attn"
      layer(own + ".Wqkv", 3 * width, width, [])
      layer(own + ".out_proj", width, width, [])
      for name in ["to_qk", "to_v", "to_out"] { layer("\(other).\(name)", width, width, []) }
      for name in [own, other] {
        layer(name + ".ffn.0", 2 * width, 2 * width, [])
        add(name + ".ffn.1.weight", [2 * width], within: 1)
        add(name + ".ffn.1.bias", [2 * width], within: 0.3)
        layer(name + ".ffn.3", width, 2 * width, [])
      }
    }
    layer("lighterglue.assignment.final_proj", width, width, [])
    layer("lighterglue.assignment.matchability", 1, width, [])
    return Weights(tensors: tensors)
  }

  /// Points with descriptions of length 1.
  static func features(count: Int, seed: UInt64) -> FeatureSet {
    var seeded = Seeded(seed)
    var descriptors: [Float] = []
    for _ in 0..<count {
      let numbers = seeded.floats(64)
      let length = numbers.reduce(0) { $0 + $1 * $1 }.squareRoot()
      descriptors += numbers.map { $0 / length }
    }
    let points = (0..<count).map { _ in SIMD2((seeded.next() + 1) * 320, (seeded.next() + 1) * 224) }
    return FeatureSet(width: 640, height: 448, points: points, descriptors: descriptors)
  }
}

/// Every set of instructions that this processor has.
let everyKernels = Kernels.Instructions.allCases.compactMap { Kernels($0) }
