import BoothCore

/// What an answer says about who gives it and what that means, as a pure value: by its status, its head, and the beginning of its body.
///
/// Nothing here is trusted further than that: all of it is tried again, and nothing that waits for the gallery is given up.
struct RefusedAnswer: Sendable {
  /// What it comes to.
  struct Reading: Sendable, Equatable {
    var code: GalleryError.Code
    var refuser: GalleryRefuser?
    /// What was said, where the status alone does not say it.
    var words: String?
  }

  var status: Int
  /// Whether it answers an upload, which shows no token: its address is signed.
  var isUpload: Bool
  /// Its headers, by their names in small letters.
  var head: [String: String]
  /// The beginning of its body.
  var body: [UInt8]

  /// So much of a body is looked at.
  private static let longest = 8 << 10

  /// Nil where it is the gallery's own, or nothing more is known than the status says.
  var reading: Reading? {
    if let challenge { return challenge }
    guard !(200..<300).contains(status) else { return nil }
    return signIn ?? bucket ?? cloudflare ?? uploadWithoutToken
  }

  // MARK: What stands before a gallery

  /// Those that say so themselves. Some give a status of success with it.
  private var challenge: Reading? {
    for name in ["cf-mitigated", "x-vercel-mitigated", "x-amzn-waf-action"] {
      guard let action = head[name]?.lowercased() else { continue }
      if ["challenge", "captcha"].contains(action) { return Reading(code: .forbidden, refuser: .challenge) }
      if status == 403 { return Reading(code: .forbidden, refuser: .firewall) }
    }
    return nil
  }

  /// A gallery asks for its token without saying how; these are what browsers ask people for (RFC 9110, 11.6.1).
  private var signIn: Reading? {
    if status == 407 { return Reading(code: .forbidden, refuser: .wayOut) }
    guard status == 401, let scheme = head["www-authenticate"]?.prefix(while: { $0 != " " }).lowercased(),
      ["basic", "digest", "negotiate", "ntlm"].contains(scheme)
    else { return nil }
    return Reading(code: .forbidden, refuser: .signIn)
  }

  /// Cloudflare's own errors: `error code: 1010` for programs, a page for browsers, JSON for those that ask for it.
  private var cloudflare: Reading? {
    guard [401, 403, 406, 409].contains(status) else { return nil }
    let text = text
    let found =
      text.firstMatch(of: /^\s*error code: (1\d\d\d)\s*$/)?.1
      ?? (text.contains("cloudflare_error") ? text.firstMatch(of: /"error_code"\s*:\s*(1\d\d\d)/)?.1 : nil)
      ?? (head["server"]?.lowercased() == "cloudflare"
        ? text.firstMatch(of: /(?i)error(?:\s|<[^>]*>)*(1\d\d\d)/)?.1 : nil)
    guard let found else { return nil }
    return Reading(
      code: .forbidden, refuser: found == "1010" ? .browserCheck : .firewall, words: "Cloudflare's error \(found)")
  }

  /// An upload shows no token, so that a wrong one cannot be the reason.
  private var uploadWithoutToken: Reading? {
    isUpload && status == 401 ? Reading(code: .urlRefused) : nil
  }

  // MARK: A bucket behind it

  /// What a bucket that speaks S3 refuses an upload with.
  private var bucket: Reading? {
    guard let (name, message) = bucketError else { return nil }
    let words = [name, message].filter { !$0.isEmpty }.joined(separator: ": ")
    func reading(_ code: GalleryError.Code, _ refuser: GalleryRefuser? = nil) -> Reading {
      Reading(code: code, refuser: refuser, words: words)
    }
    switch name {
    case "AccessDenied" where message.lowercased().contains("expired"), "ExpiredToken", "RequestExpired",
      "TokenRefreshRequired":
      return reading(.urlRefused)
    case "RequestTimeTooSkewed", "RequestInTheFuture", "RequestNotYetValid": return reading(.forbidden, .bucketClock)
    case "SignatureDoesNotMatch", "InvalidAccessKeyId", "InvalidToken", "InvalidSecurity",
      "AuthorizationHeaderMalformed",
      "AuthorizationQueryParametersError", "NotSignedUp", "XMinioInvalidAccessKey":
      return reading(.forbidden, .bucketKeys)
    case "AccessDenied", "AccessForbidden", "AllAccessDisabled", "AccountProblem", "Forbidden", "Unauthorized",
      "MethodNotAllowed", "ObjectLocked":
      return reading(.forbidden, .bucketRights)
    case "NoSuchBucket", "InvalidBucketName": return reading(.forbidden, .bucketMissing)
    case "QuotaExceeded", "StorageFull", "XMinioStorageFull", "XMinioAdminBucketQuotaExceeded", "InsufficientStorage",
      "EntityTooManyObjects", "TotalSizeExceeded":
      return reading(.busy, .bucketFull)
    case "EntityTooLarge": return reading(.tooLarge)
    case "SlowDown", "SlowDownRead", "SlowDownWrite", "InternalError", "ServiceUnavailable", "Busy", "ServerBusy",
      "RequestTimeout", "OperationAborted", "ConditionalRequestConflict", "TooManyRequests", "BandwidthLimitExceeded":
      return reading(.busy)
    default:
      // One of 5xx is busy whatever it says, and a way to elsewhere is one.
      guard (400..<500).contains(status), ![408, 413, 425, 429].contains(status) else { return nil }
      return reading(status == 403 && isUpload ? .urlRefused : .garbage)
    }
  }

  /// `<Error><Code>…</Code><Message>…</Message>`
  private var bucketError: (name: String, message: String)? {
    let text = text
    guard text.contains("<Error"), let name = text.firstMatch(of: /<Code>\s*([A-Za-z0-9.]{1,64})\s*<\/Code>/)?.1 else {
      return nil
    }
    return (String(name), text.firstMatch(of: /<Message>([^<]{0,300})/).map { String($0.1) } ?? "")
  }

  private var text: String { String(decoding: body.prefix(Self.longest), as: UTF8.self) }
}

extension GalleryRefuser {
  /// Where it stands, seen from the booth.
  var stands: String {
    switch self {
    case .challenge, .browserCheck, .firewall, .signIn, .wayOut: "before"
    case .bucketClock, .bucketKeys, .bucketRights, .bucketMissing, .bucketFull: "behind"
    }
  }
}
