import BoothCore
import CTurboJPEG

/// When a photo's pixels are encoded anew, and how well, by libjpeg's scale of 1 to 100.
enum PhotoEncoding: Sendable, Equatable {
  /// Only where a turn or a crop cannot be had without.
  case whereNeeded(quality: Int)
  /// Always.
  case always(quality: Int)

  var quality: Int {
    switch self {
    case .whereNeeded(let quality), .always(let quality): quality
    }
  }
}

extension JPEGCodec {
  /// The quality of photos that must be encoded again: what is lost is below what the camera's own JPEG lost.
  static let reframedQuality = 95

  /// Turns and crops a picture. No metadata comes along.
  ///
  /// A turn alone loses nothing (``turn(_:_:_:subject:)``), nor does a crop whose left and upper edges lie on blocks of
  /// a picture that can be turned perfectly; any other is decoded to its planes, never to RGB, and encoded at
  /// the quality of `encoding` with the colours as densely stored as before.
  func reframe(
    _ bytes: UnsafeRawBufferPointer, _ structure: JPEGStructure, _ framing: Framing,
    _ encoding: PhotoEncoding = .whereNeeded(quality: reframedQuality), subject: String
  ) throws(ImageError) -> [UInt8] {
    if case .whereNeeded = encoding {
      if framing.isWhole { return try turn(bytes, structure, framing.turn, subject: subject) }
      if let cut = try cropBlocks(bytes, structure, framing, subject: subject) { return cut }
    }
    if let cut = try cropPlanes(bytes, structure, framing, encoding.quality, subject: subject) { return cut }
    let whole = try decode(bytes, structure, .full, subject: subject)
    guard let part = whole.cropped(to: framing.part) else {
      throw ImageError(.failed, subject: subject, detail: "has no part \(framing.part) to be cut out")
    }
    return try encode(part.turned(framing.turn), quality: encoding.quality, subsampling: .s444)
  }

  /// Cuts and turns whole blocks; nil if the framing does not lie on them.
  private func cropBlocks(
    _ bytes: UnsafeRawBufferPointer, _ structure: JPEGStructure, _ framing: Framing, subject: String
  ) throws(ImageError) -> [UInt8]? {
    let (luma, turn) = (structure.components.0, framing.turn)
    let block = turn.apply(to: PixelSize(width: max(1, luma.horizontal) * 8, height: max(1, luma.vertical) * 8))
    let turned = turn.inverse.source(of: framing.part, in: turn.apply(to: framing.sensor))
    guard turned.x % block.width == 0, turned.y % block.height == 0 else { return nil }
    let handle = try TurboHandle(tjInitTransform)
    var cut: [UInt8]?
    try withCompleteTables(bytes, structure, subject: subject) { (source, count) throws(ImageError) in
      var transform = tjtransform()
      transform.op = CInt(turn.operation.rawValue)
      transform.options = TJXOPT_PERFECT | TJXOPT_CROP | TJXOPT_COPYNONE
      transform.r = tjregion(
        x: CInt(turned.x), y: CInt(turned.y), w: CInt(turned.width), h: CInt(turned.height))
      var target: UnsafeMutablePointer<UInt8>?
      var length: UInt = 0
      let result = tjTransform(
        handle.raw, source, UInt(count), 1, &target, &length, &transform, TJFLAG_LIMITSCANS)
      defer { tjFree(target) }
      // A refusal means that an edge has parts of blocks; what else may be wrong, decoding finds out.
      guard result == 0, let target, length > 0 else { return }
      cut = Array(UnsafeBufferPointer(start: target, count: Int(length)))
    }
    return cut
  }

  /// Decodes to planes, cuts and turns each, and encodes them; nil for a picture that has none, or odd ones.
  private func cropPlanes(
    _ bytes: UnsafeRawBufferPointer, _ structure: JPEGStructure, _ framing: Framing, _ quality: Int, subject: String
  ) throws(ImageError) -> [UInt8]? {
    guard let sizes = try planeSizes(bytes, structure, structure.size) else { return nil }
    let (luma, other) = (structure.components.0, structure.components.1)
    let across = sizes.chroma == nil ? 1 : luma.horizontal / max(1, other.horizontal)
    let down = sizes.chroma == nil ? 1 : luma.vertical / max(1, other.vertical)
    let swaps = framing.turn.swapsSides
    let subsampling: Subsampling
    switch (sizes.chroma == nil, across, down) {
    case (true, _, _): subsampling = .gray
    case (_, 1, 1): subsampling = .s444
    case (_, 2, 1): subsampling = swaps ? .s440 : .s422
    case (_, 1, 2): subsampling = swaps ? .s422 : .s440
    case (_, 2, 2): subsampling = .s420
    default: return nil
    }
    let chroma = sizes.chroma ?? PixelSize(width: 0, height: 0)
    var (y, u, v) = (Self.plane(sizes.luma), Self.plane(chroma), Self.plane(chroma))
    try y.withUnsafeMutableBufferPointer { (y) throws(ImageError) in
      try u.withUnsafeMutableBufferPointer { (u) throws(ImageError) in
        try v.withUnsafeMutableBufferPointer { (v) throws(ImageError) in
          try decodePlanes(
            bytes, structure, structure.size, planes: (y.baseAddress, u.baseAddress, v.baseAddress),
            strides: (CInt(sizes.luma.width), CInt(chroma.width), CInt(chroma.width)), .photo, subject: subject)
        }
      }
    }
    let part = framing.part
    let smaller = PixelRect(
      x: part.x / across, y: part.y / down, width: part.width / across, height: part.height / down)
    Self.cut(&y, sizes.luma, part, framing.turn)
    Self.cut(&u, chroma, smaller, framing.turn)
    Self.cut(&v, chroma, smaller, framing.turn)
    let size = framing.size
    let chromaWidth = framing.turn.apply(to: smaller.size).width
    try y.withUnsafeBufferPointer { (y) throws(ImageError) in
      try u.withUnsafeBufferPointer { (u) throws(ImageError) in
        try v.withUnsafeBufferPointer { (v) throws(ImageError) in
          try encode(
            planes: (y.baseAddress, u.baseAddress, v.baseAddress), strides: (size.width, chromaWidth), size: size,
            subsampling: subsampling, quality: quality)
        }
      }
    }
    return takeCompressed()
  }

  private static func plane(_ size: PixelSize) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size.area) { _, count in count = size.area }
  }

  /// Replaces a plane by a part of it, turned.
  private static func cut(_ plane: inout [UInt8], _ size: PixelSize, _ part: PixelRect, _ turn: Orientation) {
    guard size.area > 0 else { return }
    let source = plane
    plane = [UInt8](unsafeUninitializedCapacity: part.size.area) { target, count in
      source.withUnsafeBufferPointer { source in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        SampleTurn(turn, of: part.size, stride: size.width)
          .apply(source + part.y * size.width + part.x, into: target)
      }
      count = part.size.area
    }
  }
}
