/// How the bytes of a live frame are laid out.
public enum FrameLayout: String, Sendable, Codable {
  /// One baseline JPEG picture (what webcams call MJPEG).
  case jpeg
  /// Packed 4:2:2, bytes Y0 U Y1 V; `strideBytes` at least `2 * width`.
  case yuyv
  /// Planar 4:2:0: Y plane (`strideBytes * height`), then U and V planes, each `strideBytes / 2` by `height / 2`.
  case i420
  /// Planar luma and packed colour, 4:2:0: Y plane (`strideBytes * height`), then rows of U and V in turn, as long as the
  /// luma's and half as many.
  case nv12
}

/// One live picture: read-only pixels with the moment of their capture.
///
/// ```swift
/// let age = now - frame.capturedAt
/// if age > .seconds(1) { /* too old to show */ }
/// ```
///
/// The bytes belong to a fixed pool of the driver and go back to it when the last reference is dropped, so keep a
/// frame only as long as it is needed. Safe to read from any thread.
public final class Frame: @unchecked Sendable {
  // Sendable: nothing is written after init; the pool behind `bytes` takes them back only through `release`.
  /// Counts up by one for each picture the device captured; a gap is a lost frame.
  public let sequence: UInt64
  /// When the picture was captured, on the monotonic clock.
  public let capturedAt: Instant
  /// In pixels, as the sensor gives them: not yet turned or cut.
  public let size: PixelSize
  /// How ``bytes`` are laid out.
  public let layout: FrameLayout
  /// Bytes from one row of the first plane to the next; 0 for JPEG.
  public let strideBytes: Int
  /// All planes, one after the other, as ``layout`` says; for JPEG, one file. Valid while the frame is held.
  public let bytes: UnsafeRawBufferPointer
  /// What the frame is decoded to, for everybody who needs its picture; nil if it is not shared.
  public let decoding: (any FrameDecoding)?
  private let release: @Sendable () -> Void

  /// - Parameter release: called once, on whatever thread drops the last reference; must not block.
  public init(
    sequence: UInt64, capturedAt: Instant, size: PixelSize, layout: FrameLayout, strideBytes: Int,
    bytes: UnsafeRawBufferPointer, decoding: (any FrameDecoding)? = nil, release: @escaping @Sendable () -> Void
  ) {
    self.decoding = decoding
    self.sequence = sequence
    self.capturedAt = capturedAt
    self.size = size
    self.layout = layout
    self.strideBytes = strideBytes
    self.bytes = bytes
    self.release = release
  }

  /// The same picture, whose decoding is shared.
  /// - Parameter bytes: all or a part of the frame's own.
  public convenience init(_ frame: Frame, bytes: UnsafeRawBufferPointer, decoding: any FrameDecoding) {
    self.init(
      sequence: frame.sequence, capturedAt: frame.capturedAt, size: frame.size, layout: frame.layout,
      strideBytes: frame.strideBytes, bytes: bytes, decoding: decoding, release: { withExtendedLifetime(frame) {} })
  }

  /// What is wrong with it, found out by decoding it; nil for a picture, or if its decoding is not shared.
  public var fault: ImageError? { decoding?.fault(of: self) }

  deinit { release() }
}

/// Takes live frames as they arrive.
public protocol FrameSink: Sendable {
  /// Called on the driver's thread for every frame; must return within a millisecond and never block.
  func receive(_ frame: Frame)
}
