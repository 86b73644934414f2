import BoothCore
import ImageMetadata
import Imaging

/// The picture that a RAW file holds of itself, as a JPEG: what guests get where a body gives no JPEG beside it.
struct RawPicture {
  /// About a megapixel. Smaller ones are for the body's own screen, and live view gives as much.
  static let leastArea = 900_000
  /// Of a picture whose size is not known yet so much is read to find it.
  private static let headBytes = 64 << 10
  /// No JPEG inside of today's RAW files is longer.
  private static let mostBytes = 128 << 20

  enum Fault: Error, Equatable {
    /// None of ``leastArea``: the largest that there is.
    case tooSmall(PixelSize?)
    /// There is one, and it is damaged.
    case damaged(String)
    /// The disk did not give the file's bytes.
    case unreadable

    /// As what the file does: `it holds no picture of itself`.
    var words: String {
      switch self {
      case .tooSmall(nil): "it holds no picture of itself"
      case .tooSmall(let size?): "the largest picture that it holds of itself has \(size) pixels, too few for a photo"
      case .damaged(let words): "the picture that it holds of itself \(words)"
      case .unreadable: "it could not be read again from the disk"
      }
    }
  }

  /// A whole JPEG file that stands as the RAW file says.
  let jpeg: [UInt8]
  /// Its size as stored.
  let size: PixelSize

  /// Finds the largest undamaged picture. Reads that picture and little else of the file. Blocks.
  init(_ raw: some PhotoBytes) throws(Fault) {
    let facts = PhotoFacts.read(raw)
    if facts.trouble == .unreadable { throw .unreadable }
    var found: [(preview: PhotoPreview, size: PixelSize)] = []
    for preview in facts.previews {
      if let size = try Self.size(preview, raw) { found.append((preview, size)) }
    }
    found.sort { $0.size.area > $1.size.area }
    var fault = Fault.tooSmall(found.first?.size)
    var largest: (bytes: [UInt8], preview: PhotoPreview, size: PixelSize)?
    for (preview, size) in found where size.area >= Self.leastArea && preview.range.count <= Self.mostBytes {
      let bytes = try Self.read(raw, preview.range)
      // The sensor's own pixels are packed as lossless JPEG in some RAW files: no picture.
      do {
        largest = (bytes, preview, try JPEGCodec().validate(bytes, subject: "it"))
        break
      } catch {
        if case .tooSmall = fault { fault = .damaged(error.detail) }
      }
    }
    guard let largest else { throw fault }
    size = largest.size
    jpeg = Self.turned(largest.bytes, as: Self.orientation(largest.preview, largest.size, facts))
  }

  private static func read(_ raw: some PhotoBytes, _ range: Range<Int>) throws(Fault) -> [UInt8] {
    do { return try raw.read(at: range.lowerBound, count: range.count) } catch { throw .unreadable }
  }

  private static func size(_ preview: PhotoPreview, _ raw: some PhotoBytes) throws(Fault) -> PixelSize? {
    if let size = preview.size { return size }
    let head = try read(raw, preview.range.prefix(headBytes))
    // What is no JPEG is no picture.
    do throws(ImageError) { return try JPEGCodec.probe(head) } catch { return nil }
  }

  /// Some bodies turn the pixels of the picture inside themselves: it lies the other way than the sensor then.
  private static func orientation(_ preview: PhotoPreview, _ size: PixelSize, _ facts: PhotoFacts) -> Orientation {
    guard preview.orientation.swapsSides, let sensor = facts.size, sensor.width != sensor.height,
      (sensor.width > sensor.height) != (size.width > size.height)
    else { return preview.orientation }
    return .upright
  }

  // MARK: Orientation

  /// The same picture, bit for bit, whose EXIF says how it stands. A JPEG file inside of a RAW file often says nothing, as the
  /// RAW file does.
  static func turned(_ jpeg: [UInt8], as orientation: Orientation) -> [UInt8] {
    var said = Orientation.upright
    // Without EXIF, or with EXIF that cannot be read, it says nothing.
    do throws(ImageError) { said = try Exif(jpeg: jpeg).orientation } catch { said = .upright }
    guard said != orientation else { return jpeg }
    var turned = Array(jpeg.prefix(2))
    var (at, isTold) = (2, false)
    while at + 4 <= jpeg.count, jpeg[at] == 0xFF, (0xE0...0xEF).contains(jpeg[at + 1]) {
      let end = at + 2 + (Int(jpeg[at + 2]) << 8 | Int(jpeg[at + 3]))
      guard end <= jpeg.count else { break }
      // JFIF's own segment stays the first.
      if jpeg[at + 1] != 0xE0, !isTold {
        turned += exif(orientation)
        isTold = true
      }
      let isExif = jpeg[at + 1] == 0xE1 && jpeg[(at + 4)..<end].starts(with: Array("Exif\0".utf8))
      if !isExif { turned += jpeg[at..<end] }
      at = end
    }
    if !isTold { turned += exif(orientation) }
    return turned + jpeg[at...]
  }

  /// A segment with one tag (CIPA DC-008, 0x0112).
  private static func exif(_ orientation: Orientation) -> [UInt8] {
    let tiff: [UInt8] =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
      + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0] + [0, 0, 0, 0]
    let length = tiff.count + 8
    return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + Array("Exif\0\0".utf8) + tiff
  }
}

extension Range<Int> {
  fileprivate func prefix(_ count: Int) -> Range<Int> { lowerBound..<Swift.min(upperBound, lowerBound + count) }
}
