public import BoothCore
import BoothImaging
public import Logging

/// Every scene of an event, in each of its languages and two shapes of screen, as pictures and a page to look through them:
/// what a host looks at before the guests do.
public struct EventPreview: Sendable {
  /// One picture.
  public struct Item: Sendable, Equatable {
    /// `de-review-tall.png`: the name of its file.
    public var fileName: String
    public var scene: String
    public var language: Language
    public var size: PixelSize
    fileprivate var picture: ScreenPicture
  }

  public static let wide = PixelSize(width: 1280, height: 720)
  public static let tall = PixelSize(width: 720, height: 1280)

  public let event: Event
  public let items: [Item]
  /// The moment that all pictures show.
  private static let now = Instant(nanoseconds: 1_000_000_000_000)

  public init(_ event: Event, sizes: [PixelSize] = [wide, tall]) {
    self.event = event
    var items: [Item] = []
    for language in Language.spoken(at: event) {
      // The language that is looked at comes first; guests see the others below it.
      var spoken = event
      spoken.languages = [language.rawValue] + event.languages.filter { Language(code: $0) != language }
      for (scene, picture) in Self.scenes(of: spoken, at: Self.now) {
        for size in sizes {
          let shape = size.width >= size.height ? "wide" : "tall"
          items.append(
            Item(
              fileName: "\(language.rawValue)-\(scene)-\(shape).png", scene: scene, language: language, size: size,
              picture: picture))
        }
      }
    }
    self.items = items
  }

  /// One of the pictures as a PNG file.
  /// - Parameters:
  ///   - eventFolder: the folder of an event by its slug, for its artwork; what cannot be read is left out and logged.
  /// - Throws: ``ImageError`` if it cannot be drawn.
  public func png(
    _ item: Item, eventFolder: @escaping @Sendable (String) -> String, logger: Logger
  ) throws(ImageError) -> [UInt8] {
    let artwork = ArtworkCache(eventFolder: eventFolder, logger: logger)
    let sheet = ScenePainter(look: PixelLook(reducesMotion: true)).sheet(item.picture, size: item.size, now: Self.now)
    let people = try Self.people(PixelSize(width: 900, height: 600), event.theme)
    let picture = try sheet.bitmap(frame: people) { wanted in
      if case .photo = wanted.source { Resampler.fill(wanted.size, with: people) } else { artwork.bitmap(wanted) }
    }
    return try PNG.encode(picture)
  }

  /// The page, which expects the pictures beside it.
  public var page: String {
    var text = """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>\(Self.escaped(event.name)): every scene</title>
      <style>
      body { margin: 2rem; font: 1rem/1.4 "Noto Sans", sans-serif; background: #191919; color: #eee }
      figure { display: inline-block; margin: 0 1rem 1.5rem 0; vertical-align: top }
      img { display: block; height: 15rem; border-radius: .3rem }
      figcaption { padding: .3rem 0; color: #bbb }
      nav a { color: #9cf; margin-right: 1rem }
      </style>
      <h1>\(Self.escaped(event.name))</h1>
      <nav>
      """
    let languages = Language.spoken(at: event)
    for language in languages { text += "<a href=\"#\(language.rawValue)\">\(language)</a>\n" }
    text += "</nav>\n"
    for language in languages {
      text += "<h2 id=\"\(language.rawValue)\">\(language)</h2>\n"
      for item in items where item.language == language {
        text +=
          "<figure><a href=\"\(item.fileName)\"><img src=\"\(item.fileName)\" alt=\"\(item.scene)\"></a>"
          + "<figcaption>\(item.scene), \(item.size.description)</figcaption></figure>\n"
      }
    }
    return text + "</html>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  /// Who stands in front of the camera that is not there.
  private static func people(_ size: PixelSize, _ theme: Theme) throws(ImageError) -> Bitmap {
    var picture = Bitmap(size: size, color: .black)
    let wall = RGBColor(red: 0xD6, green: 0xBE, blue: 0xA0)
    let shirts = [RGBColor(red: 0x28, green: 0x46, blue: 0x8C), RGBColor(red: 0xBE, green: 0x3C, blue: 0x50)]
    let skins = [RGBColor(red: 0xE0, green: 0xAC, blue: 0x8C), RGBColor(red: 0x96, green: 0x64, blue: 0x46)]
    let (width, height) = (Double(size.width), Double(size.height))
    try picture.sketch { drawing in
      drawing.fill(
        .rectangle(PixelRect(x: 0, y: 0, width: size.width, height: size.height)),
        .glowing(wall, wall.mixed(with: .black, 0.35)))
      for (index, x) in [0.36, 0.64].enumerated() {
        let body = PixelRect(
          x: Int((x - 0.19) * width), y: Int(0.62 * height), width: Int(0.38 * width), height: Int(0.38 * height))
        drawing.fill(.dome(body), .color(shirts[index]))
        drawing.fill(.circle(Spot(x * width, 0.42 * height), radius: 0.19 * height), .color(skins[index]))
        for side in [-1.0, 1] {
          drawing.fill(
            .circle(Spot(x * width + side * 0.07 * height, 0.39 * height), radius: 0.02 * height), .color(.black))
        }
        drawing.stroke(
          .arc(Spot(x * width, 0.43 * height), radius: 0.09 * height, from: 0.34, to: 0.66), width: 0.018 * height,
          RGBColor(red: 0x80, green: 0x20, blue: 0x30))
      }
    }
    return picture
  }
}
