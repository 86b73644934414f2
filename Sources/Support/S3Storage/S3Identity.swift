import NIOHTTP1

/// By what one state of an object is told from another: its ETag, else its size and the time of its last change. Not every maker's
/// bucket names ETags.
enum S3Identity {
  /// What no ETag begins with.
  private static let byDate = "no-etag:"

  /// Nil where nothing tells it, as of an answer that is no bucket's.
  static func of(_ answer: S3Answer, size: Int64) -> String? {
    if let etag = answer.etag { return etag }
    return answer.headers.first(name: "Last-Modified").map { "\(byDate)\(size) \($0)" }
  }

  /// Whether the bucket can be asked for just this state: by an ETag, and one that promises the same bytes (RFC 9110, 8.8.3).
  static func isAskable(_ identity: String) -> Bool { !identity.hasPrefix(byDate) && !identity.hasPrefix("W/") }
}
