import Hummingbird

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
