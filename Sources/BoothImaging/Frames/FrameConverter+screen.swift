public import BoothCore
import CJPEGRows
import CTurboJPEG

extension FrameConverter {
  /// Fills `picture` with the frame as the screen shows it: upright, cropped, mirrored where the chain says so, turned as
  /// the screen is mounted, and cut evenly at two sides where the proportions differ. Opaque throughout.
  ///
  /// A JPEG frame of just the right size is decoded to where it will stay, its rows turned round as they come; one of
  /// another size goes by way of its planes, so that no pixel is made that is not shown. `picture` holds anything after a
  /// throw. Allocates nothing once it has seen a frame of this kind.
  public func screen(_ frame: Frame, into picture: inout Bitmap) throws(ImageError) {
    if frame.layout == .jpeg, try decodeExactly(frame, into: &picture) { return }
    let turn = chain.afterPhoto
    // Before the last turn; planes are even both ways.
    let size = turn.apply(to: picture.size)
    let even = PixelSize(width: size.width + size.width & 1, height: size.height + size.height & 1)
    var planes = shown ?? I420Picture(size: even)
    shown = nil  // so that its memory is written to, not copied
    if planes.size != even { planes = I420Picture(size: even) }
    defer { shown = planes }
    try convert(frame, into: &planes)
    paint(planes, size, turn, into: &picture)
  }

  /// Whether the frame was decoded at the very size that is shown.
  private func decodeExactly(_ frame: Frame, into picture: inout Bitmap) throws(ImageError) -> Bool {
    func scale(of size: PixelSize) -> JPEGScale? {
      let framing = chain.screenFraming(of: size)
      if framing.size == picture.size { return .full }
      return framing.isWhole ? JPEGScale.fast.first { framing.turn.apply(to: $0.apply(to: size)) == picture.size } : nil
    }
    guard scale(of: frame.size) != nil else { return false }
    let structure = try JPEGStructure(frame.bytes, subject: Frame.subject)
    guard structure.componentCount != 4, let scale = scale(of: structure.size) else { return false }
    let framing = chain.screenFraming(of: structure.size)
    let size = scale.apply(to: structure.size)
    let turn = framing.turn
    guard framing.isWhole, !turn.swapsSides else {
      try codec.decode(frame.bytes, structure, size, into: &pixels, .liveFrame, fast: true, subject: Frame.subject)
      let part = framing.isWhole ? PixelRect(x: 0, y: 0, width: size.width, height: size.height) : framing.part
      picture.withMutablePixels { target in
        pixels.withUnsafeBufferPointer { source in
          guard let source = source.baseAddress, let target = target.baseAddress else { return }
          SampleTurn(turn, of: part.size, stride: size.width)
            .apply(source + part.y * size.width + part.x, into: target)
        }
      }
      return true
    }
    guard turn.flipsColumns else {
      // Top and bottom change places for nothing: the decoder begins at the last row.
      let flags = TJFLAG_FASTDCT | TJFLAG_FASTUPSAMPLE | (turn.flipsRows ? TJFLAG_BOTTOMUP : 0)
      try picture.withMutablePixels { (target) throws(ImageError) in
        try codec.decode(
          frame.bytes, structure, to: UnsafeMutableRawPointer(target.baseAddress)?.assumingMemoryBound(to: UInt8.self),
          size, format: TJPF_BGRA, strideBytes: size.width * 4, flags: flags, .liveFrame, subject: Frame.subject)
      }
      return true
    }
    try picture.withMutablePixels { (target) throws(ImageError) in
      guard let target = target.baseAddress else { return }
      try codec.decodeRows(frame.bytes, structure, scale, .liveFrame, subject: Frame.subject) { first, rows, pixels in
        for row in 0..<rows {
          let y = turn.flipsRows ? size.height - 1 - first - row : first + row
          cjpegrows_copy_reversed(pixels + row &* size.width, target + y &* size.width, size.width)
        }
      }
      cjpegrows_copied()
    }
    return true
  }

  /// Left and right change places, in place, four pixels at a time from both ends; the last row, which was written last and
  /// is still near, first.
  private static func reverseRows(_ pixels: UnsafeMutableBufferPointer<UInt32>, width: Int) {
    guard let base = pixels.baseAddress else { return }
    @inline(__always) func turned(_ four: SIMD4<UInt32>) -> SIMD4<UInt32> { SIMD4(four.w, four.z, four.y, four.x) }
    for row in (0..<pixels.count / width).reversed() {
      let line = base + row * width
      let bytes = UnsafeMutableRawPointer(line)
      var (left, right) = (0, width)
      while left + 8 <= right {
        let one = bytes.loadUnaligned(fromByteOffset: left * 4, as: SIMD4<UInt32>.self)
        let other = bytes.loadUnaligned(fromByteOffset: (right - 4) * 4, as: SIMD4<UInt32>.self)
        bytes.storeBytes(of: turned(other), toByteOffset: left * 4, as: SIMD4<UInt32>.self)
        bytes.storeBytes(of: turned(one), toByteOffset: (right - 4) * 4, as: SIMD4<UInt32>.self)
        left += 4
        right -= 4
      }
      while left + 1 < right {
        (line[left], line[right - 1]) = (line[right - 1], line[left])
        left += 1
        right -= 1
      }
    }
  }

  /// Makes pixels of planes, the last turn with them.
  private func paint(_ planes: I420Picture, _ size: PixelSize, _ turn: Orientation, into picture: inout Bitmap) {
    painter.begin(YUVMatrix(planes.range), width: size.width)
    guard turn.swapsSides else {
      picture.withMutablePixels { paint(planes, size, turn, into: $0) }
      return
    }
    if pixels.count != size.area { pixels = Array(repeating: 0, count: size.area) }
    pixels.withUnsafeMutableBufferPointer { between in
      paint(planes, size, .upright, into: between)
      picture.withMutablePixels { target in
        guard let source = between.baseAddress, let target = target.baseAddress else { return }
        SampleTurn(turn, of: size).apply(UnsafePointer(source), into: target)
      }
    }
  }

  /// - Parameter turn: one that leaves rows rows.
  private func paint(
    _ planes: I420Picture, _ size: PixelSize, _ turn: Orientation, into target: UnsafeMutableBufferPointer<UInt32>
  ) {
    guard let target = target.baseAddress else { return }
    planes.withPlanes { y, u, v in
      guard let y = y.baseAddress, let u = u.baseAddress, let v = v.baseAddress else { return }
      let half = planes.width / 2
      for row in 0..<size.height {
        let line = target + (turn.flipsRows ? size.height - 1 - row : row) * size.width
        painter.paint(
          y + row * planes.width, u + row / 2 * half, v + row / 2 * half, width: size.width, into: line)
        if turn.flipsColumns {
          Self.reverseRows(UnsafeMutableBufferPointer(start: line, count: size.width), width: size.width)
        }
      }
    }
  }
}

extension Orientation {
  /// Of a turn that leaves rows rows: whether they stand the other way round, or the columns do.
  fileprivate var flipsRows: Bool { self == .upsideDown || self == .mirroredUpsideDown }
  fileprivate var flipsColumns: Bool { self == .upsideDown || self == .mirrored }
}
