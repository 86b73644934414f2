/// What names of files say. What the bytes are, only the bytes say.
public enum PhotoNames {
  /// Endings of pictures, in lower case.
  static let endings: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "png", "apng", "heic", "heif", "hif", "heics", "avif", "avifs", "tif", "tiff", "gif",
    "webp",
    "bmp", "dib", "cr2", "cr3", "nef", "nrw", "arw", "srf", "sr2", "dng", "orf", "raf", "rw2", "rwl", "crw", "x3f",
    "pef",
    "srw", "3fr", "fff", "erf", "mef", "mos", "iiq", "kdc", "dcr", "mpo", "jxl", "jp2", "j2k", "jpf", "jpx", "j2c",
    "psd", "psb",
  ]

  /// Endings of pictures of kinds that are not read: they are counted, and named as left out.
  static let otherEndings: Set<String> = [
    "xcf", "svg", "svgz", "eps", "ai", "exr", "hdr", "ico", "icns", "tga", "pcx", "ppm", "pgm", "pbm", "pnm", "dds",
    "jxr", "wdp",
    "hdp", "djvu", "fits", "fit", "dcm", "kra", "ora", "clip", "afphoto", "qoi", "pcd", "mrw", "raw", "gpr", "braw",
    "lfp", "flif",
    "bpg", "pict", "pct", "wmf", "emf", "sgi", "ras", "cdr", "psp", "pspimage", "pdn",
  ]

  /// A name's ending where it is that of a picture of a kind that is not read.
  public static func otherKind(_ name: UnsafeRawBufferPointer) -> String? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, (2...8).contains(name.count - dot - 1) else {
      return nil
    }
    let bytes = name[(dot + 1)...].map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
    let ending = String(decoding: bytes, as: UTF8.self)
    return otherEndings.contains(ending) ? ending : nil
  }

  /// Folders that are one thing to people who use a Mac, whatever lies in them.
  static let packages: Set<String> = [
    "app", "bundle", "framework", "photoslibrary", "photolibrary", "migratedphotolibrary", "aplibrary",
    "migratedaplibrary", "lrdata", "lrcat-data", "lrlibrary", "fcpbundle", "imovielibrary", "theater", "tvlibrary",
    "musiclibrary", "cocatalog", "cosessiondb", "pages", "numbers", "key", "rtfd", "pkg", "mpkg", "plugin", "kext",
    "xcodeproj", "xcworkspace", "playground", "garageband", "logicx", "band", "sparsebundle", "dsym",
  ]

  /// The same as numbers: their letters, one byte each.
  private static let endingNumbers = Set(endings.map { $0.utf8.reduce(0 as UInt64) { $0 << 8 | UInt64($1) } })

  /// Whether a name is a picture's.
  public static func isPicture(_ name: [UInt8]) -> Bool { name.withUnsafeBytes { isPicture($0) } }

  /// The same of a name in memory that is not ours.
  public static func isPicture(_ name: UnsafeRawBufferPointer) -> Bool {
    var number: UInt64 = 0
    var place = name.count - 1
    // From behind: a dot that is not the first letter, at most eight letters before the end.
    while place > 0, name.count - place <= 9 {
      let byte = name[place]
      // Most are JPEGs.
      if byte == UInt8(ascii: ".") { return number == 0x6A_70_67 || endingNumbers.contains(number) }
      let lower = (0x41...0x5A).contains(byte) ? byte + 32 : byte
      number |= UInt64(lower) << UInt64(8 * (name.count - 1 - place) & 63)
      place -= 1
    }
    return false
  }

  /// Whether a folder's name is a package's.
  public static func isPackage(_ name: [UInt8]) -> Bool { ending(name).map(packages.contains) ?? false }

  private static func ending(_ name: [UInt8]) -> String? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot - 1 <= 20 else { return nil }
    let bytes = name[(dot + 1)...].map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
