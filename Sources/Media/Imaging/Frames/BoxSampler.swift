import BoothCore

/// What part of a picture a small picture shows, how large it becomes, and how it is turned.
struct PreviewPart {
  /// In source pixels.
  var source: PixelRect
  /// Before turning.
  var target: PixelSize
  /// How large the whole picture would be at the target's scale.
  var sizeOfWhole: PixelSize

  /// How the small picture is turned once it is made.
  var turn: Orientation

  /// - Parameters:
  ///   - box: how large the turned picture shall be.
  ///   - mirrored: it is mirrored after all turning.
  init(of framing: Framing, in box: PixelSize, _ fit: FrameConverter.Fit, mirrored: Bool) {
    turn = mirrored ? framing.turn.then(.mirrored) : framing.turn
    source = framing.part
    let size = source.size
    let upright = box
    let box = turn.apply(to: box)
    target = box
    switch fit {
    case .stretching: break
    case .covering:
      // Around the middle of the upright picture: an odd pixel stays on its side whichever way the sensor is turned, so
      // that the live view, its mirror and the photo agree.
      source = framing.turn.source(
        of: PixelRect.crop(of: framing.size, toFill: upright), in: size)
      source.x += framing.part.x
      source.y += framing.part.y
    case .fitting:
      // The largest size of the source's proportions within the box.
      if size.width * box.height > size.height * box.width {
        target.height = max(1, (size.height * box.width + size.width / 2) / size.width)
      } else {
        target.width = max(1, (size.width * box.height + size.height / 2) / size.height)
      }
    }
    sizeOfWhole = PixelSize(
      width: (target.width * framing.sensor.width + source.width - 1) / source.width,
      height: (target.height * framing.sensor.height + source.height - 1) / source.height)
  }

  /// The same part of a smaller decoding.
  func scaled(from stored: PixelSize, to decoded: PixelSize) -> PreviewPart {
    var part = self
    part.source.x = source.x * decoded.width / stored.width
    part.source.y = source.y * decoded.height / stored.height
    part.source.width = max(1, source.width * decoded.width / stored.width)
    part.source.height = max(1, source.height * decoded.height / stored.height)
    return part
  }
}

/// Where the points of a small picture are put, row after row as they are made, so that it is turned without a copy.
private struct Placement {
  let size: PixelSize
  private let places: SampleTurn

  init(_ part: PreviewPart) {
    size = part.turn.apply(to: part.target)
    places = SampleTurn(part.turn.inverse, of: size)
  }

  @inline(__always) func index(_ x: Int, _ y: Int) -> Int { places.index(x, y) }
}

/// Averages boxes of pixels; keeps its rows from one frame to the next.
///
/// Of a box, every column and at most four rows, evenly spread, are read: at 1080p and 90 points of height that is a
/// third of the picture, and enough to average noise away.
struct BoxSampler {
  private static let rowsPerBox = 4
  private var sums: [UInt16] = []
  private var y: [Int32] = []
  private var u: [Int32] = []
  private var v: [Int32] = []

  mutating func sample(_ view: I420View, _ part: PreviewPart, range: YUVRange) -> Bitmap {
    let luma = part.source
    let chroma = PixelRect(
      x: luma.x / 2, y: luma.y / 2, width: max(1, luma.width / 2), height: max(1, luma.height / 2))
    return rows(part, range) { sampler, row in
      var boxes = sampler.addRows(view.y, luma, row, part.target)
      boxes.average(sampler.sums, step: 1, offset: 0, into: &sampler.y)
      boxes = sampler.addRows(view.u, chroma, row, part.target)
      boxes.average(sampler.sums, step: 1, offset: 0, into: &sampler.u)
      boxes = sampler.addRows(view.v, chroma, row, part.target)
      boxes.average(sampler.sums, step: 1, offset: 0, into: &sampler.v)
    }
  }

  /// Averages planes whose colours are halved in whatever way; without colours it is grey.
  mutating func sample(
    _ y: PlaneView, _ u: PlaneView?, _ v: PlaneView?, _ part: PreviewPart, range: YUVRange
  ) -> Bitmap {
    let luma = part.source
    func across(_ x: Int, _ plane: PlaneView) -> Int { x * plane.width / max(1, y.width) }
    func down(_ row: Int, _ plane: PlaneView) -> Int { row * plane.height / max(1, y.height) }
    func colors(_ plane: PlaneView) -> PixelRect {
      PixelRect(
        x: across(luma.x, plane), y: down(luma.y, plane), width: max(1, across(luma.width, plane)),
        height: max(1, down(luma.height, plane)))
    }
    return rows(part, range) { sampler, row in
      var boxes = sampler.addRows(y, luma, row, part.target)
      boxes.average(sampler.sums, step: 1, offset: 0, into: &sampler.y)
      guard let u, let v else {
        sampler.u.withUnsafeMutableBufferPointer { $0.update(repeating: 128) }
        sampler.v.withUnsafeMutableBufferPointer { $0.update(repeating: 128) }
        return
      }
      boxes = sampler.addRows(u, colors(u), row, part.target)
      boxes.average(sampler.sums, step: 1, offset: 0, into: &sampler.u)
      boxes = sampler.addRows(v, colors(v), row, part.target)
      boxes.average(sampler.sums, step: 1, offset: 0, into: &sampler.v)
    }
  }

  mutating func sample(_ view: YUYVView, _ part: PreviewPart, range: YUVRange) -> Bitmap {
    // As bytes, from a pair of pixels on.
    let bytes = PlaneView(
      base: view.base, strideBytes: view.strideBytes, width: view.size.width * 2, height: view.size.height)
    let pairs = max(1, part.source.width / 2)
    let packed = PixelRect(
      x: part.source.x / 2 * 4, y: part.source.y, width: pairs * 4, height: part.source.height)
    return rows(part, range) { sampler, row in
      var boxes = sampler.addRows(bytes, packed, row, part.target)
      boxes.sourceWidth = pairs * 2
      boxes.average(sampler.sums, step: 2, offset: 0, into: &sampler.y)
      boxes.sourceWidth = pairs
      boxes.average(sampler.sums, step: 4, offset: 1, into: &sampler.u)
      boxes.average(sampler.sums, step: 4, offset: 3, into: &sampler.v)
    }
  }

  mutating func sample(_ view: NV12View, _ part: PreviewPart, range: YUVRange) -> Bitmap {
    let luma = part.source
    let pairs = max(1, luma.width / 2)
    // As bytes, from a pair of colours on.
    let packed = PixelRect(x: luma.x / 2 * 2, y: luma.y / 2, width: pairs * 2, height: max(1, luma.height / 2))
    return rows(part, range) { sampler, row in
      var boxes = sampler.addRows(view.y, luma, row, part.target)
      boxes.average(sampler.sums, step: 1, offset: 0, into: &sampler.y)
      boxes = sampler.addRows(view.uv, packed, row, part.target)
      boxes.sourceWidth = pairs
      boxes.average(sampler.sums, step: 2, offset: 0, into: &sampler.u)
      boxes.average(sampler.sums, step: 2, offset: 1, into: &sampler.v)
    }
  }

  /// Averages opaque pixels.
  mutating func sample(_ pixels: UnsafeBufferPointer<UInt32>, size: PixelSize, _ part: PreviewPart) -> Bitmap {
    let placement = Placement(part)
    var bitmap = Bitmap(size: placement.size)
    guard let base = UnsafeRawPointer(pixels.baseAddress)?.assumingMemoryBound(to: UInt8.self) else { return bitmap }
    let bytes = PlaneView(base: base, strideBytes: size.width * 4, width: size.width * 4, height: size.height)
    var packed = part.source
    packed.x *= 4
    packed.width *= 4
    fit(part.target.width)
    bitmap.withMutablePixels { target in
      for row in 0..<part.target.height {
        var boxes = addRows(bytes, packed, row, part.target)
        boxes.sourceWidth = part.source.width
        // B, G and R, in the order of the bytes of a little-endian pixel.
        boxes.average(sums, step: 4, offset: 0, into: &y)
        boxes.average(sums, step: 4, offset: 1, into: &u)
        boxes.average(sums, step: 4, offset: 2, into: &v)
        for x in 0..<part.target.width {
          let (blue, green, red) = (UInt32(y[x]), UInt32(u[x]), UInt32(v[x]))
          target[placement.index(x, row)] = 0xFF00_0000 | red << 16 | green << 8 | blue
        }
      }
    }
    return bitmap
  }

  /// Fills the picture, row after row, from what `average` leaves in `y`, `u` and `v`.
  private mutating func rows(
    _ part: PreviewPart, _ range: YUVRange, average: (inout BoxSampler, Int) -> Void
  ) -> Bitmap {
    let (size, placement) = (part.target, Placement(part))
    var bitmap = Bitmap(size: placement.size)
    fit(size.width)
    let matrix = YUVMatrix(range)
    bitmap.withMutablePixels { pixels in
      for row in 0..<size.height {
        average(&self, row)
        for x in 0..<size.width { pixels[placement.index(x, row)] = matrix.pixel(y[x], u[x], v[x]) }
      }
    }
    return bitmap
  }

  private mutating func fit(_ width: Int) {
    guard y.count != width else { return }
    y = Array(repeating: 0, count: width)
    u = y
    v = y
  }

  /// Adds up, column by column, the source rows of one row of boxes.
  private mutating func addRows(_ plane: PlaneView, _ part: PixelRect, _ row: Int, _ target: PixelSize) -> BoxRow {
    // A rectangle of odd proportions may have been rounded to one sample past the plane.
    let top = min(part.y + row * part.height / target.height, plane.height - 1)
    let bottom = min(max(part.y + (row + 1) * part.height / target.height, top + 1), plane.height)
    let left = min(part.x, plane.width - 1)
    let width = min(part.width, plane.width - left)
    let count = min(bottom - top, Self.rowsPerBox)
    if sums.count < width { sums = Array(repeating: 0, count: width) }
    sums.withUnsafeMutableBufferPointer { sums in
      guard let sums = sums.baseAddress else { return }
      for index in 0..<count {
        let line = top + (2 * index + 1) * (bottom - top) / (2 * count)
        let source = plane.base + line * plane.strideBytes + left
        if index == 0 {
          for x in 0..<width { sums[x] = UInt16(source[x]) }
        } else {
          for x in 0..<width { sums[x] &+= UInt16(source[x]) }
        }
      }
    }
    return BoxRow(sourceWidth: width, rows: count)
  }
}

/// A row of boxes whose source rows are added up.
private struct BoxRow {
  /// Samples from the first box's left edge to the last one's right.
  var sourceWidth: Int
  var rows: Int

  /// Averages each box's columns: `sums[step * column + offset]`.
  func average(_ sums: [UInt16], step: Int, offset: Int, into target: inout [Int32]) {
    let count = target.count
    // x * sourceWidth / count for each x, without a division each.
    let (whole, rest) = sourceWidth.quotientAndRemainder(dividingBy: count)
    sums.withUnsafeBufferPointer { sums in
      guard let base = sums.baseAddress else { return }
      let sums = base + offset
      var left = 0
      var remainder = 0
      for x in 0..<count {
        var next = left &+ whole
        remainder &+= rest
        if remainder >= count {
          remainder &-= count
          next &+= 1
        }
        // A box of no width, when the result is larger than its source, shows the sample it lies in.
        let right = max(next, left &+ 1)
        var sum: UInt32 = 0
        var column = left
        while column < right {
          sum &+= UInt32(sums[column &* step])
          column &+= 1
        }
        target[x] = Int32(Float(sum) / Float((right &- left) &* rows) + 0.5)
        left = next
      }
    }
  }
}

/// BT.601 Y'CbCr to RGB in 16-bit fixed point (ITU-R BT.601-7 and, for full range, JFIF 1.02).
struct YUVMatrix {
  let black: Int32
  let luma: Int32
  let redFromV: Int32
  let greenFromU: Int32
  let greenFromV: Int32
  let blueFromU: Int32

  init(_ range: YUVRange) {
    switch range {
    case .full:
      (black, luma, redFromV, greenFromU, greenFromV, blueFromU) = (0, 65_536, 91_881, 22_554, 46_802, 116_130)
    case .limited:
      (black, luma, redFromV, greenFromU, greenFromV, blueFromU) = (16, 76_309, 104_597, 25_675, 53_279, 132_201)
    }
  }

  /// An opaque pixel, `0xFFRRGGBB`.
  func pixel(_ y: Int32, _ u: Int32, _ v: Int32) -> UInt32 {
    let base = (y - black) * luma + 32_768
    let (u, v) = (u - 128, v - 128)
    func channel(_ value: Int32) -> UInt32 { UInt32(min(max(value >> 16, 0), 255)) }
    return 0xFF00_0000 | channel(base + redFromV * v) << 16 | channel(base - greenFromU * u - greenFromV * v) << 8
      | channel(base + blueFromU * u)
  }
}
