import BoothCore

/// What libraries make wrong of a HEIC that is right, so that they are given a copy in which it is not, or asked in another way.
public struct HEIFCare: Sendable, Equatable {
  /// Where the types (`auxl`) of references stand, in bytes from the file's start, by which one picture is auxiliary to several.
  ///
  /// An HDR photo of an iPhone since iOS 18 (2024) is one: its gain map belongs to the picture and to its HDR rendition (`tmap`).
  /// libheif before 1.18, such as Debian 12's 1.15.1, refuses the whole file: "Too many auxiliary image references".
  public var sharedAuxiliaries: [Int]
  /// Whether a small picture beside the large one has another shape or stands otherwise, as of Sony's cameras. libvips would make a
  /// thumbnail of it and stretch it.
  public var hasOtherThumbnail: Bool

  /// For a file that needs none of it, unless it is said.
  public init(sharedAuxiliaries: [Int] = [], hasOtherThumbnail: Bool = false) {
    self.sharedAuxiliaries = sharedAuxiliaries
    self.hasOtherThumbnail = hasOtherThumbnail
  }

  /// Reads it of a HEIF file. Blocks as long as the bytes' own reads do.
  public static func read(_ bytes: any PhotoBytes) -> HEIFCare { HEIFFacts.care(ByteWindow(bytes)) }

  /// A type of reference that no library knows, as long as `auxl`: such references are passed over (ISO/IEC 14496-12, 8.11.12).
  public static let unknownReference = Array("bthx".utf8)

  /// Whether a small picture has the shape of a large one: their sides are rounded, and 1 in 100 is not seen.
  static func isAlike(_ small: PixelSize, _ large: PixelSize) -> Bool {
    let (across, down) = (small.width * large.height, small.height * large.width)
    return abs(across - down) * 100 <= max(across, down)
  }
}
