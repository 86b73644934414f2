public import BoothCore
import CPangoCairo
import Glibc

/// Drawn guests in front of a wall, for previews of layouts and the mock camera: no two photos alike, and everybody well inside, as people
/// stand who see themselves on the screen.
public enum SamplePhoto {
  private struct Guest {
    /// In parts of the picture's height, from its middle and its top.
    var x: Double
    var y: Double
    var size: Double
    var skin: UInt32
    var hair: UInt32
    var clothes: UInt32
    var longHair = false
  }

  private static let walls: [(upper: UInt32, lower: UInt32)] = [
    (0x9CC5D3, 0xD9E8E4), (0xE8C9A8, 0xF6EBDD), (0xB9B4D8, 0xE6E2F2), (0xA9CDA8, 0xE3F0DC),
  ]

  private static let groups: [[Guest]] = [
    [
      Guest(x: -0.24, y: 0.52, size: 1, skin: 0xF1C9A5, hair: 0x4A2F22, clothes: 0x2F4B7C, longHair: true),
      Guest(x: 0.22, y: 0.46, size: 1.08, skin: 0x8D5A3B, hair: 0x1C1512, clothes: 0xF4F1EA),
    ],
    [
      Guest(x: -0.42, y: 0.5, size: 0.95, skin: 0xE9B990, hair: 0xC98B3A, clothes: 0xB23A48),
      Guest(x: 0.42, y: 0.48, size: 1, skin: 0xC68B63, hair: 0x2A1B14, clothes: 0x3C7A5A, longHair: true),
      Guest(x: 0, y: 0.58, size: 1.05, skin: 0xF5D6BA, hair: 0x6B4A32, clothes: 0xE0A526),
    ],
    [Guest(x: 0.02, y: 0.5, size: 1.25, skin: 0xB4764D, hair: 0x15100E, clothes: 0x7A3E8E, longHair: true)],
    [
      Guest(x: -0.5, y: 0.44, size: 0.9, skin: 0xEFC5A0, hair: 0x8A8F98, clothes: 0x44546A),
      Guest(x: 0.5, y: 0.44, size: 0.9, skin: 0xF3CFB0, hair: 0xA7A9AD, clothes: 0xA8577E, longHair: true),
      Guest(x: -0.16, y: 0.56, size: 0.98, skin: 0x7A4B30, hair: 0x1B1310, clothes: 0xD8573C),
      Guest(x: 0.2, y: 0.63, size: 0.8, skin: 0xF0C8A4, hair: 0xD9A74C, clothes: 0x2E86AB),
    ],
  ]

  /// The sample photo of strip `number`, from 0, as a JPEG of quality 92.
  /// - Parameter seconds: the moment that it shows of guests who move; nil of those who stand still.
  public static func jpeg(
    _ number: Int, size: PixelSize = PixelSize(width: 1800, height: 1200), at seconds: Double? = nil
  ) throws(ImageError) -> [UInt8] {
    try JPEGCodec().encode(picture(number, size: size, at: seconds), quality: 92)
  }

  static func picture(_ number: Int, size: PixelSize, at seconds: Double? = nil) throws(ImageError) -> Bitmap {
    var picture = try wall(number, size: size)
    let moved = seconds.map { sways(number, at: $0) }
    try picture.draw { context in
      cairo_scale(context, Double(size.height), Double(size.height))
      cairo_translate(context, Double(size.width) / Double(size.height) / 2, 0)
      for (index, guest) in groups[kind(number)].enumerated() {
        var guest = guest
        if let sway = moved?[index] {
          guest.x += sway.x
          guest.y += sway.y
        }
        draw(guest, context)
      }
    }
    return picture
  }

  // MARK: Apart

  /// What stands behind the guests of strip `number`.
  package static func wall(_ number: Int, size: PixelSize) throws(ImageError) -> Bitmap {
    var picture = Bitmap(size: size, color: .white)
    try picture.draw { context in
      cairo_scale(context, Double(size.height), Double(size.height))
      wall(walls[kind(number)], Double(size.width) / Double(size.height), context)
    }
    return picture
  }

  /// The guests of strip `number` each alone, with nothing around them, and where its first pixel belongs in a picture of
  /// `size`: even both ways.
  package static func guests(
    _ number: Int, size: PixelSize
  ) throws(ImageError) -> [(picture: Bitmap, x: Int, y: Int)] {
    let height = Double(size.height)
    var pictures: [(picture: Bitmap, x: Int, y: Int)] = []
    for guest in groups[kind(number)] {
      // From the hair to below the clothes, shoulder to shoulder, and a little around them.
      let (x, y) = (
        Double(size.width) / 2 + (guest.x - 0.27 * guest.size) * height, (guest.y - 0.27 * guest.size) * height
      )
      let place = (x: Int(x.rounded(.down)) & ~1, y: Int(y.rounded(.down)) & ~1)
      let side = PixelSize(
        width: (Int((0.54 * guest.size * height).rounded(.up)) + 3) & ~1,
        height: (Int((1.13 * guest.size * height).rounded(.up)) + 3) & ~1)
      var picture = Bitmap(size: side, pixels: Array(repeating: 0, count: side.area))
      try picture.draw { context in
        cairo_translate(context, Double(size.width) / 2 - Double(place.x), Double(-place.y))
        cairo_scale(context, height, height)
        draw(guest, context)
      }
      pictures.append((picture, place.x, place.y))
    }
    return pictures
  }

  /// How far the guests of strip `number` have moved at a moment, in parts of the picture's height: each in time of their
  /// own.
  package static func sways(_ number: Int, at seconds: Double) -> [(x: Double, y: Double)] {
    groups[kind(number)].indices.map { index in
      let (turn, own) = (2 * Double.pi * seconds, Double(index))
      return (0.02 * sin(turn / (3.1 + 0.7 * own) + 2 * own), 0.008 * sin(turn / (1.3 + 0.4 * own) + own))
    }
  }

  private static func kind(_ number: Int) -> Int { ((number % groups.count) + groups.count) % groups.count }

  private static func wall(_ colors: (upper: UInt32, lower: UInt32), _ width: Double, _ context: OpaquePointer?) {
    let gradient = cairo_pattern_create_linear(0, 0, 0, 1)
    defer { cairo_pattern_destroy(gradient) }
    for (offset, color) in [(0.0, colors.upper), (1.0, colors.lower)] {
      cairo_pattern_add_color_stop_rgb(
        gradient, offset, Double(color >> 16 & 255) / 255, Double(color >> 8 & 255) / 255, Double(color & 255) / 255)
    }
    cairo_set_source(context, gradient)
    cairo_paint(context)
    // Paper discs, so that it can be seen where a photo is cut.
    cairo_set_source_rgba(context, 1, 1, 1, 0.4)
    for (x, y, radius) in [(0.08, 0.16, 0.07), (0.27, 0.08, 0.05), (0.75, 0.1, 0.06), (0.93, 0.2, 0.08)] {
      cairo_arc(context, x * width, y, radius, 0, 2 * Double.pi)
      cairo_fill(context)
    }
  }

  private static func draw(_ guest: Guest, _ context: OpaquePointer?) {
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_translate(context, guest.x, guest.y)
    cairo_scale(context, guest.size, guest.size)
    func ink(_ color: UInt32) {
      cairo_set_source_rgb(
        context, Double(color >> 16 & 255) / 255, Double(color >> 8 & 255) / 255, Double(color & 255) / 255)
    }
    func ellipse(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
      cairo_save(context)
      cairo_translate(context, x, y)
      cairo_scale(context, width, height)
      cairo_arc(context, 0, 0, 1, 0, 2 * Double.pi)
      cairo_restore(context)
      cairo_fill(context)
    }
    ink(guest.hair)
    if guest.longHair { ellipse(0, -0.01, 0.165, 0.24) }
    ink(guest.clothes)
    ellipse(0, 0.52, 0.25, 0.32)
    ink(guest.skin)
    cairo_rectangle(context, -0.045, 0.08, 0.09, 0.16)
    cairo_fill(context)
    ellipse(0, 0, 0.125, 0.155)
    ink(guest.hair)
    cairo_arc(context, 0, -0.03, 0.135, Double.pi, 2 * Double.pi)
    cairo_curve_to(context, 0.08, -0.075, -0.06, -0.06, -0.135, -0.03)
    cairo_fill(context)
    ink(0x2B2220)
    ellipse(-0.048, 0.0, 0.012, 0.016)
    ellipse(0.048, 0.0, 0.012, 0.016)
    cairo_set_line_width(context, 0.013)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_arc(context, 0, 0.04, 0.055, 0.15 * Double.pi, 0.85 * Double.pi)
    cairo_stroke(context)
  }
}
