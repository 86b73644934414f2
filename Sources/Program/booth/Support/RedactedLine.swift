import Glibc

/// One line of a free text without what is recognized by its form: addresses, ids, keys behind their names, file names of sessions.
/// Pure.
enum RedactedLine {
  /// What follows these is for no bundle; in lower case. Behind a name of these stands `=`, `:` or a quote.
  private static let names: Set<String> = [
    "authorization", "x-fotox-key", "x-booth-token", "x-amz-signature", "x-amz-credential", "x-amz-security-token",
    "cookie", "set-cookie", "password", "passwd", "passphrase", "pass", "pwd", "psk", "wpa_passphrase", "sae_password",
    "secret", "client_secret", "token", "access_token", "refresh_token", "id_token", "api_key", "apikey", "api-key",
    "key", "signature", "sig", "ssid", "essid", "ssid2", "user", "username", "login", "credential", "pin", "phone",
    "email", "mail", "name", "title", "hostname", "serial", "serialnumber",
  ]
  /// What follows these, as a word of its own, is a key (RFC 9110, 11.6.2).
  private static let schemes: Set<String> = ["bearer", "basic", "digest"]
  private static let separators = Set(" \t\r\"'`<>()[]{},;|".utf8)

  static func redacted(_ line: [UInt8], _ redaction: inout Redaction) -> [UInt8] {
    var (result, place) = ([UInt8](), 0)
    // Whether a name has just been read whose value comes next.
    var isKey = false
    while place < line.count {
      if isQuote(line[place]), isKey, let end = line[(place + 1)...].firstIndex(of: line[place]) {
        result += [line[place]] + Redaction.leftOut.utf8 + [line[place]]
        place = end + 1
        isKey = false
        continue
      }
      if separators.contains(line[place]) {
        result.append(line[place])
        place += 1
        continue
      }
      let end = line[place...].firstIndex { separators.contains($0) } ?? line.count
      let word = String(decoding: line[place..<end], as: UTF8.self)
      if isKey {
        isKey = schemes.contains(word.lowercased())
        result += (isKey ? word : Redaction.leftOut).utf8
      } else {
        result += self.word(word, &redaction, &isKey).utf8
      }
      place = end
    }
    return result
  }

  private static func isQuote(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x27 }

  /// - Parameter isKey: set where what follows is a value that is to be left out.
  private static func word(_ word: String, _ redaction: inout Redaction, _ isKey: inout Bool) -> String {
    if schemes.contains(word.lowercased()) {
      isKey = true
      return word
    }
    // `url=http://…`, `password=…`, `X-FotoX-Key:…`
    if let sign = word.firstIndex(where: { $0 == "=" || $0 == ":" }), !word[sign...].hasPrefix("://"),
      !word[sign...].allSatisfy({ $0 == "=" }) || names.contains(word[..<sign].lowercased())
    {
      let (name, value) = (word[..<sign], word[word.index(after: sign)...])
      // Settings and facts of the log are named with points: gallery.token, booth.event.
      if names.contains(String(name.lowercased().split(separator: ".").last ?? "")) {
        isKey = value.isEmpty
        return "\(name)\(word[sign])" + (value.isEmpty ? "" : Redaction.leftOut)
      }
      if word[sign] == "=", !value.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "._-".contains($0) }) {
        return "\(name)=" + self.word(String(value), &redaction, &isKey)
      }
    }
    if let url = url(word) { return url }
    // What is encoded is not looked into.
    if word.utf8.count(where: { $0 == 0x25 }) >= 3 { return Redaction.leftOut }
    // The last sign of a sentence is none of an address.
    let end = word.last.map { ".:!?…".contains($0) } == true ? String(word.last!) : ""
    let bare = String(word.dropLast(end.count))
    if end == "…", bare.utf8.count == 8, bare.utf8.allSatisfy(Redaction.isHex) {
      return (redaction.sessionBeginning(bare) ?? "session-?") + end
    }
    if isEmail(bare) { return "(email)" + end }
    if let address = address(bare) { return address + end }
    return path(withoutSessions(bare, &redaction)) + end
  }

  /// Of an address the scheme and the host alone: user, password, path and query are anybody's.
  private static func url(_ word: String) -> String? {
    guard let colon = word.firstRange(of: "://") else { return nil }
    let scheme = word[..<colon.lowerBound]
    guard !scheme.isEmpty, scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.=".contains($0)) })
    else { return Redaction.leftOut }
    let rest = word[colon.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    var host = String(authority.split(separator: "@", omittingEmptySubsequences: false).last ?? "")
    if scheme.lowercased() == "file" || scheme.lowercased() == "s3" { host = Redaction.leftOut }
    let (name, port) = parts(host)
    let isMore = rest.dropFirst(authority.count).contains { $0 != "/" }
    return "\(scheme)://" + (address(name) ?? name) + port + (isMore ? "/…" : "")
  }

  private static func parts(_ host: String) -> (name: String, port: String) {
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
      return (String(host[host.index(after: host.startIndex)..<end]), String(host[host.index(after: end)...]))
    }
    guard let colon = host.lastIndex(of: ":"), host[..<colon].contains(":") == false else { return (host, "") }
    return (String(host[..<colon]), String(host[colon...]))
  }

  private static func isEmail(_ word: String) -> Bool {
    guard let sign = word.firstIndex(of: "@") else { return word.lowercased().contains("%40") }
    return sign != word.startIndex && word.index(after: sign) != word.endIndex
  }

  /// An address of a network or of a card without what tells one machine from another; nil for what is none.
  private static func address(_ word: String) -> String? {
    let groups = word.split(whereSeparator: { $0 == ":" || $0 == "-" })
    if groups.count == 6, groups.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy(Redaction.isHex) }) {
      return "(card)"
    }
    let plain = word.split(separator: "/", maxSplits: 1).first.map(String.init) ?? word
    let (name, port) = parts(plain)
    var four = in_addr()
    if inet_pton(AF_INET, name, &four) == 1 {
      // This machine alone, and all of its addresses, are no secret.
      if name.hasPrefix("127.") || name == "0.0.0.0" { return name + port }
      return name.split(separator: ".").dropLast().joined(separator: ".") + ".x" + port
    }
    var six = in6_addr()
    let bare = plain.split(separator: "%").first.map(String.init) ?? plain
    if bare.count(where: { $0 == ":" }) >= 2, inet_pton(AF_INET6, bare, &six) == 1 {
      guard bare != "::", bare != "::1" else { return bare }
      return bare.split(separator: ":").prefix(2).joined(separator: ":") + "::x"
    }
    return nil
  }

  /// With names of sessions in place of their ids (UUIDs), and keys of letters and digits left out.
  private static func withoutSessions(_ word: String, _ redaction: inout Redaction) -> String {
    var (result, piece) = ("", "")
    func end(_ redaction: inout Redaction) {
      result += self.piece(piece, &redaction)
      piece = ""
    }
    for sign in word {
      // What a key in base 64 or a part of an id is made of.
      if sign.isASCII, sign.isLetter || sign.isNumber || "-_+=".contains(sign) {
        piece.append(sign)
      } else {
        end(&redaction)
        result.append(sign)
      }
    }
    end(&redaction)
    return result
  }

  private static func piece(_ piece: String, _ redaction: inout Redaction) -> String {
    if let found = identifier(piece) {
      return self.piece(String(piece[..<found.lowerBound]), &redaction) + redaction.session(String(piece[found]))
        + self.piece(String(piece[found.upperBound...]), &redaction)
    }
    let digits = piece.utf8.count(where: Redaction.isDigit)
    let letters = piece.utf8.count(where: Redaction.isLetter)
    // Base 64 that is filled up (RFC 4648, 4).
    let isFilled = piece.utf8.count >= 8 && piece.hasSuffix("=")
    return isFilled || piece.utf8.count >= 16 && digits >= 3 && letters >= 3 ? "(token)" : piece
  }

  /// Where the first UUID stands (RFC 9562, 4).
  private static func identifier(_ piece: String) -> Range<String.Index>? {
    let bytes = Array(piece.utf8)
    guard bytes.count >= 36 else { return nil }
    for start in 0...(bytes.count - 36) {
      let isOne = (0..<36).allSatisfy { place in
        [8, 13, 18, 23].contains(place) ? bytes[start + place] == 0x2D : Redaction.isHex(bytes[start + place])
      }
      guard isOne else { continue }
      let first = piece.utf8.index(piece.startIndex, offsetBy: start)
      return first..<piece.utf8.index(first, offsetBy: 36)
    }
    return nil
  }

  /// A path without names of people, of sessions' files, and of devices with their serial numbers.
  private static func path(_ word: String) -> String {
    guard word.contains("/") else { return word }
    var parts = word.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices.dropLast() {
      switch parts[index] {
      case "home", "Users": parts[index + 1] = "user"
      case "by-id", "by-uuid", "by-label", "by-path": parts[index + 1] = Redaction.leftOut
      case "media", "mnt": if index == 1 { parts[index + 1] = "…" }
      case "sessions", "gallery", "exports", "emails", "unasked": return parts[...index].joined(separator: "/") + "/…"
      default: break
      }
    }
    return parts.joined(separator: "/")
  }
}
