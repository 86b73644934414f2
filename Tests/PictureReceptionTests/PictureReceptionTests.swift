import BoothCore
import BoothImaging
import BoothTesting
import FoundationEssentials
import StudioRules
import Testing

@testable import PictureReception

@Suite struct PictureReceptionTests {
  @Test func `every refusal comes back from its code, and no other code is one`() {
    let refusals: [PictureRefusal] = [
      .heic, .noLibrary, .damaged, .tooLarge, .unknown, .cut(percent: nil), .cut(percent: 0), .cut(percent: 60),
      .cut(percent: 99),
    ]
    let codes = refusals.map(RefusalCode.code)
    #expect(codes.map(RefusalCode.refusal) == refusals && Set(codes).count == refusals.count)
    #expect(RefusalCode.code(.cut(percent: 100)) == RefusalCode.code(.cut(percent: 99)))
    // Of success, of a fault of ours, of a signal.
    for code: Int32 in [0, 1, 2, 64, 70, 137, 255] where code < 100 || code >= 200 {
      #expect(RefusalCode.refusal(code) == nil, "\(code)")
    }
  }

  private func made(_ bytes: [UInt8]) throws -> [PixelSize] {
    let folder = try TemporaryFolder()
    try folder.put("sent", bytes)
    return try PictureProcessCommand.made(folder.path("sent")).map { try JPEGCodec.probe($0) }
  }

  private func refusal(_ bytes: [UInt8]) throws -> PictureRefusal? {
    do {
      _ = try made(bytes)
    } catch let fault as PictureProcessCommand.PictureFault {
      return fault.refusal
    }
    Issue.record("it was taken")
    return nil
  }

  @Test func `a picture is made in both sizes, and one that is none is named`() throws {
    let red = Bitmap(size: PixelSize(width: 3000, height: 1000), color: RGBColor(red: 200, green: 30, blue: 30))
    let jpeg = try JPEGCodec().encode(red)
    #expect(try made(jpeg) == [PixelSize(width: 2000, height: 667), PixelSize(width: 400, height: 133)])
    #expect(try made(try PNG.encode(red)) == [PixelSize(width: 2000, height: 667), PixelSize(width: 400, height: 133)])
    #expect(try refusal(Array("<html>, which is no picture at all".utf8)) == .unknown)
    #expect(try refusal([]) == .unknown)
    guard case .cut(let percent?)? = try refusal(Array(jpeg.prefix(jpeg.count * 6 / 10))) else {
      Issue.record("not cut short")
      return
    }
    #expect((40...80).contains(percent))
    let png = try PNG.encode(red)
    #expect(try refusal(Array(png.dropLast(40))) == .damaged)
  }

  /// 16 by 8 pixels of one red in four inks, as libvips wrote them.
  private static let inks = """
    /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAGBAUGBQQGBgUGBwcGCAoQCgoJCQoUDg8MEBcUGBgXFBYWGh0lHxobIxwWFiAsICMmJykqKRkfLTAtKD
    AlKCko/8AAFAgACAAQBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQEC
    AwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dX
    Z3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4E
    QwBNAFkASwAAPwD6or50r58r6Foooor/2Q==
    """

  @Test func `four inks come as the colour that they print`() throws {
    let bytes = try #require(Data(base64Encoded: String(Self.inks.filter { !$0.isWhitespace })))
    let folder = try TemporaryFolder()
    try folder.put("sent", Array(bytes))
    let made = try PictureProcessCommand.made(folder.path("sent"))
    let color = try JPEGCodec().decode(made[0]).color(8, 4)
    #expect(color.red > 150 && color.green < 80 && color.blue < 80, "\(color)")
  }
}
