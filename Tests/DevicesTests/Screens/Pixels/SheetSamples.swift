import BoothCore
import FoundationEssentials
import Imaging

@testable import Screens

/// Sheets of the sample scenes, with the bundled artwork and two guests in front of the camera.
enum SheetSamples {
  static let painter = ScenePainter()
  static let landscape = PixelSize(width: 800, height: 480)
  static let portrait = PixelSize(width: 720, height: 1280)
  /// 16:9, 9:16, 4:3 and 5:4, small: what matters is relative to the short side.
  static let shapes = [
    PixelSize(width: 480, height: 270), PixelSize(width: 270, height: 480), PixelSize(width: 400, height: 300),
    PixelSize(width: 375, height: 300),
  ]

  static func sheet(_ sample: SceneSamples.Sample, _ size: PixelSize) -> Sheet {
    painter.sheet(sample.picture, size: size, now: SceneSamples.now)
  }

  static func bitmap(of sheet: Sheet, hasLiveView: Bool = true) throws -> Bitmap {
    try sheet.bitmap(frame: hasLiveView ? sheet.live.map { guests($0.size) } : nil, load: load)
  }

  static func load(_ wanted: SceneRenderer.WantedPicture) -> Bitmap? {
    switch wanted.source {
    case .live: nil
    case .photo: guests(wanted.size)
    case .artwork(let slug, let path): artwork(slug, path, wanted)
    }
  }

  /// In few colours, so that pictures of them stay small.
  private static func guests(_ size: PixelSize) -> Bitmap {
    var picture = ScenePictures.guests(size)
    picture.withMutablePixels { pixels in
      for index in pixels.indices { pixels[index] = pixels[index] & 0xFFE0_E0E0 | 0x0010_1010 }
    }
    return picture
  }

  private static func artwork(_ slug: String, _ path: String, _ wanted: SceneRenderer.WantedPicture) -> Bitmap? {
    let file = ScenePictures.eventsFolder.appending(path: slug).appending(path: path)
    guard let data = try? Data(contentsOf: file),
      let picture = try? Bitmap(decoding: Array(data), covering: wanted.size)
    else { return nil }
    guard wanted.isWhole else { return Resampler.fill(wanted.size, with: picture) }
    let width = min(wanted.size.width, wanted.size.height * picture.width / picture.height)
    return Resampler.scale(
      picture, to: PixelSize(width: width, height: width * picture.height / picture.width))
  }
}

extension Sheet {
  /// Every mark in the order in which it is drawn, and the rectangle it may not leave.
  var layers: [(mark: Mark, bounds: PixelRect)] {
    let all = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    return base.map { ($0, all) } + overlays.flatMap { overlay in overlay.marks.map { ($0, overlay.rect) } }
  }

  /// What is wrong with its words: text that leaves the screen, or lies over other text.
  var faults: [String] {
    var faults: [String] = []
    var seen: [(text: String, rect: PixelRect)] = []
    for (mark, bounds) in layers {
      switch mark {
      case .text:
        guard let words = mark.words else { continue }
        if !bounds.contains(words.rect) { faults.append("“\(words.text)” at \(words.rect) leaves \(bounds)") }
        for other in seen where other.rect.intersects(words.rect) {
          faults.append("“\(words.text)” at \(words.rect) lies over “\(other.text)” at \(other.rect)")
        }
        seen.append((words.text, words.rect))
      case .figure(let text, _, let middle, let height, _, _, _):
        let rect = PixelRect(
          x: Int(middle.x - height / 3), y: Int(middle.y - height / 2), width: Int(height * 0.66), height: Int(height))
        for other in seen where other.rect.intersects(rect) { faults.append("“\(text)” lies over “\(other.text)”") }
        seen.append((text, rect))
      case .fill(.rectangle(let rect, _), .color(let color)) where color.alpha == 255:
        // What is hidden whole is gone; half of a text is worse than none.
        seen.removeAll { rect.contains($0.rect) }
        for other in seen where other.rect.intersects(rect) { faults.append("“\(other.text)” is hidden in part") }
      case .code(_, let whole), .picture(_, let whole, _, _, _):
        // What is drawn of it: a picture may be a part that is seen closely.
        let (x, y) = (max(whole.x, bounds.x), max(whole.y, bounds.y))
        let rect = PixelRect(
          x: x, y: y, width: max(0, min(whole.right, bounds.right) - x),
          height: max(0, min(whole.bottom, bounds.bottom) - y))
        for other in seen where other.rect.intersects(rect) { faults.append("a picture lies over “\(other.text)”") }
      case .fill, .stroke, .shadow: break
      }
    }
    return faults
  }
}
