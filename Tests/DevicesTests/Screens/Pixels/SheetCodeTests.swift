import BoothCore
import Imaging
import Testing

@testable import Screens

/// The codes as a phone sees them.
struct SheetCodeTests {
  private static let links =
    [SceneSamples.link]
    + [40, 80, 120, 180].map { length in
      String(
        ("https://gallery.example.org/s/5D0E6A6C-3F6B-4B8E-9F6B-0C2C9D8E7F10?key="
          + String(repeating: "QmFzZTY0dXJsLWtleQ", count: 9)).prefix(length))
    }

  @Test(.enabled(if: PhoneReader.isThere, "zbarimg (Debian: zbar-tools) is not installed"), arguments: links)
  func `a phone reads the code`(_ link: String) async throws {
    for event in [SceneSamples.wedding, SceneSamples.jerusalem, SceneSamples.pale] {
      let picture = SceneSamples.picture(.qr(link: link, until: SceneSamples.now + .seconds(30)), event)
      for size in [SheetSamples.landscape, SheetSamples.portrait, PixelSize(width: 480, height: 320)] {
        await Task.yield()
        let sheet = SheetSamples.painter.sheet(picture, size: size, now: SceneSamples.now)
        #expect(try PhoneReader.read(PNG.encode(SheetSamples.bitmap(of: sheet))) == link, "\(event.slug) at \(size)")
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
