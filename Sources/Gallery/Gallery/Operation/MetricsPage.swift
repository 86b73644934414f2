import HTTPTypes
import Hummingbird
import WebSupport

extension GalleryMetrics {
  /// An answer whose bytes are counted when its client has taken them.
  func counting(_ response: Response) -> Response {
    let body = response.body
    guard let count = body.contentLength, count > 0 else { return response }
    var counted = response
    counted.body = ResponseBody(contentLength: count) { writer in
      try await body.write(writer)
      self.sent(Int64(count))
    }
    return counted
  }
}

/// `GET /metrics`, on an address of its own: guests may not read it.
struct MetricsPage: HTTPResponder {
  let metrics: GalleryMetrics
  /// How many of the gallery's connections are open.
  let connections: @Sendable () -> Int

  func respond(to request: Request, context: WebContext) async throws -> Response {
    let call = WebCall(request, publicBaseURL: nil)
    let isReading = request.method == .get || request.method == .head
    let answer =
      isReading && call.path == "/metrics"
      ? WebAnswer(
        .ok, [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
        .bytes(Array(metrics.text(connections: connections()).utf8)))
      : .notFound
    return answer.response(to: request.head, context)
  }
}
