public import BoothCore

/// Turns live frames of any layout into what video encoders, screens and files take.
///
/// Keeps its buffers and tables from one frame to the next and allocates nothing once it has seen a frame of each
/// kind. One instance serves one thread at a time. A frame that is cut short or damaged throws and harms nothing:
/// the next one may come.
///
/// Colours are BT.601 throughout. JPEG frames are full range by JFIF. YUYV and NV12 are limited range unless said otherwise:
/// `V4L2_QUANTIZATION_DEFAULT` means limited range for Y'CbCr (kernel documentation, "Colorspaces"). I420 frames
/// are taken for full range, as our own drivers draw them.
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

  public let output: YUVRange
  public let yuyv: YUVRange
  public let i420: YUVRange
  private let codec = JPEGCodec()
  private var planes = FramePlanes()
  private var pixels: [UInt32] = []
  private var lumaScaler = PlaneScaler()
  private var chromaScaler = PlaneScaler()
  private var sampler = BoxSampler()

  /// - Parameters:
  ///   - output: the range of the planes made by ``convert(_:into:)``.
  ///   - yuyv, i420: the range of frames of these layouts; NV12 has YUYV's.
  public init(output: YUVRange = .full, yuyv: YUVRange = .limited, i420: YUVRange = .full) {
    self.output = output
    self.yuyv = yuyv
    self.i420 = i420
  }

  // MARK: Planes

  /// Fills `picture` with the frame, scaled to its size and cut evenly at two sides if the proportions differ.
  ///
  /// JPEG frames are decoded to the planes they are stored as, never to RGB, at the smallest scale that still covers
  /// the picture. `picture` holds anything after a throw.
  public func convert(_ frame: Frame, into picture: inout I420Picture) throws(ImageError) {
    picture.range = output
    switch frame.layout {
    case .i420:
      let view = try I420View(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: frame.subject)
      scale(view.y, view.u, view.v, into: &picture)
      RangeMap(from: i420, to: output)?.apply(to: &picture)
    case .yuyv:
      let view = try YUYVView(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: frame.subject)
      planes.unpack(view)
      scalePlanes(into: &picture)
      RangeMap(from: yuyv, to: output)?.apply(to: &picture)
    case .nv12:
      let view = try NV12View(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: frame.subject)
      planes.unpack(view)
      scalePlanes(into: &picture)
      RangeMap(from: yuyv, to: output)?.apply(to: &picture)
    case .jpeg:
      let structure = try JPEGStructure(frame.bytes, subject: frame.subject)
      let scale = JPEGScale.covering(picture.size, from: structure.size)
      try planes.decode(frame.bytes, structure, scale, with: codec, subject: frame.subject)
      scalePlanes(into: &picture)
      RangeMap(from: .full, to: output)?.apply(to: &picture)
    }
  }

  private func scalePlanes(into picture: inout I420Picture) {
    planes.withViews { y, u, v in scale(y, u, v, into: &picture) }
  }

  /// - Parameter u, v: nil for a grey picture.
  private func scale(_ y: PlaneView, _ u: PlaneView?, _ v: PlaneView?, into picture: inout I420Picture) {
    let size = picture.size
    let half = PixelSize(width: size.width / 2, height: size.height / 2)
    let crop = FillCrop(of: PixelSize(width: y.width, height: y.height), filling: size)
    picture.withMutablePlanes { outY, outU, outV in
      lumaScaler.scale(y, crop: crop, into: outY, size: size)
      guard let u, let v else {
        outU.update(repeating: 128)
        outV.update(repeating: 128)
        return
      }
      let chromaCrop = crop.times(Double(u.width) / Double(y.width), Double(u.height) / Double(y.height))
      chromaScaler.scale(u, crop: chromaCrop, into: outU, size: half)
      chromaScaler.scale(v, crop: chromaCrop, into: outV, size: half)
    }
  }

  // MARK: Small pictures

  /// Makes a small picture of the frame for a screen of few points, such as a terminal.
  ///
  /// Every point is the average of a box of source pixels, of which large boxes give a regular sample; JPEG frames
  /// are decoded at the smallest scale that still covers the result.
  /// - Parameters:
  ///   - box: the size wanted; exact unless `fit` is `.fitting`.
  ///   - mirrored: left and right change places, as guests expect of a mirror.
  public func preview(
    of frame: Frame, in box: PixelSize, fit: Fit = .fitting, mirrored: Bool = false
  ) throws(ImageError) -> Bitmap {
    let box = PixelSize(width: min(max(box.width, 1), 16_384), height: min(max(box.height, 1), 16_384))
    var bitmap: Bitmap
    switch frame.layout {
    case .i420:
      let view = try I420View(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: frame.subject)
      let part = PreviewPart(of: PixelSize(width: view.y.width, height: view.y.height), in: box, fit)
      bitmap = sampler.sample(view, part, range: i420)
    case .yuyv:
      let view = try YUYVView(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: frame.subject)
      bitmap = sampler.sample(view, PreviewPart(of: view.size, in: box, fit), range: yuyv)
    case .nv12:
      let view = try NV12View(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: frame.subject)
      bitmap = sampler.sample(view, PreviewPart(of: view.size, in: box, fit), range: yuyv)
    case .jpeg:
      let structure = try JPEGStructure(frame.bytes, subject: frame.subject)
      let stored = PreviewPart(of: structure.size, in: box, fit)
      let scale = JPEGScale.covering(stored.sizeOfWhole, from: structure.size)
      let size = scale.apply(to: structure.size)
      try codec.decode(
        frame.bytes, structure, size, into: &pixels, .liveFrame, fast: true, subject: frame.subject)
      bitmap = pixels.withUnsafeBufferPointer { pixels in
        sampler.sample(pixels, size: size, PreviewPart(of: size, in: box, fit))
      }
    }
    if mirrored { bitmap.mirror() }
    return bitmap
  }

  // MARK: Stills

  /// Makes a full-size JPEG file of a frame: the still of a camera that has no other.
  ///
  /// The bytes of a JPEG frame are kept as they are, up to its end marker, once they have been proved complete; the
  /// standard Huffman tables are put in if the camera left them out. Other layouts are encoded, with the colours they
  /// have, at `quality`.
  public func still(of frame: Frame, quality: Int = 92) throws(ImageError) -> [UInt8] {
    switch frame.layout {
    case .jpeg:
      let structure = try codec.validate(frame.bytes, .liveFrame, subject: frame.subject)
      if structure.hasHuffmanTables || structure.isArithmetic { return Array(frame.bytes[..<structure.end]) }
      return Array(frame.bytes[..<structure.firstScan]) + StandardHuffmanTables.segment
        + Array(frame.bytes[structure.firstScan..<structure.end])
    case .yuyv:
      let view = try YUYVView(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: frame.subject)
      planes.unpack(view)
      if let map = RangeMap(from: yuyv, to: .full) { planes.map(map) }
    case .nv12:
      let view = try NV12View(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: frame.subject)
      planes.unpack(view)
      if let map = RangeMap(from: yuyv, to: .full) { planes.map(map) }
    case .i420:
      let view = try I420View(frame.bytes, size: frame.size, strideBytes: frame.strideBytes, subject: frame.subject)
      planes.copy(view)
      if let map = RangeMap(from: i420, to: .full) { planes.map(map) }
    }
    return try planes.encode(with: codec, quality: quality)
  }
}

extension Frame {
  /// What errors call this frame.
  var subject: String { "live frame \(sequence)" }
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
