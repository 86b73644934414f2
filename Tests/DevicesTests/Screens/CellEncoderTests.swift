import BoothCore
import Imaging
import Testing

@testable import Screens

struct CellEncoderTests {
  @Test(arguments: TerminalColors.allCases)
  func `the bytes of any sequence of scenes put those scenes on the terminal`(colors: TerminalColors) throws {
    var random = SeededRandom(seed: 17)
    let renderer = SceneRendererTests.renderer
    let samples = SceneSamples.events.flatMap { SceneSamples.all(of: $0) }
    let pictures = try ScenePictures.samples(of: SceneSamples.jerusalem, size: PixelSize(width: 160, height: 96))
    for (columns, rows) in [(80, 24), (41, 13)] {
      var encoder = CellEncoder(colors: colors)
      var screen = AnsiScreen(columns: columns, rows: rows)
      var previous: CellCanvas?
      for _ in 0..<24 {
        let sample = samples[Int.random(in: 0..<samples.count, using: &random)]
        let canvas = colors.approximate(
          renderer.render(
            sample.picture, pictures: pictures, columns: columns, rows: rows,
            now: SceneSamples.now + .milliseconds(Int.random(in: 0..<4000, using: &random))))
        screen.take(encoder.encode(canvas, after: previous))
        previous = canvas
        #expect(screen.canvas.visible == canvas.visible, "\(sample)")
        #expect(screen.complaints == [])
      }
    }
  }

  @Test func `the bytes of random cells, wide and marked ones too, put those cells on the terminal`() {
    var random = SeededRandom(seed: 4)
    var encoder = CellEncoder(colors: .direct)
    var screen = AnsiScreen(columns: 30, rows: 8)
    var previous: CellCanvas?
    let texts = ["a", "é", "ש", "ﻻ", "漢", "█", "▚", "e\u{301}", "カ", " ", "…", "🎉", "ם"]
    var canvas = CellCanvas(columns: 30, rows: 8)
    for _ in 0..<400 {
      for _ in 0..<Int.random(in: 0..<12, using: &random) {
        let text = texts[Int.random(in: 0..<texts.count, using: &random)]
        guard let glyph = CellText.glyphs(text.unicodeScalars).first else { continue }
        canvas.put(
          glyph, column: Int.random(in: 0..<30, using: &random), row: Int.random(in: 0..<8, using: &random),
          ink: Paint(rgb: UInt32.random(in: 0..<4, using: &random) * 0x40_4040), paper: .black,
          isBold: Bool.random(using: &random))
      }
      #expect(canvas.isWhole)
      screen.take(encoder.encode(canvas, after: previous))
      previous = canvas
      #expect(screen.canvas.visible == canvas.visible)
    }
    #expect(screen.complaints == [])
  }

  @Test func `nothing changed is no byte, a little changed is few`() {
    var encoder = CellEncoder(colors: .direct)
    var canvas = CellCanvas(columns: 80, rows: 24)
    #expect(!encoder.encode(canvas, after: nil).isEmpty)
    #expect(encoder.encode(canvas, after: canvas).isEmpty)
    let before = canvas
    canvas.put(Glyph("x"), column: 40, row: 12, ink: .white, paper: .black)
    let bytes = String(decoding: encoder.encode(canvas, after: before), as: UTF8.self)
    #expect(bytes.contains("\u{1B}[13;41H"))
    #expect(bytes.utf8.count < 70, "\(bytes.debugDescription)")
  }

  @Test func `a new size draws everything anew`() {
    var encoder = CellEncoder(colors: .table256)
    let small = CellCanvas(columns: 10, rows: 2)
    let large = CellCanvas(columns: 20, rows: 4)
    var screen = AnsiScreen(columns: 20, rows: 4)
    screen.take(encoder.encode(large, after: small))
    #expect(screen.canvas.visible == TerminalColors.table256.approximate(large).visible)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color", "COLORTERM": "truecolor"], TerminalColors.direct),
    (["TERM": "xterm-256color", "COLORTERM": "24bit"], .direct),
    (["TERM": "xterm-kitty"], .direct),
    (["TERM": "xterm-256color"], .table256),
    (["TERM": "tmux-256color"], .table256),
    (["TERM": "linux"], .sixteen),
    (["TERM": "xterm"], .sixteen),
    (["TERM": "dumb"], .none),
    ([:], .none),
    (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], .none),
    (["TERM": "xterm-256color", "NO_COLOR": ""], .table256),
  ])
  func `colours are what the environment says`(environment: [String: String], colors: TerminalColors) {
    #expect(TerminalColors(environment: environment) == colors)
  }

  @Test func `every colour has a near one in every table`() {
    for red in stride(from: 0, through: 255, by: 15) {
      for green in stride(from: 0, through: 255, by: 15) {
        for blue in stride(from: 0, through: 255, by: 15) {
          let paint = Paint(UInt8(red), UInt8(green), UInt8(blue))
          let near = TerminalColors.table256.nearest(paint)
          #expect(abs(near.brightness - paint.brightness) < 45)
          #expect(TerminalColors.table256.nearest(near) == near)
          #expect(
            TerminalColors.sixteen.nearest(TerminalColors.sixteen.nearest(paint))
              == TerminalColors.sixteen.nearest(paint))
        }
      }
    }
  }
}
