import BoothCore
import Testing

@testable import Imaging

struct LivePictureTests {
  private static let sensor = PixelSize(width: 320, height: 180)

  private static func frame() throws -> Frame {
    TestPictures.frame(try TestPictures.jpeg(sensor, seed: 3), .jpeg, sensor, strideBytes: 0)
  }

  /// By TurboJPEG's whole-picture call, as live frames are decoded: fast.
  private static func decoded(_ frame: Frame) throws -> Bitmap {
    let structure = try JPEGStructure(frame.bytes, subject: "the frame")
    return try JPEGCodec().decode(frame.bytes, structure, .full, .liveFrame, fast: true, subject: "the frame")
  }

  @Test(arguments: Orientation.allCases)
  func `any part of the picture is painted as it is in the whole`(_ screen: Orientation) throws {
    for size in [Self.sensor, PixelSize(width: 270, height: 180), PixelSize(width: 203, height: 121)] {
      for mount in [Orientation.upright, .turnRight] {
        let chain = TransformChain(mount: mount, screen: screen)
        let live = LivePicture(chain: chain)
        try live.take(Self.frame(), size: screen.apply(to: mount.apply(to: size)))
        let whole = live.painted()
        for part in [
          PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: 17, y: 31, width: 55, height: 40),
          PixelRect(x: whole.width - 9, y: 3, width: 50, height: 1000), PixelRect(x: -5, y: -5, width: 20, height: 20),
        ] {
          #expect(live.painted(part) == whole.cropped(to: part), "\(part) of \(whole.size)")
        }
      }
    }
  }

  @Test func `what only has to be cut is the decoder's own pixels`() throws {
    let frame = try Self.frame()
    let whole = try Self.decoded(frame)
    let live = LivePicture(chain: TransformChain(mirrorsScreen: false))
    try live.take(frame, size: PixelSize(width: 270, height: 180))
    #expect(live.painted() == whole.cropped(to: PixelRect(x: 25, y: 0, width: 270, height: 180)))
    // Mirrored, the same from the other side.
    var mirrored = try #require(whole.cropped(to: PixelRect(x: 25, y: 0, width: 270, height: 180)))
    mirrored.mirror()
    let mirror = LivePicture(chain: TransformChain())
    try mirror.take(frame, size: mirrored.size)
    #expect(mirror.painted() == mirrored)
  }

  @Test func `a damaged frame leaves no picture, and the next one is whole again`() throws {
    let live = LivePicture(chain: TransformChain())
    let frame = try Self.frame()
    try live.take(frame, size: Self.sensor)
    let before = live.painted()
    #expect(live.size == Self.sensor)
    for count in [0, 3, 200, frame.bytes.count - 400] {
      let cut = Frame(
        sequence: 2, capturedAt: frame.capturedAt, size: Self.sensor, layout: .jpeg, strideBytes: 0,
        bytes: UnsafeRawBufferPointer(rebasing: frame.bytes[..<count]), release: {})
      #expect(throws: ImageError.self, "\(count) bytes") { try live.take(cut, size: Self.sensor) }
      #expect(live.size == nil)
      var bands = 0
      live.paint(PixelRect(x: 0, y: 0, width: 320, height: 180)) { _ in bands += 1 }
      #expect(bands == 0)
    }
    try live.take(frame, size: Self.sensor)
    #expect(live.painted() == before)
    live.drop()
    #expect(live.size == nil)
  }
}

extension LivePicture {
  /// The whole picture, or a part of it, put together from its bands.
  func painted(_ part: PixelRect? = nil) -> Bitmap {
    let size = size ?? PixelSize(width: 1, height: 1)
    let wanted = part ?? PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    var pixels: [UInt32] = []
    var width = 1
    paint(wanted) { band in
      width = band.width
      pixels.append(contentsOf: UnsafeBufferPointer(start: band.pixels, count: band.width * band.rows))
    }
    return Bitmap(size: PixelSize(width: width, height: max(1, pixels.count / width)), pixels: pixels)
  }
}
