import Crypto

/// AWS Signature Version 4 ("Authenticating Requests", Amazon S3 API Reference): arithmetic alone, from a request, a moment and
/// keys to the words that prove who asks.
struct S3Signature: Sendable {
  var credentials: S3Credentials
  var region: String
  var service = "s3"
  /// Paths as they are: S3's rule. All other services take `.`, `..` and double slashes out.
  var keepsPaths = true

  /// What is signed of a request.
  struct Request: Sendable {
    var method: String
    /// Decoded, with its slash at the front.
    var path: String
    /// Decoded; a name without a value has an empty one.
    var query: [(name: String, value: String)] = []
    /// All that are to be signed, `host` among them.
    var headers: [(name: String, value: String)]
  }

  /// How a body is known before it is sent.
  enum Payload: Sendable, Equatable {
    /// SHA-256 of all of it, in hexadecimal digits.
    case hash(String)
    /// Unknown when the head is sent; what is on the way is protected by TLS alone. The form with signed chunks
    /// (`STREAMING-AWS4-HMAC-SHA256-PAYLOAD`) is not sent at all: Cloudflare's R2 answers it with 501.
    case unsigned

    var text: String {
      switch self {
      case .hash(let digits): digits
      case .unsigned: "UNSIGNED-PAYLOAD"
      }
    }

    static let empty = Payload.hash("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  // MARK: The steps

  static func canonicalQuery(_ query: [(name: String, value: String)]) -> String {
    query.map { (S3Text.encoded($0.name), S3Text.encoded($0.value)) }
      .sorted {
        $0.0 == $1.0 ? $0.1.utf8.lexicographicallyPrecedes($1.1.utf8) : $0.0.utf8.lexicographicallyPrecedes($1.0.utf8)
      }
      .map { "\($0.0)=\($0.1)" }.joined(separator: "&")
  }

  func canonicalPath(_ path: String) -> String {
    guard !keepsPaths else { return path.isEmpty ? "/" : S3Text.encoded(path, keepingSlashes: true) }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    let joined = "/" + parts.joined(separator: "/") + (path.hasSuffix("/") && !parts.isEmpty ? "/" : "")
    return S3Text.encoded(joined, keepingSlashes: true)
  }

  /// Names small and in order, values without blanks around them or doubled within; those of one name together.
  static func canonicalHeaders(_ headers: [(name: String, value: String)]) -> (lines: String, signed: String) {
    var values: [String: [String]] = [:]
    for (name, value) in headers {
      // Lines that are folded count as values of their own.
      let parts = value.split(separator: "\n").map { line in
        line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
      }
      values[name.lowercased(), default: []] += parts.isEmpty ? [""] : parts
    }
    let names = values.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let lines = names.map { "\($0):\((values[$0] ?? []).joined(separator: ","))\n" }.joined()
    return (lines, names.joined(separator: ";"))
  }

  func canonicalRequest(_ request: Request, payload: Payload) -> String {
    let (lines, signed) = Self.canonicalHeaders(request.headers)
    return [
      request.method, canonicalPath(request.path), Self.canonicalQuery(request.query), lines, signed, payload.text,
    ].joined(separator: "\n")
  }

  func scope(_ moment: S3Moment) -> String { "\(moment.day)/\(region)/\(service)/aws4_request" }

  func stringToSign(_ canonical: String, at moment: S3Moment) -> String {
    "AWS4-HMAC-SHA256\n\(moment.text)\n\(scope(moment))\n\(Self.sha256(Array(canonical.utf8)))"
  }

  static func sha256(_ bytes: [UInt8]) -> String { S3Text.hex(SHA256.hash(data: bytes)) }

  private static func hmac(_ key: [UInt8], _ text: String) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: SymmetricKey(data: key)))
  }

  func signingKey(_ moment: S3Moment) -> [UInt8] {
    [moment.day, region, service, "aws4_request"].reduce(Array(("AWS4" + credentials.secretKey).utf8)) {
      Self.hmac($0, $1)
    }
  }

  func signature(_ stringToSign: String, at moment: S3Moment) -> String {
    S3Text.hex(Self.hmac(signingKey(moment), stringToSign))
  }

  // MARK: What requests carry

  /// The value of `Authorization`.
  func authorization(_ request: Request, payload: Payload, at moment: S3Moment) -> String {
    let signed = Self.canonicalHeaders(request.headers).signed
    let signature = signature(stringToSign(canonicalRequest(request, payload: payload), at: moment), at: moment)
    return "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope(moment)), SignedHeaders=\(signed), "
      + "Signature=\(signature)"
  }

  /// The query of an address that its holder may use until it expires.
  /// - Parameter seconds: at most seven days.
  func presigned(_ request: Request, seconds: Int, at moment: S3Moment) -> String {
    var request = request
    request.query += [
      ("X-Amz-Algorithm", "AWS4-HMAC-SHA256"), ("X-Amz-Credential", "\(credentials.accessKey)/\(scope(moment))"),
      ("X-Amz-Date", moment.text), ("X-Amz-Expires", "\(min(max(seconds, 1), 604_800))"),
      ("X-Amz-SignedHeaders", Self.canonicalHeaders(request.headers).signed),
    ]
    if let token = credentials.sessionToken { request.query.append(("X-Amz-Security-Token", token)) }
    let canonical = canonicalRequest(request, payload: .unsigned)
    return Self.canonicalQuery(request.query)
      + "&X-Amz-Signature=\(signature(stringToSign(canonical, at: moment), at: moment))"
  }
}
