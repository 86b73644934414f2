import BoothCore
import HTTPTypes
import Hummingbird
import WebSupport

extension Gallery {
  /// `GET /asset?path=`: an object's bytes, or some of them.
  func asset(_ call: WebCall) async throws -> WebAnswer {
    guard let path = call.query["path"] else { return .text(.badRequest, "Missing path") }
    let caching: String
    switch AssetPath(path) {
    case .private:
      guard let rights = try await rights(call), Self.mayRead(path, rights) else {
        return .text(.forbidden, "Forbidden")
      }
      caching = "private, no-store"
    case .index(let event):
      let standing = try await standing(event)
      switch try await refusal(event, standing, call) {
      case .needsKey: return .text(.forbidden, "Forbidden")
      case .ended: return Self.endedMedia
      case nil: break
      }
      caching = self.caching(standing.access)
      if configuration.lists == .keys {
        // As the keys have it now, whatever was made of them last.
        guard try await !orderPage(event, limit: 1).entries.isEmpty else { return .notFound }
        return .json(try await derivedIndex(event).json).with([.cacheControl: caching])
      }
      // A reader of an index as a file gets a whole one, too.
      _ = try await index(event)
    // The contract's hour for pictures and clips; what changes is asked for anew.
    case .public:
      if try await isOver(path, call) { return Self.endedMedia }
      caching = path.hasSuffix(".json") ? "no-cache" : "public, max-age=3600"
    case .none: return .notFound
    }
    guard let key = ObjectKey(path) else { return .notFound }
    let name = call.query["download"] == nil ? nil : try await downloadName(key)
    // One look, and nothing that could be replaced between two.
    if call.request.method == .get, let file = try await store.file(key) {
      return try await asset(file.info, call, caching, name) { .file(file, $0) }
    }
    // An object replaced between the two looks is looked at again.
    while let info = try await store.info(key) {
      do {
        return try await asset(info, call, caching, name) { try await body(info, $0, call) }
      } catch let error as ObjectStoreError where error.code == .conditionFailed {
        continue
      }
    }
    return .notFound
  }

  /// Of what is booths' alone, one with rights in some events reads their email addresses.
  private static func mayRead(_ path: String, _ rights: BoothRights) -> Bool {
    guard let events = rights.events else { return true }
    return events.contains { path == "\(EventNames.emailFolder)emails_\($0).json" }
  }

  /// What is told that asks for a picture or clip of an event that is over.
  static let endedMedia = WebAnswer.text(.gone, "This event's gallery has ended")

  /// - Parameters:
  ///   - name: its name when downloaded; nil for those who look at it.
  ///   - body: a range of its bytes.
  private func asset(
    _ info: ObjectInfo, _ call: WebCall, _ caching: String, _ name: String?,
    _ body: (Range<Int64>) async throws -> WebAnswer.Body
  ) async throws -> WebAnswer {
    var headers: HTTPFields = [
      .contentType: info.contentType, .eTag: EntityTags.header(info.etag), .cacheControl: caching,
      .acceptRanges: "bytes", .contentSecurityPolicy: SecurityHeaders.upload(info.contentType),
    ]
    if !caching.contains("private") {
      headers[.accessControlAllowOrigin] = "*"
      headers[.accessControlExposeHeaders] = "Content-Length, Content-Range, ETag"
    }
    if let name { headers[.contentDisposition] = AttachmentHeader.of(name) }
    let sent = call.request.headers
    if let known = sent[.ifNoneMatch], EntityTags.noneMatch(known, has: info.etag) {
      // The answer leaves the body away itself.
      return WebAnswer(.ok, headers)
    }
    switch ByteRange.wanted(of: info.sizeBytes, tag: info.etag, sent) {
    case nil: return WebAnswer(.ok, headers, try await body(0..<info.sizeBytes))
    case .invalid: return .text(.rangeNotSatisfiable, "Invalid Range header")
    case .unsatisfiable:
      return .text(.rangeNotSatisfiable, "Range Not Satisfiable")
        .with([.contentRange: "bytes */\(info.sizeBytes)", .accessControlAllowOrigin: "*"])
    case .part(let part):
      headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(info.sizeBytes)"
      return WebAnswer(.partialContent, headers, try await body(part))
    }
  }

  // Not inlined: the optimizer of Swift 6.3.1 crashes on its two ways of throwing inside the caller.
  @inline(never)
  private func body(_ info: ObjectInfo, _ range: Range<Int64>, _ call: WebCall) async throws -> WebAnswer.Body {
    if call.request.method == .head || range.isEmpty {
      return .stream(Int64(range.count), ByteStream { $0.finish() })
    }
    guard let (found, stream) = try await store.read(info.key, range: range), found.etag == info.etag else {
      throw ObjectStoreError(.conditionFailed, subject: info.key.text, detail: "it was replaced")
    }
    return .stream(Int64(range.count), stream)
  }
}
