import PhotoFiles

/// What the colours of a JPEG file are.
enum FileColors {
  /// sRGB's, or nobody says what they are.
  case same
  case simple(ColorProfile)
  /// By tables, or of inks: for libvips.
  case tables

  /// A colour profile is not larger.
  private static let mostProfile = 4 << 20

  /// By the profile in it, else by what EXIF says.
  static func of(_ file: PhotoFileReader, _ facts: PhotoFacts) throws(ThumbnailError) -> FileColors {
    guard !facts.profile.isEmpty else { return facts.isAdobeRGB ? .simple(.adobeRGB) : .same }
    switch ColorProfile.read(try bytes(file, facts.profile)) {
    case .same, .nonsense: return .same
    case .simple(let simple): return .simple(simple)
    case .tables: return .tables
    }
  }

  private static func bytes(_ file: PhotoFileReader, _ ranges: [Range<Int>]) throws(ThumbnailError) -> [UInt8] {
    var bytes: [UInt8] = []
    for range in ranges where bytes.count + range.count <= Self.mostProfile {
      do throws(PhotoFileReader.ReadError) {
        bytes += try file.read(at: range.lowerBound, count: range.count)
      } catch {
        throw ThumbnailError(.unreadable, "it cannot be read: \(error.words)")
      }
    }
    return bytes
  }
}
