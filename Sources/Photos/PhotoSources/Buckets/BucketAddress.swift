public import S3Storage

/// Where the photographs of one account are, in words that hold no secret:
/// `s3://BUCKET/ACCOUNT?endpoint=https://s3.example.org&region=eu-central-1&credentials=/home/me/keys&profile=photos`.
///
/// All behind the question mark may be left out: the endpoint and the region are then the environment's (`AWS_ENDPOINT_URL_S3`,
/// `AWS_ENDPOINT_URL`, `AWS_REGION`, `AWS_DEFAULT_REGION`), or Amazon's; the keys too.
public struct BucketAddress: Sendable, Equatable, CustomStringConvertible {
  private let address: S3Address
  /// The bucket's name.
  public var bucket: String { address.bucket }
  /// The account's UUID, as it was made; keys of objects have it.
  public var account: String { address.path }
  /// `https://…`; nil: the environment's, or Amazon's.
  public var endpoint: String? { address.endpoint }
  /// Nil: the environment's.
  public var region: String? { address.region }
  /// The path of a file with keys, as the AWS tools keep one; nil: the environment's.
  public var credentialsFile: String? { address.credentialsFile }
  /// Which of the file's keys.
  public var profile: String { address.profile }

  /// Reads an address.
  /// - Throws: What is wrong with it, in words.
  public init(_ text: String) throws(BucketAddressError) {
    do throws(S3Address.Fault) { address = try S3Address(text) } catch { throw BucketAddressError(error.words) }
    guard !address.path.isEmpty, !address.path.contains("/") else {
      throw BucketAddressError("it is s3://BUCKET/ACCOUNT, the account by its UUID")
    }
    guard Self.isUUID(address.path) else {
      throw BucketAddressError("\(address.path.prefix(60)) is no account: it is a UUID, never an e-mail address")
    }
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
  public var description: String { address.description }

  /// Which bucket that is, on a machine with this environment.
  public func settings(environment: [String: String]) throws(S3Error) -> S3Settings {
    try address.settings(environment: environment)
  }

  /// Who asks: by the file, else by the environment; nil: no sign-in.
  /// - Parameter read: gives the text of a file, nil where it cannot.
  public func credentials(environment: [String: String], read: (String) -> String?) -> S3Credentials? {
    address.credentials(environment: environment, read: read)
  }
}

/// Why a text is no address of photographs in a bucket.
public struct BucketAddressError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, and what is right.
  public let description: String
  init(_ words: String) { description = words }
}
