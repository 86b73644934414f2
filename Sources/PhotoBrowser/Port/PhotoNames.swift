/// What names of files say. What the bytes are, only the bytes say.
public enum PhotoNames {
  /// Endings of pictures, in lower case.
  static let endings: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "png", "heic", "heif", "hif", "avif", "tif", "tiff", "gif", "webp", "bmp", "dib",
    "cr2",
    "cr3", "nef", "nrw", "arw", "srf", "sr2", "dng", "orf", "raf",
  ]

  /// Folders that are one thing to people who use a Mac, whatever lies in them.
  static let packages: Set<String> = [
    "app", "bundle", "framework", "photoslibrary", "photolibrary", "migratedphotolibrary", "aplibrary",
    "migratedaplibrary", "lrdata", "lrcat-data", "lrlibrary", "fcpbundle", "imovielibrary", "theater", "tvlibrary",
    "musiclibrary", "cocatalog", "cosessiondb", "pages", "numbers", "key", "rtfd", "pkg", "mpkg", "plugin", "kext",
    "xcodeproj", "xcworkspace", "playground", "garageband", "logicx", "band", "sparsebundle", "dsym",
  ]

  /// Whether a name is a picture's.
  public static func isPicture(_ name: [UInt8]) -> Bool { ending(name).map(endings.contains) ?? false }

  /// Whether a folder's name is a package's.
  public static func isPackage(_ name: [UInt8]) -> Bool { ending(name).map(packages.contains) ?? false }

  private static func ending(_ name: [UInt8]) -> String? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot - 1 <= 20 else { return nil }
    let bytes = name[(dot + 1)...].map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
