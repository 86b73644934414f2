import BoothCore

/// A call of one who has a token of one event, its links, and a link to a session of another event, and wants more: the same for the same
/// seed. All of it is well-formed HTTP; what is not is ``HostileRequest``'s.
struct HostileCall: Sendable {
  /// What the caller has.
  struct Kit: Sendable {
    /// Of event 7 alone.
    var token: String
    var endedToken: String
    /// Opens event 7's page.
    var key: String
    /// An address for an upload of ``own``, without its host.
    var permit: String
    /// A name and a value that a browser got for event 7's PIN.
    var cookie: String
    var own: String
    /// A session of event 8, whose page all who know its link may see.
    var foreign: String
    /// Names that lie in the store and are no guest's.
    var hidden: [String]
  }

  var method = LabMethod.get
  var path = ""
  var headers: [(String, String)] = []
  var body: String?

  private var random: SeededRandom

  init(seed: UInt64, _ kit: Kit) {
    random = SeededRandom(seed: seed)
    switch number(11) {
    case 0, 1: presign(kit)
    case 2: upload(kit)
    case 3: complete(kit)
    case 4: erase(kit)
    case 5, 6: event(kit)
    case 7: pin(kit)
    case 8: moderate(kit)
    case 9: object(kit)
    default: session(kit)
    }
    if number(4) == 0 { headers.append(("Range", range())) }
    if number(3) == 0 { headers.append(("Cookie", cookie(kit))) }
    if number(2) == 0 { headers.append(("X-FotoX-Key", token(kit))) }
    if number(6) == 0 { headers.append(("Accept", "text/html")) }
    if number(20) == 0 { headers.append(("X-HTTP-Method-Override", "DELETE")) }
    if number(20) == 0 { headers.append(("X-Original-URL", "/asset?path=\(pick(kit.hidden))")) }
  }

  private mutating func number(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
  private mutating func pick<Value>(_ values: [Value]) -> Value { values[number(values.count)] }

  private mutating func token(_ kit: Kit) -> String {
    let token = pick([kit.token, kit.token, kit.token, kit.endedToken])
    switch number(8) {
    case 0: return String(token.dropLast(number(5)))
    case 1: return token.uppercased()
    case 2: return "booth-" + pick(kit.hidden)
    case 3: return "booth-" + String(repeating: pick(["A", "../", "%2e"]), count: number(12))
    default: return token
    }
  }

  private mutating func cookie(_ kit: Kit) -> String {
    let sides = kit.cookie.split(separator: "=", maxSplits: 1).map(String.init)
    switch number(5) {
    case 0: return kit.cookie
    case 1: return "booth_event_8=" + sides[1]
    case 2: return "booth_event_8=9999999999.\(sides[1].split(separator: ".").last ?? "")"
    case 3: return "booth_event_8=99999999999999999999.; booth_event_8=.; booth_event_8="
    default: return "booth_event_08=\(sides[1]); booth_event_8=\(sides[1])x"
    }
  }

  private mutating func range() -> String {
    pick([
      "bytes=0-", "bytes=-1", "bytes=\(number(99))-\(number(99))", "bytes=0-0,5-9", "bytes=99999999999999999999-",
      "bytes=-99999999999999999999", "items=0-1", "bytes=", "bytes=a-b", "bytes=0-18446744073709551616",
    ])
  }

  private mutating func eventValue() -> String {
    pick([
      "7", "8", "8", "\"7\"", "\"8\"", "0", "-8", "8.0", "8e0", "null", "[8]", "\"08\"", "9007199254740993", "true",
    ])
  }

  private mutating func eventText() -> String { pick(["8", "8", "8", "7", "08", "%38", "8%20", "8.0", "0", "-8"]) }

  private mutating func sessionText(_ kit: Kit) -> String {
    pick([
      kit.own, kit.foreign, kit.foreign, "NEW-\(number(5))", "email-collection", "../8", kit.own.lowercased(),
      kit.foreign.lowercased(), "..", kit.foreign + "/order",
    ])
  }

  /// A key, of which most are not the caller's.
  private mutating func key(_ kit: Kit) -> String {
    let own = "events/7/sessions/\(kit.own)/"
    var key = pick(
      [
        own + "photo_0.jpg", own + "../../../8/sessions/\(kit.foreign)/photo_0.jpg",
        "events/8/sessions/\(kit.foreign)/photo_0.jpg", "events/8/sessions/\(kit.foreign)/manifest.json",
        "sessions/\(kit.foreign)/manifest.json", "sessions/\(kit.foreign)/erased.json", "events/8/index.json",
        "events/8/order/0000000000000-\(kit.own)", "events/7/order/0000000000000-\(kit.foreign)",
        "private/emails/emails_7.json", "private/emails/emails_8.json", "private/emails/emails_unknown.json",
        "private/events/8/settings.json", "private/events/7/settings.json", "private/events/8/access.json",
        "private/tokens/x.json", "private/tries/8/1-1", "Private/events/8/settings.json", "events//8/index.json",
        "events/8/./index.json", "./events/8/index.json", "/events/8/index.json", "events/8/index.json/", "",
      ] + kit.hidden)
    if number(4) == 0 { key = bent(key) }
    return key
  }

  private mutating func bent(_ text: String) -> String {
    var signs = Array(text)
    guard !signs.isEmpty else { return text }
    let place = number(signs.count)
    switch number(6) {
    case 0: signs.insert(contentsOf: "%2f", at: place)
    case 1: signs.insert(contentsOf: "../", at: place)
    case 2: signs[place] = pick(["\u{0}", "\u{FF0F}", ".", "~", "\\", "\u{202E}", "%"])
    case 3: signs.insert("/", at: place)
    case 4: return text.uppercased()
    default: return text + pick([".", " ", "\u{0}", "/.", "?x", "#x", ";x"])
    }
    return String(signs)
  }

  /// As JSON has it.
  private func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      } else {
        quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-_.~/".utf8.contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  private mutating func presign(_ kit: Kit) {
    method = .post
    path = pick(["/presign", "/api/presign"])
    if number(2) == 0 { headers.append(("X-Booth-Uploads", "direct")) }
    let files = (0...number(3)).map { _ in
      let key = self.key(kit)
      let size = pick(["", ",\"size_bytes\":9", ",\"size_bytes\":-1", ",\"size_bytes\":99999999999"])
      return
        "{\"path\":\(quoted(key)),\"content_type\":\(quoted(pick(["image/jpeg", "text/html", "a\r\nb", ""])))\(size)}"
    }
    body =
      "{\"event_id\":\(eventValue()),\"session_id\":\(quoted(sessionText(kit))),\"files\":[\(files.joined(separator: ","))]"
      + pick(["", ",\"gallery\":\"open\"", ",\"gallery\":\"link\"", ",\"gallery\":7"]) + "}"
  }

  private mutating func upload(_ kit: Kit) {
    method = .put
    var fields = kit.permit.split(separator: "?", maxSplits: 1).last.map(String.init) ?? ""
    let other = "path=" + encoded(key(kit))
    switch number(7) {
    case 0: fields = other + "&" + fields
    case 1: fields += "&" + other
    case 2:
      fields = other + "&" + fields.split(separator: "&").filter { !$0.hasPrefix("path=") }.joined(separator: "&")
    case 3: fields = fields.replacing("expires=", with: "expires=9")
    case 4: fields = fields.replacing("size=", with: "size=1")
    case 5: fields = fields.split(separator: "&").filter { !$0.hasPrefix("type=") }.joined(separator: "&")
    default: break
    }
    path = pick(["/upload?", "/api/upload?"]) + fields
    headers.append(("Content-Type", pick(["image/jpeg", "text/html"])))
    body = pick(["123456789", "", "12345678901"])
  }

  private mutating func complete(_ kit: Kit) {
    method = .post
    path = pick(["/complete", "/api/complete"])
    let session = sessionText(kit)
    let manifest = pick([
      "events/7/sessions/\(session)/manifest.json", "events/8/sessions/\(session)/manifest.json", key(kit),
    ])
    body =
      "{\"event_id\":\(eventValue()),\"session_id\":\(quoted(session)),\"manifest_path\":\(quoted(manifest))"
      + pick(["", ",\"gallery\":\"open\""]) + "}"
  }

  private mutating func erase(_ kit: Kit) {
    method = .delete
    path = pick(["/sessions/", "/api/sessions/"]) + eventText() + "/"
    path += encoded(pick([kit.foreign, kit.foreign, sessionText(kit)]))
  }

  private mutating func event(_ kit: Kit) {
    let event = eventText()
    path = pick([
      "/e/\(event)", "/e/\(event)/host", "/e/\(event)/show", "/api/events/\(event)",
      "/api/events/\(event)/thumbnails", "/api/events/\(event)/link", "/api/events/\(event)/all.zip",
      "/api/events/\(event)/news",
    ])
    let key = pick([
      kit.key, kit.key + kit.key, String(kit.key.dropLast()), "", kit.token, String(repeating: "A", count: 22),
    ])
    path +=
      "?key=\(encoded(key))"
      + pick(["", "&after=0", "&page=-1", "&cursor=\(kit.foreign)", "&limit=999999999999", "&key=\(kit.key)"])
  }

  private mutating func pin(_ kit: Kit) {
    method = .post
    path = "/e/" + eventText()
    headers.append(("Content-Type", "application/x-www-form-urlencoded"))
    // The right one is even.
    let wrong = String(100_001 + 2 * number(400_000))
    body =
      "pin="
      + pick([wrong, wrong, "", "%00", "0", wrong + "&pin=" + wrong, String(repeating: "1", count: 900), "\u{661}"])
  }

  private mutating func moderate(_ kit: Kit) {
    method = .post
    path = "/e/\(eventText())/host?key=\(encoded(pick([kit.key, "", kit.token])))"
    headers.append(("Content-Type", "application/x-www-form-urlencoded"))
    body = "session=\(encoded(sessionText(kit)))&show=\(number(2))"
  }

  private mutating func object(_ kit: Kit) {
    let key = self.key(kit)
    path = pick(["/asset", "/api/asset", "/api/media", "/api/small"]) + "?path="
    path += number(6) == 0 ? encoded(encoded(key)) : encoded(key)
    path += pick(["", "&download=1", "&width=320", "&path=" + encoded(self.key(kit))])
    if number(5) == 0 { method = pick([.head, .options]) }
  }

  private mutating func session(_ kit: Kit) {
    let id = encoded(sessionText(kit))
    path = pick(["/s/\(id)", "/session/\(id)", "/api/s/\(id)/strips", "/api/s/\(id)/all.zip"])
  }
}
