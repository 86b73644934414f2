import BoothSystem
import CommandSupport
import S3Storage

/// Which bucket `gallery.bucket` names, and the keys to it.
struct BucketPlace: Sendable {
  /// Patient as the program's commands are.
  var settings: S3Settings
  let credentials: S3Credentials
  /// Below which all objects lie, with its slash; may be empty.
  let prefix: String

  /// - Parameter environment: where the keys are, unless the address names a file of them.
  /// - Throws: what is missing, in words.
  init(settings: Settings, environment: [String: String]) throws(CommandError) {
    guard let text = settings.text(.galleryBucket) else {
      throw CommandError(
        "name the bucket: --bucket s3://BUCKET, or the setting gallery.bucket", code: CommandError.usage)
    }
    try self.init(text, environment: environment)
  }

  /// - Parameter text: `s3://BUCKET/PREFIX?endpoint=…`.
  init(_ text: String, environment: [String: String]) throws(CommandError) {
    let address: S3Address
    do throws(S3Address.Fault) { address = try S3Address(text) } catch {
      throw CommandError("gallery.bucket: \(text.prefix(200)): \(error.words)")
    }
    do throws(S3Error) { settings = try address.settings(environment: environment) } catch {
      throw CommandError("gallery.bucket: \(error.words)")
    }
    settings.call = .seconds(20)
    settings.attempts = 4
    let keys = address.credentials(environment: environment) {
      OrdinaryFile.bytes($0).flatMap { String(validating: $0, as: UTF8.self) }
    }
    guard let keys else {
      throw CommandError(
        address.credentialsFile.map { "gallery.bucket: \($0) holds no keys of the profile \(address.profile)" }
          ?? "gallery.bucket: the bucket's keys are missing: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a file with credentials=FILE"
      )
    }
    credentials = keys
    prefix = address.path.isEmpty ? "" : address.path + "/"
  }

  /// Which bucket it is, for people.
  var words: String { settings.words }

  /// - Parameter told: hears of each request that is sent again.
  func bucket(told: @escaping @Sendable (String) -> Void) -> S3Bucket {
    S3Bucket(settings, credentials: credentials, told: told)
  }

  /// Closes a bucket's connections.
  static func end(_ bucket: S3Bucket) async {
    do { try await bucket.shutdown() } catch {
      // It was closed before.
    }
  }
}
