public import HTTPTypes

/// The headers that tell browsers to be careful.
public enum SecurityHeaders {
  /// For every answer: no guessing of types, no framing, and no link of ours in anybody's logs (a session's link is
  /// its only key).
  public static let always: HTTPFields = [
    .xContentTypeOptions: "nosniff", referrerPolicy: "no-referrer", xFrameOptions: "DENY",
  ]

  /// For pages: nothing but our own files, no inline script or style, no frames, no forms elsewhere.
  /// - Parameter origins: where else pictures, clips and our own files may come from; see `WebOrigin`.
  public static func page(origins: [WebOrigin] = []) -> String {
    let own = (["'self'"] + origins.map(\.text)).joined(separator: " ")
    return [
      "default-src 'none'", "script-src \(own)", "style-src \(own)", "img-src \(own) data:", "media-src \(own)",
      "connect-src \(own)", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")
  }

  /// For what people uploaded: even HTML among it can do nothing.
  ///
  /// A clip or picture that is opened by its own address stands in a page of the browser's making, under this policy:
  /// a sandbox, or no medium allowed, and it does not play (reported of Chrome and Safari). Everything that is not surely
  /// such a medium gets the sandbox.
  public static func upload(_ contentType: String) -> String {
    MediaType(contentType)?.isPlainMedium == true
      ? "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
      : "default-src 'none'; sandbox; frame-ancestors 'none'"
  }

  /// For pages with forms: under `no-referrer` a browser says of a form only that it comes from `null` (Fetch, "append a
  /// request Origin header").
  public static let ownReferrer: HTTPFields = [referrerPolicy: "same-origin"]

  /// For what has a secret address: search engines list nothing of it.
  public static let unlisted: HTTPFields = [
    HTTPField.Name("X-Robots-Tag")!: "noindex, nofollow, noarchive"
  ]

  /// For a page whose address is a secret: what it loads, and the logs of that are told the site alone.
  public static let bareReferrer: HTTPFields = [referrerPolicy: "strict-origin"]

  private static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
  private static let xFrameOptions = HTTPField.Name("X-Frame-Options")!
}

/// Scheme, host and port of a web address: safe to name in a policy.
public struct WebOrigin: Sendable, Hashable {
  /// `https://example.org:8443`: in lower case, without a path or a final slash.
  public let text: String

  /// Takes the origin of an `http` or `https` address; nil where there is none.
  public init?(of url: some StringProtocol) {
    guard let scheme = ["https://", "http://"].first(where: { url.lowercased().hasPrefix($0) }) else { return nil }
    let host = url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    guard Self.isHost(host) else { return nil }
    text = scheme + host.lowercased()
  }

  /// Whether a text is a host with an optional port, as a `Host` header has it, and nothing else.
  public static func isHost(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.count <= 255
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-._:[]".utf8.contains(byte)
        }
      }
  }
}
