import BoothCore
import CTurboJPEG
import FoundationEssentials
import Glibc
import Testing

@testable import ImageMetadata
@testable import Thumbnails

/// Files of every kind that a disk may hold under a picture's name: each gives the right picture, or its reason.
@Suite struct TortureTests {
  enum Expected {
    /// The four colours, upright.
    case picture
    /// One of these reasons.
    case reason(Set<ThumbnailError.Code>)
  }

  struct File {
    var name: String
    var bytes: [UInt8]
    var expected: Expected
    var needsLibrary = false
  }

  static let files: [File] = right + cut + nonsense + bombs

  /// Right ones, of every kind, in all orientations.
  private static var right: [File] {
    var files: [File] = []
    for orientation in Orientation.allCases {
      let number = orientation.rawValue
      for (name, sampling) in [
        ("420", TJSAMP_420), ("422", TJSAMP_422), ("444", TJSAMP_444), ("440", TJSAMP_440), ("411", TJSAMP_411),
      ] {
        files.append(
          File(
            name: "jpeg \(name) \(number)", bytes: TestPhotos.jpeg(orientation, sampling: sampling), expected: .picture)
        )
      }
      files.append(
        File(
          name: "progressive \(number)", bytes: TestPhotos.jpeg(orientation, isProgressive: true), expected: .picture))
      files.append(File(name: "cmyk \(number)", bytes: TestPhotos.jpeg(orientation, isCMYK: true), expected: .picture))
      files.append(
        File(
          name: "nef \(number)",
          bytes: TestPhotos.nef(TestPhotos.jpeg(size: PixelSize(width: 960, height: 640)), .upright), expected: .picture
        ))
      files.append(
        File(
          name: "tiff \(number)", bytes: TestPhotos.tiff(orientation, isLittle: number % 2 == 0), expected: .picture,
          needsLibrary: true))
      files.append(
        File(name: "png \(number)", bytes: TestPhotos.png(.rgb8, orientation), expected: .picture, needsLibrary: true))
    }
    for kind in TestPhotos.PNGKind.allCases {
      files.append(File(name: "png \(kind)", bytes: TestPhotos.png(kind), expected: .picture, needsLibrary: true))
    }
    for bits in [4, 8, 16, 24, 32] {
      files.append(File(name: "bmp \(bits)", bytes: TestPhotos.bmp(bits: bits), expected: .picture))
      files.append(
        File(name: "bmp \(bits) from the top", bytes: TestPhotos.bmp(bits: bits, isFromTop: true), expected: .picture))
    }
    for (name, bytes) in [
      ("heic", LibraryPhotos.heic), ("avif", LibraryPhotos.avif), ("webp", LibraryPhotos.webp),
      ("webp lossless", LibraryPhotos.losslessWebP),
      ("gif", LibraryPhotos.gif),
    ] {
      files.append(File(name: name, bytes: bytes, expected: .picture, needsLibrary: true))
    }
    let profile = TestPhotos.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + [UInt8](repeating: 7, count: 300))
    files.append(
      File(name: "jpeg with a profile of nonsense", bytes: TestPhotos.jpeg(segments: [profile]), expected: .picture))
    files.append(
      File(
        name: "jpeg with bytes behind its end", bytes: TestPhotos.jpeg() + [UInt8](repeating: 9, count: 5000),
        expected: .picture))
    files.append(
      File(
        name: "jpeg with many words before it",
        bytes: TestPhotos.jpeg(
          segments: (0..<30).map { _ in TestPhotos.segment(0xE5, [UInt8](repeating: 0, count: 60_000)) }),
        expected: .picture))
    return files
  }

  private static var cut: [File] {
    var files: [File] = []
    for (name, bytes, needsLibrary) in [
      ("jpeg", TestPhotos.jpeg(), false), ("progressive", TestPhotos.jpeg(isProgressive: true), false),
      ("png", TestPhotos.png(), true),
      ("tiff", TestPhotos.tiff(), true), ("bmp", TestPhotos.bmp(bits: 24), false),
      ("webp", LibraryPhotos.losslessWebP, true),
      ("heic", LibraryPhotos.heic, true), ("avif", LibraryPhotos.avif, true),
    ] {
      // Of WebP what is cut off at the end is no picture, but words about it.
      let most = name == "webp" ? 0.3 : 0.9
      for tenth in 1...9 where Double(tenth) / 10 <= most {
        let part = Array(bytes.prefix(bytes.count * tenth / 10))
        files.append(
          File(
            name: "\(name) cut at \(tenth)0 %", bytes: part,
            expected: .reason([.cut, .damaged, .notAPicture, .unsupported]),
            needsLibrary: needsLibrary))
      }
    }
    return files
  }

  private static var nonsense: [File] {
    let texts = [
      "%PDF-1.7 and what follows", "<svg xmlns='http://www.w3.org/2000/svg'></svg>",
      "BM, wrote the writer, at the beginning",
      "GIF is how it begins, not what it is", "RIFF and WAVE and more, sixteen bytes",
      "II* but nothing behind it .........",
    ]
    var files = texts.map { File(name: $0, bytes: Array($0.utf8), expected: .reason([.notAPicture, .damaged, .cut])) }
    var film = TestPhotos.big(24, 4)
    film += Array("ftypisom\0\0\0\0isommp42".utf8)
    film += [UInt8](repeating: 0, count: 99)
    files.append(File(name: "empty", bytes: [], expected: .reason([.empty])))
    files.append(File(name: "zeros", bytes: [UInt8](repeating: 0, count: 50_000), expected: .reason([.notAPicture])))
    files.append(
      File(
        name: "a film", bytes: film, expected: .reason([.notAPicture])))
    files.append(
      File(
        name: "raw without a preview", bytes: TestPhotos.nef(TestPhotos.jpeg(size: PixelSize(width: 160, height: 120))),
        expected: .reason([.noPreview])))
    // A JPEG in whose middle there is something else.
    var damaged = TestPhotos.jpeg(size: PixelSize(width: 640, height: 480))
    damaged.replaceSubrange(damaged.count / 2..<damaged.count / 2 + 200, with: [UInt8](repeating: 0xA5, count: 200))
    for place in stride(from: damaged.count / 2, to: damaged.count / 2 + 200, by: 9) { damaged[place] = 0xFF }
    files.append(File(name: "a damaged jpeg", bytes: damaged, expected: .reason([.damaged, .cut])))
    return files
  }

  /// Files that promise more than anybody decodes.
  private static var bombs: [File] {
    var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    png += TestPhotos.chunk("IHDR", TestPhotos.big(200_000, 4) + TestPhotos.big(200_000, 4) + [8, 2, 0, 0, 0])
    png += TestPhotos.chunk("IDAT", [0x78, 1]) + TestPhotos.chunk("IEND", [])
    var jpeg = TestPhotos.jpeg()
    let frame = (0..<jpeg.count - 8).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 } ?? 0
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
    let rest: [UInt8] = [
      0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2, 1, 0, 0, 0x3B,
    ]
    let gif = Array("GIF89a".utf8) + rest
    let tiff = TestPhotos.tiff(size: PixelSize(width: 8, height: 8))
    var wide = tiff
    wide.replaceSubrange(18..<22, with: TestPhotos.little(1 << 23, 4))
    wide.replaceSubrange(30..<34, with: TestPhotos.little(1 << 23, 4))
    return [
      File(name: "png of 40 gigapixels", bytes: png, expected: .reason([.tooLarge])),
      File(name: "jpeg of 4 gigapixels", bytes: jpeg, expected: .reason([.tooLarge])),
      File(name: "gif of 4 gigapixels", bytes: gif, expected: .reason([.tooLarge])),
      File(name: "tiff of 70 terapixels", bytes: wide, expected: .reason([.tooLarge])),
    ]
  }

  @Test func `every file gives the right picture or its reason, in every size`() throws {
    #expect(Self.files.count >= 180)
    let maker = ThumbnailMaker(program: TestProgram.picture())
    if !PictureCheck.hasLibrary { print("libvips is not here: pictures of its kinds are only seen to be named") }
    for file in Self.files {
      let size: ThumbnailSize = file.bytes.count % 2 == 0 ? .ptm256 : .edge512
      do throws(ThumbnailError) {
        let made = try maker.thumbnail(of: .bytes(file.bytes), size: size)
        guard case .picture = file.expected else {
          Issue.record("\(file.name): it gave a picture")
          continue
        }
        #expect(made.size == (size == .ptm256 ? PixelSize(width: 384, height: 256) : made.size), "\(file.name)")
        if let fault = PictureCheck.fault(made) { Issue.record("\(file.name): \(fault)") }
      } catch {
        switch file.expected {
        case .picture:
          if !(file.needsLibrary && !PictureCheck.hasLibrary && error.code == .unsupported) {
            Issue.record("\(file.name): \(error)")
          }
        case .reason(let codes):
          #expect(
            codes.contains(error.code) || (file.needsLibrary && !PictureCheck.hasLibrary), "\(file.name): \(error)")
        }
        #expect(!error.detail.isEmpty)
      }
    }
  }

  @Test func `HEIF's own turns are done once, in their order, as its facts say`() throws {
    guard PictureCheck.hasLibrary else { return }
    let maker = ThumbnailMaker(program: TestProgram.picture())
    for file in [LibraryPhotos.heic, LibraryPhotos.avif] {
      for turns in [
        [("irot", 1)], [("irot", 2)], [("irot", 3)], [("imir", 0)], [("imir", 1)], [("irot", 1), ("imir", 1)],
        [("irot", 3), ("imir", 0)],
      ] as [[(type: String, value: UInt8)]] {
        let bytes = LibraryPhotos.turned(file, turns)
        let facts = PhotoFacts.read(MemoryBytes(bytes))
        let made = try maker.thumbnail(of: .bytes(bytes), size: .edge512)
        let upright = facts.orientation.apply(to: TestPhotos.upright)
        #expect(facts.trouble == nil && made.size == upright, "\(turns): \(facts)")
        let (size, rgb) = try #require(TestPhotos.decode(made.jpeg))
        for index in 0..<4 {
          let (x, y) = (size.width * (index % 2 * 2 + 1) / 4, size.height * (index / 2 * 2 + 1) / 4)
          let source = facts.orientation.source(ofX: x, y: y, in: TestPhotos.upright)
          let expected = TestPhotos.colors[(source.y * 2 >= 64 ? 2 : 0) + (source.x * 2 >= 96 ? 1 : 0)]
          let at = (y * size.width + x) * 3
          #expect(
            (0..<3).allSatisfy { abs(Int(rgb[at + $0]) - Int(expected[$0])) < 30 },
            "\(turns), \(index): \(rgb[at..<at + 3]), not \(expected)")
        }
      }
    }
  }

  @Test func `pictures of any shape, down to one pixel`() throws {
    let maker = ThumbnailMaker(program: nil)
    for (width, height) in [(1, 1), (1, 50_000), (50_000, 1), (2, 3), (257, 256), (4000, 300), (300, 4000), (5, 40)] {
      let size = PixelSize(width: width, height: height)
      let bytes = TestPhotos.jpeg(size: size)
      for wanted in ThumbnailSize.allCases {
        let made = try maker.thumbnail(of: .bytes(bytes), size: wanted)
        #expect(made.size == ThumbnailPlan(stored: size, orientation: .upright, size: wanted).target)
        #expect(TestPhotos.decode(made.jpeg)?.size == made.size)
      }
    }
  }

  @Test func `names of any bytes are opened; what is no file is named, and never waited for`() throws {
    let maker = ThumbnailMaker(program: nil)
    try withFolder { folder in
      let long = Array(folder.utf8) + [0x2F] + [UInt8](repeating: 0xE9, count: 251) + Array(".jpg".utf8)
      let bytes = TestPhotos.jpeg()
      let descriptor = (long + [0]).withUnsafeBufferPointer {
        $0.withMemoryRebound(to: CChar.self) { open($0.baseAddress!, O_WRONLY | O_CREAT, 0o600) }
      }
      #expect(descriptor >= 0)
      #expect(bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == bytes.count)
      close(descriptor)
      let made = try maker.thumbnail(of: .path(long), size: .ptm256)
      #expect(PictureCheck.fault(made) == nil)
      #expect(mkfifo(folder + "/pipe", 0o600) == 0)
      for name in ["pipe", "nothing", ""] {
        let error = #expect(throws: ThumbnailError.self) {
          try maker.thumbnail(of: .file(folder + "/" + name), size: .ptm256)
        }
        #expect(error?.code == .unreadable)
      }
    }
  }
}
