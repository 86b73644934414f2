import BoothCore
import CVips
import ImageMetadata

/// Pictures that libvips reads. Only in the process that may die of one.
struct LibraryReader {
  let limits: ThumbnailLimits

  /// libvips in words for a person who installs it.
  static let remedy = "install Debian's libvips42"

  func make(_ file: PhotoFileReader, _ facts: PhotoFacts, _ request: PictureRequest) throws(ThumbnailError) -> Thumbnail
  {
    guard let said = facts.size else { throw ThumbnailError(.damaged, "it does not say how large it is") }
    try limits.check(said)
    try checkMemory(facts.format, said)
    // Its readers of boxes do the turns that are written there.
    let isTurned = facts.format == .heif || facts.format == .avif
    let orientation = isTurned ? .upright : facts.orientation
    let expected = ThumbnailPlan(
      stored: isTurned ? facts.orientation.apply(to: said) : said, orientation: orientation, request: request)
    let stored = isTurned ? facts.orientation.apply(to: said) : said
    func reduced(_ side: Int, _ part: Double, _ target: Int) -> UInt32 {
      // A sixteenth more, so that our own filter has something to do; never all of a bar of 50,000 pixels for its middle.
      UInt32(clamping: Int((Double(side) * min(1, Double(target) / part)).rounded(.up)))
    }
    let across = reduced(stored.width, expected.part.width, expected.storedTarget.width)
    let down = reduced(stored.height, expected.part.height, expected.storedTarget.height)
    let cut: cvips_part =
      if case .part = request { Self.cut(expected, stored, across, down) } else { cvips_part() }
    let picture = try given(file, facts, across, down, cut)
    defer { cvips_free(picture.pixels) }
    var made = scaled(picture, orientation, request)
    if let colors = try FileColors.besides(file, facts) { made = colors.converted(made) }
    return try FinishedPicture.make(made, request)
  }

  /// What is needed of a picture of `across` by `down` for a part: with what our filter reaches beyond it.
  private static func cut(_ plan: ThumbnailPlan, _ stored: PixelSize, _ across: UInt32, _ down: UInt32) -> cvips_part {
    let part = plan.part(across: Double(across) / Double(stored.width), down: Double(down) / Double(stored.height))
    let reach = 8.0
    func side(_ from: Double, _ length: Double, _ all: UInt32) -> (UInt32, UInt32) {
      let low = UInt32(max(0, from - reach))
      return (low, UInt32(min(Double(all), from + length + reach)) - low)
    }
    let (x, width) = side(part.x, part.width, across)
    let (y, height) = side(part.y, part.height, down)
    return cvips_part(left: x, top: y, width: width, height: height)
  }

  static var isThere: Bool { cvips_begin() == nil }

  /// All of it, with its longer side at most so many pixels.
  func whole(_ file: PhotoFileReader, _ facts: PhotoFacts, longestSide: Int) throws(ThumbnailError) -> ForeignPicture {
    guard let said = facts.size else { throw ThumbnailError(.damaged, "it does not say how large it is") }
    try limits.check(said)
    try checkMemory(facts.format, said)
    let isTurned = facts.format == .heif || facts.format == .avif
    let stored = isTurned ? facts.orientation.apply(to: said) : said
    let scale = min(1, Double(longestSide) / Double(max(stored.width, stored.height)))
    func side(_ length: Int) -> UInt32 { UInt32(clamping: max(1, Int((Double(length) * scale).rounded()))) }
    let picture = try given(file, facts, side(stored.width), side(stored.height), cvips_part())
    defer { cvips_free(picture.pixels) }
    let size = PixelSize(width: Int(picture.width), height: Int(picture.height))
    let pixels = [UInt32](unsafeUninitializedCapacity: size.area) { target, count in
      for index in 0..<size.area {
        let at = index * 3
        target[index] =
          0xFF00_0000 | UInt32(picture.pixels[at]) << 16 | UInt32(picture.pixels[at + 1]) << 8
          | UInt32(picture.pixels[at + 2])
      }
      count = size.area
    }
    return .pixels(size, pixels, isTurned ? .upright : facts.orientation)
  }

  /// At `across` by `down` pixels or a little more, as stored, or what is cut out of that; to be freed.
  private func given(
    _ file: PhotoFileReader, _ facts: PhotoFacts, _ across: UInt32, _ down: UInt32, _ cut: cvips_part
  ) throws(ThumbnailError) -> cvips_picture {
    if let words = cvips_begin() {
      throw ThumbnailError(
        .unsupported, "\(facts.format.rawValue) needs libvips; \(Self.remedy) (\(String(cString: words)))",
        need: .libvips)
    }
    var picture = cvips_picture()
    let care =
      facts.format == .heif || facts.format == .avif ? HEIFCare.read(file, facts.format) : HEIFCare()
    let given = care.needsCopy ? try Self.spared(file, care) : file
    defer { withExtendedLifetime(given) {} }
    if let words = read(
      "/proc/self/fd/\(given.descriptor)", facts.format, across, down, cut, care.hasOtherThumbnail, &picture)
    {
      throw error(words, facts, PixelSize(width: Int(picture.stored_width), height: Int(picture.stored_height)))
    }
    return picture
  }

  /// A copy in memory, in which what libheif would refuse is of a type that it passes over, and the brand one that libvips knows.
  private static func spared(_ file: PhotoFileReader, _ care: HEIFCare) throws(ThumbnailError) -> PhotoFileReader {
    do throws(PhotoFileReader.ReadError) {
      var bytes = try file.read(at: 0, count: file.count)
      for at in care.sharedAuxiliaries where at + 4 <= bytes.count {
        bytes.replaceSubrange(at..<at + 4, with: HEIFCare.unknownReference)
      }
      if let brand = care.brand, bytes.count >= 12 { bytes.replaceSubrange(8..<12, with: brand) }
      return try PhotoFileReader(bytes: bytes)
    } catch {
      throw ThumbnailError(.unreadable, "it cannot be read: \(error.words)")
    }
  }

  private func scaled(_ picture: cvips_picture, _ orientation: Orientation, _ request: PictureRequest) -> PlanePicture {
    let stored = PixelSize(width: Int(picture.stored_width), height: Int(picture.stored_height))
    let given = PixelSize(width: Int(picture.width), height: Int(picture.height))
    let plan = ThumbnailPlan(stored: stored, orientation: orientation, request: request)
    var part = plan.part(
      across: Double(picture.whole_width) / Double(stored.width),
      down: Double(picture.whole_height) / Double(stored.height))
    part.x -= Double(picture.left)
    part.y -= Double(picture.top)
    let scalers = (0..<3).map { _ in StripScaler(source: given, part: part, target: plan.storedTarget) }
    var line = [UInt8](repeating: 0, count: given.width)
    for y in 0..<given.height {
      let row = picture.pixels + y * given.width * 3
      for (channel, scaler) in scalers.enumerated() {
        line.withUnsafeMutableBufferPointer { line in
          guard let base = line.baseAddress else { return }
          for x in 0..<given.width { base[x] = row[x * 3 + channel] }
          scaler.add(base)
        }
      }
    }
    return PlanePicture(
      size: plan.storedTarget, red: scalers[0].samples, green: scalers[1].samples, blue: scalers[2].samples
    )
    .turned(orientation)
  }

  private func read(
    _ path: String, _ format: PhotoFormat, _ across: UInt32, _ down: UInt32, _ cut: cvips_part,
    _ isAlone: Bool, _ picture: inout cvips_picture
  ) -> String? {
    let kinds: [StaticString] =
      switch format {
      case .jpeg: ["VipsForeignLoadJpeg"]
      case .png: ["VipsForeignLoadPng"]
      case .heif, .avif: ["VipsForeignLoadHeif"]
      case .tiff: ["VipsForeignLoadTiff"]
      case .gif: ["VipsForeignLoadNsgif", "VipsForeignLoadGif"]
      case .webp: ["VipsForeignLoadWebp"]
      case .jxl: ["VipsForeignLoadJxl"]
      case .bmp, .cr2, .cr3, .nef, .arw, .dng, .orf, .raf, .rw2, .crw, .x3f, .otherRaw, .jp2, .psd, .unknown: []
      }
    // Texts of the program itself: they stay.
    var names: [UnsafePointer<CChar>?] =
      kinds.map { UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self) } + [nil]
    let words = cvips_read(
      path, &names, max(across, 1), max(down, 1), UInt64(limits.pixels), cut, isAlone ? 1 : 0, &picture)
    return words.map { String(cString: $0) }
  }

  /// Kinds that are decoded as a whole before anything is made of them.
  private func checkMemory(_ format: PhotoFormat, _ size: PixelSize) throws(ThumbnailError) {
    let perPixel =
      switch format {
      case .gif, .webp: 4
      case .heif, .avif: 6
      case .jxl: 24
      case .jpeg, .png, .tiff, .bmp, .cr2, .cr3, .nef, .arw, .dng, .orf, .raf, .rw2, .crw, .x3f, .otherRaw, .jp2, .psd,
        .unknown:
        0
      }
    // The libraries themselves map a good part of half a gigabyte.
    guard size.area * perPixel > limits.processMemory - (512 << 20) else { return }
    throw ThumbnailError(.tooLarge, "\(size) pixels of \(format.rawValue) take more memory than a picture may")
  }

  /// libheif's words for a decoder that it has not: "Unsupported codec", "No decoding plugin installed for this compression format". Where
  /// libvips has no reader of HEIF at all, it knows no loader for the file.
  private func coder(_ format: PhotoFormat, _ says: (String...) -> Bool) -> NoPicture.Need {
    guard says("unsupported codec", "decoding plugin", "decoder plugin", "not a known file format", "no decoder") else {
      return .newerHEIF
    }
    return format == .avif ? .av1 : .hevc
  }

  private func error(_ words: String, _ facts: PhotoFacts, _ stored: PixelSize) -> ThumbnailError {
    let lower = words.lowercased()
    func says(_ any: String...) -> Bool { any.contains { lower.contains($0) } }
    if lower.hasPrefix("too large") {
      return ThumbnailError(
        .tooLarge, "\(stored) pixels are more than the \(limits.pixels / 1_000_000) million that are decoded")
    }
    if says("out of memory", "memory allocation", "cannot allocate") {
      return ThumbnailError(.tooLarge, "it takes more memory than a picture may: \(words)")
    }
    // libtiff's words for what it was built without: JPEG 2000, JPEG XL and other rare contents.
    if says("not implemented", "not configured", "compression scheme", "no support for") {
      return ThumbnailError(.unsupported, "this machine's libraries cannot read it: \(words)", need: .conversion)
    }
    if facts.trouble == .cut
      || says(
        "truncated", "premature", "unexpected end", "end of file", "end-of-file", "read error", "not enough data",
        "short read", "read gave")
    {
      return ThumbnailError(.cut, "it ends before its picture does: \(words)")
    }
    if facts.format == .heif || facts.format == .avif {
      let need = coder(facts.format, says)
      return ThumbnailError(
        .unsupported, "\(NoPicture(.unsupported, need: need).remedy); libheif said: \(words)", need: need)
    }
    if facts.format == .jxl, says("is not tried", "not a known", "blocked") {
      return ThumbnailError(
        .unsupported, "\(NoPicture(.unsupported, need: .jpegXL).remedy); libvips said: \(words)", need: .jpegXL)
    }
    if says("is not tried", "unsupported", "not supported", "not a known", "blocked") {
      return ThumbnailError(.unsupported, "libvips cannot read it: \(words)", need: .conversion)
    }
    return ThumbnailError(.damaged, "it cannot be decoded: \(words)")
  }
}
