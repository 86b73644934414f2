import BoothCore
import BoothTesting
import CTurboJPEG
import FoundationEssentials
import ImageMetadata
import Testing

@testable import Thumbnails

/// One after the other: libvips is for one thread.
@Suite(.serialized) struct ForeignPictureTests {
  private func read(
    _ bytes: [UInt8], longestSide: Int = 2000, limits: ThumbnailLimits = ThumbnailLimits()
  ) throws -> ForeignPicture? {
    try withFolder { folder in
      let path = folder + "/sent"
      try Data(bytes).write(to: URL(filePath: path))
      return try ForeignPicture.read(path: path, longestSide: longestSide, limits: limits)
    }
  }

  /// Where the four colours stand when it is upright, and how large it is then.
  private func fault(_ picture: ForeignPicture?, _ expected: PixelSize = TestPhotos.upright) -> String? {
    guard case .pixels(let size, let pixels, let orientation)? = picture else {
      return "no pixels: \(String(describing: picture))"
    }
    let upright = orientation.apply(to: size)
    guard upright == expected, pixels.count == size.area else { return "\(upright), not \(expected)" }
    for (index, color) in TestPhotos.colors.enumerated() {
      let (x, y) = (upright.width * (index % 2 * 2 + 1) / 4, upright.height * (index / 2 * 2 + 1) / 4)
      let from = orientation.source(ofX: x, y: y, in: size)
      let pixel = pixels[from.y * size.width + from.x]
      for (shift, wanted) in [(16, color.x), (8, color.y), (0, color.z)]
      where abs(Int(pixel >> UInt32(shift) & 255) - Int(wanted)) > 24 {
        return "colour \(index) is \(String(pixel, radix: 16)), not \(color)"
      }
    }
    return pixels.allSatisfy { $0 >> 24 == 255 } ? nil : "translucent"
  }

  @Test(.enabled(if: PictureCheck.hasLibrary, "libvips is not on this machine"))
  func `what libvips reads comes as pixels that stand upright`() throws {
    let kinds: [(String, [UInt8])] = [
      ("AVIF", LibraryPhotos.avif), ("WebP", LibraryPhotos.webp), ("lossless WebP", LibraryPhotos.losslessWebP),
      ("GIF", LibraryPhotos.gif), ("TIFF", TestPhotos.tiff()), ("turned TIFF", TestPhotos.tiff(.turnRight)),
      ("JPEG in XYB", LibraryPhotos.xybJPEG),
    ]
    for (name, bytes) in kinds { #expect(fault(try read(bytes)) == nil, "\(name)") }
    #expect(fault(try read(TestPhotos.tiff(.turnLeft), longestSide: 48), PixelSize(width: 48, height: 32)) == nil)
    var limits = ThumbnailLimits()
    limits.pixels = 1000
    #expect(throws: ThumbnailError.self) { try read(TestPhotos.tiff(), limits: limits) }
  }

  /// The four colours, as one or more items of another file.
  private func coded(_ more: [[UInt8]] = []) throws -> HEIFBytes.Item {
    let piece = try #require(CodedPiece.read(MemoryBytes(LibraryPhotos.heic)).first)
    return HEIFBytes.Item(
      1, "hvc1", data: piece.data.flatMap { LibraryPhotos.heic[$0] },
      properties: [HEIFBytes.box("hvcC", Array(LibraryPhotos.heic[piece.configuration])), HEIFBytes.extent(96, 64)]
        + more)
  }

  /// Photos of iPhones since iOS 18: the gain map is auxiliary to the picture and to its HDR rendition. libheif 1.15.1 refuses such files.
  @Test(.enabled(if: PictureCheck.hasLibrary, "libvips is not on this machine"))
  func `an HDR photo of an iPhone has its picture`() throws {
    do { _ = try read(LibraryPhotos.heic) } catch {
      return print("HDR photos are not tried here: nothing decodes HEVC")
    }
    let picture = try coded()
    var gain = try coded([
      HEIFBytes.box("auxC", [0, 0, 0, 0] + Array("urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8))
    ])
    (gain.id, gain.isHidden) = (2, true)
    let rendition = HEIFBytes.Item(
      3, "tmap", data: [UInt8](repeating: 0, count: 61), properties: [HEIFBytes.extent(96, 64)])
    for items in [[picture, gain, rendition], [gain, picture, rendition]] {
      let file = HEIFBytes(items, references: [("dimg", 3, [1, 2]), ("auxl", 2, [1, 3])])
      #expect(fault(try read(file.bytes)) == nil)
      let made = try ThumbnailMaker(program: TestProgram.picture()).thumbnail(of: .bytes(file.bytes), size: .edge512)
      #expect(PictureCheck.fault(made) == nil)
    }
  }

  /// As of Sony's cameras. libvips 8.14 makes thumbnails of small pictures whose shape differs by up to 0.1, and stretches them.
  @Test(.enabled(if: PictureCheck.hasLibrary, "libvips is not on this machine"))
  func `a HEIC with a small picture of another shape is made of the large one`() throws {
    do { _ = try read(LibraryPhotos.heic) } catch {
      return print("small pictures in HEICs are not tried here: nothing decodes HEVC")
    }
    let turn = HEIFBytes.box("irot", [1])
    var small = try coded()
    (small.id, small.isHidden) = (2, true)
    let file = HEIFBytes([try coded([turn]), small], references: [("thmb", 2, [1])])
    let made = try ThumbnailMaker(program: TestProgram.picture()).thumbnail(of: .bytes(file.bytes), size: .edge512)
    let alone = try ThumbnailMaker(program: TestProgram.picture())
      .thumbnail(of: .bytes(HEIFBytes([try coded([turn])]).bytes), size: .edge512)
    #expect(made.size == PixelSize(width: 64, height: 96) && made.jpeg == alone.jpeg)
  }

  /// The machine's libheif may lack what decodes HEVC; then it says so.
  @Test(.enabled(if: PictureCheck.hasLibrary, "libvips is not on this machine"))
  func `HEIC comes upright, or is refused by the library's name`() throws {
    do {
      #expect(fault(try read(LibraryPhotos.heic)) == nil)
      let turned = try read(LibraryPhotos.turned(LibraryPhotos.heic, [("irot", 1)]))
      guard case .pixels(let size, _, .upright)? = turned else {
        Issue.record("\(String(describing: turned))")
        return
      }
      #expect(size == PixelSize(width: 64, height: 96))
    } catch let error as ThumbnailError {
      #expect(error.code == .unsupported && error.detail.contains("libheif"))
    }
    // One that the library cannot decode: what its decoder has to know is not there.
    var broken = LibraryPhotos.heic
    let at = try #require(broken.firstRange(of: Array("hvcC".utf8)))
    broken[at.upperBound - 1] = UInt8(ascii: "X")
    do {
      _ = try read(broken)
      Issue.record("it was read")
    } catch let error as ThumbnailError {
      #expect(error.code == .unsupported && error.detail.contains("libheif"), "\(error)")
    }
  }

  private func code(_ bytes: [UInt8]) throws -> ThumbnailError.Code? {
    do { _ = try read(bytes) } catch let error as ThumbnailError { return error.code }
    return nil
  }

  @Test(.enabled(if: PictureCheck.hasLibrary, "libvips is not on this machine"))
  func `a HEIC whose decoder would conceal that it is damaged is refused`() throws {
    let whole = LibraryPhotos.heic
    guard try code(whole) == nil else { return print("damaged HEIC is not tried here: nothing decodes HEVC") }
    let data = try #require(whole.firstRange(of: Array("mdat".utf8))).upperBound
    #expect(try code(Array(whole.dropLast(1))) == .cut)
    // A hole, as a copy leaves it that was broken off.
    var hole = whole
    for at in data + 60..<data + 100 { hole[at] = 0 }
    #expect(try code(hole) == .damaged)
    // The length of its only unit says less than there is: libheif may refuse that before anybody else is asked.
    var short = whole
    short[data + 3] -= 9
    #expect(try code(short) != nil)
    // Single bytes: known to libde265 alone, which finds each of these.
    for at in stride(from: data + 30, to: whole.count - 4, by: 40) {
      var changed = whole
      changed[at] ^= 0x55
      changed[at + 1] ^= 0x33
      #expect(try code(changed) == .damaged, "\(at - data)")
    }
  }

  @Test func `units that no encoder writes are known, and padding at their end is none`() {
    #expect(CodedCheck.hasHole([1, 0, 0, 1, 5]) && CodedCheck.hasHole([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9]))
    #expect(!CodedCheck.hasHole([1, 0, 0, 3, 1, 0, 0, 4]) && !CodedCheck.hasHole([7, 9, 0, 0, 0]))
    #expect(CodedCheck.hasHole([7] + [UInt8](repeating: 0, count: 20)))
    let configuration = [UInt8](repeating: 0, count: 21) + [3, 1, 32, 0, 1, 0, 2, 64, 1]
    #expect(CodedCheck.units(configuration, [0, 0, 0, 2, 38, 1])?.map { Array($0) } == [[64, 1], [38, 1]])
    for odd in [[], [0, 0, 0, 3, 38, 1], [0, 0, 0, 2, 38, 1, 0], [0, 0, 0, 0]] as [[UInt8]] {
      #expect(CodedCheck.units(configuration, odd) == nil, "\(odd)")
    }
    #expect(CodedCheck.units([1, 2], [0, 0, 0, 2, 38, 1]) == nil)
  }

  @Test func `bitmaps come as pixels, raw files with the JPEG inside, and JPEG and PNG not at all`() throws {
    #expect(fault(try read(TestPhotos.bmp(bits: 24))) == nil)
    let inside = TestPhotos.jpeg(size: PixelSize(width: 480, height: 320))
    guard case .jpeg(let bytes, let orientation)? = try read(TestPhotos.nef(inside, .turnRight)) else {
      Issue.record("no picture inside")
      return
    }
    #expect(bytes.starts(with: [0xFF, 0xD8]) && orientation == .turnRight)
    for bytes in [TestPhotos.jpeg(), TestPhotos.png()] { #expect(try read(bytes) == nil) }
    for bytes in [[], Array("<html>, which is no picture".utf8)] {
      #expect(throws: ThumbnailError.self) { try read(bytes) }
    }
  }

  @Test func `of a JPEG that was cut short it is said how much is there`() throws {
    func reach(_ bytes: [UInt8]) throws -> JPEGReach {
      try withFolder { folder in
        try Data(bytes).write(to: URL(filePath: folder + "/sent"))
        return JPEGReach.of(folder + "/sent")
      }
    }
    // Noise: every row takes as many bytes as the next.
    let size = PixelSize(width: 400, height: 800)
    var state: UInt64 = 27
    let noise = (0..<size.area * 3).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 40)
    }
    let whole = TestPhotos.encode(noise, size, TJPF_RGB, TJSAMP_444, 90)
    #expect(try reach(whole) == .whole)
    for percent in [20, 60, 90] {
      guard case .cut(let there?) = try reach(Array(whole[..<(whole.count * percent / 100)])) else {
        Issue.record("\(percent) % is not cut short")
        continue
      }
      #expect(abs(there - percent) <= 5, "\(percent): \(there)")
    }
    #expect(try reach(Array(whole[..<20])) == .cut(percent: nil))
    #expect(try reach(TestPhotos.png()) == .noJPEG)
    #expect(try reach(Array("words, and no picture".utf8)) == .noJPEG)
  }
}
