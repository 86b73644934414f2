import BoothCore
import ImageMetadata

/// Pictures that are made without any other library than libjpeg: JPEG, the previews in raw files, bitmaps.
struct OwnReaders {
  /// The pixels of a photo as it stands upright, for parts of it; of a raw file those of its largest preview. Nil where it does not say.
  static func upright(_ facts: PhotoFacts) -> PixelSize? {
    switch facts.format {
    case .cr2, .cr3, .nef, .arw, .dng, .orf, .raf, .rw2, .crw, .x3f, .otherRaw:
      let largest = facts.previews.last { max($0.size?.width ?? 0, $0.size?.height ?? 0) >= leastRawPreview }
      return largest.flatMap { preview in preview.size.map { preview.orientation.apply(to: $0) } }
    case .jpeg, .png, .heif, .avif, .tiff, .gif, .webp, .bmp, .jxl, .jp2, .psd, .unknown:
      return facts.size.map { facts.orientation.apply(to: $0) }
    }
  }

  let limits: ThumbnailLimits
  /// Whether this is the process that may use much memory.
  let isApart: Bool

  /// A preview's shape may differ by so much from the picture's, as its sides are rounded.
  static let shapeTolerance = 0.015
  /// A raw file's preview is shown enlarged down to this many pixels on its long side, and not below.
  static let leastRawPreview = PhotoPreview.leastShown

  /// - Returns: nil where another process, or its library, is needed.
  func make(_ file: PhotoFileReader, _ facts: PhotoFacts, _ request: PictureRequest) throws(ThumbnailError)
    -> Thumbnail?
  {
    switch facts.format {
    case .jpeg: return try jpeg(file, facts, request)
    case .cr2, .cr3, .nef, .arw, .dng, .orf, .raf, .rw2, .crw, .x3f, .otherRaw: return try raw(file, facts, request)
    case .jp2, .psd: throw ThumbnailError.unread(facts.format)
    case .bmp:
      let reader = try BMPReader(file)
      let plan = ThumbnailPlan(stored: reader.size, orientation: .upright, request: request)
      let planes = try reader.scaled(plan)
      return try FinishedPicture.make(
        PlanePicture(size: plan.target, red: planes[0], green: planes[1], blue: planes[2]), request)
    case .png, .heif, .avif, .tiff, .gif, .webp, .jxl, .unknown: return nil
    }
  }

  private func jpeg(_ file: PhotoFileReader, _ facts: PhotoFacts, _ request: PictureRequest) throws(ThumbnailError)
    -> Thumbnail?
  {
    let profile: ColorProfile?
    switch try FileColors.of(file, facts) {
    case .same: profile = nil
    case .simple(let simple): profile = simple
    case .tables: return nil
    }
    // Larger ones are looked at, and handed on: they are of the picture itself.
    if request == .size(.ptm256), profile == nil, !facts.isChanged, let preview = try preview(file, facts, request) {
      return preview
    }
    return try picture(file, 0..<file.count, facts.orientation, profile, request)
  }

  /// From the smallest picture inside that has all the pixels that are wanted and the shape of the whole; nil where none has,
  /// or none can be read.
  private func preview(_ file: PhotoFileReader, _ facts: PhotoFacts, _ request: PictureRequest) throws(ThumbnailError)
    -> Thumbnail?
  {
    guard let stored = facts.size else { return nil }
    for preview in facts.previews {
      // None whose size is known, and none of so few bytes, can have enough.
      if let known = preview.size, !isEnough(known, stored, preview.orientation, request) { continue }
      guard preview.range.count >= 4096, preview.orientation == facts.orientation else { continue }
      do throws(ThumbnailError) {
        let strips = try JPEGStrips(file, preview.range)
        guard isEnough(strips.size, stored, preview.orientation, request), strips.colors == .ycc,
          let check = try PreviewCheck(file, strips)
        else { continue }
        if let made = try picture(strips, preview.orientation, nil, request, check) { return made }
      } catch {
        // What is wrong with a preview is not wrong with the picture; but what is wrong with the disk is.
        if error.code == .unreadable { throw error }
      }
    }
    return nil
  }

  private func isEnough(
    _ preview: PixelSize, _ stored: PixelSize, _ orientation: Orientation, _ request: PictureRequest
  )
    -> Bool
  {
    guard preview.width > 0, preview.height > 0 else { return false }
    let shape = Double(preview.width * stored.height) / Double(preview.height * stored.width)
    let plan = ThumbnailPlan(stored: preview, orientation: orientation, request: request)
    let whole = ThumbnailPlan(stored: stored, orientation: orientation, request: request)
    return abs(shape - 1) <= Self.shapeTolerance && plan.shrink >= 1 && plan.target == whole.target
  }

  private func raw(_ file: PhotoFileReader, _ facts: PhotoFacts, _ request: PictureRequest) throws(ThumbnailError)
    -> Thumbnail?
  {
    let previews = facts.previews.filter { max($0.size?.width ?? 0, $0.size?.height ?? 0) >= Self.leastRawPreview }
    // Parts are of the largest, whose pixels they count.
    if case .part = request, let largest = previews.last {
      return try picture(file, largest.range, largest.orientation, facts.isAdobeRGB ? .adobeRGB : nil, request)
    }
    // The smallest that is large enough, then the larger ones, then the rest from the largest.
    let enough = previews.filter { preview in
      preview.size.map { ThumbnailPlan(stored: $0, orientation: preview.orientation, request: request).shrink >= 1 }
        ?? false
    }
    var failure: ThumbnailError?
    for preview in enough + previews.reversed() {
      do throws(ThumbnailError) {
        return try picture(file, preview.range, preview.orientation, facts.isAdobeRGB ? .adobeRGB : nil, request)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    if facts.trouble == .cut { throw ThumbnailError(.cut, "this file \(PhotoTrouble.cut.words)") }
    throw ThumbnailError(
      .noPreview, "a raw file without a picture inside that could be shown; a converter that writes one into it helps")
  }

  private func picture(
    _ file: PhotoFileReader, _ range: Range<Int>, _ orientation: Orientation, _ profile: ColorProfile?,
    _ request: PictureRequest
  ) throws(ThumbnailError) -> Thumbnail? {
    try picture(try JPEGStrips(file, range), orientation, profile, request)
  }

  private func picture(
    _ strips: JPEGStrips, _ orientation: Orientation, _ profile: ColorProfile?, _ request: PictureRequest,
    _ check: PreviewCheck? = nil
  ) throws(ThumbnailError) -> Thumbnail? {
    try limits.check(strips.size)
    let plan = ThumbnailPlan(stored: strips.size, orientation: orientation, request: request)
    let isCoarse = strips.coefficientBytes > limits.coefficients
    if isCoarse {
      guard isApart else { return nil }
      guard CoarsePicture.suits(plan) else {
        throw ThumbnailError(.tooLarge, "a progressive JPEG of \(strips.size) pixels takes too much memory")
      }
    }
    // What is neither turned nor converted gets its colours as the file will have them.
    var isHalved = strips.colors == .ycc && orientation == .upright && profile == nil
    var isToEnd = true
    if case .part = request { (isHalved, isToEnd) = (isHalved && strips.isHalved, false) }
    let planes = try strips.scaled(plan, isHalved: isHalved, isToEnd: isToEnd, check: check, isCoarse: isCoarse)
    var picture =
      switch strips.colors {
      case .grey: PlanePicture(size: plan.storedTarget, grey: planes[0])
      case .ycc:
        PlanePicture(size: plan.storedTarget, y: planes[0], cb: planes[1], cr: planes[2], isHalved: isHalved)
      case .rgb: PlanePicture(size: plan.storedTarget, red: planes[0], green: planes[1], blue: planes[2])
      case .cmyk: inked(plan.storedTarget, planes, isInverted: strips.isInverted)
      }
    if let profile, strips.colors != .cmyk { picture = profile.converted(picture) }
    return try FinishedPicture.make(picture.turned(orientation), request)
  }

  /// Inks without a profile: each takes its share of the light, and black of all three.
  private func inked(_ size: PixelSize, _ planes: [[UInt8]], isInverted: Bool) -> PlanePicture {
    let flip: UInt8 = isInverted ? 0 : 255
    let black = planes[3]
    let channels = planes.prefix(3).map { plane -> [UInt8] in
      plane.indices.map { index -> UInt8 in
        let light = Int(plane[index] ^ flip) * Int(black[index] ^ flip)
        return UInt8((light + 127) / 255)
      }
    }
    return PlanePicture(size: size, red: channels[0], green: channels[1], blue: channels[2])
  }
}

extension ThumbnailError {
  /// Of a kind that is listed, and not decoded.
  static func unread(_ format: PhotoFormat) -> ThumbnailError {
    let need: NoPicture.Need = format == .jp2 ? .jpeg2000 : .conversion
    return ThumbnailError(
      .unsupported, "\(format.rawValue) is not read here; \(NoPicture(.unsupported, need: need).remedy)", need: need)
  }
}

extension ThumbnailLimits {
  /// - Throws: `.tooLarge` for more pixels than are decoded.
  func check(_ size: PixelSize) throws(ThumbnailError) {
    guard size.area > pixels else { return }
    throw ThumbnailError(.tooLarge, "\(size) pixels are more than the \(pixels / 1_000_000) million that are decoded")
  }
}
