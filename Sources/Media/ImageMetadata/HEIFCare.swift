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

  /// What stands for the main brand (bytes 8 to 11) in a copy for libvips, which up to 8.18 takes a file of another one, such as an
  /// animation's (`avis`), for no HEIF; nil where it knows the file's own.
  public var brand: [UInt8]?

  /// For a file that needs none of it, unless it is said.
  public init(sharedAuxiliaries: [Int] = [], hasOtherThumbnail: Bool = false, brand: [UInt8]? = nil) {
    self.sharedAuxiliaries = sharedAuxiliaries
    self.hasOtherThumbnail = hasOtherThumbnail
    self.brand = brand
  }

  /// Whether a library has to be given a copy.
  public var needsCopy: Bool { !sharedAuxiliaries.isEmpty || brand != nil }

  /// Main brands by which libvips 8.13 knows a file.
  private static let known: Set<FourCode> = [
    "heic", "heix", "hevc", "heim", "heis", "hevm", "hevs", "mif1", "msf1", "avif",
  ]

  static func brand(_ window: ByteWindow, isAVIF: Bool) -> [UInt8]? {
    guard let own = window.code(8), !known.contains(own) else { return nil }
    return Array((isAVIF ? "avif" : "heic").utf8)
  }

  /// Reads it of a HEIF file. Blocks as long as the bytes' own reads do.
  public static func read(_ bytes: any PhotoBytes, _ format: PhotoFormat = .heif) -> HEIFCare {
    let window = ByteWindow(bytes)
    var care = HEIFFacts.care(window)
    care.brand = brand(window, isAVIF: format == .avif)
    return care
  }

  /// A type of reference that no library knows, as long as `auxl`: such references are passed over (ISO/IEC 14496-12, 8.11.12).
  public static let unknownReference = Array("bthx".utf8)

  /// Whether a small picture has the shape of a large one: their sides are rounded, and 1 in 100 is not seen.
  static func isAlike(_ small: PixelSize, _ large: PixelSize) -> Bool {
    let (across, down) = (small.width * large.height, small.height * large.width)
    return abs(across - down) * 100 <= max(across, down)
  }
}
