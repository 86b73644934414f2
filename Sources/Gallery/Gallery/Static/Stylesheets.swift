import BoothCore
import WebSupport

/// The files that pages load.
struct Stylesheets: Sendable {
  private let files: StaticFiles
  private let themes: [EventID: String]
  /// The names of what all pages load.
  let common: String
  let script: String
  private let plainTheme: String

  init(events: [EventID: Event]) {
    var files = StaticFiles()
    common = files.add("gallery", "css", "text/css; charset=utf-8", galleryStyle)
    script = files.add("gallery", "js", "text/javascript; charset=utf-8", galleryScript)
    plainTheme = files.add("theme", "css", "text/css; charset=utf-8", ThemeColours(Theme()).css)
    themes = Dictionary(
      uniqueKeysWithValues: events.map { id, event in
        (id, files.add("theme-\(id)", "css", "text/css; charset=utf-8", ThemeColours(event.theme).css))
      })
    self.files = files
  }

  func theme(of event: EventID?) -> String { event.flatMap { themes[$0] } ?? plainTheme }

  /// `GET /static/{name}`.
  func answer(_ name: String) -> WebAnswer? { files.answer(name) }
}
