import BoothCore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import Synchronization
import WebSupport

extension Gallery {
  /// `PUT /upload`: stores what a permit allows, whole or not at all.
  func upload(_ call: WebCall, _ context: WebContext) async throws -> WebAnswer {
    guard let secret = configuration.uploadSecret else {
      return .error(.internalServerError, "UPLOAD_SECRET not configured")
    }
    guard let (permit, signature) = UploadPermit.read(call.query) else {
      return .text(.badRequest, "Missing parameters")
    }
    let hasEmails = permit.path.hasPrefix(EventNames.emailFolder)
    let limit = uploadLimit(permit.path)
    let length = call.request.headers[.contentLength].flatMap { Int64($0) }
    if let length, length > limit { return tooLarge(limit) }
    let seconds = Int64(now().timeIntervalSince1970)
    if seconds > permit.expires {
      let late = seconds.subtractingReportingOverflow(permit.expires)
      refusals.note(.expired, at: now(), late.overflow ? [:] : ["upload.seconds_too_late": "\(late.partialValue)"])
      return WebAnswer.text(.forbidden, "URL expired").closing()
    }
    guard permit.isSigned(by: signature, with: secret) else {
      refusals.note(.badSignature, at: now())
      return WebAnswer.text(.forbidden, "Invalid signature").closing()
    }
    guard let key = ObjectKey(permit.path), permit.path.isWholeText else {
      return WebAnswer.text(.badRequest, "Invalid path").closing()
    }
    let type = call.request.headers[.contentType]
    if let objection = permit.objection(contentType: type, length: length) {
      return WebAnswer.text(.badRequest, objection).closing()
    }
    let session = SessionName(of: permit.path)
    if let session, try await isErased(session) { return Self.erasedAnswer.closing() }
    if hasEmails { return try await uploadEmails(permit, as: key, limit, call, context) }
    call.askForBody(context)
    let body = UploadBodyReader(call.request.body, limit: limit)
    do {
      _ = try await store.write(
        key, contentType: type ?? permit.contentType ?? "application/octet-stream", condition: .always,
        sizeBytes: permit.sizeBytes ?? length, body: body.stream)
    } catch {
      // One clause: several with conditions of their own crash the compiler (Swift 6.3.1) under typed throws.
      if body.isTooLarge { return tooLarge(limit) }
      guard error.code == .incomplete else { throw error }
      return WebAnswer.text(.badRequest, "The body is not what was announced: \(error.detail)").closing()
    }
    if try await isErasedAfterWriting(key, session) { return Self.erasedAnswer }
    return WebAnswer(.ok)
  }

  /// A file of addresses is added to what is there; see ``storeEmails(_:in:contentType:)``.
  private func uploadEmails(
    _ permit: UploadPermit, as key: ObjectKey, _ limit: Int64, _ call: WebCall, _ context: WebContext
  ) async throws -> WebAnswer {
    let type = call.request.headers[.contentType] ?? permit.contentType ?? "application/octet-stream"
    do {
      let bytes = try await call.body(upTo: Int(limit), context)
      if let size = permit.sizeBytes, size != Int64(bytes.count) {
        return WebAnswer.text(
          .badRequest, "The body is not what was announced: \(bytes.count) of \(size) bytes came"
        ).closing()
      }
      try await storeEmails(bytes, in: key, contentType: type)
      return WebAnswer(.ok)
    } catch let fault as RequestFault {
      return .text(fault.status, "The body is refused: \(fault.text)")
    } catch is TooLargeFault {
      return tooLarge(limit)
    }
  }

  private func tooLarge(_ bytes: Int64) -> WebAnswer {
    let limit = bytes >> 20
    refusals.note(.tooLarge, at: now(), ["upload.limit_mb": "\(limit)"])
    return WebAnswer.text(.contentTooLarge, "File too large (max \(limit)MB)").closing()
  }
}

/// A request's body as the store wants it, counted.
private final class UploadBodyReader: Sendable {
  private let request: RequestBody
  private let limit: Int64
  private let passed = Mutex(false)

  init(_ request: RequestBody, limit: Int64) {
    self.request = request
    self.limit = limit
  }

  /// Whether it was broken off for being too large.
  var isTooLarge: Bool { passed.withLock { $0 } }

  var stream: ByteStream {
    let pieces = Pieces(request.makeAsyncIterator())
    return ByteStream(unfolding: { [self] in
      guard let piece = try await pieces.next() else { return nil }
      guard pieces.count <= limit else {
        passed.withLock { $0 = true }
        throw TooLargeFault()
      }
      return Array(piece.readableBytesView)
    })
  }
}

/// `@unchecked`: a stream is pulled by one reader, the store, piece after piece.
private final class Pieces: @unchecked Sendable {
  private var iterator: RequestBody.AsyncIterator
  private(set) var count: Int64 = 0

  init(_ iterator: RequestBody.AsyncIterator) { self.iterator = iterator }

  func next() async throws -> ByteBuffer? {
    let piece = try await iterator.next()
    count += Int64(piece?.readableBytes ?? 0)
    return piece
  }
}
