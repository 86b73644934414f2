import BoothCore
import FoundationEssentials

/// What came back.
struct Response: Sendable {
  var status: Int
  /// The whole `Content-Type`, or nothing.
  var contentType = ""
  /// Where a 3xx leads (RFC 9110, 10.2.2), as it came.
  var location: String?
  var retryAfter: Duration?
  /// Those of its headers that tell who has answered, by their names in small letters.
  var head: [String: String] = [:]
  var body: [UInt8]

  /// What ``head`` has, where an answer has it.
  static let telling = ["www-authenticate", "cf-mitigated", "x-vercel-mitigated", "x-amzn-waf-action", "server"]

  /// What it says about who has answered; nil where nothing more is known than its status says.
  func reading(isUpload: Bool) -> RefusedAnswer.Reading? {
    RefusedAnswer(status: status, isUpload: isUpload, head: head, body: body).reading
  }

  var isJSON: Bool { contentType.contains("json") }

  /// The server's own words, cut and made harmless for a log.
  func words(hiding hidden: HiddenTexts) -> String {
    guard !body.isEmpty, body.count < 2000 else { return "" }
    let clean = hidden.clean(String(decoding: body, as: UTF8.self), upTo: 160)
    return clean.hasPrefix("<") || clean.isEmpty ? "" : ": \(clean)"
  }

  /// What stands as `error` in an answer of the contract's style; nil where it is none.
  var error: String? {
    guard isJSON else { return nil }
    do { return try JSONDecoder().decode(Refusal.self, from: Data(body)).error } catch { return nil }
  }

  private struct Refusal: Decodable { var error: String }

  // MARK: Who answered

  /// Who answered instead of a gallery, in words; nil where it may be one. A gallery answers calls with JSON, or with a few
  /// words of plain text, and redirects to nothing: what does is another website, a network's login page, or the
  /// gallery's old address. That a gallery is out of order (5xx) is said by whatever stands before it, often with a
  /// page.
  func stranger(hiding hidden: HiddenTexts) -> String? {
    if reading(isUpload: false)?.refuser == .challenge {
      return "something before the gallery wants the proof of a browser (\(status))"
    }
    switch status {
    // Not modified: an answer to a question that is never asked.
    case 304: return nil
    case 300..<400:
      let place = location.map { hidden.clean(String($0.prefix { $0 != "?" && $0 != "#" }), upTo: 160) } ?? ""
      return "no gallery answers there: the address leads on to \(place.isEmpty ? "another" : place) (\(status))"
    // Network Authentication Required (RFC 6585, 6).
    case 511: return "no gallery answers there, but a network that wants somebody to sign in (511)"
    // These say what is to be done about them, in any case.
    case 401, 403, 408, 413, 425, 429: return nil
    case ..<500 where isPage:
      return "no gallery answers there, but a web page\(title(hiding: hidden).map { " (\($0))" } ?? "") (\(status))"
    default: return nil
    }
  }

  /// Whether it is HTML, whatever it is called.
  private var isPage: Bool {
    if contentType.lowercased().hasPrefix("text/html") { return true }
    let start = String(decoding: body.prefix(256).drop { $0 <= 0x20 }.prefix(16), as: UTF8.self).lowercased()
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
  }

  /// What a page calls itself.
  private func title(hiding hidden: HiddenTexts) -> String? {
    let start = String(decoding: body.prefix(64 << 10), as: UTF8.self)
    guard let match = start.firstMatch(of: /(?i)<title[^>]*>\s*([^<]+)/) else { return nil }
    let words = hidden.clean(String(match.1), upTo: 80)
    return words.isEmpty ? nil : "\"\(words)\""
  }
}
