import BoothCore
import BoothImaging
import BoothTesting
import FoundationEssentials
import Glibc
import Testing

@testable import BoothDevices

/// The codes as a phone sees them.
struct SheetCodeTests {
  private static let hasReader = access("/usr/bin/zbarimg", X_OK) == 0
  private static let links =
    [SceneSamples.link]
    + [40, 80, 120, 180].map { length in
      String(
        ("https://gallery.example.org/s/5D0E6A6C-3F6B-4B8E-9F6B-0C2C9D8E7F10?key="
          + String(repeating: "QmFzZTY0dXJsLWtleQ", count: 9)).prefix(length))
    }

  private func read(_ picture: Bitmap) throws -> String {
    let folder = try TemporaryFolder()
    try folder.put("code.png", PNG.encode(picture))
    let path = folder.path("code.png")
    let pipe = try #require(
      popen("/usr/bin/zbarimg --quiet --raw -Sdisable -Sqrcode.enable '\(path)' 2>/dev/null", "r"))
    defer { pclose(pipe) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, pipe)
    return String(decoding: bytes[..<count].prefix { $0 != 10 }, as: UTF8.self)
  }

  @Test(.enabled(if: hasReader, "zbarimg (Debian: zbar-tools) is not installed"), arguments: links)
  func `a phone reads the code`(_ link: String) throws {
    for event in [SceneSamples.wedding, SceneSamples.jerusalem, SceneSamples.pale] {
      let picture = SceneSamples.picture(.qr(link: link, until: SceneSamples.now + .seconds(30)), event)
      for size in [SheetSamples.landscape, SheetSamples.portrait, PixelSize(width: 480, height: 320)] {
        let sheet = SheetSamples.painter.sheet(picture, size: size, now: SceneSamples.now)
        #expect(try read(SheetSamples.bitmap(of: sheet)) == link, "\(event.slug) at \(size)")
      }
    }
  }

  @Test func `a link that is too long for any code is shown in words`() {
    let link = "https://gallery.example.org/" + String(repeating: "long", count: 900)
    let picture = SceneSamples.picture(.qr(link: link, until: SceneSamples.now), SceneSamples.wedding)
    let sheet = SheetSamples.painter.sheet(picture, size: SheetSamples.landscape, now: SceneSamples.now)
    #expect(!sheet.base.contains { if case .code = $0 { true } else { false } })
    #expect(sheet.layers.contains { $0.mark.words?.text == Phrase.codeDoesNotFit.text(in: .english) })
    #expect(sheet.faults == [])
  }
}
