import BoothCore
import Imaging
import Testing

@testable import Screens

struct CodePanelTests {

  /// Links of 30 to 120 characters as galleries have them, and the longest that a LAN address makes.
  private static let links =
    [SceneSamples.link]
    + stride(from: 30, through: 120, by: 10).map { length in
      let link = "https://gallery.example.org/s/5D0E6A6C-3F6B-4B8E-9F6B-0C2C9D8E7F10?key="
      return String((link + "QmFzZTY0dXJsLWtleS1vZi1hLXNlc3Npb24tYXQtYS13ZWRkaW5n").prefix(length))
    }

  @Test(.enabled(if: PhoneReader.isThere, "zbarimg (Debian: zbar-tools) is not installed"), arguments: links)
  func `a phone reads the code of an 80×24 terminal`(link: String) throws {
    for event in [SceneSamples.wedding, SceneSamples.jerusalem] {
      var picture = SceneSamples.picture(.qr(link: link, until: SceneSamples.now + .seconds(30)), event)
      picture.upload = UploadProgress(uploaded: 1, total: 7)
      let canvas = SceneRendererTests.renderer.render(picture, columns: 80, rows: 24, now: SceneSamples.now)
      #expect(try PhoneReader.read(CellPicture().png(of: canvas)) == link)
    }
  }

  @Test(.enabled(if: PhoneReader.isThere, "zbarimg (Debian: zbar-tools) is not installed"))
  func `the code can be read in the terminal's colours, few as they are`() throws {
    let picture = SceneSamples.picture(
      .qr(link: SceneSamples.link, until: SceneSamples.now), SceneSamples.sportsDay)
    for colors in TerminalColors.allCases {
      let canvas = colors.approximate(
        SceneRenderer(style: SceneStyle(symbols: .halves)).render(
          picture, columns: 80, rows: 24, now: SceneSamples.now))
      #expect(try PhoneReader.read(CellPicture().png(of: canvas)) == SceneSamples.link, "\(colors)")
    }
  }

  @Test func `the quiet zone of four comes first, then the correction level`() throws {
    let room = try #require(CodePanel(SceneSamples.link, columns: 80, rows: 30))
    #expect(room.quietZone == 4 && room.scale == 1)
    #expect(room.code == (try QRCode(SceneSamples.link, correction: .quartile)))
    let usual = try #require(CodePanel(SceneSamples.link, columns: 50, rows: 24))
    #expect(usual.quietZone == 4)
    #expect(usual.code == (try QRCode(SceneSamples.link, correction: .medium)))
    let tight = try #require(CodePanel(String(repeating: "a", count: 120), columns: 80, rows: 24))
    #expect(tight.quietZone == 2)
    #expect(tight.rows <= 24)
  }

  @Test func `a large screen gets large modules`() throws {
    let panel = try #require(CodePanel(SceneSamples.link, columns: 170, rows: 60))
    #expect(panel.scale == 2)
    #expect(panel.columns <= 170 && panel.rows <= 60)
  }

  @Test func `where no code fits, the link stands in words and it is said why`() {
    let link = "https://gallery.example.org/s/5D0E6A6C-3F6B-4B8E-9F6B-0C2C9D8E7F10"
    let picture = SceneSamples.picture(.qr(link: link, until: SceneSamples.now), SceneSamples.wedding)
    let canvas = SceneRendererTests.renderer.render(picture, columns: 70, rows: 14, now: SceneSamples.now)
    #expect(canvas.text.joined().contains(link))
    #expect(canvas.text.joined().contains("This screen is too small for the code."))
  }

  @Test func `the link stands in words beside the code`() {
    let picture = SceneSamples.picture(.qr(link: SceneSamples.link, until: SceneSamples.now), SceneSamples.wedding)
    let canvas = SceneRendererTests.renderer.render(picture, columns: 80, rows: 24, now: SceneSamples.now)
    let words = canvas.text.map { $0.suffix(35).filter { $0 != " " } }.joined()
    #expect(words.contains("192.168.178.123:8080/s/5D0E6A6C-3F6B-4B8E-9F6B-0C2C9D8E7F10"))
  }
}
