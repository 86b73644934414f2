import BoothCore
import FoundationEssentials
import Glibc
import Imaging
import Testing

@Suite(.enabled(if: QRCodeTests.reader != nil, "zbarimg (Debian: zbar-tools) is not installed"))
struct PrintCodeTests {
  /// What another program reads in a picture, a line for each code.
  static func read(_ jpeg: [UInt8]) throws -> [String] {
    let path = FileManager.default.temporaryDirectory.appending(path: "booth-print-\(UUID().uuidString).jpg").path
    defer { unlink(path) }
    try Data(jpeg).write(to: URL(filePath: path))
    let reader = try #require(QRCodeTests.reader)
    let pipe = try #require(popen("'\(reader)' --raw -q '\(path)' 2>/dev/null", "r"))
    var output: [UInt8] = []
    while case let byte = fgetc(pipe), byte >= 0 { output.append(UInt8(byte)) }
    pclose(pipe)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func event(_ layout: PrintLayout, strips: Int) -> Event {
    Event(
      id: 1, slug: "a", name: "Anna & Ben", date: "2026-06-20",
      plan: .fotoX(count: strips, clip: nil, countdown: .zero, review: .zero),
      layout: layout.outline(strips: strips), printLayout: layout)
  }

  @Test(arguments: PrintLayout.Preset.allCases, [1, 3, 4])
  func `the code on the finished print is read by another program`(_ preset: PrintLayout.Preset, _ strips: Int) throws {
    let event = event(.preset(preset, strips: strips, hasCode: true), strips: strips)
    let jpeg = try LayoutPreview.jpeg(of: event, artwork: Artwork())
    let codes = try Self.read(jpeg)
    #expect(Set(codes) == [LayoutPreview.sampleLink], "\(preset), \(strips) strips")
  }

  @Test func `a long link fits the smallest code there may be`() throws {
    let link =
      "https://photos.some-long-name.example.org/gallery/s/3F2504E0-4F89-41D3-9A0C-0305E82C3301?k=0123456789abcdef"
    var layout = PrintLayout(paper: MillimetreSize(width: 101.6, height: 152.4), pictures: [])
    layout.code = MillimetreRect(x: 80.3, y: 130.7, width: 12, height: 14)
    let request = CompositeRequest(
      photos: [], layout: layout.outline(strips: 1), printLayout: layout, theme: Theme(), artwork: Artwork(),
      footer: "", link: link)
    #expect(try Self.read(CompositeRenderer().composite(request)) == [link])
    var plain = request
    plain.link = nil
    #expect(try Self.read(CompositeRenderer().composite(plain)).isEmpty)
    plain.link = String(repeating: "x", count: 2000)
    #expect(try JPEGCodec().validate(CompositeRenderer().composite(plain)) == PixelSize(width: 1200, height: 1800))
  }
}
