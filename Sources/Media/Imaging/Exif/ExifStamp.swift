public import BoothCore
public import FoundationEssentials

extension Exif {
  /// What a booth writes into each photo it keeps.
  public struct Stamp: Sendable, Equatable {
    /// When the photo was taken; it is written as local time, with the offset beside it.
    public var capturedAt: Date
    /// What local clocks were ahead of UTC at that moment, in seconds; behind is negative.
    public var utcOffsetSeconds: Int
    /// The camera's maker; nil writes none.
    public var make: String?
    /// The camera's model; nil writes none.
    public var model: String?
    /// The program that made the file.
    public var software: String

    /// A stamp in UTC by `Booth`, without a camera, unless said otherwise.
    public init(
      capturedAt: Date, utcOffsetSeconds: Int = 0, make: String? = nil, model: String? = nil,
      software: String = "Booth"
    ) {
      self.capturedAt = capturedAt
      self.utcOffsetSeconds = utcOffsetSeconds
      self.make = make
      self.model = model
      self.software = software
    }
  }

  /// Writes `stamp` into a JPEG picture and stands its pixels upright.
  ///
  /// The picture gets one EXIF segment of our own (DateTime, DateTimeOriginal and DateTimeDigitized with their offset
  /// from UTC, Make, Model, Software, Orientation 1, the pixel size) in place of any it had. Colour profiles, XMP,
  /// IPTC and comments stay; an MPF index, and the pictures behind the end marker that it points to, go, since its
  /// offsets would be wrong.
  ///
  /// A stored orientation of 2 to 8 is carried out on the blocks without decoding them to pixels, so nothing is lost
  /// but, where a side is no multiple of the 8 or 16 pixels of a block, the blocks of an edge that cannot be turned:
  /// at most 15 pixels. XMP that names the old orientation goes then. The same is done for the turn that `chain` asks
  /// for; its crop is cut out of the blocks where it lies on them exactly, and else decoded and encoded again.
  /// - Throws: ``ImageError`` for a picture that is cut short, damaged or none.
  public static func stamp(
    jpeg: [UInt8], _ stamp: Stamp, through chain: TransformChain = TransformChain(), subject: String = "the photo"
  ) throws(ImageError) -> [UInt8] {
    try Self.stamp(
      jpeg: jpeg, stamp, through: chain, .whereNeeded(quality: JPEGCodec.reframedQuality), subject: subject)
  }

  /// The same, with the pixels encoded as it is said.
  static func stamp(
    jpeg: [UInt8], _ stamp: Stamp, through chain: TransformChain, _ encoding: PhotoEncoding, subject: String
  ) throws(ImageError) -> [UInt8] {
    try jpeg.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      let source = UnsafeRawBufferPointer(buffer)
      let structure = try JPEGStructure(source, keepingSegments: true, subject: subject)
      let framing = chain.framing(ofPhoto: structure.size, tagged: ExifReader.orientation(in: source, structure))
      if framing.isIdentity, case .whereNeeded = encoding { return try rebuild(source, structure, stamp, adding: []) }
      let turned = try JPEGCodec().reframe(source, structure, framing, encoding, subject: subject)
      let kept = structure.segments.filter { isKept($0, of: source, turned: true) }
        .flatMap { source[$0.payload.lowerBound - 4..<$0.payload.upperBound] }
      return try turned.withUnsafeBufferPointer { (buffer) throws(ImageError) in
        let turned = UnsafeRawBufferPointer(buffer)
        let structure = try JPEGStructure(turned, keepingSegments: true, subject: subject)
        return try rebuild(turned, structure, stamp, adding: kept)
      }
    }
  }

  /// Puts the new segment behind SOI (and JFIF's APP0, which must be first), leaves out what it replaces, and keeps
  /// everything else in its order.
  private static func rebuild(
    _ source: UnsafeRawBufferPointer, _ structure: JPEGStructure, _ stamp: Stamp, adding extra: [UInt8]
  ) throws(ImageError) -> [UInt8] {
    let hasProfile = structure.segments.contains { source[$0.payload].starts(with: Array("ICC_PROFILE\0".utf8)) }
    let exif = ExifWriter(stamp, size: structure.size, isCalibratedElsewhere: hasProfile).segment
    var result: [UInt8] = []
    result.reserveCapacity(structure.end + exif.count + extra.count)
    result.append(contentsOf: source[..<2])
    var position = 2
    if let first = structure.segments.first, first.marker == 0xE0, first.payload.lowerBound == 6 {
      result.append(contentsOf: source[2..<first.payload.upperBound])
      position = first.payload.upperBound
    }
    result.append(contentsOf: exif)
    result.append(contentsOf: extra)
    for segment in structure.segments where !isKept(segment, of: source, turned: false) {
      let start = segment.payload.lowerBound - 4
      if start < position { continue }
      result.append(contentsOf: source[position..<start])
      position = segment.payload.upperBound
    }
    result.append(contentsOf: source[position..<structure.end])
    return result
  }

  /// - Parameter turned: the segment is asked about for a picture whose pixels were turned, and which already has
  ///   the segments that describe its coding (APP0, Adobe's APP14).
  private static func isKept(_ segment: JPEGStructure.Segment, of source: UnsafeRawBufferPointer, turned: Bool) -> Bool
  {
    let payload = source[segment.payload]
    switch segment.marker {
    case 0xE0, 0xEE: return !turned
    case 0xE1:
      if ExifReader.isExif(segment, in: source) { return false }
      return !(turned && payload.contains(Array("tiff:Orientation".utf8)))
    case 0xE2: return !payload.starts(with: Array("MPF\0".utf8))
    default: return true
    }
  }
}

extension Slice<UnsafeRawBufferPointer> {
  fileprivate func contains(_ pattern: [UInt8]) -> Bool {
    guard count >= pattern.count else { return false }
    return (startIndex...endIndex - pattern.count).contains { self[$0..<$0 + pattern.count].elementsEqual(pattern) }
  }
}
