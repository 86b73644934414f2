/// What answers in a printer's place, in words: a router's page, a hotel's sign-in, the printer's own web server.
enum PageWords {
  /// Whether it is HTML, whatever it is called.
  static func isPage(_ contentType: String, _ body: [UInt8]) -> Bool {
    if contentType.lowercased().hasPrefix("text/html") { return true }
    let start = String(decoding: body.prefix(256).drop { $0 <= 0x20 }.prefix(16), as: UTF8.self).lowercased()
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
  }

  /// With the page's title, where it has one.
  static func of(_ body: [UInt8], status: Int) -> String {
    let start = String(decoding: body.prefix(64 << 10), as: UTF8.self)
    let title = start.firstMatch(of: /(?i)<title[^>]*>\s*([^<]+)/).map { PrinterWords.clean(String($0.1), limit: 80) }
    let name = title.map { $0.isEmpty ? "" : " (\"\($0)\")" } ?? ""
    let what = isPage("", body) ? "a web page\(name)" : "something"
    return "\(what) answers there, and no printer (HTTP \(status)); check the address"
  }
}
