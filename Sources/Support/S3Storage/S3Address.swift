/// Where objects are, in words that hold no secret: `s3://BUCKET/PREFIX?endpoint=https://s3.example.org&region=eu-central-1`.
///
/// ```swift
/// let address = try S3Address("s3://photos/gallery?endpoint=https://s3.example.org&credentials=/etc/booth/s3")
/// let settings = try address.settings(environment: ProcessInfo.processInfo.environment)
/// ```
/// All behind the bucket's name may be left out: the endpoint, the region and the keys are then the environment's
/// (`AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL`, `AWS_REGION`, `AWS_DEFAULT_REGION`; see ``S3Credentials``), or Amazon's.
public struct S3Address: Sendable, Equatable, CustomStringConvertible {
  /// The bucket's name.
  public let bucket: String
  /// What stands between the bucket's name and the question mark, without slashes at its ends; empty for the whole bucket.
  public let path: String
  /// `https://…`; nil: the environment's, or Amazon's.
  public let endpoint: String?
  /// Nil: the environment's.
  public let region: String?
  /// The path of a file with keys, as the AWS tools keep one; nil: the environment's.
  public let credentialsFile: String?
  /// Which of the file's keys.
  public let profile: String

  /// Why a text is no such address.
  public struct Fault: Error, Sendable, Equatable {
    /// What is wrong, and what is right.
    public let words: String
  }

  /// Reads an address.
  public init(_ text: String) throws(Fault) {
    guard text.lowercased().hasPrefix("s3://") else { throw Fault(words: "it begins with s3://") }
    let parts = text.dropFirst(5).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].split(separator: "/", omittingEmptySubsequences: true)
    guard let bucket = path.first else { throw Fault(words: "the bucket's name follows s3://") }
    var fields: [String: String] = [:]
    for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[1].isEmpty, ["endpoint", "region", "credentials", "profile"].contains(sides[0])
      else {
        throw Fault(words: "\(pair.prefix(60)) is none of endpoint=, region=, credentials=, profile=")
      }
      fields[String(sides[0])] = String(sides[1])
    }
    self.bucket = String(bucket)
    self.path = path.dropFirst().joined(separator: "/")
    endpoint = fields["endpoint"]
    region = fields["region"]
    credentialsFile = fields["credentials"]
    profile = fields["profile"] ?? "default"
  }

  /// As it is read.
  public var description: String {
    let fields = [
      endpoint.map { "endpoint=\($0)" }, region.map { "region=\($0)" }, credentialsFile.map { "credentials=\($0)" },
      profile == "default" ? nil : "profile=\(profile)",
    ].compactMap(\.self)
    return "s3://\(bucket)" + (path.isEmpty ? "" : "/\(path)")
      + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
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
