import BoothCore

extension PhotoFacts {
  /// Files with fewer bytes are no pictures, as catalogs of photos have it.
  static let leastBytes = 16

  /// Reads what a photo says about itself: its kind by its first bytes, and the rest from few reads, mostly one of 16 KB.
  ///
  /// Never throws for what the bytes are: ``trouble`` names it. Blocks as long as the bytes' own reads do.
  public static func read(_ bytes: any PhotoBytes) -> PhotoFacts {
    let window = ByteWindow(bytes)
    var facts = read(window)
    Previews.sort(&facts)
    return facts
  }

  private static func read(_ window: ByteWindow) -> PhotoFacts {
    func named(_ trouble: PhotoTrouble) -> PhotoFacts {
      var facts = PhotoFacts(format: .unknown)
      facts.trouble = window.hasFailed ? .unreadable : trouble
      return facts
    }
    guard window.count > 0 else { return named(.empty) }
    guard window.count >= leastBytes, window.byte(0) != nil else { return named(.notAPicture) }
    var facts = PhotoFacts(format: kind(window))
    switch facts.format {
    case .jpeg: JPEGFacts.read(window, into: &facts)
    case .png: SmallFormats.png(window, into: &facts)
    case .gif: SmallFormats.gif(window, into: &facts)
    case .webp: SmallFormats.webp(window, into: &facts)
    case .bmp: SmallFormats.bmp(window, into: &facts)
    case .heif, .avif: HEIFFacts.read(window, into: &facts)
    case .cr3: return CameraBoxFacts.read(window)
    case .jxl: ListedFormats.jpegXL(window, into: &facts)
    case .jp2: ListedFormats.jpeg2000(window, into: &facts)
    case .psd: ListedFormats.photoshop(window, into: &facts)
    case .raf: return RAFFacts.read(window)
    case .rw2: return PanasonicFacts.read(window) ?? named(.notAPicture)
    case .crw: return CanonHeapFacts.read(window)
    case .x3f: return SigmaFacts.read(window)
    case .tiff, .cr2, .nef, .arw, .dng, .orf, .otherRaw: return TIFFFacts.read(window) ?? named(.notAPicture)
    case .unknown: return named(.notAPicture)
    }
    // After the look has stopped it is unknown what comes.
    if facts.trouble == .cut, window.isSpent { facts.trouble = nil }
    return facts
  }

  /// By the first bytes; of what is built like TIFF only that it is.
  private static func kind(_ window: ByteWindow) -> PhotoFormat {
    if window.number(0, 3) == 0xFFD8FF { return .jpeg }
    if window.number(0, 4) == 0x8950_4E47, window.number(4, 4) == 0x0D0A_1A0A { return .png }
    if window.starts(0, with: "GIF87a") || window.starts(0, with: "GIF89a") { return .gif }
    if window.starts(0, with: "RIFF"), window.starts(8, with: "WEBP") { return .webp }
    if window.starts(0, with: "FUJIFILM") { return .raf }
    if window.starts(0, with: "FOVb") { return .x3f }
    if window.starts(0, with: "8BPS"), let version = window.number(4, 2), version == 1 || version == 2 { return .psd }
    if window.number(0, 2) == 0xFF0A || (window.starts(4, with: "JXL ") && window.number(0, 4) == 12) { return .jxl }
    if window.number(0, 4) == 0xFF4F_FF51 || (window.starts(4, with: "jP  ") && window.number(0, 4) == 12) {
      return .jp2
    }
    if window.starts(6, with: "HEAPCCDR") { return .crw }
    if window.starts(4, with: "ftyp") { return boxed(window) }
    if let mark = window.number(0, 2), mark == 0x4949 || mark == 0x4D4D {
      if let magic = window.number(2, 2, little: mark == 0x4949), [42, 43, 0x4F52, 0x5352, 0x55].contains(magic) {
        return magic == 0x55 ? .rw2 : .tiff
      }
    }
    if window.starts(0, with: "BM"), let head = window.number(14, 4, little: true),
      [12, 40, 52, 56, 64, 108, 124].contains(head)
    {
      return .bmp
    }
    return .unknown
  }

  /// By the brands of the file type box: the main one first, then those it is compatible with.
  private static func boxed(_ window: ByteWindow) -> PhotoFormat {
    let heif: Set<FourCode> = ["heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs"]
    let avif: Set<FourCode> = ["avif", "avis"]
    let length = min(window.number(0, 4) ?? 0, 256)
    var brands = [window.code(8)].compactMap(\.self)
    for at in stride(from: 16, to: length - 3, by: 4) { if let brand = window.code(at) { brands.append(brand) } }
    if brands.first == "crx " { return .cr3 }
    for brand in brands {
      if avif.contains(brand) { return .avif }
      if heif.contains(brand) { return .heif }
    }
    return brands.contains("mif1") || brands.contains("msf1") ? .heif : .unknown
  }
}
