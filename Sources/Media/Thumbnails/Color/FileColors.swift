import ImageMetadata

/// What the colours of a JPEG or PNG file are.
enum FileColors {
  /// sRGB's, or it is unknown what they are.
  case same
  case simple(ColorProfile)
  /// By tables, or of inks: for libvips.
  case tables

  /// A colour profile is not larger.
  private static let mostProfile = 4 << 20

  /// By the profile in it, else by what EXIF says.
  static func of(_ file: PhotoFileReader, _ facts: PhotoFacts) throws(ThumbnailError) -> FileColors {
    if facts.format == .png {
      do throws(PhotoFileReader.ReadError) {
        let colors = try PNGColors.read(file, upTo: mostProfile)
        return colors.simple.map { .simple($0) } ?? colors.profile.map(of) ?? .same
      } catch {
        throw ThumbnailError(.unreadable, "it cannot be read: \(error.words)")
      }
    }
    guard !facts.profile.isEmpty else { return facts.isAdobeRGB ? .simple(.adobeRGB) : .same }
    return of(try bytes(file, facts.profile))
  }

  /// What libvips does not do by itself for what it reads: a PNG's exponent and primaries. It sees to profiles.
  static func besides(_ file: PhotoFileReader, _ facts: PhotoFacts) throws(ThumbnailError) -> ColorProfile? {
    guard facts.format == .png else { return nil }
    do throws(PhotoFileReader.ReadError) {
      let colors = try PNGColors.read(file, upTo: mostProfile)
      return colors.profile == nil ? colors.simple : nil
    } catch {
      throw ThumbnailError(.unreadable, "it cannot be read: \(error.words)")
    }
  }

  private static func of(_ profile: [UInt8]) -> FileColors {
    switch ColorProfile.read(profile) {
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
