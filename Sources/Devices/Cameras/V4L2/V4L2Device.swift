package import BoothCore

/// One video capture node, one method for each thing that Video4Linux can be asked (kernel documentation, "Video for
/// Linux API", part I). ``V4L2Node`` asks the kernel; tests have a device of their own.
///
/// Used by one thread at a time; every method may block for as long as the driver in the kernel does.
package protocol V4L2Device: AnyObject, Sendable {
  /// Readable when a filled buffer waits; in error when the device is gone. `poll` it.
  var descriptor: Int32 { get }
  func capability() throws(V4L2Fault) -> V4L2Capability
  func pixelFormats() throws(V4L2Fault) -> [V4L2PixelFormat]
  func frameSizes(_ format: V4L2PixelFormat) throws(V4L2Fault) -> V4L2FrameSizes
  func frameIntervals(_ format: V4L2PixelFormat, _ size: PixelSize) throws(V4L2Fault) -> V4L2FrameIntervals
  /// Returns what the driver made of the request.
  func setFormat(_ format: V4L2PixelFormat, _ size: PixelSize) throws(V4L2Fault) -> V4L2StreamFormat
  /// Returns what the driver made of the request; nil if it has no say in the matter.
  func setFrameInterval(_ interval: V4L2Fraction) throws(V4L2Fault) -> V4L2Fraction?
  /// Has the driver make buffers; returns how many it made. 0 gives them, and the claim on the device, back.
  func requestBuffers(_ count: Int) throws(V4L2Fault) -> Int
  /// - Parameter atMost: so many bytes from its beginning; nil for all of it. More may come.
  func mapBuffer(_ index: Int, atMost: Int?) throws(V4L2Fault) -> V4L2Mapping
  func queueBuffer(_ index: Int) throws(V4L2Fault)
  /// Takes the oldest filled buffer; nil if none is ready.
  func dequeueBuffer() throws(V4L2Fault) -> V4L2FilledBuffer?
  func streamOn() throws(V4L2Fault)
  func streamOff() throws(V4L2Fault)
  func controls() throws(V4L2Fault) -> [V4L2Control]
  func setControl(_ id: UInt32, to value: Int32) throws(V4L2Fault)
  /// Nil for a control that can only be written.
  func controlValue(_ id: UInt32) throws(V4L2Fault) -> Int32?
  /// Closes the node; nothing is called after it. Mappings stay.
  func close()
}

/// A system call that failed.
package struct V4L2Fault: Error, Equatable {
  package var call: String
  package var errno: Int32

  package init(_ call: String, _ errno: Int32) {
    self.call = call
    self.errno = errno
  }
}

package struct V4L2Capability: Sendable, Equatable {
  package var driver: String
  package var card: String
  package var bus: String
  package var capturesVideo: Bool
  package var streams: Bool
  /// Captures only into several planes per picture, as some boards' own camera ports do.
  package var isMultiplanar: Bool

  package init(
    driver: String, card: String, bus: String, capturesVideo: Bool = true, streams: Bool = true,
    isMultiplanar: Bool = false
  ) {
    self.driver = driver
    self.card = card
    self.bus = bus
    self.capturesVideo = capturesVideo
    self.streams = streams
    self.isMultiplanar = isMultiplanar
  }
}

/// A pixel format by its four-character code.
package struct V4L2PixelFormat: Sendable, Hashable, CustomStringConvertible {
  package var code: UInt32

  package init(code: UInt32) { self.code = code }
  /// Of four characters; nil if it has not four.
  package init?(text: String) {
    guard text.utf8.count == 4 else { return nil }
    code = text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
  package init(_ text: StaticString) {
    precondition(text.utf8CodeUnitCount == 4, "a pixel format's code has four characters")
    code = text.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
  }

  package static let mjpeg = V4L2PixelFormat("MJPG")
  /// The same bytes under another name, as some drivers say it.
  package static let jpeg = V4L2PixelFormat("JPEG")
  package static let yuyv = V4L2PixelFormat("YUYV")
  package static let nv12 = V4L2PixelFormat("NV12")

  /// How this program sees such a picture; nil where it cannot read it.
  package var layout: FrameLayout? {
    switch self {
    case .mjpeg, .jpeg: .jpeg
    case .yuyv: .yuyv
    case .nv12: .nv12
    default: nil
    }
  }

  /// About how many bits a pixel takes on the bus. MJPEG's are a guess from what webcams reserve.
  package var bitsPerPixel: Int {
    switch layout {
    case .jpeg: 4
    case .nv12, .i420: 12
    case .yuyv, nil: 16
    }
  }

  package var description: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) & 0x7F }
    return String(decoding: bytes.map { $0 < 0x20 ? UInt8(ascii: "?") : $0 }, as: UTF8.self)
  }
}

/// Seconds per frame, as V4L2 has it: 1/30.
package struct V4L2Fraction: Sendable, Hashable {
  package var numerator: UInt32
  package var denominator: UInt32

  package init(_ numerator: UInt32, _ denominator: UInt32) {
    self.numerator = numerator
    self.denominator = denominator
  }

  package var framesPerSecond: Double? {
    numerator > 0 && denominator > 0 ? Double(denominator) / Double(numerator) : nil
  }
}

package enum V4L2FrameSizes: Sendable, Equatable {
  case discrete([PixelSize])
  case stepwise(from: PixelSize, to: PixelSize, step: PixelSize)
  /// The driver does not say; it bends any request to what it has.
  case unknown
}

package enum V4L2FrameIntervals: Sendable, Equatable {
  case discrete([V4L2Fraction])
  case range(shortest: V4L2Fraction, longest: V4L2Fraction)
  case unknown
}

package struct V4L2StreamFormat: Sendable, Equatable {
  package var format: V4L2PixelFormat
  package var size: PixelSize
  package var strideBytes: Int

  package init(format: V4L2PixelFormat, size: PixelSize, strideBytes: Int) {
    self.format = format
    self.size = size
    self.strideBytes = strideBytes
  }
}

package struct V4L2FilledBuffer: Sendable, Equatable {
  package var index: Int
  package var byteCount: Int
  package var sequence: UInt32
  /// On the monotonic clock; nil if the driver stamps with another one.
  package var capturedAt: Instant?
  /// The driver flags the data as damaged.
  package var isDamaged: Bool

  package init(index: Int, byteCount: Int, sequence: UInt32, capturedAt: Instant?, isDamaged: Bool = false) {
    self.index = index
    self.byteCount = byteCount
    self.sequence = sequence
    self.capturedAt = capturedAt
    self.isDamaged = isDamaged
  }
}

/// A buffer of the driver in this program's memory, until the last reference goes.
package final class V4L2Mapping: @unchecked Sendable {
  // Sendable: the bytes are written by the kernel while the buffer is queued, and only read otherwise.
  package let bytes: UnsafeRawBufferPointer
  private let unmap: @Sendable (UnsafeRawBufferPointer) -> Void

  package init(bytes: UnsafeRawBufferPointer, unmap: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
    self.bytes = bytes
    self.unmap = unmap
  }

  deinit { unmap(bytes) }
}

package struct V4L2Control: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case integer(ClosedRange<Int32>)
    case boolean
    /// The items by their index; an index may be missing.
    case menu([Int32: String])
    case button
  }

  package var id: UInt32
  package var name: String
  package var kind: Kind

  package init(id: UInt32, name: String, kind: Kind) {
    self.id = id
    self.name = name
    self.kind = kind
  }
}
