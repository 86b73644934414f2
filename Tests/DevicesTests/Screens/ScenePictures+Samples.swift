import BoothCore
import BoothTesting
import FoundationEssentials
import Imaging
import Screens

extension ScenePictures {
  /// What the loader would give: artwork of the bundled events, two guests in front of the camera.
  static func samples(of event: Event?, size: PixelSize = PixelSize(width: 400, height: 300)) throws -> ScenePictures {
    var pictures = ScenePictures(live: guests(size), photo: guests(size))
    guard let event, let attract = event.attract else { return pictures }
    let file = eventsFolder.appending(path: event.slug).appending(path: attract)
    pictures.attract = try JPEGCodec().decode(Array(Data(contentsOf: file)), covering: size)
    pictures.guide = pictures.attract
    return pictures
  }

  static var eventsFolder: URL {
    SourceTree.root.appending(path: "Events")
  }

  /// Two heads with shoulders before a warm wall: round shapes and soft shades, as faces are.
  static func guests(_ size: PixelSize) -> Bitmap {
    var bitmap = Bitmap(size: size, color: .black)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let u = Double(x) / Double(size.width) * 1.5
        let v = Double(y) / Double(size.height)
        bitmap[x, y] = guest(u, v)
      }
    }
    return bitmap
  }

  private static func guest(_ u: Double, _ v: Double) -> UInt32 {
    func color(_ red: Double, _ green: Double, _ blue: Double, _ shade: Double) -> UInt32 {
      func byte(_ value: Double) -> UInt32 { UInt32(min(max(value * shade, 0), 255)) }
      return 0xFF00_0000 | byte(red) << 16 | byte(green) << 8 | byte(blue)
    }
    func inside(_ x: Double, _ y: Double, _ a: Double, _ b: Double) -> Bool {
      let (dx, dy) = ((u - x) / a, (v - y) / b)
      return dx * dx + dy * dy < 1
    }
    for (x, y, skin, hair, cloth) in [
      (0.52, 0.42, (224.0, 172.0, 140.0), (70.0, 40.0, 25.0), (40.0, 70.0, 140.0)),
      (0.98, 0.48, (150.0, 100.0, 70.0), (30.0, 24.0, 28.0), (190.0, 60.0, 80.0)),
    ] {
      let light = 1.1 - abs(u - x) * 1.2
      if inside(x - 0.055, y - 0.02, 0.018, 0.022) || inside(x + 0.055, y - 0.02, 0.018, 0.022) {
        return color(30, 25, 25, 1)
      }
      if inside(x, y + 0.075, 0.06, 0.035), !inside(x, y + 0.05, 0.07, 0.03) { return color(170, 50, 60, light) }
      if inside(x, y, 0.135, 0.185), v > y - 0.12 { return color(skin.0, skin.1, skin.2, light) }
      if inside(x, y - 0.03, 0.165, 0.215) { return color(hair.0, hair.1, hair.2, light) }
      if inside(x, y + 0.22, 0.06, 0.1) { return color(skin.0, skin.1, skin.2, 0.8 * light) }
      if inside(x, y + 0.52, 0.27, 0.3) { return color(cloth.0, cloth.1, cloth.2, light) }
    }
    let light = 1.05 - abs(u - 0.5) * 0.45 - v * 0.2
    return color(214, 190, 160, light)
  }
}
