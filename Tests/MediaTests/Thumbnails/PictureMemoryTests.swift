import BoothCore
import BoothSystem
import CTurboJPEG
import Testing

@testable import ImageMetadata
@testable import Thumbnails

/// Pictures of few bytes that would fill the machine.
@Suite(.timeLimit(.minutes(15))) struct PictureMemoryTests {
  private static let plenty = MachineMemory(whole: 1 << 40, free: 1 << 40)

  private static func maker(_ memory: MachineMemory = plenty) -> ThumbnailMaker {
    ThumbnailMaker(program: TestProgram.picture(), memory: { memory })
  }

  private static func failure(
    _ bytes: [UInt8], _ memory: MachineMemory = plenty, by maker: ThumbnailMaker? = nil
  ) -> ThumbnailError? {
    let maker = maker ?? Self.maker(memory)
    do throws(ThumbnailError) { _ = try maker.thumbnail(of: .bytes(bytes), size: .ptm256) } catch { return error }
    return nil
  }

  /// A PNG's head and an end, which say that it has so many pixels.
  private static func png(_ width: Int, _ height: Int, depth: Int = 8, colors: Int = 2, isInterlaced: Bool) -> [UInt8] {
    let head =
      TestPhotos.big(width, 4) + TestPhotos.big(height, 4) + [UInt8(depth), UInt8(colors), 0, 0, isInterlaced ? 1 : 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + TestPhotos.chunk("IHDR", head)
      + TestPhotos.chunk("IDAT", [0x78, 0x01]) + TestPhotos.chunk("IEND", [])
  }

  private static func gif(_ width: Int, _ height: Int) -> [UInt8] {
    Array("GIF89a".utf8) + TestPhotos.little(width, 2) + TestPhotos.little(height, 2) + [0, 0, 0, 0x2C]
      + TestPhotos.little(0, 4) + TestPhotos.little(width, 2) + TestPhotos.little(height, 2) + [0, 2, 0, 0x3B]
  }

  private static func webp(_ width: Int, _ height: Int) -> [UInt8] {
    let head = width - 1 | (height - 1) << 14
    let content: [UInt8] = [0x2F] + TestPhotos.little(head, 4) + [0, 0, 0]
    return Array("RIFF".utf8) + TestPhotos.little(12 + content.count, 4) + Array("WEBPVP8L".utf8)
      + TestPhotos.little(content.count, 4) + content
  }

  @Test func `a picture that would fill the machine is refused by name, before any of it is decoded`() {
    let bombs: [(String, [UInt8])] = [
      ("interlaced PNG", Self.png(14_000, 14_000, isInterlaced: true)), ("GIF", Self.gif(14_000, 14_000)),
      ("lossless WebP", Self.webp(14_000, 14_000)),
    ]
    for (name, bytes) in bombs {
      let error = Self.failure(bytes)
      #expect(error?.code == .tooLarge, "\(name): \(String(describing: error))")
      #expect(error?.detail.contains("of memory to be decoded; this machine lends 512 MB") == true, "\(name)")
    }
  }

  @Test(.enabled(if: PictureCheck.hasLibrary, "libvips is not on this machine"))
  func `what one machine decodes a smaller one refuses, and one that is short of memory tries again later`() {
    let gif = LibraryPhotos.gif
    #expect(Self.failure(gif) == nil)
    #expect(Self.failure(gif, MachineMemory(whole: 4096, free: 4096))?.code == .tooLarge)
    let short = Self.failure(gif, MachineMemory(whole: 1 << 40, free: 100))
    #expect(short?.code == .failed && short?.code.mayPass == true && short?.detail.contains("try again") == true)
  }

  @Test func `a photo as telephones and cameras make it needs no more than it is lent`() throws {
    // 48 megapixels of HEIC by its head, 24 of a progressive JPEG, 50 of PNG, 60 of a TIFF in strips.
    #expect(48_000_000 * 7 <= PictureBudget.most)
    var facts = PhotoFacts(format: .png)
    facts.size = PixelSize(width: 8660, height: 5773)
    #expect(DecodedBytes.needed(MemoryBytes(Self.png(8660, 5773, isInterlaced: false)), facts) < 128_000_000)
    #expect(
      DecodedBytes.needed(MemoryBytes(Self.png(8660, 5773, depth: 16, colors: 6, isInterlaced: true)), facts)
        == 8660 * 5773 * 8 * 5 / 4)
    facts.format = .gif
    #expect(DecodedBytes.needed(MemoryBytes([]), facts) == 8660 * 5773 * 5)
    facts.size = PixelSize(width: .max, height: 2)
    #expect(DecodedBytes.needed(MemoryBytes([]), facts) > PictureBudget.most)
    facts.size = nil
    #expect(DecodedBytes.needed(MemoryBytes([]), facts) == 0)
  }

  @Test func `more bits, more colours and a plane of how translucent it is are counted`() {
    var heic = PhotoFacts.read(MemoryBytes(LibraryPhotos.heic))
    heic.size = PixelSize(width: 1000, height: 1000)
    #expect(DecodedBytes.needed(MemoryBytes(LibraryPhotos.heic), heic) == 7_000_000)
    guard let piece = CodedPiece.read(MemoryBytes(LibraryPhotos.heic)).first else {
      Issue.record("it has no pieces")
      return
    }
    var deep = LibraryPhotos.heic
    deep[piece.configuration.lowerBound + 17] |= 2
    #expect(DecodedBytes.needed(MemoryBytes(deep), heic) == 14_000_000)
    var avif = PhotoFacts.read(MemoryBytes(LibraryPhotos.avif))
    avif.size = PixelSize(width: 1000, height: 1000)
    #expect([8_000_000, 14_000_000].contains(DecodedBytes.needed(MemoryBytes(LibraryPhotos.avif), avif)))
  }

  @Test(arguments: [TJSAMP_420, TJSAMP_422, TJSAMP_444, TJSAMP_440, TJSAMP_GRAY].map(\.rawValue))
  func `a progressive JPEG that is too large to decode is shown by the means of its blocks`(sampling: UInt32) throws {
    let size = PixelSize(width: 2403, height: 1601)
    for turn in [Orientation.upright, .turnRight] {
      let file = TestPhotos.jpeg(turn, size: size, sampling: TJSAMP(sampling), isProgressive: true)
      // A quarter of this is lent: less than its coefficients.
      let made = try Self.maker(MachineMemory(whole: 68 << 20, free: 68 << 20)).thumbnail(
        of: .bytes(file), size: .ptm256)
      #expect(made.size == PixelSize(width: 384, height: 256))
      if sampling != TJSAMP_GRAY.rawValue { #expect(PictureCheck.fault(made) == nil, "\(turn)") }
      let whole = try Self.maker().thumbnail(of: .bytes(file), size: .ptm256)
      let (coarse, fine) = (try #require(TestPhotos.decode(made.jpeg)), try #require(TestPhotos.decode(whole.jpeg)))
      #expect(coarse.size == fine.size)
      let apart = zip(coarse.rgb, fine.rgb).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      #expect(Double(apart) / Double(fine.rgb.count) < 1, "\(turn)")
    }
  }

  @Test func `of the means of blocks no part is made at its own size, and a file that is cut is named`() throws {
    let file = TestPhotos.jpeg(size: PixelSize(width: 2403, height: 1601), sampling: TJSAMP_444, isProgressive: true)
    let small = MachineMemory(whole: 68 << 20, free: 68 << 20)
    let part = try #require(PicturePart(level: 0, column: 0, row: 0, columns: 1, rows: 1))
    do throws(ThumbnailError) {
      _ = try Self.maker(small).picture(of: .bytes(file), part: part)
      Issue.record("it was made")
    } catch { #expect(error.code == .tooLarge && error.detail.contains("this machine lends"), "\(error)") }
    let maker = Self.maker(small)
    for length in stride(from: 700, to: file.count - 2, by: max(1, file.count / 40)) {
      let error = Self.failure(Array(file.prefix(length)), by: maker)
      #expect(error != nil && error?.code != .died, "\(length): \(String(describing: error))")
    }
    // Changed bytes end nothing.
    for at in stride(from: 2, to: file.count, by: max(1, file.count / 200)) {
      var changed = file
      changed[at] ^= 0x5A
      #expect(Self.failure(changed, by: maker)?.code != .died, "\(at)")
    }
  }

  @Test(.enabled(if: PictureCheck.hasLibrary, "libvips is not on this machine"))
  func `a process gets no more memory than its picture should need`() throws {
    var limits = ThumbnailLimits()
    limits.processData = 1 << 20
    let file = try PhotoFileReader(bytes: LibraryPhotos.gif)
    let child = try ThumbnailChild(TestProgram.picture())
    // What it has been told counts: with a megabyte its libraries do not even begin.
    switch child.ask(.init(request: .size(.ptm256), limits: limits), file, until: DeviceClock.now() + .seconds(60)) {
    case .answer(.success): Issue.record("it had as much as it liked")
    case .answer(.failure), .silence: break
    }
  }
}
