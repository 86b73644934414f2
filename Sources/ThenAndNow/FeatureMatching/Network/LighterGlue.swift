import CFeatures
import Glibc
import ImageRegistration

/// Pairs the points of two pictures: LightGlue (Lindenberger et al., ICCV 2023) in the small form that comes with XFeat, one
/// head, as wide and as deep as the weights say. For one thread at a time; memory is kept from call to call.
final class LighterGlue {
  /// So many points of a picture are paired at most.
  static let pointLimit = 4096

  private let kernels: Kernels
  private let width: Int
  private let frequencies: [Float]
  private let input: PackedWords
  private let blocks: [GlueBlock]
  private let projection: PackedWords
  private let matchability: PackedMatrix
  private let sides = (GlueSide(), GlueSide())
  private let shorts = ShortRows()
  private let scratch = Floats()
  private let packedKeys = Floats()

  init(_ weights: Weights, _ kernels: Kernels) throws(WeightsFault) {
    self.kernels = kernels
    let first = try weights.tensor("lighterglue.input_proj.weight", [0, XFeatNetwork.descriptorWidth])
    let width = first.shape[0]
    guard width % 2 == 0 else { throw WeightsFault("lighterglue is \(width) wide, expected an even number") }
    self.width = width
    let reader = GlueReader(weights: weights, kernels: kernels, width: width)
    input = reader.packed(try reader.tensor("input_proj", outputs: width, inputs: XFeatNetwork.descriptorWidth))
    frequencies = try weights.tensor("lighterglue.posenc.Wr.weight", [width / 2, 2]).values
    // As many as anything in the weights belongs to, so that none is left out by mistake.
    let prefix = "lighterglue.transformers."
    let numbers = Set(
      weights.tensors.keys.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count).prefix { $0 != "." } })
    var blocks: [GlueBlock] = []
    for number in 0..<max(1, numbers.count) { blocks.append(try GlueBlock(reader, "transformers.\(number)")) }
    self.blocks = blocks
    // Both sides are divided by the fourth root of the width, so their product by its square root.
    projection = reader.packed(
      try reader.tensor("assignment.final_proj", outputs: width, inputs: width)
        .times(1 / Float(width).squareRoot().squareRoot()))
    let sure = try reader.tensor("assignment.matchability", outputs: 1, inputs: width)
    matchability = PackedMatrix(kernels, depth: width, columns: 1, bias: sure.bias) { depth, _ in sure.weight[depth] }
  }

  /// - Returns: pairs that are each other's best, of a probability above `least`, in the order of the old points.
  func matches(_ old: FeatureSet, _ new: FeatureSet, least: Float) throws(FeatureError) -> [FeatureMatch] {
    guard max(old.points.count, new.points.count) <= Self.pointLimit else {
      throw FeatureError("too many points to pair: expected at most \(Self.pointLimit) of a picture")
    }
    guard old.points.count >= 4, new.points.count >= 4 else { return [] }
    begin(sides.0, old)
    begin(sides.1, new)
    for block in blocks {
      attendToOwn(sides.0, block)
      attendToOwn(sides.1, block)
      attendToOther(block)
    }
    return pairs(old, new, least: least)
  }

  private func begin(_ side: GlueSide, _ features: FeatureSet) {
    side.reserve(points: features.points.count, width: width)
    shorts.take(kernels, features.descriptors, step: input.depth, rows: side.count, width: input.depth)
    input.multiply(kernels, shorts, into: side.state, step: 2 * width)
    // Places from the middle of the picture, half its longer side being 1.
    let middle = SIMD2(Float(features.width), Float(features.height)) / 2
    let unit = Float(max(features.width, features.height)) / 2
    let half = width / 2
    for (index, point) in features.points.enumerated() {
      let place = (point - middle) / unit
      for i in 0..<half {
        let angle = place.x * frequencies[2 * i] + place.y * frequencies[2 * i + 1]
        side.cosines[index * half + i] = cosf(angle)
        side.sines[index * half + i] = sinf(angle)
      }
    }
  }

  private func attendToOwn(_ side: GlueSide, _ block: GlueBlock) {
    let step = 3 * width
    shorts.take(kernels, side.state, step: 2 * width, rows: side.count, width: width)
    block.own.multiply(kernels, shorts, into: side.asked, step: step)
    let (queries, keys) = (side.asked, side.asked + width)
    let scale = 1 / Float(width).squareRoot()
    cf_rotate(kernels.pointer, queries, step, side.count, width / 2, side.cosines, side.sines, scale)
    cf_rotate(kernels.pointer, keys, step, side.count, width / 2, side.cosines, side.sines, 1)
    attend(side, keys: keys, values: side.asked + 2 * width, count: side.count, step: step)
    block.ownMixer.apply(kernels, side, shorts)
  }

  private func attendToOther(_ block: GlueBlock) {
    let (a, b) = sides
    let step = 2 * width
    for side in [a, b] {
      shorts.take(kernels, side.state, step: step, rows: side.count, width: width)
      block.other.multiply(kernels, shorts, into: side.asked, step: step)
    }
    attend(a, keys: b.asked, values: b.asked + width, count: b.count, step: step)
    attend(b, keys: a.asked, values: a.asked + width, count: a.count, step: step)
    for side in [a, b] { block.otherMixer.apply(kernels, side, shorts) }
  }

  /// A side's queries ask so many keys; what they take becomes the side's message. All are rows of `step` numbers.
  private func attend(
    _ side: GlueSide, keys: UnsafeMutablePointer<Float>, values: UnsafeMutablePointer<Float>, count: Int, step: Int
  ) {
    let scratch = scratch.reserve(cf_attention_scratch(kernels.pointer, count, width))
    cf_attend(
      kernels.pointer, side.asked, step, side.count, keys, step, values, step, count, width, side.state + width,
      2 * width, scratch)
  }

  private func pairs(_ old: FeatureSet, _ new: FeatureSet, least: Float) -> [FeatureMatch] {
    let (a, b) = sides
    for side in [a, b] {
      shorts.take(kernels, side.state, step: 2 * width, rows: side.count, width: width)
      projection.multiply(kernels, shorts, into: side.asked, step: width)
      matchability.multiply(kernels, side.state, step: 2 * width, rows: side.count, into: side.sure, step: 1)
      cf_sigmoid(kernels.pointer, side.sure, side.count)
    }
    let keys = packedKeys.reserve(cf_packed_count(kernels.pointer, width, b.count))
    cf_pack(kernels.pointer, b.asked, 1, width, width, b.count, keys)
    let scratch = scratch.reserve(cf_pair_scratch(kernels.pointer, a.count, b.count))
    var bestOld = [Int32](repeating: -1, count: b.count)
    var bestNew = [Int32](repeating: -1, count: a.count)
    var probabilities = [Float](repeating: 0, count: a.count)
    cf_pair(
      kernels.pointer, a.asked, width, a.count, keys, b.count, width, a.sure, b.sure, scratch, &bestOld, &bestNew,
      &probabilities)
    return zip(bestNew, probabilities).enumerated().compactMap { index, best in
      guard best.0 >= 0, best.1 > least else { return nil }
      return FeatureMatch(
        old: SIMD2<Double>(old.points[index]), new: SIMD2<Double>(new.points[Int(best.0)]), probability: Double(best.1))
    }
  }
}
