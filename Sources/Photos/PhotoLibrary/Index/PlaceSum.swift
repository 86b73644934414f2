import PhotoModel

/// What a photo without bytes is known by instead of their sum: where it lies. All empty files have the same bytes, and are no copies of
/// each other; the bytes of an unreadable file are unknown.
enum PlaceSum {
  /// As a sum is written: 32 hexadecimal digits.
  static func of(_ id: PhotoID, in source: PhotoSourceID) -> String {
    let parts = ["place", "of a photo"].map { salt in
      let hash = StableHash.of { hash in
        hash.add(salt)
        hash.add(source.text)
        hash.add(id.text)
      }
      let digits = String(UInt64(bitPattern: hash), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return parts.joined()
  }

  /// What is known of a photo, with what it is known by.
  static func known(_ details: PhotoDetails, _ entry: PhotoEntry, in source: PhotoSourceID) -> PhotoDetails {
    let isUnread = details.headMD5 == nil && details.fullMD5 == nil && unread.contains(details.trouble ?? "")
    guard isUnread || entry.size == 0 && (details.headMD5 != nil || details.fullMD5 != nil) else { return details }
    var known = details
    known.headMD5 = of(entry.id, in: source)
    if entry.size == 0 { known.fullMD5 = nil }
    return known
  }

  /// Whether a star that it had then is its star now: it could not be read, and its bytes are known at last.
  static func isOver(_ before: PhotoDetails, _ now: PhotoDetails, _ entry: PhotoEntry, in source: PhotoSourceID) -> Bool
  {
    entry.size != 0 && before.headMD5 == of(entry.id, in: source) && now.headMD5 != before.headMD5
  }

  private static let unread: Set<String> = ["gone", "denied", "unreadable"]
}
