/// What a picture's bytes say that it is, whatever its name ends in.
public enum PictureFormat: String, Sendable, CaseIterable {
  case jpeg, png, tiff, heic, avif, webp, gif, bmp, pdf
  case jpegXL = "jpeg-xl"
  case jpeg2000 = "jpeg-2000"

  /// Looks at the first bytes; 16 are enough. Nil for what begins like none of these.
  public init?(beginningWith bytes: some Collection<UInt8>) {
    let head = Array(bytes.prefix(16))
    func has(_ signature: [UInt8], at offset: Int = 0) -> Bool {
      head.count >= offset + signature.count && Array(head[offset..<offset + signature.count]) == signature
    }
    if has([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has([0x49, 0x49, 0x2A, 0]) || has([0x4D, 0x4D, 0, 0x2A]) || has([0x49, 0x49, 0x2B, 0])
      || has([0x4D, 0x4D, 0, 0x2B])
    {
      self = .tiff
    } else if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) {
      self = .webp
    } else if has(Array("GIF8".utf8)) {
      self = .gif
    } else if has(Array("%PDF".utf8)) {
      self = .pdf
    } else if has(Array("BM".utf8)) {
      self = .bmp
    } else if has([0xFF, 0x0A]) || has([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]) {
      self = .jpegXL
    } else if has([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20]) {
      self = .jpeg2000
    } else if has(Array("ftyp".utf8), at: 4) {
      // ISO 14496-12, 4.3; the brands of HEIF: ISO 23008-12, annex B and C.
      if ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"].contains(where: { has(Array($0.utf8), at: 8) }) {
        self = .heic
      } else if has(Array("avif".utf8), at: 8) {
        self = .avif
      } else {
        return nil
      }
    } else {
      return nil
    }
  }

  /// As people call it, with its article.
  public var words: String {
    switch self {
    case .jpeg: "a JPEG"
    case .png: "a PNG"
    case .tiff: "a TIFF"
    case .heic: "a HEIC picture"
    case .avif: "an AVIF picture"
    case .webp: "a WebP picture"
    case .gif: "a GIF"
    case .bmp: "a BMP"
    case .pdf: "a PDF"
    case .jpegXL: "a JPEG XL picture"
    case .jpeg2000: "a JPEG 2000 picture"
    }
  }

  /// What a kept picture's name ends in; nil for what the booth keeps none of.
  public var fileExtension: String? {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    default: nil
    }
  }
}
