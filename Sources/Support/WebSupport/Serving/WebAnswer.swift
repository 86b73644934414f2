import BoothArchives
package import BoothCore
import Crypto
package import HTTPTypes
package import Hummingbird

/// An answer before it is put on a wire.
///
/// ```swift
/// WebAnswer.text(.conflict, "This report was changed meanwhile.")
/// WebAnswer.notFound.with([.cacheControl: "no-store"])
/// ```
package struct WebAnswer: Sendable {
  package enum Body: Sendable {
    case bytes([UInt8])
    /// So many bytes, to be pulled when the client takes them.
    case stream(Int64, ByteStream)
    /// Bytes of a number that is not known beforehand.
    case unmeasured(ByteStream)
    /// A range of a file, which the system sends where the connection lets it.
    case file(ObjectFile, Range<Int64>)

    /// Whether it is read while the client takes it. A proxy is not to take it in first: nginx keeps up to 1 GB, and then reads
    /// nothing until its client has taken that, which no server can tell from a client that has gone.
    var isPulled: Bool {
      switch self {
      case .bytes: false
      case .stream, .unmeasured, .file: true
      }
    }

    var count: Int64? {
      switch self {
      case .bytes(let bytes): Int64(bytes.count)
      case .stream(let count, _): count
      case .unmeasured: nil
      case .file(_, let range): Int64(range.count)
      }
    }
  }

  package var status: HTTPResponse.Status
  package var headers: HTTPFields
  package var body: Body

  package init(_ status: HTTPResponse.Status, _ headers: HTTPFields = [:], _ body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package static func text(_ status: HTTPResponse.Status, _ text: String) -> WebAnswer {
    WebAnswer(
      status, [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"], .bytes(Array(text.utf8)))
  }

  package static func json(_ value: JSONDocument, _ status: HTTPResponse.Status = .ok) -> WebAnswer {
    WebAnswer(status, [.contentType: "application/json", .cacheControl: "no-cache"], .bytes(value.bytes))
  }

  package static func error(_ status: HTTPResponse.Status, _ text: String) -> WebAnswer {
    json(.members(["error": .string(text)]), status)
  }

  package static let notFound = text(.notFound, "Not found")

  /// With further headers.
  package func with(_ headers: HTTPFields) -> WebAnswer {
    var answer = self
    // Several cookies are several headers (RFC 6265, 3); of all others the newest counts.
    for field in headers where field.name != .setCookie { answer.headers[field.name] = field.value }
    for field in headers where field.name == .setCookie { answer.headers.append(field) }
    return answer
  }

  /// With a tag made of its bytes: an answer that is given again and again is measured once.
  package func tagged() -> WebAnswer {
    guard status == .ok, case .bytes(let bytes) = body, headers[.eTag] == nil else { return self }
    return with([.eTag: EntityTags.header(URLBase64.encode(SHA256.hash(data: bytes).prefix(15)))])
  }

  /// Compressed, where the client takes that and it is worth it.
  /// - Parameter accepted: the request's `Accept-Encoding`.
  package func packed(accepting accepted: String?) -> WebAnswer {
    guard case .bytes(let bytes) = body, bytes.count >= Self.leastPacked, headers[.contentEncoding] == nil else {
      return self
    }
    var answer = with([.vary: "Accept-Encoding"])
    guard accepted.map(GZip.isAccepted) == true, let packed = GZip.compressed(bytes), packed.count < bytes.count else {
      return answer
    }
    answer.headers[.contentEncoding] = "gzip"
    answer.body = .bytes(packed)
    return answer
  }

  /// What fits into one packet comes no sooner when it is smaller.
  private static let leastPacked = 1200

  /// The client closes the connection when it has read this, so that an unwanted body need not be waited for.
  package func closing() -> WebAnswer { with([.connection: "close"]) }
}

extension WebAnswer {
  /// As an answer to `head`: without its body for HEAD, and not at all when the client has the bytes already.
  package func response(to head: HTTPRequest, _ context: WebContext) -> Response {
    let isReading = head.method == .get || head.method == .head
    var headers = isReading ? tagged().headers : headers
    for field in SecurityHeaders.always where headers[field.name] == nil { headers[field.name] = field.value }
    if isReading, status == .ok, let tag = headers[.eTag], let known = head.headerFields[.ifNoneMatch],
      EntityTags.noneMatch(known, has: String(tag.dropFirst().dropLast()))
    {
      return WebAnswer.notModified(headers)
    }
    headers[.contentLength] = body.count.map { String($0) }
    if body.isPulled, headers[.accelBuffering] == nil { headers[.accelBuffering] = "no" }
    if head.method == .head {
      // Without a length the answer would be sent in chunks, and an end of chunks after it, which HEAD must not have.
      if body.count == nil { headers[.contentLength] = "0" }
      return Response(status: status, headers: headers)
    }
    switch body {
    case .bytes(let bytes):
      return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    case .stream(let count, let stream):
      return Response(status: status, headers: headers, body: Self.body(count, stream, context))
    case .unmeasured(let stream):
      return Response(status: status, headers: headers, body: Self.body(nil, stream, context))
    case .file(let file, let range):
      return Response(status: status, headers: headers, body: Self.body(file, range, context))
    }
  }

  private static func notModified(_ headers: HTTPFields) -> Response {
    var headers = headers
    headers[.contentType] = nil
    var response = Response(status: .notModified, headers: headers)
    // The length would be the whole object's, which this answer does not have.
    response.headers[.contentLength] = nil
    return response
  }

  private static func body(_ file: ObjectFile, _ range: Range<Int64>, _ context: WebContext) -> ResponseBody {
    ResponseBody(contentLength: range.count) { writer in
      if try await context.sendFile(file, range) { return try await writer.finish(nil) }
      try await send(Int64(range.count), file.bytes(range), context, to: writer)
    }
  }

  /// One piece at a time is in memory: the next is read when the last one has left.
  private static func body(_ count: Int64?, _ stream: ByteStream, _ context: WebContext) -> ResponseBody {
    ResponseBody(contentLength: count.map { Int($0) }) { writer in
      try await send(count, stream, context, to: writer)
    }
  }

  private static func send(
    _ count: Int64?, _ stream: ByteStream, _ context: WebContext, to writer: any ResponseBodyWriter
  ) async throws {
    var writer = writer
    var pieces = stream.makeAsyncIterator()
    var sent: Int64 = 0
    while let piece = try await next(&pieces) {
      sent += Int64(piece.readableBytes)
      try await writer.write(piece)
      try await context.sent(sent)
    }
    // The client was promised more: the connection must not go on as if it had come.
    guard count == nil || sent == count else { throw CancellationError() }
    try await writer.finish(nil)
  }

  private static func next(_ pieces: inout ByteStream.AsyncIterator) async throws -> ByteBuffer? {
    try await pieces.next().map { ByteBuffer(bytes: $0) }
  }
}

extension HTTPField.Name {
  /// `no`: a proxy before this server hands on what comes, at the pace of its client (nginx, `proxy_buffering`).
  package static let accelBuffering = Self("X-Accel-Buffering")!
}
