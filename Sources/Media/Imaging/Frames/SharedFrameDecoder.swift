public import BoothCore
import Synchronization

/// Shares one decoding of each frame of a stream among all who need its picture.
///
/// A JPEG is decoded by the thread that needs it first; the others wait for the result and read the same planes.
/// The planes come from a pool that a stream fills as it goes, and keeps for the next frames.
public final class SharedFrameDecoder: FrameDecoder {
  /// So many frames' planes are kept at once: the newest frame's, the one that is drawn, the one that is encoded. Where more
  /// are asked for, as a clip lags behind, they are decoded again and let go.
  static let mostPlanes = 3
  /// Planes count as wanted for so many frames after some were taken: a clip is being recorded.
  static let wantedFrames: UInt64 = 8

  private struct Pool {
    var free: [FramePlanes] = []
    var out = 0
    var decodes = 0
    var lastTaken: UInt64?
  }

  private let pool = Mutex(Pool())
  private let bench = Mutex(Bench())

  /// Costs nothing until a frame is decoded.
  public init() {}

  /// How many times a frame's JPEG was decoded, by whomever.
  package var decodes: Int { pool.withLock { $0.decodes } }

  public func share(_ frame: Frame, told: @escaping @Sendable (ImageError?) -> Void) -> Frame {
    let bytes = frame.layout == .jpeg ? JPEGStart.skip(frame.bytes) : frame.bytes
    return Frame(frame, bytes: bytes, decoding: SharedPicture(of: self, told: told))
  }

  /// Decodes a JPEG frame to its planes.
  func decode(_ frame: Frame) throws(ImageError) -> DecodedPlanes {
    countDecode()
    var planes = pool.withLock { pool in
      pool.out += 1
      return pool.free.popLast() ?? FramePlanes()
    }
    var size = PixelSize(width: 0, height: 0)
    do {
      size = try bench.withLock { bench throws(ImageError) in try bench.decode(frame, into: &planes) }
    } catch {
      putBack(planes)
      throw error
    }
    return DecodedPlanes(planes, stored: size, decoder: self)
  }

  func countDecode() { pool.withLock { $0.decodes += 1 } }

  fileprivate func putBack(_ planes: FramePlanes) {
    pool.withLock { pool in
      pool.out -= 1
      if pool.free.count + pool.out < Self.mostPlanes { pool.free.append(planes) }
    }
  }

  /// Whether planes not in use now may stay with their frame.
  var hasRoom: Bool { pool.withLock { $0.out <= Self.mostPlanes } }

  func noteTaken(_ sequence: UInt64) { pool.withLock { $0.lastTaken = sequence } }

  /// Whether a reader other than the screen takes the planes of such a frame.
  func wantsPlanes(_ sequence: UInt64) -> Bool {
    pool.withLock { pool in pool.lastTaken.map { sequence <= $0 + Self.wantedFrames } ?? false }
  }

  /// The codec, which serves one thread at a time.
  private struct Bench: ~Copyable {
    private let codec = JPEGCodec()

    mutating func decode(_ frame: Frame, into planes: inout FramePlanes) throws(ImageError) -> PixelSize {
      let structure = try JPEGStructure(frame.bytes, subject: Frame.subject)
      try planes.decode(frame.bytes, structure, .full, with: codec, subject: Frame.subject)
      return structure.size
    }
  }
}

/// The planes of one decoded frame; they go back to their pool with the last reference.
final class DecodedPlanes: @unchecked Sendable {
  // Sendable: filled before it exists, and only read from then on.
  let planes: FramePlanes
  /// The picture's size, as the JPEG says it.
  let stored: PixelSize
  private let decoder: SharedFrameDecoder

  init(_ planes: FramePlanes, stored: PixelSize, decoder: SharedFrameDecoder) {
    self.planes = planes
    self.stored = stored
    self.decoder = decoder
  }

  deinit { decoder.putBack(planes) }
}

/// One frame's decoding.
final class SharedPicture: FrameDecoding {
  private enum Known {
    case nothing
    case picture(DecodedPlanes?)
    case fault(ImageError)
  }

  private let decoder: SharedFrameDecoder
  private let known = Mutex(Known.nothing)
  private let told: @Sendable (ImageError?) -> Void

  init(of decoder: SharedFrameDecoder, told: @escaping @Sendable (ImageError?) -> Void) {
    self.decoder = decoder
    self.told = told
  }

  func fault(of frame: Frame) -> ImageError? {
    let (fault, isNew) = known.withLock { known -> (ImageError?, Bool) in
      switch known {
      case .picture: return (nil, false)
      case .fault(let fault): return (fault, false)
      case .nothing:
        known = look(at: frame)
        if case .fault(let fault) = known { return (fault, true) }
        return (nil, true)
      }
    }
    if isNew { told(fault) }
    return fault
  }

  private func look(at frame: Frame) -> Known {
    do throws(ImageError) {
      if frame.layout == .jpeg { return .picture(try decoder.decode(frame)) }
      try frame.checkPlanes()
      return .picture(nil)
    } catch {
      return .fault(error)
    }
  }

  /// The planes of a JPEG frame, decoded now if they are not there.
  /// - Parameter ofEach: whether the caller takes those of the next frames as well.
  func planes(of frame: Frame, ofEach: Bool = false) throws(ImageError) -> DecodedPlanes {
    if ofEach { decoder.noteTaken(frame.sequence) }
    let (result, isNew) = known.withLock { known -> (Result<DecodedPlanes, ImageError>, Bool) in
      switch known {
      case .picture(let planes?): return (.success(planes), false)
      case .fault(let fault): return (.failure(fault), false)
      case .picture(nil), .nothing:
        let isNew = if case .nothing = known { true } else { false }
        do throws(ImageError) {
          let planes = try decoder.decode(frame)
          known = .picture(decoder.hasRoom ? planes : nil)
          return (.success(planes), isNew)
        } catch {
          known = .fault(error)
          return (.failure(error), isNew)
        }
      }
    }
    if isNew {
      if case .failure(let fault) = result { told(fault) } else { told(nil) }
    }
    return try result.get()
  }

  /// Whether planes are the better way to this frame's picture: they are there, or another reader takes them as well.
  func sharesPlanes(of frame: Frame) -> Bool {
    let areThere = known.withLock { if case .picture(.some) = $0 { true } else { false } }
    return areThere || decoder.wantsPlanes(frame.sequence)
  }

  /// A reader decoded the frame in a way that no other reader can use.
  func note(_ fault: ImageError?) {
    decoder.countDecode()
    let isNew = known.withLock { known in
      guard case .nothing = known else { return false }
      known = fault.map { .fault($0) } ?? .picture(nil)
      return true
    }
    if isNew { told(fault) }
  }
}

extension Frame {
  /// The decoding that it shares with others, if it does.
  var shared: SharedPicture? { decoding as? SharedPicture }

  /// Decodes the frame in a way of the caller's own, and lets those who share its decoding know what came of it.
  func decoded<Picture>(_ decode: () throws(ImageError) -> Picture) throws(ImageError) -> Picture {
    do {
      let picture = try decode()
      shared?.note(nil)
      return picture
    } catch {
      shared?.note(error)
      throw error
    }
  }

  /// Holds a frame that is no JPEG against what it says of itself.
  fileprivate func checkPlanes() throws(ImageError) {
    switch layout {
    case .i420: _ = try I420View(bytes, size: size, strideBytes: strideBytes, subject: Frame.subject)
    case .yuyv: _ = try YUYVView(bytes, size: size, strideBytes: strideBytes, subject: Frame.subject)
    case .nv12: _ = try NV12View(bytes, size: size, strideBytes: strideBytes, subject: Frame.subject)
    case .jpeg: break
    }
  }
}
