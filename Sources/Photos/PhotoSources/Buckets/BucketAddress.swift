public import S3Storage

/// Where the photographs of one account are, in words that hold no secret:
/// `s3://BUCKET/ACCOUNT?endpoint=https://s3.example.org&region=eu-central-1&credentials=/home/me/keys&profile=photos`.
///
/// All behind the question mark may be left out: the endpoint and the region are then the environment's (`AWS_ENDPOINT_URL_S3`,
/// `AWS_ENDPOINT_URL`, `AWS_REGION`, `AWS_DEFAULT_REGION`), or Amazon's; the keys too.
public struct BucketAddress: Sendable, Equatable, CustomStringConvertible {
  /// The bucket's name.
  public let bucket: String
  /// The account's UUID, as it was made; keys of objects have it.
  public let account: String
  /// `https://…`; nil: the environment's, or Amazon's.
  public let endpoint: String?
  /// Nil: the environment's.
  public let region: String?
  /// The path of a file with keys, as the AWS tools keep one; nil: the environment's.
  public let credentialsFile: String?
  /// Which of the file's keys.
  public let profile: String

  /// Reads an address.
  /// - Throws: What is wrong with it, in words.
  public init(_ text: String) throws(BucketAddressError) {
    guard text.lowercased().hasPrefix("s3://") else { throw BucketAddressError("it begins with s3://") }
    let parts = text.dropFirst(5).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].split(separator: "/", omittingEmptySubsequences: true)
    guard path.count == 2 else {
      throw BucketAddressError("it is s3://BUCKET/ACCOUNT, the account by its UUID")
    }
    let account = String(path[1])
    guard Self.isUUID(account) else {
      throw BucketAddressError("\(account.prefix(60)) is no account: it is a UUID, never an e-mail address")
    }
    var fields: [String: String] = [:]
    for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[1].isEmpty, ["endpoint", "region", "credentials", "profile"].contains(sides[0])
      else {
        throw BucketAddressError("\(pair.prefix(60)) is none of endpoint=, region=, credentials=, profile=")
      }
      fields[String(sides[0])] = String(sides[1])
    }
    bucket = String(path[0])
    self.account = account
    endpoint = fields["endpoint"]
    region = fields["region"]
    credentialsFile = fields["credentials"]
    profile = fields["profile"] ?? "default"
  }

  private static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66, 0x2D: true
        default: false
        }
      }
  }

  /// As it is read.
  public var description: String {
    let fields = [
      endpoint.map { "endpoint=\($0)" }, region.map { "region=\($0)" }, credentialsFile.map { "credentials=\($0)" },
      profile == "default" ? nil : "profile=\(profile)",
    ].compactMap(\.self)
    return "s3://\(bucket)/\(account)" + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
  }

  /// Which bucket that is, on a machine with this environment.
  public func settings(environment: [String: String]) throws(S3Error) -> S3Settings {
    func named(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    let region = region ?? named("AWS_REGION", "AWS_DEFAULT_REGION") ?? "us-east-1"
    guard let endpoint = endpoint ?? named("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL") else {
      return try S3Settings.amazon(bucket: bucket, region: region)
    }
    return try S3Settings(bucket: bucket, endpoint: endpoint, region: region)
  }

  /// Who asks: by the file, else by the environment; nil: no sign-in.
  /// - Parameter read: gives the text of a file, nil where it cannot.
  public func credentials(environment: [String: String], read: (String) -> String?) -> S3Credentials? {
    guard let credentialsFile else { return S3Credentials(environment: environment) }
    return read(credentialsFile).flatMap { S3Credentials(file: $0, profile: profile) }
  }
}

/// Why a text is no address of photographs in a bucket.
public struct BucketAddressError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, and what is right.
  public let description: String
  init(_ words: String) { description = words }
}
