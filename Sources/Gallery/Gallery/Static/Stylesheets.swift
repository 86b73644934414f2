import BoothCore
import WebSupport

/// The files that pages load.
struct Stylesheets: Sendable {
  private let assets = WebAssets(["gallery"])
  private let files: StaticFiles
  private let themes: [EventID: String]
  /// What all pages load: names behind `static/`.
  var common: String { assets.name(of: "gallery/gallery.css") }
  var script: String { assets.name(of: "gallery/gallery.js") }
  /// The script of second screens.
  var show: String { assets.name(of: "gallery/show.js") }
  private let plainTheme: String

  init(events: [EventID: Event]) {
    var files = StaticFiles()
    plainTheme = files.add("theme", "css", "text/css; charset=utf-8", ThemeColours(Theme()).css)
    themes = Dictionary(
      uniqueKeysWithValues: events.map { id, event in
        (id, files.add("theme-\(id)", "css", "text/css; charset=utf-8", ThemeColours(event.theme).css))
      })
    self.files = files
  }

  func theme(of event: EventID?) -> String { event.flatMap { themes[$0] } ?? plainTheme }

  /// `GET /static/{name}`.
  func answer(_ name: String, accepting encodings: String?) -> WebAnswer? {
    assets.answer(name, accepting: encodings) ?? files.answer(name)
  }
}
