/// A file to be uploaded, as the contract's presign call describes it.
public struct UploadFile: Sendable, Equatable, Codable {
  /// The object's key: ``GalleryPath/asset(event:session:kind:strip:)`` and its like.
  public var path: String
  /// The MIME type that the upload is signed for: the request has to send the same.
  public var contentType: String
  /// How many bytes will be sent.
  public var sizeBytes: Int64

  enum CodingKeys: String, CodingKey {
    case path
    case contentType = "content_type"
    case sizeBytes = "size_bytes"
  }

  /// Checks nothing; the gallery does.
  public init(path: String, contentType: String, sizeBytes: Int64) {
    self.path = path
    self.contentType = contentType
    self.sizeBytes = sizeBytes
  }
}

/// Where one file goes; opaque to us.
public struct UploadTarget: Sendable, Equatable, Codable {
  /// The key of the file that it is for, as in ``UploadFile/path``.
  public var path: String
  /// The HTTP method to send with: `PUT`, or `POST`.
  public var method: String
  /// Where to send the bytes. May be signed, so it never goes into a log.
  public var url: String

  /// Takes the gallery's answer as it came; the address is checked where it is called.
  public init(path: String, method: String, url: String) {
    self.path = path
    self.method = method
    self.url = url
  }
}

/// Where an upload's bytes come from.
public enum UploadBody: Sendable, Equatable {
  /// Streamed from disk; the absolute path.
  case file(String)
  case bytes([UInt8])
}

/// Why a call to the gallery failed, by what can be done about it.
public struct GalleryError: Error, Sendable, Equatable, Codable, CustomStringConvertible {
  /// Why, by what can be done about it. Numbers are HTTP statuses.
  public enum Code: String, Sendable, Codable {
    /// No network, no such host, refused, reset, timed out: try again later.
    case unreachable
    /// 408, 429, 5xx: try again later, not before `retryAfter`.
    case busy
    /// 401, or 403 in the contract's JSON on an API call: the token is wrong. Only the operator can help.
    case unauthorized
    /// 403 on an API call, and not in the gallery's own words: something in between refused. It may go away (a network's
    /// login page), but mostly a person has to see to it.
    case forbidden
    /// Something answers there, and it is no gallery: a page, or a way to another address. A person has to correct the
    /// address, or sign in to the network; a network's login page may also end by itself.
    case notAGallery
    /// 403 on an upload URL: it expired or was not accepted; presign again.
    case urlRefused
    /// 413: the gallery will never take this file.
    case tooLarge
    /// 410: the session was erased there; nothing of it is taken any more.
    case gone
    /// 404 or 405 where the contract has no such call: a server of another version.
    case unsupported
    /// Any other 4xx, or an answer that is not of the contract.
    case garbage
    /// The local file is missing or cannot be read.
    case localFile
    /// It was taken with a 2xx, and is not there afterwards, or not whole.
    case lost
    /// It was taken, and the gallery cannot be asked whether it has it.
    case unasked
  }

  /// Why; decide by this, not by the words.
  public var code: Code
  /// `presign`, `upload photo_0.jpg`, `complete`; never a signed URL or a token.
  public var subject: String
  /// In words, for the operator: what the gallery or the network said.
  public var detail: String
  /// How long the gallery asks to be left alone, from its answer on; nil where it does not say.
  public var retryAfter: Duration?
  /// What has refused it, where that is known not to be the gallery itself.
  public var refuser: GalleryRefuser?

  /// Without `retryAfter` the caller decides when to ask again.
  public init(
    _ code: Code, subject: String, detail: String, retryAfter: Duration? = nil, refuser: GalleryRefuser? = nil
  ) {
    self.code = code
    self.subject = subject
    self.detail = detail
    self.retryAfter = retryAfter
    self.refuser = refuser
  }

  /// Whether waiting may mend it without anybody's help.
  public var mayPass: Bool {
    switch code {
    case .unreachable, .busy, .forbidden, .notAGallery, .urlRefused, .garbage: true
    case .unauthorized, .tooLarge, .gone, .unsupported, .localFile, .lost, .unasked: false
    }
  }

  /// One line for logs and people: the call and the words.
  public var description: String { "\(subject): \(detail)" }
}

/// The gallery as a booth calls it: any server of the FotoX Worker's contract.
public protocol GalleryClient: Sendable {
  /// Asks for one upload URL per file, in the order of `files`.
  /// - Parameter access: who may see the event's page; nil where its definition is not known here. A gallery that does
  ///   not know the event otherwise goes by it, from this call on.
  func presign(
    event: EventID, session: SessionID, files: [UploadFile], access: Event.GalleryAccess?
  ) async throws(GalleryError) -> [UploadTarget]
  /// Sends one file's bytes.
  func upload(_ body: UploadBody, as file: UploadFile, to target: UploadTarget) async throws(GalleryError)
  /// Tells the gallery that the session's manifest is there.
  /// - Parameter access: as for ``presign(event:session:files:access:)``.
  func complete(
    event: EventID, session: SessionID, manifestPath: String, access: Event.GalleryAccess?
  ) async throws(GalleryError)
  /// Replaces the event's file of guests' e-mail addresses, which only its operator can read there.
  func uploadEmails(_ bytes: [UInt8], event: EventID) async throws(GalleryError)
  /// Removes a session: its files, its manifest and its entry in the event's index; it takes nothing of it afterwards.
  /// Harmless twice. The FotoX Worker has no such call (`unsupported`).
  func erase(event: EventID, session: SessionID) async throws(GalleryError)
  /// How many bytes the gallery serves under an object's path, to anybody who asks at the booth's own address for it.
  /// Nil where it serves none: it has no such object, or it cannot be asked, which one answer does not tell apart.
  /// - Parameter expected: how many they should be; where they have to be counted, no more than one beyond is read.
  func size(of path: String, expecting expected: Int64) async throws(GalleryError) -> Int64?
  /// Asks whether the gallery is there at all; for `doctor` and "test connection".
  func health() async throws(GalleryError)
}

extension GalleryClient {
  /// The same where nothing is said about who may see the event's page.
  public func presign(
    event: EventID, session: SessionID, files: [UploadFile]
  ) async throws(GalleryError) -> [UploadTarget] {
    try await presign(event: event, session: session, files: files, access: nil)
  }

  /// The same where nothing is said about who may see the event's page.
  public func complete(event: EventID, session: SessionID, manifestPath: String) async throws(GalleryError) {
    try await complete(event: event, session: session, manifestPath: manifestPath, access: nil)
  }
}
