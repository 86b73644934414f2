public import BoothCore
import ImageMetadata

/// A whole picture of a kind that neither libjpeg nor libpng reads, for a process that makes something else of it and may die of it:
/// HEIF, AVIF, TIFF, WebP and GIF by libvips, bitmaps, and the picture inside of a raw file.
public enum ForeignPicture: Sendable, Equatable {
  /// `0xFFRRGGBB` a pixel, sRGB, rows without gaps, and how they stand upright.
  case pixels(PixelSize, [UInt32], Orientation)
  /// The JPEG inside of a raw file, and how it stands upright.
  case jpeg([UInt8], Orientation)

  /// Reads one by what its bytes are. Blocks; libvips is loaded into this process, and may end it.
  /// - Parameters:
  ///   - longestSide: in pixels; no more are given where the kind allows it, and a smaller picture stays as it is.
  ///   - limits: on pixels, and on the memory of this process.
  /// - Returns: nil for JPEG and PNG; but one whose colours go by tables, or are inks with a profile, comes as pixels where libvips
  ///   reads it.
  /// - Throws: a ``ThumbnailError`` that says why there is none; also for a HEIC whose decoder conceals that it is damaged.
  public static func read(
    path: String, longestSide: Int, limits: ThumbnailLimits
  ) throws(ThumbnailError) -> ForeignPicture? {
    let file = try open(path)
    let facts = PhotoFacts.read(file)
    switch facts.trouble {
    case .empty: throw ThumbnailError(.empty, "this file \(PhotoTrouble.empty.words)")
    case .notAPicture: throw ThumbnailError(.notAPicture, "this file \(PhotoTrouble.notAPicture.words)")
    case .unreadable: throw ThumbnailError(.unreadable, "this file \(PhotoTrouble.unreadable.words)")
    case .encrypted: throw ThumbnailError(.encrypted, "this file \(PhotoTrouble.encrypted.words)")
    case .cut, .damaged, nil: break
    }
    switch facts.format {
    case .jpeg, .png: return try tabled(file, facts, longestSide, limits)
    case .unknown: return nil
    case .cr2, .cr3, .nef, .arw, .dng, .orf, .raf, .rw2, .crw, .x3f, .otherRaw:
      return try preview(file, facts, longestSide)
    case .jp2, .psd: throw ThumbnailError.unread(facts.format)
    case .bmp: return try bitmap(file, limits)
    case .heif, .avif, .tiff, .gif, .webp, .jxl:
      if facts.size == nil, facts.trouble == .cut {
        throw ThumbnailError(.cut, "this file \(PhotoTrouble.cut.words)")
      }
      let whole = try LibraryReader(limits: limits).whole(file, facts, longestSide: longestSide)
      if facts.format == .heif { try CodedCheck(file: file).check(facts.size) }
      return whole
    }
  }

  /// Whether libvips is on this machine. Loads it.
  public static var hasLibrary: Bool { LibraryReader.isThere }

  /// Whether a file says that it is HEIF, as telephones write it.
  public static func isHEIF(_ path: String) -> Bool { format(path) == .heif }

  /// Whether a file says that it is a picture of any known kind.
  public static func isPicture(_ path: String) -> Bool { format(path) != .unknown }

  /// Whether a file says that one of its sides is longer, in pixels.
  public static func isLonger(_ path: String, than side: Int) -> Bool {
    do throws(ThumbnailError) {
      let size = PhotoFacts.read(try open(path)).size
      return max(size?.width ?? 0, size?.height ?? 0) > side
    } catch { return false }
  }

  private static func format(_ path: String) -> PhotoFormat {
    do throws(ThumbnailError) { return PhotoFacts.read(try open(path)).format } catch { return .unknown }
  }

  static func open(_ path: String) throws(ThumbnailError) -> PhotoFileReader {
    do throws(PhotoFileReader.ReadError) { return try PhotoFileReader(path: path) } catch {
      throw ThumbnailError(.unreadable, "it cannot be opened: \(error.words)")
    }
  }

  /// What is wrong with one that libvips refuses, the next decoder says better.
  private static func tabled(
    _ file: PhotoFileReader, _ facts: PhotoFacts, _ longestSide: Int, _ limits: ThumbnailLimits
  ) throws(ThumbnailError) -> ForeignPicture? {
    guard case .tables = try FileColors.of(file, facts), hasLibrary else { return nil }
    do throws(ThumbnailError) {
      return try LibraryReader(limits: limits).whole(file, facts, longestSide: longestSide)
    } catch {
      return nil
    }
  }

  /// The smallest picture inside that has enough pixels, or else the largest.
  private static func preview(
    _ file: PhotoFileReader, _ facts: PhotoFacts, _ longestSide: Int
  ) throws(ThumbnailError) -> ForeignPicture {
    func side(_ preview: PhotoPreview) -> Int { max(preview.size?.width ?? 0, preview.size?.height ?? 0) }
    let previews = facts.previews.filter { side($0) >= OwnReaders.leastRawPreview }
    guard let chosen = previews.first(where: { side($0) >= longestSide }) ?? previews.last else {
      if facts.trouble == .cut { throw ThumbnailError(.cut, "this file \(PhotoTrouble.cut.words)") }
      throw ThumbnailError(.noPreview, "a raw file without a picture inside that could be shown")
    }
    do throws(PhotoFileReader.ReadError) {
      return .jpeg(try file.read(at: chosen.range.lowerBound, count: chosen.range.count), chosen.orientation)
    } catch {
      throw ThumbnailError(.unreadable, "it cannot be read: \(error.words)")
    }
  }

  private static func bitmap(_ file: PhotoFileReader, _ limits: ThumbnailLimits) throws(ThumbnailError)
    -> ForeignPicture
  {
    let reader = try BMPReader(file)
    try limits.check(reader.size)
    let plan = ThumbnailPlan(stored: reader.size, orientation: .upright, size: .edge2048)
    let planes = try reader.scaled(plan)
    let pixels = planes[0].indices.map { index -> UInt32 in
      0xFF00_0000 | UInt32(planes[0][index]) << 16 | UInt32(planes[1][index]) << 8 | UInt32(planes[2][index])
    }
    return .pixels(plan.target, pixels, .upright)
  }
}
