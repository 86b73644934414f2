/// Comparing entity tags (RFC 9110, sections 8.8 and 13).
public enum EntityTags {
  /// The tag as a header has it.
  public static func header(_ etag: String) -> String { "\"\(etag)\"" }

  /// Whether `If-None-Match` names the tag (or any), so that the client has these bytes already.
  public static func noneMatch(_ header: some StringProtocol, has etag: String) -> Bool {
    header.split(separator: ",").contains { candidate in
      let tag = trimmed(candidate)
      // The comparison is the weak one: W/"x" is "x".
      return tag == "*" || tag.hasPrefix("W/") && tag.dropFirst(2) == EntityTags.header(etag)
        || tag == EntityTags.header(etag)
    }
  }

  /// Whether `If-Range` allows a part: the strong comparison with the tag. A date never matches, as we send none.
  public static func range(_ header: some StringProtocol, allows etag: String) -> Bool {
    trimmed(header) == EntityTags.header(etag)
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
