public import BoothCore
import Imaging
public import Logging

/// Every scene of an event, in each of its languages and two shapes of screen, as pictures and a page to look through them:
/// what a host looks at before the guests do.
public struct EventPreview: Sendable {
  /// One picture.
  public struct Item: Sendable, Equatable {
    /// `de-review-tall.png`: the name of its file.
    public var fileName: String
    /// Which scene it shows, as its file name has it: `review`.
    public var scene: String
    /// The language that comes first in it.
    public var language: Language
    /// The picture's size in pixels.
    public var size: PixelSize
    fileprivate var picture: ScreenPicture
  }

  /// A screen that lies: 1280 by 720 pixels.
  public static let wide = PixelSize(width: 1280, height: 720)
  /// A screen that stands: 720 by 1280 pixels.
  public static let tall = PixelSize(width: 720, height: 1280)

  /// The event that is looked at.
  public let event: Event
  /// One for every language, scene and size, in this order.
  public let items: [Item]
  /// The event's layouts with drawn guests, JPEGs by their ids; of others the outline is shown.
  public let prints: [String: [UInt8]]
  /// The moment that all pictures show.
  private static let now = Instant(nanoseconds: 1_000_000_000_000)

  /// Lists the pictures and draws none: ``png(_:eventFolder:logger:)`` does. By default in both shapes.
  /// - Parameter prints: the event's layouts, JPEGs by their ids.
  public init(_ event: Event, sizes: [PixelSize] = [wide, tall], prints: [String: [UInt8]] = [:]) {
    self.event = event
    self.prints = prints
    var items: [Item] = []
    for language in Language.spoken(at: event) {
      // The language that is looked at comes first; guests see the others below it.
      var spoken = event
      spoken.languages = [language.rawValue] + event.languages.filter { Language(code: $0) != language }
      for (scene, picture) in Self.scenes(of: spoken, prints, at: Self.now) {
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
    let sheet = ScenePainter(style: PixelStyle(reducesMotion: true)).sheet(item.picture, size: item.size, now: Self.now)
    // Who stands in front of the camera that is not there.
    let people = try Bitmap(decoding: SamplePhoto.jpeg(0, size: PixelSize(width: 1200, height: 800)))
    var layouts: [String: Bitmap] = [:]
    for id in item.picture.layoutPictures.keys {
      if let jpeg = prints[id] {
        layouts[Self.layoutPath(id)] = try Bitmap(decoding: jpeg, subject: "the layout \(id)")
      }
    }
    let picture = try sheet.bitmap(frame: people) { wanted in
      if case .photo(let path) = wanted.source {
        Resampler.fill(wanted.size, with: layouts[path] ?? people)
      } else {
        artwork.bitmap(wanted)
      }
    }
    return try PNG.encode(picture)
  }

  /// In place of the path that a picture of a layout has in a booth.
  static func layoutPath(_ id: String) -> String { "layout:\(id)" }

  /// The page, which expects the pictures beside it.
  /// - Parameter papers: sheets of paper that are beside it, too: a file's name and what is said of it.
  public func page(papers: [(fileName: String, words: String)] = []) -> String {
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
    if !papers.isEmpty { text += "<a href=\"#paper\">On paper</a>\n" }
    text += "</nav>\n"
    for language in languages {
      text += "<h2 id=\"\(language.rawValue)\">\(language)</h2>\n"
      for item in items where item.language == language {
        text +=
          "<figure><a href=\"\(item.fileName)\"><img src=\"\(item.fileName)\" alt=\"\(item.scene)\"></a>"
          + "<figcaption>\(item.scene), \(item.size.description)</figcaption></figure>\n"
      }
    }
    if !papers.isEmpty {
      text +=
        "<h2 id=\"paper\">On paper</h2>\n<p>Red is cut off. Words and faces should stay within the green line, 3 mm from the "
        + "edge. Blue is where a printer cuts strips.</p>\n"
      for paper in papers {
        text +=
          "<figure><a href=\"\(paper.fileName)\"><img src=\"\(paper.fileName)\" alt=\"\(Self.escaped(paper.words))\"></a>"
          + "<figcaption>\(Self.escaped(paper.words))</figcaption></figure>\n"
      }
    }
    return text + "</html>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
