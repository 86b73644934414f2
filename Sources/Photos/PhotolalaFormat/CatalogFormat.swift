/// What a catalog says a photograph's bytes are.
public enum CatalogFormat: String, Sendable, CaseIterable {
  case jpeg = "JPEG"
  case png = "PNG"
  case heif = "HEIF"
  case tiff = "TIFF"
  case gif = "GIF"
  case webp = "WEBP"
  case bmp = "BMP"
  case cr2 = "RAW-CR2"
  case nef = "RAW-NEF"
  case arw = "RAW-ARW"
  case dng = "RAW-DNG"
  case orf = "RAW-ORF"
  case raf = "RAW-RAF"
  case unknown = "UNKNOWN"

  /// Of a file with such a photograph, without the dot.
  public var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .heif: "heic"
    case .tiff: "tiff"
    case .gif: "gif"
    case .webp: "webp"
    case .bmp: "bmp"
    case .cr2: "cr2"
    case .nef: "nef"
    case .arw: "arw"
    case .dng: "dng"
    case .orf: "orf"
    case .raf: "raf"
    case .unknown: "dat"
    }
  }

  /// The brands of `ftyp` boxes that count as HEIF.
  private static let brands: Set<String> = [
    "heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs", "mif1",
  ]

  /// By a file's first 4096 bytes, as many as there are.
  public init(magic bytes: [UInt8]) {
    self = bytes.count < 16 ? .unknown : Self.found(bytes)
  }

  private static func found(_ bytes: [UInt8]) -> CatalogFormat {
    func has(_ text: String, at place: Int = 0) -> Bool {
      bytes.count >= place + text.utf8.count && bytes[place...].starts(with: text.utf8)
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if has("GIF87a") || has("GIF89a") { return .gif }
    if has("BM") { return .bmp }
    if has("RIFF"), has("WEBP", at: 8) { return .webp }
    if has("FUJIFILM") { return .raf }
    if has("IIRO") || has("IIRS") || has("MMOR") { return .orf }
    if has("II*\0") || has("MM\0*") { return ofTIFF(bytes) }
    if has("ftyp", at: 4) {
      return brands.contains(String(decoding: bytes[8..<12], as: UTF8.self)) ? .heif : .unknown
    }
    return .unknown
  }

  /// The maker's name stands in the first kilobytes of such a file.
  private static func ofTIFF(_ bytes: [UInt8]) -> CatalogFormat {
    if bytes[8] == 0x43, bytes[9] == 0x52 { return .cr2 }
    let head = bytes.prefix(4096)
    if head.firstRange(of: "SONY".utf8) != nil { return .arw }
    if head.firstRange(of: "NIKON".utf8) != nil { return .nef }
    if head.firstRange(of: "Adobe".utf8) != nil { return .dng }
    return .tiff
  }
}
