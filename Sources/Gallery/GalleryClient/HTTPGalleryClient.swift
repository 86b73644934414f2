import AsyncHTTPClient
public import BoothCore
import FoundationEssentials
import HTTPClientSupport
import NIOCore
import NIOHTTP1

/// Any server of the FotoX Worker's contract, over HTTP: ours, embedded or remote, or the original Worker.
///
/// Tries the newer paths first (`/api/presign`) and remembers when a server only has the older ones (`/presign`).
/// Bodies are streamed from disk. Connections are reused; nothing is retried here, as the job pump decides that.
public final class HTTPGalleryClient: GalleryClient {
  let base: String
  private let outside: String?
  private let booth: String?
  let token: String
  let http: HTTPClient
  let generation = PathGeneration()
  let straight = StraightUploads()
  let timeouts: Timeouts
  /// What its answers' words must not bring into the database and logs.
  let hidden: HiddenTexts
  /// Why nothing can be called at `base`.
  private let addressFault: WebAddress.Fault?
  /// What a gallery of ours says of a session that was erased, with 410.
  private static let erasedWords = "Session erased"

  /// How long calls may take before they count as `unreachable`.
  public struct Timeouts: Sendable {
    /// For each API call: FotoX waits 30 s.
    public var request = Duration.seconds(30)
    /// For a connection, asking for the address of its name included.
    public var connect = Duration.seconds(10)
    /// Whether a connection that fails is tried again until the call's time is over; if not, the call fails at once, and
    /// says why.
    public var connectsAgain = true
    /// How long an upload may stand still, in both directions.
    public var idle = Duration.seconds(60)
    /// For the whole of one upload: a large clip on a slow line takes its time; silence does not.
    public var upload = Duration.seconds(3600)
    /// For one file to be counted that the gallery sends without saying its length.
    public var counting = Duration.seconds(600)
    /// 30 s a call, 60 s of silence and an hour for an upload, 10 minutes for a count.
    public init() {}
  }

  /// - Parameters:
  ///   - base: `https://fotox.example.workers.dev`, with or without a final slash.
  ///   - outside: where others reach the same gallery, as through a tunnel. Upload addresses that it gives out there are
  ///     called at `base`: a file for the computer it lies on is not to cross the internet twice, nor to wait for it.
  ///   - booth: what tells this booth's file of addresses from others', where the gallery would let them replace each other:
  ///     letters and digits. Nil keeps no such file.
  ///   - token: the shared `PRESIGN_TOKEN`; sent as `X-FotoX-Key`, never logged.
  public init(
    base: String, outside: String? = nil, booth: String? = nil, token: String, timeouts: Timeouts = Timeouts()
  ) {
    self.base = Self.withoutSlash(base)
    self.outside = outside.map(Self.withoutSlash)
    self.booth = booth
    self.token = token
    self.timeouts = timeouts
    hidden = HiddenTexts([token])
    var fault: WebAddress.Fault?
    do throws(WebAddress.Fault) { _ = try WebAddress(base) } catch { fault = error }
    addressFault = fault
    var difference = HTTPClient.Difference()
    difference.connectsAgain = timeouts.connectsAgain
    difference.silence = timeouts.idle
    difference.speaksHTTP2 = false
    http = .program(connect: min(timeouts.request, timeouts.connect), difference) {
      $0.http1_1ConnectionDebugInitializer = ProvisionalAnswerLimit.install
    }
  }

  /// Closes the connections. The client must not be used afterwards.
  public func shutdown() async throws { try await http.shutdown() }

  /// Posts once, or twice to a server that knows only the older path. Whether every file has its target, the caller
  /// checks. A gallery of ours is told that targets may be at its store; others do not look at that.
  public func presign(
    event: EventID, session: SessionID, files: [UploadFile], access: Event.GalleryAccess?
  ) async throws(GalleryError) -> [UploadTarget] {
    let call = PresignCall(eventID: event, sessionID: session.text, files: files, gallery: access?.rawValue)
    let body = try await post("presign", call, straight.mayBe ? [StraightUploads.wish] : [])
    let answer: PresignAnswer = try decode(body, "presign")
    return answer.uploads
  }

  /// FotoX files addresses under a session of this name.
  private static let emailCollection = "email-collection"

  /// Two calls: a target for `private/emails/emails_<event>.json`, then the bytes. A gallery of ours adds them to what other
  /// booths have brought; any other replaces what lies there, so that the booth keeps a second file of its own there,
  /// `emails_<event>.<booth>.json`. `garbage` where a target is for another file.
  public func uploadEmails(_ bytes: [UInt8], event: EventID) async throws(GalleryError) {
    if try await uploadEmails(bytes, as: "emails_\(event).json", event) == "merged" { return }
    guard let booth else { return }
    do throws(GalleryError) {
      _ = try await uploadEmails(bytes, as: "emails_\(event).\(booth).json", event)
    } catch {
      // An earlier gallery of ours takes the common file alone.
      guard error.code == .garbage, error.subject == "presign" else { throw error }
    }
  }

  /// What the gallery does with files of addresses, if it says so.
  private func uploadEmails(
    _ bytes: [UInt8], as name: String, _ event: EventID
  ) async throws(GalleryError) -> String? {
    let file = UploadFile(
      path: "private/emails/\(name)", contentType: "application/json", sizeBytes: Int64(bytes.count))
    let call = PresignCall(eventID: event, sessionID: Self.emailCollection, files: [file])
    let answer: PresignAnswer = try decode(try await post("presign", call), "presign")
    guard let target = answer.uploads.first, target.path == file.path else {
      throw GalleryError(
        .garbage, subject: "presign", detail: "the gallery gave no upload URL for a file it was asked for")
    }
    try await upload(.bytes(bytes), as: file, to: target)
    return answer.emails
  }

  /// Posts once, or twice to a server that knows only the older path. `garbage` for a status other than `ok`.
  public func complete(
    event: EventID, session: SessionID, manifestPath: String, access: Event.GalleryAccess?
  ) async throws(GalleryError) {
    let call = CompleteCall(
      eventID: event, sessionID: session.text, manifestPath: manifestPath, gallery: access?.rawValue)
    let answer: ContractStatus = try decode(try await post("complete", call), "complete")
    guard answer.status == "ok" else {
      throw GalleryError(
        .garbage, subject: "complete",
        detail: "expected status \"ok\", got \"\(hidden.clean(answer.status, upTo: 80))\"")
    }
  }

  /// Waits 10 s at most, and sends no token. `notAGallery` for whatever does not say `{"status":"ok"}`, as a gallery of
  /// ours and both generations of the Worker do: a login page answers as well.
  public func health() async throws(GalleryError) { _ = try await health(query: "") }

  /// The same of a gallery that is to say whose it is.
  /// - Parameter challenge: letters, digits, `-` and `_`.
  /// - Returns: its answer; nil where it gives none, as a FotoX Worker does.
  public func health(challenge: String) async throws(GalleryError) -> String? {
    try await health(query: "?challenge=\(challenge)")
  }

  private func health(query: String) async throws(GalleryError) -> String? {
    let response = try await send(subject: "health", timeout: min(timeouts.request, .seconds(10))) { prefix in
      HTTPClientRequest(to: self.base + prefix + "/health" + query, accepting: HTTPClientRequest.json)
    }
    guard response.status == 200, response.stranger(hiding: hidden) == nil else {
      throw failure(response, "health", isUpload: false)
    }
    let answer: ContractStatus?
    do throws(GalleryError) { answer = try decode(response.body, "health") } catch { answer = nil }
    if let answer, answer.status == "ok" { return answer.proof }
    throw GalleryError(
      .notAGallery, subject: "health",
      detail: "something answers there, and not as a gallery does (expected {\"status\":\"ok\"})")
  }

  /// Streams a file from disk, which must have exactly the promised size. Targets that give the outside address are
  /// called at the base.
  public func upload(_ body: UploadBody, as file: UploadFile, to target: UploadTarget) async throws(GalleryError) {
    do throws(GalleryError) { try await send(body, as: file, to: target) } catch {
      // The next target is the gallery's own.
      if !nearer(target.url).hasPrefix(base + "/") { straight.ended(with: error) }
      throw error
    }
  }

  private func send(_ body: UploadBody, as file: UploadFile, to target: UploadTarget) async throws(GalleryError) {
    let subject = "upload \(file.path.split(separator: "/").last ?? "")"
    try Self.check(target, subject)
    var request = HTTPClientRequest(to: nearer(target.url))
    request.method = HTTPMethod(rawValue: target.method)
    request.headers.add(name: "Content-Type", value: file.contentType)
    switch body {
    case .bytes(let bytes):
      request.body = .bytes(ByteBuffer(bytes: bytes))
    case .file(let path):
      let source = try UploadSource(path: path, expectedBytes: file.sizeBytes, subject: subject)
      request.body = .stream(source, length: .known(file.sizeBytes))
    }
    let response = try await execute(request, subject: subject, timeout: timeouts.upload, isUpload: true)
    let hidden = hidden.and(queryOf: target.url)
    guard (200..<300).contains(response.status), response.stranger(hiding: hidden) == nil else {
      throw failure(response, subject, isUpload: true, hiding: hidden)
    }
  }

  /// A gallery says where its files go, but not to this computer's own sockets (`http+unix:`), nor what else is asked there.
  private static func check(_ target: UploadTarget, _ subject: String) throws(GalleryError) {
    guard target.method == "PUT" || target.method == "POST" else {
      throw GalleryError(
        .garbage, subject: subject,
        detail: "the gallery wants the file by another method than it may; expected PUT or POST to http or https")
    }
    do throws(WebAddress.Fault) { _ = try WebAddress(target.url) } catch {
      throw GalleryError(
        .garbage, subject: subject,
        detail: "the gallery wants the file at an address that is none of the web: \(error); expected PUT or POST to "
          + "http or https")
    }
  }

  private static func withoutSlash(_ address: String) -> String {
    address.hasSuffix("/") ? String(address.dropLast()) : address
  }

  private func nearer(_ url: String) -> String {
    guard let outside, url.hasPrefix(outside + "/") else { return url }
    return base + url.dropFirst(outside.count)
  }

  private func post(
    _ call: String, _ value: some Encodable, _ headers: [(name: String, value: String)] = []
  ) async throws(GalleryError) -> [UInt8] {
    let body: [UInt8]
    do {
      body = Array(try JSONEncoder().encode(value))
    } catch {
      throw GalleryError(.garbage, subject: call, detail: "cannot encode the request: \(error)")
    }
    let response = try await send(subject: call, timeout: timeouts.request) { prefix in
      var request = HTTPClientRequest(to: self.base + prefix + "/" + call, accepting: HTTPClientRequest.json)
      request.method = .POST
      request.headers.add(name: "Content-Type", value: "application/json")
      request.headers.add(name: "X-FotoX-Key", value: self.token)
      for (name, value) in headers { request.headers.add(name: name, value: value) }
      request.body = .bytes(ByteBuffer(bytes: body))
      return request
    }
    guard response.status == 200, response.stranger(hiding: hidden) == nil else {
      throw failure(response, call, isUpload: false)
    }
    return response.body
  }

  /// Sends to the newer path, and to the older one where the server knows only that.
  func send(
    subject: String, timeout: Duration, _ make: (String) -> HTTPClientRequest
  ) async throws(GalleryError) -> Response {
    let prefix = generation.prefix
    let response = try await execute(make(prefix), subject: subject, timeout: timeout)
    // The contract's own 404 of `complete` is JSON; the router's is not.
    guard response.status == 404, !response.isJSON else { return response }
    let other = prefix.isEmpty ? "/api" : ""
    let second = try await execute(make(other), subject: subject, timeout: timeout)
    if second.status != 404 || second.isJSON { generation.remember(other) }
    return second
  }

  /// Sends, and once more where the answer leads the same request on (307 and 308; RFC 9110, 15.4.8) to a place where it may
  /// go: see ``LeadingOn``. Other ways to elsewhere are named by the reader of the answer.
  func execute(
    _ request: HTTPClientRequest, subject: String, timeout: Duration, isUpload: Bool = false
  ) async throws(GalleryError) -> Response {
    var request = request
    var response = try await exchange(request, subject: subject, timeout: timeout)
    for _ in 0..<LeadingOn.most {
      guard let next = LeadingOn.next(response.status, response.location, from: request.url, showsToken: !isUpload)
      else {
        break
      }
      request.url = next
      response = try await exchange(request, subject: subject, timeout: timeout)
    }
    return response
  }

  private func exchange(
    _ request: HTTPClientRequest, subject: String, timeout: Duration
  ) async throws(GalleryError) -> Response {
    try await call(subject, within: timeout) { [self] in
      let answer = try await http.execute(request, timeout: .nanoseconds(timeout.wholeNanoseconds))
      // Enough for a presign answer of a thousand files; a gallery that sends more is none.
      let body = try await answer.body.collect(upTo: 4 << 20)
      return Response(
        status: Int(answer.status.code), contentType: answer.headers.first(name: "Content-Type") ?? "",
        location: answer.headers.first(name: "Location"),
        retryAfter: answer.headers.first(name: "Retry-After").flatMap {
          RetryAfter.read($0, answeredAt: answer.headers.first(name: "Date"), now: .now)
        },
        head: Dictionary(
          uniqueKeysWithValues: Response.telling.compactMap { name in
            answer.headers.first(name: name).map { (name, $0) }
          }),
        body: Array(body.readableBytesView))
    }
  }

  /// Makes one call, from the connection to its answer's last byte, within a time: the client's own limit ends with the
  /// answer's head, and a gallery may send the rest byte by byte.
  func call<Value: Sendable>(
    _ subject: String, within limit: Duration, _ body: @escaping @Sendable () async throws -> Value
  ) async throws(GalleryError) -> Value {
    if let addressFault {
      throw GalleryError(
        .garbage, subject: subject,
        detail: "the gallery's address is none of the web: \(addressFault); check gallery.url")
    }
    do {
      return try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask(operation: body)
        group.addTask {
          try await Task.sleep(for: limit)
          throw GalleryError(
            .unreachable, subject: subject, detail: "no whole answer came within \(limit.components.seconds) s")
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { preconditionFailure("two tasks were just added") }
        return value
      }
    } catch let failure as GalleryError {
      throw failure
    } catch is NIOTooManyBytesError {
      throw GalleryError(.garbage, subject: subject, detail: "the gallery's answer is over 4 MiB")
    } catch is ProvisionalAnswerLimit.ExceededFault {
      throw GalleryError(
        .garbage, subject: subject,
        detail: "the gallery sent over \(ProvisionalAnswerLimit.most) provisional answers (1xx) and no other")
    } catch let error as HTTPClientError where error == .invalidURL || error == .emptyHost || error == .emptyScheme {
      throw GalleryError(
        .garbage, subject: subject, detail: "the address is no usable http or https URL; check the gallery's setting")
    } catch {
      throw GalleryError(.unreachable, subject: subject, detail: words(for: error))
    }
  }

  /// An error's words without any URL in them: signed links are secrets.
  func words(for error: any Error) -> String {
    error as? HTTPClientError == .connectTimeout
      ? "no connection within \(min(timeouts.request, timeouts.connect).components.seconds) s"
      : ConnectionWords.of(error)
  }

  /// - Parameter hidden: what the gallery may know and its words must not bring into the database: by default the token.
  func failure(
    _ response: Response, _ subject: String, isUpload: Bool, hiding hidden: HiddenTexts? = nil
  ) -> GalleryError {
    let hidden = hidden ?? self.hidden
    if let reading = response.reading(isUpload: isUpload) {
      let words = reading.words.map { ": \(hidden.clean($0, upTo: 160))" } ?? response.words(hiding: hidden)
      let who = reading.refuser == nil ? "the gallery" : "what stands \(reading.refuser?.stands ?? "") the gallery"
      return GalleryError(
        reading.code, subject: subject, detail: "\(who) answered \(response.status)\(words)",
        retryAfter: reading.code == .busy ? response.retryAfter : nil, refuser: reading.refuser)
    }
    if let words = response.stranger(hiding: hidden) {
      return GalleryError(.notAGallery, subject: subject, detail: words)
    }
    let detail = "the gallery answered \(response.status)\(response.words(hiding: hidden))"
    return switch response.status {
    case 401: GalleryError(.unauthorized, subject: subject, detail: detail)
    case 403 where isUpload: GalleryError(.urlRefused, subject: subject, detail: detail)
    // A gallery refuses a token in the contract's JSON; anything else is of something in between (a hotel's network).
    case 403: GalleryError(response.error == nil ? .forbidden : .unauthorized, subject: subject, detail: detail)
    // It ends an upload for good, so only a gallery of ours is believed: proxies have pages for it, too.
    case 410 where response.error == Self.erasedWords: GalleryError(.gone, subject: subject, detail: detail)
    case 413: GalleryError(.tooLarge, subject: subject, detail: detail)
    case 408, 425, 429, 500...:
      GalleryError(.busy, subject: subject, detail: detail, retryAfter: response.retryAfter)
    default: GalleryError(.garbage, subject: subject, detail: detail)
    }
  }

  func decode<Value: Decodable>(_ body: [UInt8], _ subject: String) throws(GalleryError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(body))
    } catch {
      throw GalleryError(
        .garbage, subject: subject, detail: "the gallery's answer is not of the contract (\(body.count) bytes)")
    }
  }
}
