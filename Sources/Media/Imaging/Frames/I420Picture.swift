public import BoothCore

/// What the numbers in Y, U and V planes mean.
public enum YUVRange: Sendable {
  /// Black 0, white 255, as in JPEG (JFIF 1.02; H.264's `video_full_range_flag` 1).
  case full
  /// Black 16, white 235, colours 16 to 240, as in television (ITU-R BT.601-7, 2.5.3).
  case limited
}

/// One picture in three planes, colours halved both ways: what video encoders take.
///
/// A value with buffers of its own, meant to be kept and filled again and again. Rows have no padding: `y` is
/// `width * height` bytes, `u` and `v` a quarter of that each.
public struct I420Picture: Sendable {
  /// Even both ways.
  public let size: PixelSize
  /// Matrix is BT.601 always.
  public var range: YUVRange
  /// Brightness: `width * height` bytes, row after row from the top.
  public var y: [UInt8]
  /// Blueness (Cb), 128 for grey: `width / 2 * height / 2` bytes, row after row.
  public var u: [UInt8]
  /// Redness (Cr), 128 for grey: `width / 2 * height / 2` bytes, row after row.
  public var v: [UInt8]

  /// Makes a black picture.
  public init(size: PixelSize, range: YUVRange = .full) {
    precondition(
      size.width >= 2 && size.height >= 2 && size.width % 2 == 0 && size.height % 2 == 0,
      "an I420 picture has even sides, not \(size)")
    self.size = size
    self.range = range
    y = Array(repeating: range == .full ? 0 : 16, count: size.area)
    u = Array(repeating: 128, count: size.area / 4)
    v = Array(repeating: 128, count: size.area / 4)
  }

  /// Pixels in a row; even.
  public var width: Int { size.width }
  /// Rows of the brightness plane; even.
  public var height: Int { size.height }

  /// Lends the planes for reading; strides are `width`, `width / 2`, `width / 2`.
  public func withPlanes<Result, Failure>(
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>)
      throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try y.withUnsafeBufferPointer { (y) throws(Failure) in
      try u.withUnsafeBufferPointer { (u) throws(Failure) in
        try v.withUnsafeBufferPointer { (v) throws(Failure) in try body(y, u, v) }
      }
    }
  }

  /// Lends the planes for writing.
  public mutating func withMutablePlanes<Result, Failure>(
    _ body: (UnsafeMutableBufferPointer<UInt8>, UnsafeMutableBufferPointer<UInt8>, UnsafeMutableBufferPointer<UInt8>)
      throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try y.withUnsafeMutableBufferPointer { (y) throws(Failure) in
      try u.withUnsafeMutableBufferPointer { (u) throws(Failure) in
        try v.withUnsafeMutableBufferPointer { (v) throws(Failure) in try body(y, u, v) }
      }
    }
  }
}
