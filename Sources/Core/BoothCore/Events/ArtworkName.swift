/// The names that artwork may have.
public enum ArtworkName {
  /// FotoX's `asset:` (a picture inside the iPad's app) and addresses on a network; the booth fetches neither.
  public static func isAddress(_ name: String) -> Bool {
    ["asset:", "http://", "https://"].contains { name.prefix($0.count).lowercased() == $0 }
  }

  /// A relative path that names something below the folder: no `..`, no root, no scheme, nothing hidden.
  public static func isInsideFolder(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return name.utf8.count <= 255 && parts.count <= 8 && !name.contains(":") && !name.contains("\\")
      && parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") }
      && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// What decoding one picture may hold in memory, in bytes: the picture made smaller, and what the decoder needs beside
  /// it. A picture that is wanted larger than this may be held in the size that is wanted.
  public static let decodingBudget = 96_000_000
  /// The largest artwork that is decoded, in pixels. A JPEG file's size does not stand at its beginning: it is refused
  /// when it is decoded.
  public static let largestArea = 50_000_000
  /// The longest side of artwork that is decoded, in pixels.
  public static let longestSide = 32_767
}

extension Theme {
  /// Whether there is a logo to be drawn: a file, and no address, which the booth does not fetch.
  public var hasLogoFile: Bool { logo.map { !ArtworkName.isAddress($0) } ?? false }
}
