import HTTPTypes
package import Hummingbird

/// `GET /metrics` for Prometheus, on an address of its own: guests may not read it.
package struct MetricsPage: HTTPResponder {
  private let text: @Sendable () async -> String

  /// - Parameter text: all figures of the moment, in Prometheus' text format, version 0.0.4.
  package init(_ text: @escaping @Sendable () async -> String) { self.text = text }

  package func respond(to request: Request, context: WebContext) async throws -> Response {
    let call = WebCall(request, publicBaseURL: nil)
    let isReading = request.method == .get || request.method == .head
    let answer =
      isReading && call.path == "/metrics"
      ? WebAnswer(
        .ok, [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
        .bytes(Array(await text().utf8)))
      : .notFound
    return answer.response(to: request.head, context)
  }
}

extension ConnectionLimits {
  /// For a page that a few programs of the operator's read: bounded, whatever else finds its way there.
  package static let ofMetrics: ConnectionLimits = {
    var limits = ConnectionLimits()
    (limits.perAddress, limits.total, limits.own, limits.all) = (8, 16, 16, 32)
    return limits
  }()
}
