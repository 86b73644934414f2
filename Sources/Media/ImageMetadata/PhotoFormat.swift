/// What kind of picture a file is, by its bytes and never by its name.
public enum PhotoFormat: String, Sendable, CaseIterable, Codable {
  /// ITU-T T.81.
  case jpeg = "JPEG"
  /// Portable Network Graphics.
  case png = "PNG"
  /// HEVC pictures in ISO/IEC 23008-12's box format.
  case heif = "HEIF"
  /// AV1 pictures in the same box format.
  case avif = "AVIF"
  /// TIFF 6.0 and BigTIFF.
  case tiff = "TIFF"
  /// GIF 87a and 89a.
  case gif = "GIF"
  /// WebP, lossy and lossless.
  case webp = "WEBP"
  /// Windows bitmaps.
  case bmp = "BMP"
  /// Canon, on TIFF.
  case cr2 = "RAW-CR2"
  /// Canon, on ISO boxes.
  case cr3 = "RAW-CR3"
  /// Nikon.
  case nef = "RAW-NEF"
  /// Sony.
  case arw = "RAW-ARW"
  /// Adobe's Digital Negative.
  case dng = "RAW-DNG"
  /// Olympus.
  case orf = "RAW-ORF"
  /// Fujifilm.
  case raf = "RAW-RAF"
  /// Panasonic and Leica.
  case rw2 = "RAW-RW2"
  /// Canon, before CR2.
  case crw = "RAW-CRW"
  /// Sigma.
  case x3f = "RAW-X3F"
  /// Pentax, Samsung, Hasselblad, Phase One and others, on TIFF.
  case otherRaw = "RAW-OTHER"
  /// JPEG XL.
  case jxl = "JXL"
  /// JPEG 2000.
  case jp2 = "JP2"
  /// Photoshop's.
  case psd = "PSD"
  /// None of these.
  case unknown = "UNKNOWN"

  /// The usual extension, without the dot; `dat` for what is unknown.
  public var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .heif: "heic"
    case .avif: "avif"
    case .tiff: "tiff"
    case .gif: "gif"
    case .webp: "webp"
    case .bmp: "bmp"
    case .cr2: "cr2"
    case .cr3: "cr3"
    case .nef: "nef"
    case .arw: "arw"
    case .dng: "dng"
    case .orf: "orf"
    case .raf: "raf"
    case .rw2: "rw2"
    case .crw: "crw"
    case .x3f: "x3f"
    case .otherRaw: "raw"
    case .jxl: "jxl"
    case .jp2: "jp2"
    case .psd: "psd"
    case .unknown: "dat"
    }
  }

  /// Whether it is a camera's raw data, of which the preview inside is shown.
  public var isRaw: Bool {
    switch self {
    case .cr2, .cr3, .nef, .arw, .dng, .orf, .raf, .rw2, .crw, .x3f, .otherRaw: true
    case .jpeg, .png, .heif, .avif, .tiff, .gif, .webp, .bmp, .jxl, .jp2, .psd, .unknown: false
    }
  }
}
