public import BoothCore
import CTurboJPEG

/// The newest live frame, decoded as far as it pays, from which a screen is painted in bands: upright, cropped, mirrored
/// where the chain says so, turned as the screen is mounted, and cut evenly at two sides where the proportions differ.
///
/// Bands come from memory that the processor reads fast, so that overlays are laid over them before they go, written once
/// from left to right, to a display's own memory, which many machines read slowly. Any part can be painted again, as
/// often as overlays move between two frames. Allocates nothing once it has seen a frame of a kind. For one thread.
public final class LivePicture {
  /// A few rows of the screen's picture, as wide as the part that was asked for; the caller may draw on them.
  public struct Band {
    /// The first row, in the picture.
    public var y: Int
    /// How many rows the band has.
    public var rows: Int
    /// Pixels in each row, one row after the other, `0xFFRRGGBB`.
    public var width: Int
    /// The first pixel: `width * rows` of them. Good only until the call that lent the band returns.
    public var pixels: UnsafeMutablePointer<UInt32>
  }

  enum Held {
    case nothing
    /// Pixels at the scale that is shown, which only have to be turned.
    case pixels(start: Int, stride: Int, part: PixelSize, turn: Orientation)
    /// Planes of the right size before the last turn.
    case planes(PixelSize, turn: Orientation)
  }

  /// Rows in a band: enough for turning a picture by 90° to read each line of the cache once.
  private static let bandRows = 16

  private let converter: FrameConverter
  private let codec = JPEGCodec()
  private(set) var held = Held.nothing
  private(set) var pixels: [UInt32] = []
  private(set) var planes: I420Picture?
  private var band: [UInt32] = []
  private var line: [UInt32] = []
  private var painter = RowPainter()
  /// The size that is painted; nil while there is no picture, or a damaged one took its place.
  public private(set) var size: PixelSize?

  /// Makes one without a picture; every frame it takes goes through `chain`, the mirror included.
  public init(chain: TransformChain) { converter = FrameConverter(chain: chain) }

  /// Takes a frame, to be painted in this size.
  /// - Throws: ``ImageError`` for a damaged frame; there is no picture then.
  public func take(_ frame: Frame, size: PixelSize) throws(ImageError) {
    self.size = nil
    held = .nothing
    if frame.layout == .jpeg, frame.shared?.sharesPlanes(of: frame) != true, let exact = try decodeExactly(frame, size)
    {
      held = exact
      if planes != nil { planes = nil }
    } else {
      let turn = converter.chain.afterPhoto
      let upright = turn.apply(to: size)
      let even = PixelSize(width: upright.width + upright.width & 1, height: upright.height + upright.height & 1)
      var planes = self.planes ?? I420Picture(size: even)
      self.planes = nil  // so that its memory is written to, not copied
      if planes.size != even { planes = I420Picture(size: even) }
      defer { self.planes = planes }
      try converter.convert(frame, into: &planes)
      held = .planes(upright, turn: turn)
      // Of the two memories one is enough; which it is changes with a clip's beginning and end.
      if !pixels.isEmpty { pixels = [] }
    }
    self.size = size
  }

  /// Forgets the picture and its memory.
  public func drop() {
    (held, size) = (.nothing, nil)
    (pixels, planes, line) = ([], nil, [])
  }

  /// Decodes a JPEG frame that has to be cut and turned only; nil for one that has to be scaled.
  private func decodeExactly(_ frame: Frame, _ size: PixelSize) throws(ImageError) -> Held? {
    guard converter.chain.exactCut(of: frame.size, for: size) != nil else { return nil }
    return try frame.decoded { () throws(ImageError) in try decodePixels(frame, size) }
  }

  private func decodePixels(_ frame: Frame, _ size: PixelSize) throws(ImageError) -> Held? {
    let structure = try JPEGStructure(frame.bytes, subject: Frame.subject)
    guard structure.componentCount != 4, let cut = converter.chain.exactCut(of: structure.size, for: size) else {
      return nil
    }
    let decoded = cut.scale.apply(to: structure.size)
    try codec.decode(frame.bytes, structure, decoded, into: &pixels, .liveFrame, fast: true, subject: Frame.subject)
    return .pixels(
      start: cut.part.y * decoded.width + cut.part.x, stride: decoded.width, part: cut.part.size, turn: cut.turn)
  }

  // MARK: Painting

  /// Paints a part of the picture from its top to its bottom, band by band; nothing while there is no picture.
  public func paint(_ part: PixelRect, _ take: (Band) -> Void) {
    guard let size, let part = part.clipped(to: size) else { return }
    let needed = part.width * Self.bandRows
    if band.count < needed { band = Array(repeating: 0, count: needed) }
    band.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var y = part.y
      while y < part.y + part.height {
        let rows = min(Self.bandRows, part.y + part.height - y)
        switch held {
        case .nothing: return
        case .pixels(let start, let stride, let size, let turn):
          pixels.withUnsafeBufferPointer { source in
            guard let source = source.baseAddress else { return }
            SampleTurn(turn, of: size, stride: stride)
              .copy(PixelRect(x: part.x, y: y, width: part.width, height: rows), of: source + start, into: base)
          }
        case .planes(let size, let turn):
          paint(size, turn, PixelRect(x: part.x, y: y, width: part.width, height: rows), into: base)
        }
        take(Band(y: y, rows: rows, width: part.width, pixels: base))
        y += rows
      }
    }
  }

  /// Makes pixels of planes, the last turn with them.
  private func paint(
    _ size: PixelSize, _ turn: Orientation, _ part: PixelRect, into target: UnsafeMutablePointer<UInt32>
  ) {
    guard let planes else { return }
    let matrix = YUVMatrix(planes.range)
    let (width, half) = (planes.width, planes.width / 2)
    painter.begin(matrix, width: width)
    if line.count < width { line = Array(repeating: 0, count: width) }
    planes.withPlanes { y, u, v in
      guard let y = y.baseAddress, let u = u.baseAddress, let v = v.baseAddress else { return }
      for row in 0..<part.height {
        let line = target + row * part.width
        let first = turn.source(ofX: part.x, y: part.y + row, in: size)
        let second = turn.source(ofX: part.x + 1, y: part.y + row, in: size)
        if second.y == first.y {
          // Rows stay rows; only their direction may change.
          let isForward = second.x > first.x
          let left = isForward ? first.x : first.x - part.width + 1
          // Two columns share a colour: it begins with an even one.
          let even = left & ~1
          let colors = first.y / 2 * half + even / 2
          self.line.withUnsafeMutableBufferPointer { whole in
            guard let whole = whole.baseAddress else { return }
            painter.paint(
              y + first.y * width + even, u + colors, v + colors, width: left - even + part.width, into: whole)
            let pixels = whole + (left - even)
            if isForward {
              line.update(from: pixels, count: part.width)
            } else {
              SampleTurn.copyReversed(pixels + part.width - 1, into: line, count: part.width)
            }
          }
        } else {
          let (luma, step) = (y + first.x, second.y - first.y)
          let (u, v) = (u + first.x / 2, v + first.x / 2)
          var from = first.y
          for x in 0..<part.width {
            let chroma = (from >> 1) &* half
            line[x] = matrix.pixel(Int32(luma[from &* width]), Int32(u[chroma]), Int32(v[chroma]))
            from &+= step
          }
        }
      }
    }
  }
}

extension TransformChain {
  /// How a JPEG picture of `stored` has to be decoded, cut and turned to fill a screen of `size` without being scaled;
  /// nil if it cannot.
  func exactCut(
    of stored: PixelSize, for size: PixelSize
  ) -> (scale: JPEGScale, part: PixelRect, turn: Orientation)? {
    let framing = screenFraming(of: stored)
    let wanted = framing.turn.apply(to: size)
    for scale in framing.isWhole ? JPEGScale.fast : [.full] {
      let part =
        framing.isWhole
        ? PixelRect(x: 0, y: 0, width: scale.apply(to: stored).width, height: scale.apply(to: stored).height)
        : framing.part
      // Cut evenly at two sides, which leaves one side as it is.
      guard part.width >= wanted.width, part.height >= wanted.height,
        part.width == wanted.width || part.height == wanted.height
      else { continue }
      return (
        scale,
        PixelRect(
          x: part.x + (part.width - wanted.width) / 2, y: part.y + (part.height - wanted.height) / 2,
          width: wanted.width, height: wanted.height), framing.turn
      )
    }
    return nil
  }
}

extension SampleTurn {
  /// Copies a part of the turned picture, its rows one after the other.
  func copy<Sample: BitwiseCopyable>(
    _ part: PixelRect, of source: UnsafePointer<Sample>, into target: UnsafeMutablePointer<Sample>
  ) {
    let step = index(1, 0) &- index(0, 0)
    if step == 1 {
      for y in 0..<part.height {
        (target + y * part.width).update(from: source + index(part.x, part.y + y), count: part.width)
      }
    } else if step == -1 {
      for y in 0..<part.height {
        Self.copyReversed(source + index(part.x, part.y + y), into: target + y * part.width, count: part.width)
      }
    } else {
      exchange(part, of: source, into: target, width: part.width)
    }
  }
}
