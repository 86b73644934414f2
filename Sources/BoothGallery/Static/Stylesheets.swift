import BoothCore
import BoothWeb
import Crypto
import HTTPTypes

/// The files that pages load. Their names hold a hash of their bytes, so that browsers may keep them for good.
struct Stylesheets: Sendable {
  private struct File: Sendable {
    var name: String
    var type: String
    var bytes: [UInt8]
  }

  private let files: [String: File]
  private let themes: [EventID: String]
  /// The names of what all pages load.
  let common: String
  let script: String
  private let plainTheme: String

  init(events: [EventID: Event]) {
    var files: [String: File] = [:]
    func add(_ stem: String, _ ending: String, _ type: String, _ text: String) -> String {
      let bytes = Array(text.utf8)
      let hash = URLBase64.encode(SHA256.hash(data: bytes).prefix(9))
      let file = File(name: "\(stem).\(hash).\(ending)", type: type, bytes: bytes)
      files["\(stem).\(ending)"] = file
      return file.name
    }
    common = add("gallery", "css", "text/css; charset=utf-8", galleryStyle)
    script = add("gallery", "js", "text/javascript; charset=utf-8", galleryScript)
    plainTheme = add("theme", "css", "text/css; charset=utf-8", ThemeColours(Theme()).css)
    themes = Dictionary(
      uniqueKeysWithValues: events.map { id, event in
        (id, add("theme-\(id)", "css", "text/css; charset=utf-8", ThemeColours(event.theme).css))
      })
    self.files = files
  }

  func theme(of event: EventID?) -> String { event.flatMap { themes[$0] } ?? plainTheme }

  /// `GET /static/{name}`. A name with another hash, of a page loaded before an update, gets what is there now.
  func answer(_ name: String) -> WebAnswer? {
    let parts = name.split(separator: ".")
    guard parts.count == 3, let file = files["\(parts[0]).\(parts[2])"] else { return nil }
    return WebAnswer(
      .ok,
      [
        .contentType: file.type,
        .cacheControl: file.name == name ? "public, max-age=31536000, immutable" : "no-cache",
      ], .bytes(file.bytes))
  }
}
