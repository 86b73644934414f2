public import BoothCore

/// Turns live frames of any layout into what video encoders, screens and files take.
///
/// Keeps its buffers and tables from one frame to the next and allocates nothing once it has seen a frame of each
/// kind. One instance serves one thread at a time. A frame that is cut short or damaged throws and harms nothing:
/// the next one may come.
///
/// Colours are BT.601 throughout. JPEG frames are full range by JFIF. YUYV and NV12 are limited range unless said
/// otherwise: `V4L2_QUANTIZATION_DEFAULT` means limited range for Y'CbCr (kernel documentation, "Colorspaces"). I420
/// frames are taken for full range, as our own drivers draw them.
///
/// Every picture goes through ``chain``: turned as the camera is mounted, and cropped. A chain that does nothing costs
/// nothing.
public final class FrameConverter {
  /// Which part of a picture is shown when its proportions are others than wanted.
  public enum Fit: Sendable {
    /// All of it, in a result that is smaller than asked for one way.
    case fitting
    /// As much as fills the wanted size, cut evenly at two sides.
    case covering
    /// All of it, distorted to the wanted size: for screens whose points are not square.
    case stretching
  }

  /// The range of the planes that ``convert(_:into:)`` fills.
  public let output: YUVRange
  /// What the numbers of YUYV and NV12 frames are taken to mean.
  public let yuyv: YUVRange
  /// What the numbers of I420 frames are taken to mean.
  public let i420: YUVRange
  /// What lies between the sensor and the pictures; its mirror is carried out where ``preview(of:in:fit:mirrored:)`` is
  /// asked for one.
  public let chain: TransformChain
  /// Whether every frame of a stream is taken, as for a clip: then the others who share a frame's decoding use its planes.
  let takesEveryFrame: Bool
  private let codec = JPEGCodec()
  private var planes = FramePlanes()
  private var pixels: [UInt32] = []
  private var lumaScaler = PlaneScaler()
  private var chromaScaler = PlaneScaler()
  private var sampler = BoxSampler()
  /// Planes before they are turned.
  private var unturned: [UInt8] = []

  /// - Parameters:
  ///   - output: the range of the planes made by ``convert(_:into:)``.
  ///   - yuyv, i420: the range of frames of these layouts; NV12 has YUYV's.
  ///   - takesEveryFrame: whether every frame of a stream is taken, as for a clip: then other users of their decoding,
  ///   such as the screen, make their picture of the same planes.
  public init(
    output: YUVRange = .full, yuyv: YUVRange = .limited, i420: YUVRange = .full,
    chain: TransformChain = TransformChain(), takesEveryFrame: Bool = false
  ) {
    self.takesEveryFrame = takesEveryFrame
    self.chain = chain
    self.output = output
    self.yuyv = yuyv
    self.i420 = i420
  }

  // MARK: Planes

  /// Fills `picture` with the frame, upright and cropped as the chain says, scaled to its size and cut evenly at two
  /// sides if the proportions differ. Never mirrored for the screen's sake: this is what is kept.
  ///
  /// JPEG frames are decoded to the planes they are stored as, never to RGB, at the smallest scale that still covers
  /// the picture. `picture` holds anything after a throw.
  public func convert(_ frame: Frame, into picture: inout I420Picture) throws(ImageError) {
    picture.range = output
    switch frame.layout {
    case .i420:
      let view = try I420View(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: Frame.subject)
      let framing = chain.framing(of: PixelSize(width: view.y.width, height: view.y.height))
      scale(view.y, view.u, view.v, framing, into: &picture, RangeMap(from: i420, to: output))
    case .yuyv:
      let view = try YUYVView(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: Frame.subject)
      planes.unpack(view)
      scalePlanes(chain.framing(of: view.size), into: &picture, RangeMap(from: yuyv, to: output))
    case .nv12:
      let view = try NV12View(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: Frame.subject)
      planes.unpack(view)
      scalePlanes(chain.framing(of: view.size), into: &picture, RangeMap(from: yuyv, to: output))
    case .jpeg:
      if let shared = frame.shared, takesEveryFrame || shared.sharesPlanes(of: frame) {
        let decoded = try shared.planes(of: frame, ofEach: takesEveryFrame)
        let framing = chain.framing(of: decoded.stored)
        return decoded.planes.withViews { y, u, v in
          scale(y, u, v, framing, into: &picture, RangeMap(from: .full, to: output))
        }
      }
      let size = picture.size
      let framing = try frame.decoded { () throws(ImageError) in
        let structure = try JPEGStructure(frame.bytes, subject: Frame.subject)
        let framing = chain.framing(of: structure.size)
        let scale = JPEGScale.covering(framing.wholeSize(for: size), from: structure.size)
        try planes.decode(frame.bytes, structure, scale, with: codec, subject: Frame.subject)
        return framing
      }
      scalePlanes(framing, into: &picture, RangeMap(from: .full, to: output))
    }
  }

  private func scalePlanes(_ framing: Framing, into picture: inout I420Picture, _ map: RangeMap?) {
    planes.withViews { y, u, v in scale(y, u, v, framing, into: &picture, map) }
  }

  /// - Parameters:
  ///   - u, v: nil for a grey picture.
  ///   - framing: of the stored picture, of which the planes may be a smaller decoding.
  private func scale(
    _ y: PlaneView, _ u: PlaneView?, _ v: PlaneView?, _ framing: Framing, into picture: inout I420Picture,
    _ map: RangeMap?
  ) {
    let size = framing.turn.apply(to: picture.size)
    let half = PixelSize(width: size.width / 2, height: size.height / 2)
    let crop = FillCrop(of: framing, in: PixelSize(width: y.width, height: y.height), filling: size)
    let turn = framing.turn
    picture.withMutablePlanes { outY, outU, outV in
      scale(&lumaScaler, y, crop, size, turn, into: outY) { map?.applyToLuma($0) }
      guard let u, let v else {
        outU.update(repeating: 128)
        outV.update(repeating: 128)
        return
      }
      let chromaCrop = crop.times(Double(u.width) / Double(y.width), Double(u.height) / Double(y.height))
      scale(&chromaScaler, u, chromaCrop, half, turn, into: outU) { map?.applyToChroma($0) }
      scale(&chromaScaler, v, chromaCrop, half, turn, into: outV) { map?.applyToChroma($0) }
    }
  }

  /// - Parameter size: before turning.
  private func scale(
    _ scaler: inout PlaneScaler, _ plane: PlaneView, _ crop: FillCrop, _ size: PixelSize, _ turn: Orientation,
    into target: UnsafeMutableBufferPointer<UInt8>, finish: (UnsafeMutableBufferPointer<UInt8>) -> Void
  ) {
    guard turn != .upright else { return scaler.scale(plane, crop: crop, into: target, size: size, finish: finish) }
    if unturned.count < size.area { unturned = Array(repeating: 0, count: size.area) }
    unturned.withUnsafeMutableBufferPointer { unturned in
      scaler.scale(plane, crop: crop, into: unturned, size: size, finish: finish)
      guard let source = unturned.baseAddress, let target = target.baseAddress else { return }
      SampleTurn(turn, of: size).apply(UnsafePointer(source), into: target)
    }
  }

  // MARK: Small pictures

  /// Makes a small picture of the frame for a screen of few points, such as a terminal.
  ///
  /// What is upright is fitted: the chain's turn and crop come first. Every point is the average of a box of source pixels,
  /// of which large boxes give a regular sample; JPEG frames are decoded at the smallest scale that still covers the
  /// result.
  /// - Parameters:
  ///   - box: the size wanted; exact unless `fit` is `.fitting`.
  ///   - mirrored: left and right change places, as guests expect of a mirror: the chain's last step, for a screen that
  ///     does not take it itself.
  public func preview(
    of frame: Frame, in box: PixelSize, fit: Fit = .fitting, mirrored: Bool = false
  ) throws(ImageError) -> Bitmap {
    let box = PixelSize(width: min(max(box.width, 1), 16_384), height: min(max(box.height, 1), 16_384))
    func part(of size: PixelSize) -> PreviewPart {
      PreviewPart(of: chain.framing(of: size), in: box, fit, mirrored: mirrored)
    }
    switch frame.layout {
    case .i420:
      let view = try I420View(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: Frame.subject)
      return sampler.sample(view, part(of: PixelSize(width: view.y.width, height: view.y.height)), range: i420)
    case .yuyv:
      let view = try YUYVView(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: Frame.subject)
      return sampler.sample(view, part(of: view.size), range: yuyv)
    case .nv12:
      let view = try NV12View(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: Frame.subject)
      return sampler.sample(view, part(of: view.size), range: yuyv)
    case .jpeg:
      if let shared = frame.shared, shared.sharesPlanes(of: frame) {
        let decoded = try shared.planes(of: frame)
        let part = part(of: decoded.stored)
        var bitmap: Bitmap?
        decoded.planes.withViews { y, u, v in bitmap = sampler.sample(y, u, v, part, range: .full) }
        if let bitmap { return bitmap }
      }
      return try frame.decoded { () throws(ImageError) in try smallDecoding(of: frame, part) }
    }
  }

  /// Decodes no more of a JPEG frame than a small picture of it needs.
  private func smallDecoding(of frame: Frame, _ part: (PixelSize) -> PreviewPart) throws(ImageError) -> Bitmap {
    let structure = try JPEGStructure(frame.bytes, subject: Frame.subject)
    let stored = part(structure.size)
    let scale = JPEGScale.covering(stored.sizeOfWhole, from: structure.size)
    let size = scale.apply(to: structure.size)
    try codec.decode(
      frame.bytes, structure, size, into: &pixels, .liveFrame, fast: true, subject: Frame.subject)
    return pixels.withUnsafeBufferPointer { pixels in
      sampler.sample(pixels, size: size, stored.scaled(from: structure.size, to: size))
    }
  }

  // MARK: Stills

  /// Makes a full-size JPEG file of a frame: the still of a camera that has no other. As the sensor saw it: the
  /// darkroom carries the chain out, as for any photo.
  ///
  /// The bytes of a JPEG frame are kept as they are, up to its end marker, once they have been proved complete; the
  /// standard Huffman tables are put in if the camera left them out. Other layouts are encoded, with the colours they
  /// have, at `quality`.
  public func still(of frame: Frame, quality: Int = 92) throws(ImageError) -> [UInt8] {
    switch frame.layout {
    case .jpeg:
      let structure = try codec.validate(frame.bytes, .liveFrame, subject: Frame.subject)
      if structure.hasHuffmanTables || structure.isArithmetic { return Array(frame.bytes[..<structure.end]) }
      return Array(frame.bytes[..<structure.firstScan]) + StandardHuffmanTables.segment
        + Array(frame.bytes[structure.firstScan..<structure.end])
    case .yuyv:
      let view = try YUYVView(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: Frame.subject)
      planes.unpack(view)
      if let map = RangeMap(from: yuyv, to: .full) { planes.map(map) }
    case .nv12:
      let view = try NV12View(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: Frame.subject)
      planes.unpack(view)
      if let map = RangeMap(from: yuyv, to: .full) { planes.map(map) }
    case .i420:
      let view = try I420View(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: Frame.subject)
      planes.copy(view)
      if let map = RangeMap(from: i420, to: .full) { planes.map(map) }
    }
    return try planes.encode(with: codec, quality: quality)
  }
}

extension Frame {
  /// What errors call a frame: a text so short that none is made for each of them.
  static let subject = "the live frame"
}

extension FillCrop {
  /// The same part of a plane with other proportions.
  func times(_ horizontal: Double, _ vertical: Double) -> FillCrop {
    var crop = self
    crop.x *= horizontal
    crop.width *= horizontal
    crop.y *= vertical
    crop.height *= vertical
    return crop
  }
}

extension Framing {
  /// How large the whole picture must be decoded for its part to fill a result of `size`.
  func wholeSize(for size: PixelSize) -> PixelSize {
    let size = turn.apply(to: size)
    guard !isWhole else { return size }
    // The smaller side decides by how much the part must be enlarged, as it fills the result.
    let scale = max(Double(size.width) / Double(part.width), Double(size.height) / Double(part.height))
    return PixelSize(
      width: Int((Double(sensor.width) * scale).rounded(.up)), height: Int((Double(sensor.height) * scale).rounded(.up))
    )
  }
}
