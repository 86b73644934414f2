import BoothCore

/// Why a bucket refused, or what could not be done with it.
public struct S3Error: Error, Sendable, Equatable, CustomStringConvertible {
  /// Why, by what the caller can do about it.
  public enum Code: String, Sendable {
    /// No object has the key.
    case noSuchKey
    /// There is no such bucket.
    case noSuchBucket
    /// These keys may not do this.
    case accessDenied
    /// The keys themselves are not right: unknown, or the secret is another one.
    case wrongKeys
    /// A signature, or keys of some hours, have run out.
    case expired
    /// This machine's clock is not the bucket's.
    case clock
    /// The object is there, or is another one than it was said to be.
    case conditionFailed
    /// Asked too often; it was waited for, and is to be tried later.
    case busy
    /// There is no room.
    case full
    /// It cannot be reached, or fails by itself.
    case unavailable
    /// What came is not whole, or not what was promised.
    case incomplete
    /// What came makes no sense: no bucket answers there.
    case garbage
    /// The answer is larger than was asked for.
    case tooLarge
    /// It can never be done like this.
    case refused
    /// The caller ended it.
    case cancelled
  }

  /// Why; decide by this, not by the words.
  public var code: Code
  /// The key, the bucket, or what else it is about.
  public var subject: String
  /// In words, with what is to be done where that is known.
  public var detail: String

  init(_ code: Code, subject: String, detail: String) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }

  /// One line for logs and people.
  public var description: String { "\(subject): \(detail)" }

  /// The same without the code, for people; who is not reached is named by the detail.
  public var words: String { code == .unavailable ? detail : "\(subject): \(detail)" }

  /// As the port of object stores says it.
  var asPromised: ObjectStoreError {
    let code: ObjectStoreError.Code =
      switch self.code {
      case .conditionFailed: .conditionFailed
      case .full: .full
      case .incomplete, .tooLarge: .incomplete
      case .refused: .refused
      case .noSuchKey, .noSuchBucket, .accessDenied, .wrongKeys, .expired, .clock, .busy, .unavailable, .garbage,
        .cancelled:
        .unavailable
      }
    return ObjectStoreError(code, subject: subject, detail: detail)
  }
}

/// What a bucket answered instead of what it was asked for.
struct S3Refusal: Sendable {
  var status: Int
  /// Of the answer's XML; empty where it has none, as to `HEAD`.
  var name: String
  var message: String
  var retryAfter: Duration?
  /// How far this machine's clock is ahead of the bucket's, where both are known: seconds.
  var ahead: Int64?

  /// - Parameters:
  ///   - body: of at most 64 KiB.
  ///   - date: the answer's own.
  init(status: Int, body: [UInt8], retryAfter: Duration?, date: S3Moment?, now: S3Moment) {
    self.status = status
    self.retryAfter = retryAfter
    ahead = date.map { now.seconds - $0.seconds }
    var (name, message) = ("", "")
    do throws(S3XMLFault) {
      try S3XML.read(body) { path, text in
        if path == ["Error", "Code"] { name = text }
        if path == ["Error", "Message"] { message = text }
      }
    } catch {
      // No XML: the status says what there is to know.
    }
    self.name = String(name.prefix(100))
    self.message = String(
      message.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(300).map(Character.init))
  }

  /// Whether the same request may have another answer later.
  var mayPass: Bool {
    switch name {
    case "SlowDown", "InternalError", "ServiceUnavailable", "RequestTimeout", "OperationAborted", "TooManyRequests",
      "ConditionalRequestConflict", "Busy":
      return true
    default:
      // Another write came between ("Amazon S3 conditional writes", 409); a proxy may take the name away.
      return status == 429 || status == 409 && name.isEmpty
        || (500...599).contains(status) && status != 501 && status != 507
    }
  }

  /// Whether it may have been done all the same.
  var mayBeDone: Bool { (500...599).contains(status) && status != 501 && status != 507 }

  func error(_ subject: String, bucket: String) -> S3Error {
    let said = [name.isEmpty ? "HTTP \(status)" : name, message].filter { !$0.isEmpty }.joined(separator: ": ")
    func make(_ code: S3Error.Code, _ detail: String) -> S3Error { S3Error(code, subject: subject, detail: detail) }
    switch name {
    case "NoSuchKey": return make(.noSuchKey, "there is no such object")
    case "NoSuchBucket":
      return S3Error(
        .noSuchBucket, subject: "the bucket \(bucket)", detail: "there is none of this name at this endpoint")
    case "RequestTimeTooSkewed":
      let minutes = ahead.map { abs($0) / 60 } ?? 0
      let which = ahead.map { $0 > 0 ? "ahead of" : "behind" }
      let how = which.map { "is \(minutes) minutes \($0) the bucket's" } ?? "is not the bucket's"
      return make(.clock, "this machine's clock \(how): set it, as with timedatectl set-ntp true")
    case "SignatureDoesNotMatch":
      if let ahead, abs(ahead) > 900 {
        return make(
          .clock,
          "this machine's clock is \(abs(ahead) / 60) minutes \(ahead > 0 ? "ahead of" : "behind") the bucket's: set it, as with timedatectl set-ntp true"
        )
      }
      return make(.wrongKeys, "the secret key does not belong to the access key (\(said))")
    case "InvalidAccessKeyId", "InvalidToken", "InvalidClientTokenId":
      return make(.wrongKeys, "nobody there knows the access key (\(said))")
    case "ExpiredToken", "TokenRefreshRequired": return make(.expired, "the keys have run out: get new ones (\(said))")
    case "AccessDenied", "AllAccessDisabled", "AccountProblem":
      let isOld = message.lowercased().contains("expired")
      return make(
        isOld ? .expired : .accessDenied, isOld ? "the address has run out" : "these keys may not do this (\(said))")
    case "PreconditionFailed": return make(.conditionFailed, "the object is another one than was thought")
    case "SlowDown", "TooManyRequests", "Busy": return make(.busy, "the bucket asks for patience (\(said))")
    case "QuotaExceeded", "XMinioStorageFull", "InsufficientStorage": return make(.full, "there is no room (\(said))")
    case "AuthorizationHeaderMalformed", "PermanentRedirect", "IllegalLocationConstraintException":
      return make(.refused, "the bucket is in another region than the settings say (\(said))")
    case "BadDigest", "IncompleteBody", "XAmzContentSHA256Mismatch":
      return make(.incomplete, "what came there is not what was sent (\(said))")
    default: break
    }
    switch status {
    case 401, 403: return make(.accessDenied, "these keys may not do this (\(said))")
    case 404: return make(.noSuchKey, "there is no such object")
    case 409 where mayPass: return make(.busy, said)
    case 412: return make(.conditionFailed, "the object is another one than was thought")
    case 429: return make(.busy, "the bucket asks for patience (\(said))")
    case 507: return make(.full, "there is no room (\(said))")
    case 500...599: return make(.unavailable, "the bucket fails (\(said))")
    case 300...399: return make(.refused, "the bucket is elsewhere: name its own endpoint (\(said))")
    default: return make(.refused, said)
    }
  }
}
