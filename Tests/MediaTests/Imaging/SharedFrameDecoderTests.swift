import BoothCore
import Synchronization
import Testing

@testable import Imaging

/// One decoding of a live frame for all who need its picture.
@Suite struct SharedFrameDecoderTests {
  private static let size = PixelSize(width: 320, height: 180)

  /// What was told of frames that were shared.
  private final class Told: Sendable {
    let faults = Mutex<[ImageError?]>([])
  }

  private func frame(
    _ decoder: SharedFrameDecoder, _ told: Told = Told(), sequence: UInt64 = 7,
    change: (inout [UInt8]) -> Void = { _ in }
  ) throws -> Frame {
    var bytes = try TestPictures.jpeg(Self.size, seed: sequence)
    change(&bytes)
    let plain = TestPictures.frame(bytes, .jpeg, Self.size, strideBytes: 0)
    let numbered = Frame(
      sequence: sequence, capturedAt: plain.capturedAt, size: plain.size, layout: .jpeg, strideBytes: 0,
      bytes: plain.bytes, release: { withExtendedLifetime(plain) {} })
    return decoder.share(numbered) { fault in told.faults.withLock { $0.append(fault) } }
  }

  @Test func `clip, screen, small picture and check of a frame decode it once`() throws {
    let (decoder, told) = (SharedFrameDecoder(), Told())
    let clip = FrameConverter(output: .limited, takesEveryFrame: true)
    let terminal = FrameConverter()
    let screen = LivePicture(chain: TransformChain())
    for number in 1...5 {
      let frame = try frame(decoder, told, sequence: UInt64(number))
      var picture = I420Picture(size: Self.size, range: .limited)
      try clip.convert(frame, into: &picture)
      try screen.take(frame, size: Self.size)
      _ = try terminal.preview(of: frame, in: PixelSize(width: 40, height: 22))
      #expect(frame.fault == nil)
      #expect(decoder.decodes == number)
    }
    #expect(told.faults.withLock { $0.count } == 5)
  }

  @Test func `the screen draws before the clip encodes, and still each frame is decoded once`() throws {
    let decoder = SharedFrameDecoder()
    let clip = FrameConverter(output: .limited, takesEveryFrame: true)
    let screen = LivePicture(chain: TransformChain())
    var picture = I420Picture(size: Self.size, range: .limited)
    for number in 1...6 {
      let frame = try frame(decoder, sequence: UInt64(number))
      try screen.take(frame, size: Self.size)
      try clip.convert(frame, into: &picture)
    }
    // Of the first it was unknown that a clip would take it, too.
    #expect(decoder.decodes == 7)
  }

  @Test func `frames that the screen alone shows are decoded once, and those it leaves out not at all`() throws {
    let decoder = SharedFrameDecoder()
    let screen = LivePicture(chain: TransformChain())
    for number in 1...6 {
      let frame = try frame(decoder, sequence: UInt64(number))
      if number.isMultiple(of: 2) { try screen.take(frame, size: Self.size) }
    }
    #expect(decoder.decodes == 3)
  }

  @Test func `after a clip the screen decodes by itself again`() throws {
    let decoder = SharedFrameDecoder()
    var picture = I420Picture(size: Self.size, range: .limited)
    try FrameConverter(output: .limited, takesEveryFrame: true).convert(frame(decoder, sequence: 1), into: &picture)
    let wanted = SharedFrameDecoder.wantedFrames
    #expect(
      try frame(decoder, sequence: 1 + wanted).shared?.sharesPlanes(of: frame(decoder, sequence: 1 + wanted)) == true)
    #expect(
      try frame(decoder, sequence: 2 + wanted).shared?.sharesPlanes(of: frame(decoder, sequence: 2 + wanted)) == false)
  }

  @Test(arguments: [JPEGCodec.Subsampling.s444, .s422, .s420, .gray])
  func `what is made of shared planes looks as if the frame had been decoded for it`(
    _ subsampling: JPEGCodec.Subsampling
  ) throws {
    let jpeg = try TestPictures.jpeg(Self.size, seed: 5, subsampling: subsampling)
    let plain = TestPictures.frame(jpeg, .jpeg, Self.size, strideBytes: 0)
    let shared = SharedFrameDecoder().share(plain) { _ in }
    var (own, common) = (I420Picture(size: Self.size, range: .limited), I420Picture(size: Self.size, range: .limited))
    try FrameConverter(output: .limited).convert(plain, into: &own)
    try FrameConverter(output: .limited, takesEveryFrame: true).convert(shared, into: &common)
    #expect(own.y == common.y && own.u == common.u && own.v == common.v)
    // So large that either is made of all pixels.
    let box = PixelSize(width: 176, height: 99)
    let small = try FrameConverter().preview(of: plain, in: box)
    let sampled = try FrameConverter().preview(of: shared, in: box)
    #expect(TestPictures.difference(small, sampled).mean < 4)
    let (alone, together) = (LivePicture(chain: TransformChain()), LivePicture(chain: TransformChain()))
    try alone.take(plain, size: Self.size)
    try together.take(shared, size: Self.size)
    #expect(TestPictures.difference(alone.painted(), together.painted()).mean < 4)
  }

  @Test func `a damaged frame is told of once, and is damaged for everybody`() throws {
    let (decoder, told) = (SharedFrameDecoder(), Told())
    let frame = try frame(decoder, told) { bytes in
      bytes.removeSubrange(bytes.count / 2..<bytes.count - 2)
    }
    #expect(frame.fault != nil)
    var picture = I420Picture(size: Self.size)
    #expect(throws: ImageError.self) {
      try FrameConverter(takesEveryFrame: true).convert(frame, into: &picture)
    }
    #expect(throws: ImageError.self) { try LivePicture(chain: TransformChain()).take(frame, size: Self.size) }
    let faults = told.faults.withLock { $0 }
    #expect(faults.count == 1 && faults.first.flatMap { $0 } != nil)
  }

  @Test(arguments: [1, 7, 256]) func `a few stray bytes before the picture harm nothing`(_ count: Int) throws {
    let frame = try frame(SharedFrameDecoder()) { $0.insert(contentsOf: Array(repeating: 0x20, count: count), at: 0) }
    #expect(frame.fault == nil)
    var picture = I420Picture(size: Self.size)
    try FrameConverter().convert(frame, into: &picture)
  }

  @Test func `more of them is another kind of file`() throws {
    let frame = try frame(SharedFrameDecoder()) { $0.insert(contentsOf: Array(repeating: 0x20, count: 257), at: 0) }
    #expect(frame.fault?.detail.contains("is no JPEG picture") == true)
  }

  @Test func `planes that a lagging clip holds are bounded, and more of them decoded again`() throws {
    let decoder = SharedFrameDecoder()
    let frames = try (1...6).map { try frame(decoder, sequence: UInt64($0)) }
    var picture = I420Picture(size: Self.size)
    for frame in frames { try FrameConverter(takesEveryFrame: true).convert(frame, into: &picture) }
    #expect(decoder.decodes == 6)
    for frame in frames { try FrameConverter(takesEveryFrame: true).convert(frame, into: &picture) }
    #expect(decoder.decodes == 12 - SharedFrameDecoder.mostPlanes)
  }

  @Test(arguments: [
    ("\0\0\0 ftypheic", "HEIF"), ("II*\0", "RAW or TIFF"), ("FUJIFILMCCD-RAW", "RAW"), (" PNG\r\n", "PNG"),
  ])
  func `a photo of another kind is named, and what to set on the camera`(_ start: String, _ name: String) throws {
    let bytes = Array(start.utf8) + [UInt8](repeating: 0, count: 32)
    let error = #expect(throws: ImageError.self) { try JPEGCodec().validate(bytes, subject: "the photo") }
    #expect(error?.detail.contains(name) == true && error?.detail.contains("set the camera to JPEG") == true)
  }
}
