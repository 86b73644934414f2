/// Who asks. Never written to a log: its description is the key's name alone.
public struct S3Credentials: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The key's name, which the bucket's keeper may be told.
  public var accessKey: String
  let secretKey: String
  let sessionToken: String?

  /// - Parameter sessionToken: of keys that are good for some hours only.
  public init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.sessionToken = sessionToken
  }

  /// From the variables that every program for S3 reads: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and, for keys of some
  /// hours, `AWS_SESSION_TOKEN`. Nil where the first two are not both there.
  public init?(environment: [String: String]) {
    guard let name = environment["AWS_ACCESS_KEY_ID"], !name.isEmpty,
      let secret = environment["AWS_SECRET_ACCESS_KEY"], !secret.isEmpty
    else { return nil }
    let token = environment["AWS_SESSION_TOKEN"]
    self.init(accessKey: name, secretKey: secret, sessionToken: token?.isEmpty == false ? token : nil)
  }

  /// From a file as the AWS tools keep one: `[profile]`, then `aws_access_key_id = …` lines. Nil where the profile has no keys.
  public init?(file text: String, profile: String = "default") {
    var isMine = false
    var values: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let bare = line.trimmingBlanks
      if bare.hasPrefix("["), bare.hasSuffix("]") {
        let name = bare.dropFirst().dropLast().trimmingBlanks
        isMine = name == profile || name == "profile \(profile)"
      } else if isMine, !bare.hasPrefix("#"), let sign = bare.firstIndex(of: "=") {
        values[bare[..<sign].trimmingBlanks.lowercased()] = String(bare[bare.index(after: sign)...].trimmingBlanks)
      }
    }
    self.init(environment: [
      "AWS_ACCESS_KEY_ID": values["aws_access_key_id"] ?? "",
      "AWS_SECRET_ACCESS_KEY": values["aws_secret_access_key"] ?? "",
      "AWS_SESSION_TOKEN": values["aws_session_token"] ?? "",
    ])
  }

  /// The key's name alone.
  public var description: String { "the key \(accessKey)" }
  /// The key's name alone.
  public var debugDescription: String { description }
  /// The key's name alone.
  public var customMirror: Mirror { Mirror(self, children: ["accessKey": accessKey]) }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
