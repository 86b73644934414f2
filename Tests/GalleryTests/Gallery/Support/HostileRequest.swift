import BoothCore

/// A request as no proper client sends it, the same for the same seed: methods, paths, queries, headers, bodies and bytes
/// that are nearly, or not at all, what the gallery knows.
struct HostileRequest: Sendable {
  var bytes: [UInt8]
  /// What was announced has come: there is an answer without more.
  var isWhole = true
  var hasToken = false
  var isHead = false

  private var random: SeededRandom

  init(seed: UInt64, session: String) {
    random = SeededRandom(seed: seed)
    bytes = []
    var target = path(session)
    if number(3) == 0 { for _ in 0...number(2) { target = bent(target) } }
    let method = pick([
      "GET", "GET", "GET", "HEAD", "POST", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "get", "G\u{e9}T",
    ])
    isHead = method == "HEAD"
    var headers = ["Host: x"]
    if number(3) == 0 { for _ in 0...number(3) { headers.append(header()) } }
    if number(5) == 0 {
      hasToken = true
      headers.append("X-FotoX-Key: \(GalleryLab.token)")
    }
    var body = method == "POST" || method == "PUT" || number(10) == 0 ? self.body(session) : []
    switch number(12) {
    case 0:
      headers.append("Content-Length: \(body.count + 1 + number(1 << 20))")
      isWhole = false
    case 1:
      headers.append("Transfer-Encoding: chunked")
      body = Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
    case 2:
      headers.append("Content-Length: \(pick(["-1", "x", "99999999999999999999", "1, 2", "", "0x10"]))")
      isWhole = false
    default: headers.append("Content-Length: \(body.count)")
    }
    bytes = Array("\(method) \(target) HTTP/1.1\r\n\(headers.joined(separator: "\r\n"))\r\n\r\n".utf8) + body
    if number(20) == 0 {
      for _ in 0...number(4) { bytes[number(bytes.count)] = UInt8(number(256)) }
      isWhole = false
    }
  }

  private mutating func number(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
  private mutating func pick<Value>(_ values: [Value]) -> Value { values[number(values.count)] }

  private mutating func path(_ session: String) -> String {
    let event = pick(["7", "8", "0", "-1", "9007199254740993", "07", "7.0", "1e1", "\u{667}", "%37", ""])
    let id = pick([
      session, "ABC", "../..", "%2e%2e", ".", "a", String(repeating: "a", count: 200), "A%00B", "x/y", "é",
    ])
    let prefix = pick(["", "/api", "/api/api", "//", "/API"])
    switch number(14) {
    case 0: return "/s/\(id)"
    case 1: return "/e/\(event)?key=\(pick(["", "x", "%00", "a&key=b"]))&page=\(number(9) - 2)"
    case 2:
      return "\(prefix)/events/\(event)"
        + pick(["", "/thumbnails?limit=\(number(1000) - 9)&cursor=\(id)", "/link", "/x"])
    case 3, 4, 5, 6: return "\(prefix)/asset?path=\(object(session))" + pick(["", "&download=1", "&path=x"])
    case 7: return "\(prefix)/presign"
    case 8: return "\(prefix)/complete"
    case 9:
      return
        "\(prefix)/upload?path=\(object(session))&expires=\(pick(["1", "9999999999", "-1", "x", "99999999999999999999"]))"
        + "&type=\(pick(["image/png", "", "a"]))&size=\(pick(["1", "-1", "x"]))&sig=\(pick(["", "x", "%00", "AAAA"]))"
    case 10: return "\(prefix)/sessions/\(event)/\(id)"
    case 11: return "\(prefix)/s/\(id)/strips"
    case 12: return "/static/\(pick(["gallery.css", "../x", "%2e%2e%2f", "gallery.x.js", ""]))"
    default:
      return pick(["/", "*", "http://x/health", "/health", "\(prefix)/health", "x", "/%", "/?", "https://[::1/e/7"])
    }
  }

  private mutating func object(_ session: String) -> String {
    // Half of them are there.
    if number(2) == 0 {
      return pick(["events/8/index.json", "sessions/\(session)/manifest.json"])
        + pick(["", "", ".", "/", "%00", "%2f"])
    }
    return pick([
      "events/8/sessions/\(session)/photo_0.jpg", "events/8/sessions/\(session)/video_0.mov", "events/8/index.json",
      "events/7/index.json", "EVENTS/7/index.json", "events/7/INDEX.JSON",
      "events/07/index.json", "events/7/index.json/", "events//7/index.json", "private/emails/emails_7.json",
      "PRIVATE/emails/emails_7.json", "private%2Femails%2Femails_7.json", "sessions/\(session)/manifest.json",
      "..%2Foutside.txt", "../outside.txt", "%2e%2e/outside.txt", "events/../../outside.txt", ".booth/types/x",
      "link/outside.txt", "events/7/link", "fifo", "/etc/passwd", "events/7/sessions/\(session)", "", "%00", "a%00b",
      String(repeating: "a/", count: 600), "private./emails/emails_7.json", "PRIVAT~1/x",
    ])
  }

  private mutating func bent(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    guard !scalars.isEmpty else { return text }
    let place = number(scalars.count)
    switch number(7) {
    case 0: scalars[place] = pick(["%", "/", "?", "&", "=", "\\", "\u{1F600}", "\u{7F}", ".", "+"])
    case 1: scalars.insert(contentsOf: Array("%\(String(number(256), radix: 16))".unicodeScalars), at: place)
    case 2: scalars.remove(at: place)
    case 3: scalars += scalars
    case 4: scalars.insert(contentsOf: "../".unicodeScalars, at: place)
    case 5: scalars = Array(scalars.prefix(place + 1))
    default: break
    }
    return String(String.UnicodeScalarView(scalars.filter { $0 != " " && $0 != "\r" && $0 != "\n" }))
  }

  private mutating func header() -> String {
    pick([
      "Range: bytes=\(number(99))-\(number(99))", "Range: bytes=-\(number(1 << 30))", "Range: bytes=0-0,1-1",
      "Range: x",
      "Range: bytes=99999999999999999999-", "If-None-Match: *", "If-None-Match: \"x\", W/\"y\"", "If-Range: \"x\"",
      "Expect: 200-ok", "X-FotoX-Key: wrong", "X-FotoX-Key: ", "Host: y", "Host: \u{0}", "X-Forwarded-Proto: https",
      "Accept-Language: \(String(repeating: "x,", count: 200))", "Accept-Language: he;q=9,*;q=x", "Content-Type: \u{1}",
      "Content-Type: text/html", "Content-Type: image/png, text/html", "Connection: close", "Connection: upgrade",
      "Upgrade: h2c", "X: \(String(repeating: "x", count: number(20_000)))", ": x", "X", " folded: x", "Cookie: a=b",
    ])
  }

  private mutating func body(_ session: String) -> [UInt8] {
    let folder = "events/7/sessions/\(session)/"
    let value = pick([
      "7", "\"7\"", "null", "-1", "1e99", "[]", "{}", "\"\"", "9007199254740993", "\"x\"", "1.5", "true",
    ])
    switch number(8) {
    case 0: return Array(#"{"event_id":\#(value),"session_id":"\#(session)","files":[{"path":"\#(folder)x"}]}"#.utf8)
    case 1:
      return Array(
        #"{"event_id":7,"session_id":"\#(session)","files":[{"path":\#(value),"size_bytes":\#(value)}]}"#.utf8)
    case 2: return Array(#"{"event_id":7,"session_id":\#(value),"files":\#(value),"gallery":\#(value)}"#.utf8)
    case 3:
      return Array(#"{"event_id":\#(value),"session_id":"\#(session)","manifest_path":"\#(folder)manifest.json"}"#.utf8)
    case 4: return Array(String(repeating: pick(["[", "{\"a\":", "\""]), count: number(5000)).utf8)
    case 5: return (0..<number(3000)).map { _ in UInt8(number(256)) }
    case 6: return Array(repeating: UInt8(ascii: " "), count: number(2 << 20))
    default: return Array(#"{"event_id":7,"session_id":"\#(session)","manifest_path":"..\#(value)"}"#.utf8)
    }
  }
}
