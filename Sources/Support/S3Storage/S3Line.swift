import AsyncHTTPClient
import BoothCore
import HTTPClientSupport
import NIOCore
import NIOHTTP1

/// One request, with everything that is signed.
struct S3Call: Sendable {
  var method: HTTPMethod = .GET
  /// Nil: the bucket itself.
  var key: String?
  var query: [(name: String, value: String)] = []
  /// In addition to those that every request has.
  var headers: [(name: String, value: String)] = []
  var body: Body = .none

  enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// Pulled once, and sent as it comes: the request cannot be sent again.
    case stream(S3SentStream, count: Int64)
  }
}

/// What came of one request.
enum S3Outcome: Sendable {
  case answered(S3Answer)
  case refused(S3Refusal)
  /// No whole answer came; in words.
  case cut(String)
  /// Nothing came, or nothing more, for as long as it was waited; in words.
  case silent(String)
  /// The stream that was to be sent broke off, or had another length.
  case source(String)
  case tooLarge(Int)
  case cancelled
}

extension S3Outcome {
  /// Whether the request may have been carried out although no answer of success came. A refusal for good was not, nor one that asks for
  /// another moment (429, 503) or says that another write came between (409); other faults of the server's come at any time.
  var mayBeDone: Bool {
    switch self {
    case .answered, .source, .cancelled: false
    case .cut, .silent, .tooLarge: true
    case .refused(let refusal): refusal.mayBeDone
    }
  }
}

/// An answer that is one of success.
struct S3Answer: Sendable {
  var status: Int
  var headers: HTTPHeaders
  /// All of it, of a call that collects.
  var bytes: [UInt8] = []
  /// The rest of it, of a call that streams.
  var body: HTTPClientResponse.Body?

  /// What was said about the length of the body that is on its way.
  var length: Int64? { headers.first(name: "Content-Length").flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil } }
  var etag: String? {
    headers.first(name: "ETag").map { $0.filter { $0 != "\"" } }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// Signs one request at a time and sends it over connections that are kept. Nothing is tried again here.
final class S3Line: Sendable {
  let settings: S3Settings
  private let credentials: S3Credentials?
  private let http: HTTPClient
  private let now: @Sendable () -> S3Moment

  init(_ settings: S3Settings, _ credentials: S3Credentials?, now: @escaping @Sendable () -> S3Moment) {
    self.settings = settings
    self.credentials = credentials
    self.now = now
    var difference = HTTPClient.Difference()
    difference.silence = settings.request
    difference.speaksHTTP2 = false
    // Whether to try again is decided elsewhere.
    difference.connectsAgain = false
    difference.connections = 16
    http = .program(connect: min(settings.request, settings.answer, .seconds(10)), difference)
  }

  deinit { http.end() }

  func shutdown() async throws { try await http.shutdown() }

  private func url(_ call: S3Call) -> String {
    let query = S3Signature.canonicalQuery(call.query)
    let path = S3Text.encoded(settings.path(call.key), keepingSlashes: true)
    return "\(settings.scheme)://\(settings.requestHost)\(path)" + (query.isEmpty ? "" : "?" + query)
  }

  /// The address by which its holder may send one request until it runs out; of a bucket for everybody, the plain one.
  /// - Parameters:
  ///   - call: its headers are signed: who sends it must send them as they are.
  ///   - moment: from when on it holds; nil: from now on.
  func address(_ call: S3Call, seconds: Int, from moment: S3Moment? = nil) -> String {
    guard let signature else { return url(call) }
    let request = S3Signature.Request(
      method: call.method.rawValue, path: settings.path(call.key), query: call.query,
      headers: [("host", settings.requestHost)] + call.headers)
    var plain = call
    plain.query = []
    return url(plain) + "?" + signature.presigned(request, seconds: seconds, at: moment ?? now())
  }

  private var signature: S3Signature? { credentials.map { S3Signature(credentials: $0, region: settings.region) } }

  private func request(_ call: S3Call) -> HTTPClientRequest {
    let moment = now()
    var headers = call.headers
    headers.append(("host", settings.requestHost))
    var request = HTTPClientRequest(to: url(call))
    request.method = call.method
    let payload: S3Signature.Payload
    switch call.body {
    case .none: payload = .empty
    case .bytes(let bytes): payload = .hash(S3Signature.sha256(bytes))
    case .stream: payload = .unsigned
    }
    if let signature {
      headers.append(("x-amz-date", moment.text))
      headers.append(("x-amz-content-sha256", payload.text))
      if let token = signature.credentials.sessionToken { headers.append(("x-amz-security-token", token)) }
      let signed = S3Signature.Request(
        method: call.method.rawValue, path: settings.path(call.key), query: call.query, headers: headers)
      request.headers.add(
        name: "Authorization", value: signature.authorization(signed, payload: payload, at: moment))
    }
    for (name, value) in headers where name != "host" { request.headers.add(name: name, value: value) }
    switch call.body {
    case .none: break
    case .bytes(let bytes): request.body = .bytes(ByteBuffer(bytes: bytes))
    case .stream(let stream, let count): request.body = .stream(stream, length: .known(count))
    }
    return request
  }

  /// Sends, and collects the answer: at most `limit` bytes, and no longer than so many may take.
  func collect(_ call: S3Call, limit: Int) async -> S3Outcome {
    let outcome = await open(call)
    guard case .answered(let head) = outcome, let body = head.body else { return outcome }
    // A megabyte a second is slow.
    let time = settings.request + .milliseconds(min(head.length ?? .max, Int64(limit)) / 1000)
    return await Self.within(time, "no whole answer came") {
      var answer = head
      answer.body = nil
      do {
        var buffer = try await body.collect(upTo: limit)
        answer.bytes = buffer.readBytes(length: buffer.readableBytes) ?? []
      } catch is NIOTooManyBytesError {
        return .tooLarge(limit)
      } catch { return Self.outcome(error) }
      if let length = answer.length, call.method != .HEAD, Int64(answer.bytes.count) != length {
        return .cut("\(answer.bytes.count) of \(length) bytes came")
      }
      return .answered(answer)
    }
  }

  private static func within(
    _ time: Duration, _ words: String, _ body: @escaping @Sendable () async -> S3Outcome
  ) async -> S3Outcome {
    await withTaskGroup(of: S3Outcome.self) { group in
      group.addTask(operation: body)
      group.addTask {
        do { try await Task.sleep(for: time) } catch { return .cancelled }
        return .silent("\(words) within \(time.components.seconds) s")
      }
      defer { group.cancelAll() }
      let outcome = await group.next() ?? .cancelled
      // Both end when the caller's own task is cancelled; which is heard first is no matter.
      return Task.isCancelled ? .cancelled : outcome
    }
  }

  /// Sends, and gives the answer's head with its body still to come. The head is waited for as long as the settings say; while
  /// something is sent as long as that may take, too.
  func open(_ call: S3Call) async -> S3Outcome {
    let time: Duration =
      switch call.body {
      case .none: min(settings.answer, settings.request)
      case .bytes(let bytes): settings.request + .milliseconds(bytes.count / 1000)
      case .stream(_, let count): settings.request + .milliseconds(count / 1000)
      }
    return await Self.within(time, "no answer came") { await self.send(call) }
  }

  private func send(_ call: S3Call) async -> S3Outcome {
    var pull: S3SentStream?
    if case .stream(let stream, _) = call.body { pull = stream }
    do {
      let answer = try await http.execute(request(call), deadline: .distantFuture)
      if (200...299).contains(answer.status.code) {
        if let fault = pull?.fault { return .source(fault) }
        return .answered(S3Answer(status: Int(answer.status.code), headers: answer.headers, body: answer.body))
      }
      let body: [UInt8]
      do { body = Array(try await answer.body.collect(upTo: 1 << 16).readableBytesView) } catch { body = [] }
      if let fault = pull?.fault { return .source(fault) }
      let wait = answer.headers.first(name: "Retry-After").flatMap { Int($0) }.map { Duration.seconds(max($0, 0)) }
      return .refused(
        S3Refusal(
          status: Int(answer.status.code), body: body, retryAfter: wait,
          date: answer.headers.first(name: "Date").flatMap { S3Moment(http: $0) }, now: now()))
    } catch {
      if let fault = pull?.fault { return .source(fault) }
      return Self.outcome(error)
    }
  }

  /// What comes back, whatever it is.
  struct Followed: Sendable {
    var status: Int
    /// Without its parameters.
    var type: String?
    /// At most 64 KiB.
    var bytes: [UInt8]
  }

  /// Goes to an address as a browser or a booth does: without keys. Nil where no whole answer comes.
  func follow(
    _ address: String, method: HTTPMethod = .GET, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil
  ) async -> Followed? {
    var request = HTTPClientRequest(to: address)
    request.method = method
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
    do {
      let answer = try await http.execute(request, timeout: .nanoseconds(settings.request.wholeNanoseconds))
      let type = answer.headers.first(name: "Content-Type").map { String($0.prefix { $0 != ";" }) }
      return Followed(
        status: Int(answer.status.code), type: type,
        bytes: Array(buffer: try await answer.body.collect(upTo: 1 << 16)))
    } catch {
      // The caller takes no answer for a refusal; the error's words may hold the address.
      return nil
    }
  }

  static func outcome(_ error: any Error) -> S3Outcome {
    if error is CancellationError || error as? HTTPClientError == .cancelled { return .cancelled }
    // Never the error's own words: they may hold an address, which has a signature in it.
    let words = ConnectionWords.of(error)
    return ConnectionWords.isSilence(error) ? .silent(words) : .cut(words)
  }
}
