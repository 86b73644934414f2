/// What lies beside a photo and speaks of it: Adobe's `.xmp`, and the `.json` of Google's Takeout.
public enum SidecarFacts {
  /// More bytes have none of them.
  public static let limit = 1 << 20

  /// Fills in what the photo itself does not say. Never throws for what the bytes are.
  public static func read(_ bytes: [UInt8], named name: String, into facts: inout PhotoFacts) {
    guard bytes.count <= limit else { return }
    if name.lowercased().hasSuffix(".json") {
      TakeoutWords(bytes).fill(&facts)
    } else {
      XMPFacts.read(bytes, into: &facts)
    }
  }
}

/// The few values of a Takeout's JSON that say when and where: the time in UTC, and a place that is 0, 0 where there is none.
private struct TakeoutWords {
  private let text: String

  init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

  func fill(_ facts: inout PhotoFacts) {
    // Another program's JSON has no such name.
    guard let taken = member("photoTakenTime") else { return }
    if facts.taken == nil, let seconds = value("timestamp", in: taken).flatMap({ Int($0) }), seconds != 0 {
      facts.taken = PhotoTime(wallSeconds: seconds)?.with(zoneMinutes: 0)
    }
    guard facts.position == nil else { return }
    for name in ["geoData", "geoDataExif"] {
      guard let place = member(name), let latitude = value("latitude", in: place).flatMap({ Double($0) }),
        let longitude = value("longitude", in: place).flatMap({ Double($0) }), latitude != 0 || longitude != 0
      else { continue }
      facts.position = PhotoPosition(
        latitude: latitude, longitude: longitude, altitude: value("altitude", in: place).flatMap { Double($0) })
      return
    }
  }

  /// An object's inside, by its name; objects in it end it, of which these have none.
  private func member(_ name: String) -> Substring? {
    guard let found = text.firstRange(of: "\"\(name)\"") else { return nil }
    let rest = text[found.upperBound...]
    guard let open = rest.firstIndex(of: "{"), rest[..<open].allSatisfy({ $0.isWhitespace || $0 == ":" }) else {
      return nil
    }
    let inside = rest[rest.index(after: open)...]
    return inside.prefix { $0 != "}" }
  }

  private func value(_ name: String, in object: Substring) -> String? {
    guard let found = object.firstRange(of: "\"\(name)\"") else { return nil }
    let rest = object[found.upperBound...].drop { $0.isWhitespace || $0 == ":" }
    let word =
      rest.first == "\"" ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != "," && !$0.isWhitespace }
    return word.isEmpty ? nil : String(word)
  }
}
