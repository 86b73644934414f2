public import BoothCore
import BoothSystem
public import ImageMetadata

/// Makes pictures of photos: JPEG, the previews of raw files and bitmaps here, everything else in a process that may die of
/// it. Without a store, and one after the other: ``ThumbnailService`` has both.
///
/// Blocks, for as long as a picture takes. For one thread: the process ends with the thread that asked for its first picture.
public final class ThumbnailMaker {
  private let program: ThumbnailProgram?
  private let limits: ThumbnailLimits
  private let memory: () -> MachineMemory
  private var child: ThumbnailChild?

  /// - Parameters:
  ///   - program: what is started for pictures that are not read here; nil where they are to be refused.
  ///   - memory: what the machine has of it; asked for each picture that is not read here.
  public init(
    program: ThumbnailProgram?, limits: ThumbnailLimits = ThumbnailLimits(),
    memory: @escaping () -> MachineMemory = MachineMemory.now
  ) {
    self.program = program
    self.limits = limits
    self.memory = memory
  }

  /// Makes one picture.
  /// - Parameter facts: what the photo says, where it was read already, of the same bytes.
  /// - Throws: a ``ThumbnailError`` that says why there is none.
  public func thumbnail(
    of source: ThumbnailSource, facts: PhotoFacts? = nil, size: ThumbnailSize
  ) throws(ThumbnailError) -> Thumbnail {
    try picture(of: source, facts, .size(size))
  }

  /// Makes a picture of a part of one.
  /// - Throws: a ``ThumbnailError`` that says why there is none; `.notAPicture` for a part that the photo has nothing of.
  public func picture(of source: ThumbnailSource, part: PicturePart) throws(ThumbnailError) -> Thumbnail {
    try picture(of: source, nil, .part(part))
  }

  /// Makes a picture that fills a frame: as large as the frame where the photo has the pixels, never enlarged. Of what there is too much it
  /// loses both sides alike, and of its height a fifth of that at the top and the rest below.
  /// - Throws: a ``ThumbnailError`` that says why there is none; `.tooLarge` for a frame with a side above 4096 pixels, or none.
  public func picture(of source: ThumbnailSource, filling frame: PixelSize) throws(ThumbnailError) -> Thumbnail {
    guard Self.canFill(frame) else {
      throw ThumbnailError(.tooLarge, "\(frame) is no frame: expected sides of 1 to 4096 pixels")
    }
    return try picture(of: source, nil, .filling(frame))
  }

  static func canFill(_ frame: PixelSize) -> Bool {
    (1...4096).contains(frame.width) && (1...4096).contains(frame.height)
  }

  private func picture(
    of source: ThumbnailSource, _ facts: PhotoFacts?, _ request: PictureRequest
  ) throws(ThumbnailError) -> Thumbnail {
    let file = try Self.open(source)
    let facts = facts ?? PhotoFacts.read(file)
    do throws(ThumbnailError) { return try picture(file, facts, request) } catch {
      throw Self.placed(error, file, facts)
    }
  }

  /// With the byte at which a file ends, or from which on it is damaged.
  private static func placed(
    _ error: ThumbnailError, _ file: PhotoFileReader, _ facts: PhotoFacts
  ) -> ThumbnailError {
    var error = error
    guard error.byte == nil else { return error }
    switch error.code {
    case .cut: error.byte = DamagePlace.find(file, facts.format) ?? file.count
    case .damaged: error.byte = DamagePlace.find(file, facts.format)
    default: break
    }
    return error
  }

  private func picture(
    _ file: PhotoFileReader, _ facts: PhotoFacts, _ request: PictureRequest
  ) throws(ThumbnailError) -> Thumbnail {
    switch facts.trouble {
    case .empty: throw ThumbnailError(.empty, "this file \(PhotoTrouble.empty.words)")
    case .notAPicture: throw ThumbnailError(.notAPicture, "this file \(PhotoTrouble.notAPicture.words)")
    case .unreadable: throw ThumbnailError(.unreadable, "this file \(PhotoTrouble.unreadable.words)")
    case .encrypted: throw ThumbnailError(.encrypted, "this file \(PhotoTrouble.encrypted.words)")
    case .cut where facts.size == nil: throw ThumbnailError(.cut, "this file \(PhotoTrouble.cut.words)")
    case .damaged where facts.size == nil: throw ThumbnailError(.damaged, "this file \(PhotoTrouble.damaged.words)")
    case .cut, .damaged, nil: break
    }
    if let said = facts.size { try limits.check(said) }
    if case .part(let part) = request {
      guard let whole = OwnReaders.upright(facts), part.isIn(whole) else {
        throw ThumbnailError(.notAPicture, "it has no pixels there")
      }
    }
    if let made = try OwnReaders(limits: limits, isApart: false).make(file, facts, request) { return made }
    return try ask(file, facts, request)
  }

  /// The pixels of a photo as it stands upright, which ``PicturePart`` counts; of a raw file those of its largest
  /// preview. Nil if unknown. Reads its head; blocks.
  public static func pixels(of source: ThumbnailSource) -> PixelSize? {
    do throws(ThumbnailError) { return OwnReaders.upright(PhotoFacts.read(try open(source))) } catch { return nil }
  }

  /// Ends the process until it is needed again.
  public func rest() { child = nil }

  private static func open(_ source: ThumbnailSource) throws(ThumbnailError) -> PhotoFileReader {
    do throws(PhotoFileReader.ReadError) {
      switch source {
      case .path(let path): return try PhotoFileReader(path: path)
      case .bytes(let bytes): return try PhotoFileReader(bytes: bytes)
      }
    } catch {
      throw ThumbnailError(.unreadable, "it cannot be opened: \(error.words)")
    }
  }

  private func ask(_ file: PhotoFileReader, _ facts: PhotoFacts, _ request: PictureRequest) throws(ThumbnailError)
    -> Thumbnail
  {
    guard let program else {
      throw ThumbnailError(
        .unsupported, "\(facts.format.rawValue) is read by another process, which was not wanted", need: .libvips)
    }
    let now = memory()
    let lent = PictureBudget(whole: now.whole).lent
    let needed = DecodingMemory.needed(file, facts, request, lent: lent)
    let turn = try DecodingMemory.turn(needed: needed, now, memory)
    defer { withExtendedLifetime(turn) {} }
    var limits = limits
    limits.coefficients = lent
    limits.processData = PictureBudget.processData(needed: needed)
    let asked = ThumbnailWire.Question(request: request, limits: limits)
    // A child that ended may have ended of nothing that this picture did: it was old, it was ended, the machine had no
    // memory left. So every picture is tried once more, by a child of its own.
    for isLast in [false, true] {
      if isLast { child = nil }
      let child: ThumbnailChild
      if let known = self.child { child = known } else { child = try ThumbnailChild(program) }
      self.child = child
      switch child.ask(asked, file, until: DeviceClock.now() + limits.patience) {
      case .answer(.success(let picture)): return picture
      case .answer(.failure(let error)): throw error
      case .silence(let silence):
        self.child = nil
        switch silence {
        case .ended where !isLast: continue
        case .ended(let words): throw ThumbnailError(.died, "the process that read it died of it: \(words)")
        case .late:
          throw ThumbnailError(
            .tookTooLong, "it took longer than the \(limits.patience.components.seconds) s that a picture may take")
        case .nonsense: throw ThumbnailError(.failed, "the process that read it said something senseless")
        }
      }
    }
    throw ThumbnailError(.failed, "the process that reads pictures cannot be kept")
  }
}
