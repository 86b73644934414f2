import HTTPTypes
package import Hummingbird

/// A request as the handlers read it.
package struct WebCall: Sendable {
  package let request: Request
  /// The path as it came, not decoded: no id we know needs it.
  package let path: String
  package let query: Query
  /// The query as it came, with its `?`; empty without one.
  package let search: String
  /// Where clients reach us: as configured, or as this request did.
  package let base: String

  /// - Parameter publicBaseURL: where clients reach us, if that is configured.
  package init(_ request: Request, publicBaseURL: String?) {
    self.request = request
    var target = (request.head.path ?? "/")[...]
    // A proxy may send the whole address.
    if let origin = WebOrigin(of: target) { target = target.dropFirst(origin.text.count) }
    target = target.prefix { $0 != "#" }
    path = String(target.prefix { $0 != "?" })
    search = String(target.drop { $0 != "?" })
    query = Query(search.dropFirst())
    base = publicBaseURL ?? Self.origin(request.head)
  }

  private static func origin(_ head: HTTPRequest) -> String {
    let isSecure = head.headerFields[forwardedScheme]?.lowercased() == "https"
    let host = head.authority.flatMap { WebOrigin.isHost($0) ? $0 : nil } ?? "localhost"
    return (isSecure ? "https://" : "http://") + host
  }

  private static let forwardedScheme = HTTPField.Name("X-Forwarded-Proto")!

  /// The whole of a small body.
  package func body(upTo limit: Int, _ context: WebContext) async throws -> [UInt8] {
    if let length = request.headers[.contentLength].flatMap({ Int64($0) }), length > Int64(limit) {
      throw TooLargeFault()
    }
    askForBody(context)
    var bytes: [UInt8] = []
    for try await piece in request.body {
      if bytes.count + piece.readableBytes > limit { throw TooLargeFault() }
      bytes += piece.readableBytesView
    }
    return bytes
  }

  package func askForBody(_ context: WebContext) {
    if request.headers[.expect]?.lowercased() == "100-continue" { context.sendContinue() }
  }
}

/// A body beyond its limit.
package struct TooLargeFault: Error {
  package init() {}
}
