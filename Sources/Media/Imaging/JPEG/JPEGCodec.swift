public import BoothCore
import CTurboJPEG

/// Reads and writes JPEG pictures with libjpeg-turbo.
///
/// ```swift
/// let codec = JPEGCodec()
/// let photo = try codec.decode(bytes, covering: PixelSize(width: 640, height: 480))
/// let smaller = try codec.encode(photo, quality: 85)
/// ```
///
/// An instance keeps the library's handles and its own buffers from one call to the next, so keep one for a loop over
/// frames. One instance serves one thread at a time; instances do not know each other, so each thread may have its
/// own. Every call checks its input completely: bytes from cameras, files and networks may be anything.
public final class JPEGCodec {
  /// How many colour samples are stored per brightness sample.
  public enum Subsampling: Sendable {
    /// A colour for every pixel: for text, saturated edges, print.
    case s444
    /// For every second pixel of a row.
    case s422
    /// For every second pixel of a column: what ``s422`` becomes when it is turned by 90°.
    case s440
    /// For every 2×2 pixels: smallest and fastest, and what video uses.
    case s420
    case gray

    var turbo: CInt {
      switch self {
      case .s444: CInt(TJSAMP_444.rawValue)
      case .s422: CInt(TJSAMP_422.rawValue)
      case .s440: CInt(TJSAMP_440.rawValue)
      case .s420: CInt(TJSAMP_420.rawValue)
      case .gray: CInt(TJSAMP_GRAY.rawValue)
      }
    }
  }

  /// The largest picture that is decoded or believed: 200 megapixels.
  public static let largestArea = JPEGStructure.largestArea

  private var decompressor: TurboHandle?
  private var compressor: TurboHandle?
  /// A picture with the standard Huffman tables put in.
  private var completed: [UInt8] = []
  /// Where pictures are compressed to before they get an array of their own length.
  private var compressed: [UInt8] = []
  private var scratch: [UInt8] = []

  /// Costs nothing: handles and buffers are made by the first call that needs them.
  public init() {}

  // MARK: Looking

  /// Reads a picture's stored size from its headers; what follows them is not looked at.
  public static func probe(_ bytes: [UInt8], subject: String = "the picture") throws(ImageError) -> PixelSize {
    try bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      try JPEGStructure(UnsafeRawBufferPointer(buffer), toFirstScan: true, subject: subject).size
    }
  }

  /// The same, of bytes of another owner.
  public static func probe(
    _ bytes: UnsafeRawBufferPointer, subject: String = "the picture"
  ) throws(ImageError) -> PixelSize {
    try JPEGStructure(bytes, toFirstScan: true, subject: subject).size
  }

  /// Proves that a file is one complete, undamaged JPEG picture: its markers lead to an end marker, and every block
  /// decodes. Bytes after the end marker are harmless.
  ///
  /// Costs the entropy decoding only (about a third of a full decode) and one byte per 64 pixels.
  /// - Returns: the stored size.
  /// - Throws: ``ImageError`` `.unreadable` (empty, no JPEG, cut short, damaged) or `.tooLarge`.
  @discardableResult
  public func validate(_ bytes: [UInt8], subject: String = "the picture") throws(ImageError) -> PixelSize {
    try bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      try validate(UnsafeRawBufferPointer(buffer), .photo, subject: subject).size
    }
  }

  func validate(
    _ bytes: UnsafeRawBufferPointer, _ tolerance: TurboHandle.Tolerance, subject: String
  ) throws(ImageError) -> JPEGStructure {
    let structure = try JPEGStructure(bytes, subject: subject)
    let isCMYK = structure.componentCount == 4
    let size = JPEGScale(eighths: 1).apply(to: structure.size)
    let channels = isCMYK ? 4 : 1
    reserve(&scratch, size.area * channels)
    var target = [UInt8]()
    swap(&target, &scratch)
    defer { swap(&target, &scratch) }
    try target.withUnsafeMutableBufferPointer { (buffer) throws(ImageError) in
      try decode(
        bytes, structure, to: buffer.baseAddress, size, format: isCMYK ? TJPF_CMYK : TJPF_GRAY,
        strideBytes: size.width * channels, flags: TJFLAG_FASTDCT, tolerance, subject: subject)
    }
    return structure
  }

  // MARK: Decoding

  /// Decodes a complete picture.
  /// - Parameters:
  ///   - target: decodes at the smallest scale (1/8, 1/4, 1/2 or 1) at which the upright picture still has at least
  ///     this width and height; nil decodes every pixel.
  ///   - oriented: turns the pixels as the EXIF orientation says.
  /// - Throws: ``ImageError``, also for a picture that is cut short or damaged.
  public func decode(
    _ bytes: [UInt8], covering target: PixelSize? = nil, oriented: Bool = true, subject: String = "the picture"
  ) throws(ImageError) -> Bitmap {
    try bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      let raw = UnsafeRawBufferPointer(buffer)
      let structure = try JPEGStructure(raw, keepingSegments: oriented, subject: subject)
      let orientation = oriented ? ExifReader.orientation(in: raw, structure) : .upright
      let scale = target.map { JPEGScale.covering(orientation.apply(to: $0), from: structure.size) } ?? .full
      return try decode(raw, structure, scale, subject: subject).turned(orientation)
    }
  }

  /// Decodes at a given scale, as stored.
  func decode(
    _ bytes: UnsafeRawBufferPointer, _ structure: JPEGStructure, _ scale: JPEGScale,
    _ tolerance: TurboHandle.Tolerance = .photo, fast: Bool = false, subject: String
  ) throws(ImageError) -> Bitmap {
    let size = scale.apply(to: structure.size)
    var pixels: [UInt32] = []
    try decode(bytes, structure, size, into: &pixels, tolerance, fast: fast, subject: subject)
    return Bitmap(size: size, pixels: pixels)
  }

  /// Decodes into `pixels`, whose memory is used again if it has the right count.
  func decode(
    _ bytes: UnsafeRawBufferPointer, _ structure: JPEGStructure, _ size: PixelSize, into pixels: inout [UInt32],
    _ tolerance: TurboHandle.Tolerance, fast: Bool, subject: String
  ) throws(ImageError) {
    if pixels.count != size.area {
      pixels = []  // lets the old memory go first
      pixels = [UInt32](unsafeUninitializedCapacity: size.area) { _, count in count = size.area }
    }
    let isCMYK = structure.componentCount == 4
    try pixels.withUnsafeMutableBufferPointer { (buffer) throws(ImageError) in
      try decode(
        bytes, structure, to: UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: UInt8.self), size,
        format: isCMYK ? TJPF_CMYK : TJPF_BGRA, strideBytes: size.width * 4,
        flags: fast ? TJFLAG_FASTDCT | TJFLAG_FASTUPSAMPLE : 0, tolerance, subject: subject)
      if isCMYK { Self.convertInvertedCMYK(buffer) }
    }
  }

  func decode(
    _ bytes: UnsafeRawBufferPointer, _ structure: JPEGStructure, to target: UnsafeMutablePointer<UInt8>?,
    _ size: PixelSize, format: TJPF, strideBytes: Int, flags: CInt, _ tolerance: TurboHandle.Tolerance, subject: String
  ) throws(ImageError) {
    let handle = try decompressorHandle()
    try withCompleteTables(bytes, structure, subject: subject) { (source, count) throws(ImageError) in
      // A progressive file may hold any number of scans over the same pixels; 500 are enough for anybody.
      let result = tjDecompress2(
        handle.raw, source, UInt(count), target, CInt(size.width), CInt(strideBytes), CInt(size.height),
        CInt(format.rawValue), flags | TJFLAG_LIMITSCANS)
      try handle.check(result, tolerance, subject: subject)
    }
  }

  /// How turbojpeg would lay out the planes of a picture, or nil if it has none (RGB, CMYK) or odd proportions.
  ///
  /// The sizes must come from the library: it writes as much as *it* believes a plane to hold.
  func planeSizes(
    _ bytes: UnsafeRawBufferPointer, _ structure: JPEGStructure, _ size: PixelSize
  ) throws(ImageError) -> (luma: PixelSize, chroma: PixelSize?)? {
    let handle = try decompressorHandle()
    var width: CInt = 0
    var height: CInt = 0
    var subsampling: CInt = -1
    var colorSpace: CInt = -1
    let result = tjDecompressHeader3(
      handle.raw, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(structure.end), &width, &height,
      &subsampling, &colorSpace)
    guard result == 0, Int(width) == structure.size.width, Int(height) == structure.size.height else { return nil }
    guard colorSpace == CInt(TJCS_YCbCr.rawValue) || colorSpace == CInt(TJCS_GRAY.rawValue) else { return nil }
    func plane(_ index: CInt) -> PixelSize {
      PixelSize(
        width: Int(tjPlaneWidth(index, CInt(size.width), subsampling)),
        height: Int(tjPlaneHeight(index, CInt(size.height), subsampling)))
    }
    return (plane(0), subsampling == CInt(TJSAMP_GRAY.rawValue) ? nil : plane(1))
  }

  /// Decodes to planes as they are stored, at the scale that leads to `size`, each with rows as wide as
  /// ``planeSizes(_:_:_:)`` says.
  func decodePlanes(
    _ bytes: UnsafeRawBufferPointer, _ structure: JPEGStructure, _ size: PixelSize,
    planes: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?),
    strides: (CInt, CInt, CInt), _ tolerance: TurboHandle.Tolerance, subject: String
  ) throws(ImageError) {
    let handle = try decompressorHandle()
    try withCompleteTables(bytes, structure, subject: subject) { (source, count) throws(ImageError) in
      var planes = planes
      var strides = strides
      let result = withUnsafeMutablePointer(to: &planes) { planes in
        withUnsafeMutablePointer(to: &strides) { strides in
          planes.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 3) { planes in
            strides.withMemoryRebound(to: CInt.self, capacity: 3) { strides in
              tjDecompressToYUVPlanes(
                handle.raw, source, UInt(count), planes, CInt(size.width), strides, CInt(size.height),
                TJFLAG_LIMITSCANS)
            }
          }
        }
      }
      try handle.check(result, tolerance, subject: subject)
    }
  }

  /// Lends the picture up to its end marker, with the standard Huffman tables put in if it has none of its own.
  ///
  /// A handle remembers the tables of the picture before; without this, a frame without tables would be decoded with
  /// whatever those were. Missing quantisation tables have no standard values, so such a picture is refused.
  func withCompleteTables(
    _ bytes: UnsafeRawBufferPointer, _ structure: JPEGStructure, subject: String,
    _ body: (UnsafePointer<UInt8>?, Int) throws(ImageError) -> Void
  ) throws(ImageError) {
    guard structure.hasQuantizationTables else {
      throw ImageError(.unreadable, subject: subject, detail: "has no quantisation table (DQT): damaged or incomplete")
    }
    if structure.hasHuffmanTables || structure.isArithmetic {
      return try body(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), structure.end)
    }
    completed.removeAll(keepingCapacity: true)
    completed.append(contentsOf: bytes[..<structure.firstScan])
    completed.append(contentsOf: StandardHuffmanTables.segment)
    completed.append(contentsOf: bytes[structure.firstScan..<structure.end])
    try completed.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      try body(buffer.baseAddress, buffer.count)
    }
  }

  /// Converts CMYK in place as Adobe's programs store it, inverted, without a colour profile: good enough for artwork.
  private static func convertInvertedCMYK(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    for index in pixels.indices {
      let bytes = UInt32(littleEndian: pixels[index])
      let black = bytes >> 24
      func channel(_ shift: UInt32) -> UInt32 { ((bytes >> shift & 255) * black + 127) / 255 }
      pixels[index] = 0xFF00_0000 | channel(0) << 16 | channel(8) << 8 | channel(16)
    }
  }

  private func decompressorHandle() throws(ImageError) -> TurboHandle {
    if let decompressor { return decompressor }
    let handle = try TurboHandle(tjInitDecompress)
    decompressor = handle
    return handle
  }

  // MARK: Encoding

  /// Encodes a picture; alpha is ignored, so paint what is translucent onto something first.
  /// - Parameter quality: 1 (smallest) to 100, the scale of libjpeg.
  public func encode(
    _ bitmap: Bitmap, quality: Int = 90, subsampling: Subsampling = .s420
  ) throws(ImageError) -> [UInt8] {
    try compress(bitmap.size, subsampling) { (handle, target, length) in
      bitmap.withPixels { pixels in
        tjCompress2(
          handle.raw, UnsafeRawPointer(pixels.baseAddress)?.assumingMemoryBound(to: UInt8.self), CInt(bitmap.width),
          CInt(bitmap.strideBytes), CInt(bitmap.height), CInt(TJPF_BGRX.rawValue), target, length, subsampling.turbo,
          CInt(min(max(quality, 1), 100)), TJFLAG_NOREALLOC | TJFLAG_ACCURATEDCT)
      }
    }
    return takeCompressed()
  }

  /// Encodes planar full-range BT.601 (what JPEG means by YCbCr) without touching RGB.
  public func encode(_ picture: I420Picture, quality: Int = 90) throws(ImageError) -> [UInt8] {
    try picture.withPlanes { (y, u, v) throws(ImageError) in
      try encode(
        planes: (y.baseAddress, u.baseAddress, v.baseAddress), strides: (picture.width, picture.width / 2),
        size: picture.size, subsampling: .s420, quality: quality)
    }
    return takeCompressed()
  }

  /// Encodes an I420 buffer laid out as ``FrameLayout/i420`` says, full range, into `target`, allocating nothing:
  /// for drivers that fill the buffers of a pool.
  /// - Parameters:
  ///   - bytes: the three planes, one after the other.
  ///   - size: an odd last column or row is left out.
  /// - Returns: the length of the JPEG picture in `target`; `.tooLarge` is thrown if it does not fit.
  public func encode(
    i420 bytes: UnsafeRawBufferPointer, size: PixelSize, strideBytes: Int, quality: Int,
    into target: UnsafeMutableRawBufferPointer
  ) throws(ImageError) -> Int {
    let view = try I420View(bytes, size: size, strideBytes: strideBytes, subject: "the frame to encode")
    try encode(
      planes: (view.y.base, view.u.base, view.v.base), strides: (strideBytes, strideBytes / 2),
      size: PixelSize(width: view.y.width, height: view.y.height), subsampling: .s420, quality: quality)
    guard compressedCount <= target.count else {
      throw ImageError(
        .tooLarge, subject: "the frame to encode",
        detail: "became \(compressedCount) bytes of JPEG; the buffer has \(target.count)")
    }
    compressed.withUnsafeBytes { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<compressedCount])) }
    return compressedCount
  }

  /// Encodes planes into the codec's own buffer.
  func encode(
    planes: (UnsafePointer<UInt8>?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?), strides: (Int, Int),
    size: PixelSize, subsampling: Subsampling, quality: Int
  ) throws(ImageError) {
    try compress(size, subsampling) { (handle, target, length) in
      var planes = planes
      var strides = (CInt(strides.0), CInt(strides.1), CInt(strides.1))
      return withUnsafeMutablePointer(to: &planes) { planes in
        withUnsafeMutablePointer(to: &strides) { strides in
          planes.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 3) { planes in
            strides.withMemoryRebound(to: CInt.self, capacity: 3) { strides in
              tjCompressFromYUVPlanes(
                handle.raw, planes, CInt(size.width), strides, CInt(size.height), subsampling.turbo, target, length,
                CInt(min(max(quality, 1), 100)), TJFLAG_NOREALLOC)
            }
          }
        }
      }
    }
  }

  /// What the last encoding left in the codec's own buffer.
  func takeCompressed() -> [UInt8] { Array(compressed.prefix(compressedCount)) }

  private var compressedCount = 0

  private func compress(
    _ size: PixelSize, _ subsampling: Subsampling,
    _ body: (
      TurboHandle, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<UInt>
    ) -> CInt
  ) throws(ImageError) {
    guard size.width > 0, size.height > 0, size.width <= 65_500, size.height <= 65_500 else {
      throw ImageError(
        .tooLarge, subject: "the picture to encode", detail: "is \(size); JPEG's sides go from 1 to 65500")
    }
    let handle: TurboHandle
    if let compressor { handle = compressor } else { handle = try TurboHandle(tjInitCompress) }
    compressor = handle
    reserve(&compressed, Int(tjBufSize(CInt(size.width), CInt(size.height), subsampling.turbo)))
    var length = UInt(compressed.count)
    let result = compressed.withUnsafeMutableBufferPointer { buffer in
      var target = buffer.baseAddress
      return body(handle, &target, &length)
    }
    guard result == 0 else {
      throw ImageError(.failed, subject: "the picture to encode", detail: "turbojpeg refused: \(handle.message)")
    }
    compressedCount = Int(length)
  }

  /// Makes `buffer` at least `count` bytes long; its contents are lost, and its memory is not touched before use.
  private func reserve(_ buffer: inout [UInt8], _ count: Int) {
    guard buffer.count < count else { return }
    buffer = []
    buffer = [UInt8](unsafeUninitializedCapacity: count) { _, initialized in initialized = count }
  }
}
