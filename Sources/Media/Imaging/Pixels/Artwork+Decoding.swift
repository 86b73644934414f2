public import BoothCore

extension Bitmap {
  /// Decodes a PNG or JPEG picture, told apart by their first bytes, of at most 50 megapixels.
  /// - Parameter target: the picture is decoded no larger than it takes to cover this size, and smaller where more would
  ///   pass ``ArtworkName/decodingBudget``; nil decodes every pixel.
  /// - Throws: ``ImageError`` for anything else, cut short or damaged, and for what cannot be had within the budget.
  public init(
    decoding bytes: [UInt8], covering target: PixelSize? = nil, subject: String = "the picture"
  ) throws(ImageError) {
    if PNG.isPNG(bytes) {
      self = try PNG.decode(bytes, covering: target, subject: subject)
    } else {
      self = try JPEGCodec().decode(artwork: bytes, covering: target, subject: subject)
    }
  }
}

extension JPEGCodec {
  /// Decodes a picture whose maker is unknown: as ``decode(_:covering:oriented:subject:)``, within bounds.
  func decode(artwork bytes: [UInt8], covering target: PixelSize?, subject: String) throws(ImageError) -> Bitmap {
    try bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      let raw = UnsafeRawBufferPointer(buffer)
      let structure = try JPEGStructure(raw, keepingSegments: true, subject: subject)
      guard structure.size.area <= ArtworkName.largestArea else {
        throw ImageError(
          .tooLarge, subject: subject,
          detail: "is \(structure.size) pixels; the limit for artwork is \(ArtworkName.largestArea / 1_000_000) "
            + "megapixels")
      }
      guard structure.coefficientBytes <= ArtworkName.decodingBudget else {
        throw ImageError(
          .tooLarge, subject: subject,
          detail: "is a progressive JPEG of \(structure.size) pixels, which takes "
            + "\(structure.coefficientBytes / 1_000_000) MB to decode; the limit is "
            + "\(ArtworkName.decodingBudget / 1_000_000) MB: save it smaller, or not progressive")
      }
      let orientation = ExifReader.orientation(in: raw, structure)
      let scale = target.map { JPEGScale.withinBudget(orientation.apply(to: $0), from: structure.size) } ?? .full
      return try decode(raw, structure, scale, subject: subject).turned(orientation)
    }
  }
}
