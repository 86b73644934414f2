import CFeatures

/// XFeat's layers (Potje et al., "XFeat: Accelerated Features for Lightweight Image Matching", CVPR 2024), for one thread at a
/// time. Each has as many channels as the weights say, but for the 64 of a description and the 65 of the heat map.
///
/// Pictures have a border of zeros, so a convolution reads the lines of its kernel straight from them: nothing is copied for
/// it.
final class XFeatNetwork {
  static let descriptorWidth = 64
  private let kernels: Kernels
  private let block1, block2, block3, block4, block5, fusion, heads, points: [Layer]
  private let skipWeight, skipBias: [Float]
  /// Each picture lives in one of these until nothing needs it any more.
  private let (greyMemory, stripMemory, memoryA, memoryB) = (
    PlaneMemory(), PlaneMemory(), PlaneMemory(), PlaneMemory()
  )
  private let bytes = Floats()
  private let (sumMemory, described, reliable, heatMemory) = (
    PlaneMemory(), PlaneMemory(), PlaneMemory(), PlaneMemory()
  )

  init(_ weights: Weights, _ kernels: Kernels) throws(WeightsFault) {
    self.kernels = kernels
    var reader = LayerReader(weights: weights, kernels: kernels, prefix: "xfeat.", outputs: 1, precision: .floats)
    let first = try reader.row("block1", [(3, 1), (3, 2)])
    reader.precision = .bytes
    block1 = try first + reader.row("block1", [(3, 1), (3, 2)], from: first.count)
    skipWeight = try weights.tensor("xfeat.skip1.1.weight", [reader.outputs, 1, 1, 1]).values
    skipBias = try weights.tensor("xfeat.skip1.1.bias", [reader.outputs]).values
    block2 = try reader.row("block2", [(3, 1), (3, 1)])
    block3 = try reader.row("block3", [(3, 2), (3, 1), (1, 1)])
    let middle = reader.outputs
    block4 = try reader.row("block4", [(3, 2), (3, 1), (3, 1)])
    guard reader.outputs == middle else { throw WeightsFault("xfeat.block4 does not fit block3") }
    block5 = try reader.row("block5", [(3, 2), (3, 1), (3, 1), (1, 1)])
    guard reader.outputs == middle else { throw WeightsFault("xfeat.block5 does not fit block3") }
    let wide = Self.descriptorWidth
    fusion =
      try reader.row("block_fusion", [(3, 1), (3, 1)])
      + [reader.layer("block_fusion.2", size: 1, stride: 1, outputs: wide, isLast: true)]
    heads =
      try reader.row("heatmap_head", [(1, 1), (1, 1)])
      + [reader.layer("heatmap_head.2", size: 1, stride: 1, outputs: 1, isLast: true)]
    // Where a point lies is said by these alone, and they are small.
    reader.precision = .floats
    points =
      try [reader.unfolded("keypoint_head.0")] + reader.row("keypoint_head", [(1, 1), (1, 1)], from: 1)
      + [reader.layer("keypoint_head.3", size: 1, stride: 1, outputs: 65, isLast: true)]
  }

  /// What the network says of a picture; its memory is the network's, until the next call.
  struct Answer {
    /// How likely a point of interest is, pixel by pixel.
    var heat: ChannelPlane
    /// For each 8 × 8 pixels a description of length 1, and how reliable it is, 0 to 1.
    var descriptors: ChannelPlane
    var reliability: ChannelPlane
  }

  /// - Parameters:
  ///   - pixels: `sourceWidth × sourceHeight` of them, 8-bit grey.
  ///   - width: a multiple of 32, as is the height: to what the picture is scaled.
  func run(
    _ pixels: UnsafePointer<UInt8>, sourceWidth: Int, sourceHeight: Int, width: Int, height: Int
  ) -> Answer {
    precondition(width > 0 && height > 0 && width % 32 == 0 && height % 32 == 0, "sides that are multiples of 32")
    if pixelsBefore > 4 * width * height + 65_536 { forget() }
    pixelsBefore = width * height
    let grey = greyMemory.picture(width: width, height: height, channels: 1, border: 1)
    cf_scale_grey(pixels, sourceWidth, sourceHeight, grey.start, width, height)
    let half = firstTwoLayers(grey)
    let quarter = chain(block1[2...], half)
    cf_add_pooled(grey.start, width, height, skipWeight, skipBias, quarter.channels, quarter.start)
    // The sum of what three sizes of the picture say, on the largest of them.
    let eighth = chain(block3.dropLast(), chain(block2[...], quarter))
    let sum = result(block3[2], on: eighth, in: sumMemory)
    let sixteenth = chain(block4[...], sum)
    // Added before `block5` has need of the memory; the sum that `block4` began with is no longer needed.
    cf_add_enlarged(
      kernels.pointer, sixteenth.start, sixteenth.width, sixteenth.height, 2, sum.channels, sum.start)
    let small = chain(block5[...], sixteenth)
    cf_add_enlarged(kernels.pointer, small.start, small.width, small.height, 4, sum.channels, sum.start)
    let descriptors = result(fusion[2], on: chain(fusion.dropLast(), sum), in: described, border: 0)
    let reliability = result(heads[2], on: chain(heads.dropLast(), descriptors, border: 0), in: reliable, border: 0)
    cf_sigmoid(kernels.pointer, reliability.start, reliability.cells)
    cf_normalise_length(descriptors.start, descriptors.cells, descriptors.channels)
    let logits = chain(points[...], grey, border: 0)
    let heat = heatMemory.picture(width: width, height: height, channels: 1, border: 0)
    cf_heat_map(kernels.pointer, logits.start, logits.width, logits.height, heat.start)
    return Answer(heat: heat, descriptors: descriptors, reliability: reliability)
  }

  /// The last picture's; the layers' memory is as large as that one needed.
  private var pixelsBefore = 0

  private func forget() {
    for memory in [greyMemory, stripMemory, memoryA, memoryB, sumMemory, described, reliable, heatMemory] {
      memory.forget()
    }
    _ = bytes.reserve(0)
  }

  private func result(_ layer: Layer, on source: ChannelPlane, in memory: PlaneMemory, border: Int = 1) -> ChannelPlane
  {
    let result = memory.picture(
      width: source.width / layer.stride, height: source.height / layer.stride, channels: layer.outputs,
      border: border)
    layer.apply(kernels, source, result, bytes)
    return result
  }

  /// One layer after the other, from one memory to the other.
  private func chain(_ layers: ArraySlice<Layer>, _ source: ChannelPlane, border: Int = 1) -> ChannelPlane {
    var picture = source
    for layer in layers {
      picture = result(layer, on: picture, in: isInA ? memoryB : memoryA, border: border)
      isInA.toggle()
    }
    return picture
  }
  /// Where the newest picture of ``chain(_:_:border:)`` is.
  private var isInA = false

  /// Lines of the second layer's result that are made at a time: what the first layer makes for them is four times as large as
  /// the picture, and stays in the processor's cache.
  private static let stripLines = 8

  private func firstTwoLayers(_ grey: ChannelPlane) -> ChannelPlane {
    let (first, second) = (block1[0], block1[1])
    let result = (isInA ? memoryB : memoryA).picture(
      width: grey.width / 2, height: grey.height / 2, channels: second.outputs, border: 1)
    isInA.toggle()
    // Its topmost line is the border's: the line before the first that the second layer needs.
    let strip = stripMemory.picture(
      width: grey.width, height: Self.stripLines * 2, channels: first.outputs, border: 1)
    for top in stride(from: 0, to: result.height, by: Self.stripLines) {
      let lines = min(Self.stripLines, result.height - top)
      if top == 0 {
        first.apply(kernels, grey, from: 0, strip, at: 0, lines: lines * 2)
      } else {
        first.apply(kernels, grey, from: top * 2 - 1, strip, at: -1, lines: lines * 2 + 1)
      }
      second.apply(kernels, strip, from: 0, result, at: top, lines: lines)
    }
    return result
  }
}
