import BoothCore
import FoundationEssentials
import HTTPTypes
import Logging
import WebSupport

extension Gallery {
  /// FotoX: upload URLs hold for 900 seconds.
  private static let permitSeconds: Int64 = 900
  /// More than any session has; keeps an answer below what clients read.
  private static let mostFiles = 1000
  static let mostJSONBytes = 1 << 20

  /// A booth, or the answer that keeps it out.
  enum Admission: Sendable {
    case booth(BoothRights)
    case refused(WebAnswer)
  }

  /// Looked at before the body.
  func admission(_ call: WebCall) async throws -> Admission {
    if let answer = tooOften(call) { return .refused(answer) }
    if let rights = try await rights(call) { return .booth(rights) }
    guard configuration.presignToken != nil else {
      return .refused(.error(.internalServerError, "PRESIGN_TOKEN not configured"))
    }
    // Guests' browsers show none, and are no booths.
    if call.token != nil { refusals.note(.wrongToken, at: now()) }
    return .refused(.error(.unauthorized, "Unauthorized"))
  }

  /// The body as JSON; `null` is none.
  func json(_ call: WebCall, _ context: WebContext) async throws -> JSONDocument {
    let bytes = try await call.body(upTo: Self.mostJSONBytes, context)
    do throws(JSONReader.Fault) {
      let value = try JSONReader.read(bytes)
      if value != .null { return value }
    } catch {
      context.logger.debug("a body is not JSON", metadata: ["json.fault": "\(error)"])
    }
    throw RequestFault("Invalid JSON payload")
  }

  /// `POST /presign`: one URL per announced file, in their order.
  func presign(_ call: WebCall, _ context: WebContext) async throws -> WebAnswer {
    let rights: BoothRights
    switch try await admission(call) {
    case .refused(let answer): return answer
    case .booth(let admitted): rights = admitted
    }
    let body = try await json(call, context)
    guard let files = body["files"]?.array else {
      throw RequestFault("Invalid request format: files array required")
    }
    guard let secret = configuration.uploadSecret else {
      return .error(.internalServerError, "UPLOAD_SECRET not configured")
    }
    if files.count > Self.mostFiles {
      throw RequestFault("Too many files: expected at most \(Self.mostFiles), found \(files.count)")
    }
    let event = try EventNames.read(body["event_id"])
    let session = try SessionName(body["session_id"]?.string ?? "")
    guard rights.isFor(event), try await !isForeign(session, to: rights) else { return Self.foreignAnswer }
    // The common file of addresses has those of all events.
    if rights.events != nil, files.contains(where: { Self.isOfAllEvents($0["path"]?.string) }) {
      return Self.foreignAnswer
    }
    let said = try Self.access(body)
    if try await isErased(session) { return Self.erasedAnswer }
    let expires = Int64(now().timeIntervalSince1970) + Self.permitSeconds
    let permits = try files.map { try permit($0, event, session, expires) }
    if let answer = try await fullAnswer(event, session, permits) { return answer }
    let goesStraight = call.goesStraight
    let uploads = permits.map { permit in
      let straight = goesStraight ? straightAddress(permit, session) : nil
      return JSONDocument.members([
        "path": .string(permit.path), "method": "PUT",
        "url": .string(straight ?? "\(call.base)/api/upload?\(permit.query(signedWith: secret))"),
      ])
    }
    try await keep(said, of: event)
    if !files.isEmpty {
      try await announce(session, of: event)
      if try await isErasedAfterWriting(session.announcement, session) { return Self.erasedAnswer }
    }
    // Ours: a booth need not keep a file of its own beside the common one.
    let emails: JSONDocument? = session.text == SessionName.emailCollection ? "merged" : nil
    return .json(
      .members([
        "uploads": .array(uploads), "expires_in_seconds": .integer(Self.permitSeconds), "emails": emails,
      ])
    )
    .with([.cacheControl: "no-store"])
  }

  /// Where a booth brings a picture or clip straight to the store, if it asks for that: with the type and the length that it has
  /// announced, which it is to send as its headers. Nil where the store has no such addresses, and for what the gallery looks at itself.
  private func straightAddress(_ permit: UploadPermit, _ session: SessionName) -> String? {
    guard let type = permit.contentType, let size = permit.sizeBytes, SessionName(of: permit.path) == session,
      MediaNames.type(of: permit.path) != nil, let key = ObjectKey(permit.path)
    else { return nil }
    let address = store.writingAddress(
      of: key, contentType: type, sizeBytes: size, seconds: Int(Self.permitSeconds))
    // The contract has no place for headers.
    return address.flatMap { $0.headers.keys.allSatisfy { $0 == "content-type" } ? $0.url : nil }
  }

  /// Who may see the event's page, as a booth of ours says with what it brings; FotoX's clients say nothing.
  static func access(_ body: JSONDocument) throws(RequestFault) -> Event.GalleryAccess? {
    switch body[EventIndex.markName] {
    case nil, .null?: return nil
    case .string(let text)?:
      if let access = Event.GalleryAccess(rawValue: text) { return access }
    case .bool?, .number?, .array?, .object?: break
    }
    throw RequestFault("Invalid gallery: expected \"link\" or \"open\"")
  }

  private func permit(
    _ file: JSONDocument, _ event: EventID, _ session: SessionName, _ expires: Int64
  ) throws(RequestFault) -> UploadPermit {
    guard let path = file["path"]?.string else {
      throw RequestFault("Invalid request format: each file needs a path")
    }
    guard Self.allows(path, event, session) else {
      throw RequestFault(
        "Path not allowed: \(path); expected one under "
          + (event > 0 ? EventNames.folder(event, session) : "events/{event_id}/sessions/\(session.text)/"))
    }
    var permit = UploadPermit(path: path, expires: expires)
    switch file["content_type"] {
    case nil, .null?, .string("")?: break
    case .string(let type)? where Self.isMediaType(type): permit.contentType = type
    default: throw RequestFault("Invalid content_type for \(path): expected one like image/jpeg")
    }
    switch file["size_bytes"] {
    case nil, .null?: break
    case let size?:
      guard let size = size.integer, size >= 0 else {
        throw RequestFault("Invalid size_bytes for \(path): expected a whole number of bytes")
      }
      let limit = uploadLimit(path)
      if size > limit { throw RequestFault("File too large (max \(limit >> 20)MB): \(path)", .contentTooLarge) }
      permit.sizeBytes = size
    }
    return permit
  }

  /// A file lies in its session's folder; the only other is the app's file of guests' e-mail addresses.
  private static func allows(_ path: String, _ event: EventID, _ session: SessionName) -> Bool {
    if session.text == SessionName.emailCollection, EventNames.emails(event).contains(path) { return true }
    return event > 0 && path.hasPrefix(EventNames.folder(event, session)) && ObjectKey(path) != nil
      && path.isWholeText
  }

  private static func isOfAllEvents(_ path: String?) -> Bool { path.map { EventNames.emails(0).contains($0) } ?? false }

  /// The largest body that is taken under a path.
  func uploadLimit(_ path: String) -> Int64 {
    let isOfEmails = path.hasPrefix(EventNames.emailFolder)
    return min(configuration.maxUploadBytes, isOfEmails ? Int64(EventNames.mostEmailBytes) : .max)
  }

  private static func isMediaType(_ text: String) -> Bool {
    text.utf8.count <= 200 && MediaType(text) != nil
  }
}
