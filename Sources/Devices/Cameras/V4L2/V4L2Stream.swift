import BoothCore
import BoothSystem
import Glibc
import Imaging

/// A running stream: the format it has, its buffers, and what became of them. Used on the driver's thread only.
final class V4L2Stream {
  /// Why a picture was not handed on.
  struct Dropped: Equatable {
    /// The driver flagged it.
    var damaged = 0
    /// Too few bytes for its size, or no whole JPEG.
    var short = 0
    /// The first one of a JPEG stream, which several webcams send broken.
    var first = 0
  }

  /// Enough for a recorder that lags by a few frames; at 1080p YUYV this is 33 MB.
  static let bufferCount = 8
  /// Of compressed pictures, whose buffers are mostly empty and yet all there: 2 to 4 MB each at 1080p (v4l2loopback,
  /// uvcvideo's `dwMaxVideoFrameSize`). Two pictures may be in the program without a copy, the one on the screen and the
  /// one that is decoded; a third is copied, and is some 300 kB then.
  static let compressedBufferCount = 4
  /// So much of a compressed picture's buffer is mapped at first, in pixels for a byte: what is mapped counts as the
  /// program's memory, empty or not. A picture that is larger has more of its buffer mapped.
  static let pixelsPerMappedByte = 4
  /// With the driver, whatever the program holds: one that it fills, and one that waits. Some drivers make but two or
  /// three in all, and a photo and the picture on the screen would be enough to stop the stream.
  static let reserve = 2
  /// So many damaged pictures in a row, two seconds at 30/s, and the stream is broken for good.
  static let damagedLimit = 60
  /// How many streams are tried, each smaller than the one before, when the bus has no room.
  static let tries = 4

  let format: LiveViewFormat
  /// What was wanted before the bus had no room for it; nil where it had.
  private(set) var refused: V4L2Offer?
  private(set) var dropped = Dropped()
  private(set) var damagedInARow = 0
  /// Whether the driver stamps pictures on the monotonic clock; nil before the first.
  private(set) var stampsFrames: Bool?

  private let device: any V4L2Device
  private let pixels: V4L2StreamFormat
  private let buffers: V4L2Buffers
  /// The driver's buffers, mapped. A frame holds its own, so that it outlives the stream and the driver.
  private var mappings: [V4L2Mapping]
  /// Those whose pictures are in the program.
  private var out: Set<Int> = []
  /// The driver fills its buffers in turn, even while they are still read: every picture is copied. Known of
  /// v4l2loopback, into which other programs write (0.12.7, get_capture_buffer), and found out of others.
  private var overwrites = false
  private var skipsFirst: Bool
  /// V4L2 counts from 0 in every stream, but frames of one driver count on.
  private let firstSequence: UInt64
  private(set) var nextSequence: UInt64

  /// Claims the device's buffers and starts, with a smaller stream than the best where the bus has no room for that.
  /// Throws with nothing claimed.
  init(
    _ device: any V4L2Device, _ request: LiveViewRequest, preferring formats: [CameraProfile.V4L2.Format] = [],
    firstSequence: UInt64, path: String, wake: @escaping @Sendable () -> Void
  ) throws(CameraError) {
    self.device = device
    self.firstSequence = firstSequence
    nextSequence = firstSequence
    do {
      overwrites = try device.capability().driver == "v4l2 loopback"
      let offers = try V4L2FormatChoice.ranked(request, preferring: formats, from: device)
      guard var offer = offers.first else { throw try Self.unreadable(device, path) }
      var tries = 1
      while true {
        do {
          (pixels, format, mappings) = try Self.start(device, offer, request, path)
          break
        } catch let fault as V4L2Fault where fault.errno == ENOSPC && tries < Self.tries {
          guard let smaller = V4L2FormatChoice.smaller(than: offer, among: offers) else { throw fault }
          refused = refused ?? offer
          offer = smaller
          tries += 1
        }
      }
      skipsFirst = format.layout == .jpeg
      buffers = V4L2Buffers(wake: wake)
    } catch {
      throw CameraError(error, at: path)
    }
  }

  private static func start(
    _ device: any V4L2Device, _ offer: V4L2Offer, _ request: LiveViewRequest, _ path: String
  ) throws -> (V4L2StreamFormat, LiveViewFormat, [V4L2Mapping]) {
    let (pixels, format) = try configure(device, offer, request, path)
    let isCompressed = format.layout == .jpeg
    let count = try device.requestBuffers(isCompressed ? compressedBufferCount : bufferCount)
    do {
      guard count >= 2 else { throw V4L2Fault("VIDIOC_REQBUFS", ENOMEM) }
      let mappings = try map(device, count, atMost: isCompressed ? pixels.size.area / pixelsPerMappedByte : nil)
      for index in 0..<count { try device.queueBuffer(index) }
      try device.streamOn()
      return (pixels, format, mappings)
    } catch {
      // Gives the claim back; why that might fail as well matters less than why it began.
      _ = try? device.requestBuffers(0)
      throw error
    }
  }

  /// Stops, and gives the device's buffers back. Their memory stays for the frames that still use it.
  func stop() throws(V4L2Fault) {
    try device.streamOff()
    do {
      _ = try device.requestBuffers(0)
    } catch  where error.errno == EBUSY {
      // Linux before 5.0 keeps the buffers until the last mapping is gone, and does it by itself then.
    }
  }

  /// Queues the buffers whose frames were dropped.
  func queueReturned() throws(V4L2Fault) {
    for index in buffers.takeReturned() where out.contains(index) { try queue(index) }
  }

  private func queue(_ index: Int) throws(V4L2Fault) {
    try device.queueBuffer(index)
    out.remove(index)
  }

  /// Takes the oldest good picture; nil if none is ready.
  func takeFrame() throws(V4L2Fault) -> Frame? {
    while let filled = try device.dequeueBuffer() {
      guard mappings.indices.contains(filled.index) else { continue }
      if !out.insert(filled.index).inserted { overwrites = true }
      stampsFrames = filled.capturedAt != nil
      // A driver that does not count leaves 0 in every buffer: then the pictures are counted here.
      let sequence = max(firstSequence + UInt64(filled.sequence), nextSequence)
      nextSequence = sequence + 1
      guard let bytes = check(filled, in: try memory(of: filled)) else {
        try queue(filled.index)
        continue
      }
      guard overwrites || mappings.count - out.count < Self.reserve else {
        return frame(bytes, filled, sequence) { [buffers, mapping = mappings[filled.index]] in
          buffers.giveBack(filled.index)
          withExtendedLifetime(mapping) {}
        }
      }
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
      copy.copyMemory(from: bytes)
      let frame = frame(UnsafeRawBufferPointer(copy), filled, sequence) {
        [address = UInt(bitPattern: copy.baseAddress)] in
        UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
      }
      try queue(filled.index)
      return frame
    }
    return nil
  }

  private func frame(
    _ bytes: UnsafeRawBufferPointer, _ filled: V4L2FilledBuffer, _ sequence: UInt64,
    release: @escaping @Sendable () -> Void
  ) -> Frame {
    let now = DeviceClock.now()
    // Some drivers stamp the moment a picture is due, which may be up to a frame ahead (vivid does).
    let capturedAt = min(filled.capturedAt ?? now, now)
    return Frame(
      sequence: sequence, capturedAt: capturedAt, size: pixels.size,
      layout: format.layout, strideBytes: format.layout == .jpeg ? 0 : pixels.strideBytes, bytes: bytes,
      release: release)
  }

  /// The buffer's memory, as much as it has of the picture.
  private func memory(of filled: V4L2FilledBuffer) throws(V4L2Fault) -> UnsafeRawBufferPointer {
    let known = mappings[filled.index].bytes
    guard filled.byteCount > known.count, format.layout == .jpeg, !filled.isDamaged else { return known }
    mappings[filled.index] = try device.mapBuffer(filled.index, atMost: max(filled.byteCount, 2 * known.count))
    return mappings[filled.index].bytes
  }

  /// The picture's bytes, or nil (and counted) if it is none.
  private func check(_ filled: V4L2FilledBuffer, in memory: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard !filled.isDamaged else {
      dropped.damaged += 1
      damagedInARow += 1
      return nil
    }
    let data = UnsafeRawBufferPointer(rebasing: memory.prefix(filled.byteCount))
    let picture = format.layout == .jpeg ? Self.wholeJPEG(data) : wholeRows(data)
    guard let picture else {
      dropped.short += 1
      damagedInARow += 1
      return nil
    }
    damagedInARow = 0
    if skipsFirst {
      skipsFirst = false
      dropped.first += 1
      return nil
    }
    return picture
  }

  private func wholeRows(_ data: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    let rows = pixels.size.height + (format.layout == .nv12 ? pixels.size.height / 2 : 0)
    return data.count >= pixels.strideBytes * rows ? data : nil
  }

  /// What to say of a stream that brings nothing but damaged pictures.
  func damage(_ path: String) -> CameraError {
    CameraError(
      .badPicture, subject: path,
      detail: "\(damagedInARow) pictures in a row were damaged (\(dropped.damaged) by its driver's word, "
        + "\(dropped.short) cut short); use a shorter cable and no hub, or another port")
  }

  /// The bytes from SOI to the last EOI: devices pad behind it, and a cut picture has none. A few put bytes of their own
  /// before it.
  static func wholeJPEG(_ data: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    let data = JPEGStart.skip(data)
    guard data.count > 4, data[0] == 0xFF, data[1] == 0xD8 else { return nil }
    var end = data.count - 1
    while end > 2 {
      if data[end] == 0xD9, data[end - 1] == 0xFF { return UnsafeRawBufferPointer(rebasing: data[...end]) }
      end -= 1
    }
    return nil
  }

  // MARK: Setting up

  private static func configure(
    _ device: any V4L2Device, _ offer: V4L2Offer, _ request: LiveViewRequest, _ path: String
  ) throws -> (V4L2StreamFormat, LiveViewFormat) {
    var pixels = try device.setFormat(offer.format, offer.size)
    guard let layout = pixels.format.layout, pixels.size.width > 0, pixels.size.height > 0 else {
      throw CameraError(
        .unsupported, subject: path,
        detail:
          "asked for \(offer.format) \(offer.size), it gives \(pixels.format) \(pixels.size), which is not readable")
    }
    // Some drivers leave the stride out where rows have no padding.
    if layout == .yuyv { pixels.strideBytes = max(pixels.strideBytes, 2 * pixels.size.width) }
    if layout == .nv12 { pixels.strideBytes = max(pixels.strideBytes, pixels.size.width) }
    let requested = offer.interval ?? V4L2Fraction(1, UInt32(clamping: max(1, request.framesPerSecond)))
    let rate = try device.setFrameInterval(requested)?.framesPerSecond
    return (
      pixels,
      LiveViewFormat(
        size: pixels.size, layout: layout,
        framesPerSecond: rate ?? offer.interval?.framesPerSecond ?? Double(request.framesPerSecond))
    )
  }

  private static func map(_ device: any V4L2Device, _ count: Int, atMost: Int?) throws(V4L2Fault) -> [V4L2Mapping] {
    var mappings: [V4L2Mapping] = []
    for index in 0..<count { mappings.append(try device.mapBuffer(index, atMost: atMost)) }
    return mappings
  }

  private static func unreadable(_ device: any V4L2Device, _ path: String) throws(V4L2Fault) -> CameraError {
    let formats = try device.pixelFormats().map(\.description).joined(separator: ", ")
    return CameraError(
      .unsupported, subject: path,
      detail:
        "it offers none of MJPEG, YUYV and NV12, but \(formats.isEmpty ? "nothing" : formats); use another node or camera"
    )
  }
}
