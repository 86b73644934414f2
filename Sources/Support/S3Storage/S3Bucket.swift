public import BoothCore
import FoundationEssentials
import Glibc
import NIOHTTP1
import Synchronization

/// One bucket, asked as patiently as its settings say. All calls may run at once, from any task.
public final class S3Bucket: Sendable {
  /// Which one, and where.
  public let settings: S3Settings
  let line: S3Line
  let timing: Timing
  private let told: @Sendable (String) -> Void
  /// When an answer came last that only a bucket gives.
  private let proven = Mutex<Instant?>(nil)

  /// What it takes from the world.
  struct Timing: Sendable {
    var now: @Sendable () -> Instant
    var clock: @Sendable () -> S3Moment
    var wait: @Sendable (Duration) async -> Void
    var random: @Sendable () -> UInt64

    static let system = Timing {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    } clock: {
      S3Moment(seconds: Int64(Date.now.timeIntervalSince1970))
    } wait: { duration in
      do { try await Task.sleep(for: duration) } catch {
        // A waiter looks whether its task was cancelled.
      }
    } random: {
      UInt64.random(in: .min ... .max)
    }
  }

  /// - Parameters:
  ///   - credentials: nil for a bucket that everybody may read.
  ///   - told: hears of each request that is sent again, in words: why, and when.
  public convenience init(
    _ settings: S3Settings, credentials: S3Credentials?, told: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.init(settings, credentials: credentials, timing: .system, told: told)
  }

  init(
    _ settings: S3Settings, credentials: S3Credentials?, timing: Timing,
    told: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.settings = settings
    self.timing = timing
    self.told = told
    line = S3Line(settings, credentials, now: timing.clock)
  }

  /// Closes the connections. It must not be used afterwards.
  public func shutdown() async throws { try await line.shutdown() }

  // MARK: Reading

  /// An object's facts.
  public struct Head: Sendable, Equatable {
    /// Of the whole object.
    public var sizeBytes: Int64
    /// Without quotes; other bytes have another one. Of a bucket that names none, words of the size and the time of the last change.
    public var etag: String
    /// The MIME type it was written with.
    public var contentType: String
    /// What else its writer said: `x-amz-meta-original-format` is `original-format` here.
    public var metadata: [String: String]
  }

  /// An object's facts, or nil where there is none.
  public func head(_ key: String) async throws(S3Error) -> Head? {
    do throws(S3Error) {
      let answer = try await collect(S3Call(method: .HEAD, key: key), subject: key, limit: 1 << 16)
      return try Self.head(answer, subject: key)
    } catch {
      // An answer to HEAD has no words: whether it is the object or the bucket that is not there, a listing tells.
      guard error.code == .noSuchKey else { throw error }
      let isProven = proven.withLock { $0 }.map { timing.now() < $0 + settings.proof } ?? false
      if !isProven { _ = try await page(prefix: key, limit: 1) }
      return nil
    }
  }

  static func head(_ answer: S3Answer, subject: String, size: Int64? = nil) throws(S3Error) -> Head {
    guard let size = size ?? answer.length, let etag = S3Identity.of(answer, size: size) else {
      throw S3Error(
        .garbage, subject: subject,
        detail: "the answer has no size, or neither an ETag nor a time of its last change: no bucket answers there")
    }
    var metadata: [String: String] = [:]
    for (name, value) in answer.headers where name.lowercased().hasPrefix("x-amz-meta-") {
      metadata[String(name.lowercased().dropFirst(11))] = value
    }
    return Head(
      sizeBytes: size, etag: etag,
      contentType: answer.headers.first(name: "Content-Type") ?? "application/octet-stream",
      metadata: metadata)
  }

  /// All of an object, or nil where there is none; over `limit` bytes it throws.
  public func get(_ key: String, limit: Int) async throws(S3Error) -> (head: Head, bytes: [UInt8])? {
    do throws(S3Error) {
      let answer = try await collect(S3Call(key: key), subject: key, limit: limit)
      return (try Self.head(answer, subject: key, size: Int64(answer.bytes.count)), answer.bytes)
    } catch {
      guard error.code == .noSuchKey else { throw error }
      return nil
    }
  }

  // MARK: Writing

  /// Takes an object away; harmless where there is none.
  public func delete(_ key: String) async throws(S3Error) {
    do throws(S3Error) {
      _ = try await collect(S3Call(method: .DELETE, key: key), subject: key, limit: 1 << 16)
    } catch {
      guard error.code == .noSuchKey else { throw error }
    }
  }

  /// Writes an object that is in memory.
  ///
  /// An answer that is lost leaves open whether the object was written: the same is asked again, and where a condition does not hold
  /// any more because of the first, the bytes that are there tell. Who writes the same bytes as another counts as having written
  /// them.
  /// - Parameter metadata: kept with it, as `x-amz-meta-…`.
  /// - Returns: Its ETag.
  public func put(
    _ key: String, _ bytes: [UInt8], contentType: String, condition: WriteCondition = .always,
    metadata: [String: String] = [:]
  ) async throws(S3Error) -> String {
    var headers = try Self.headers(contentType, condition)
    for (name, value) in metadata.sorted(by: { $0.key < $1.key }) { headers.append(("x-amz-meta-\(name)", value)) }
    let call = S3Call(method: .PUT, key: key, headers: headers, body: .bytes(bytes))
    var isDoubtful = false
    do throws(S3Error) {
      let answer = try await collect(call, subject: key, limit: 1 << 16) { isDoubtful = isDoubtful || $0.mayBeDone }
      return try await etag(answer, key, size: Int64(bytes.count))
    } catch {
      guard condition != .always, isDoubtful, error.code == .conditionFailed else { throw error }
      guard let own = try await etag(of: bytes, at: key) else { throw error }
      return own
    }
  }

  /// The ETag of an object of just these bytes; nil where there is none, or another.
  private func etag(of bytes: [UInt8], at key: String) async throws(S3Error) -> String? {
    do throws(S3Error) {
      guard let found = try await get(key, limit: bytes.count), found.bytes == bytes else { return nil }
      return found.head.etag
    } catch {
      guard error.code == .tooLarge else { throw error }
      return nil
    }
  }

  /// The ETag of what was written. Where the bucket names none, it is asked whether all of it is there.
  func etag(_ answer: S3Answer, _ key: String, size: Int64) async throws(S3Error) -> String {
    if let etag = answer.etag { return etag }
    guard let head = try await head(key), head.sizeBytes == size else {
      throw S3Error(
        .garbage, subject: key,
        detail: "the answer names no ETag, and no object of \(size) bytes is there afterwards: no bucket answers there")
    }
    return head.etag
  }

  static func headers(
    _ contentType: String, _ condition: WriteCondition
  ) throws(S3Error) -> [(name: String, value: String)] {
    var headers = [(name: "content-type", value: contentType)]
    switch condition {
    case .always: break
    case .ifAbsent: headers.append(("if-none-match", "*"))
    case .ifMatch(let etag):
      guard S3Identity.isAskable(etag) else {
        throw S3Error(
          .refused, subject: "a write on a condition",
          detail: "the bucket names no ETag that a condition could ask for: use a bucket that does")
      }
      headers.append(("if-match", "\"\(etag)\""))
    }
    return headers
  }

  /// Makes the bucket, with the settings that are its keeper's default; harmless where it is there.
  package func make() async throws(S3Error) {
    do throws(S3Error) {
      _ = try await collect(S3Call(method: .PUT), subject: "the bucket \(settings.bucket)", limit: 1 << 16)
    } catch {
      guard error.code == .refused, error.detail.hasPrefix("BucketAlready") else { throw error }
    }
  }

  // MARK: Calling

  /// Sends until an answer comes, or none is to be hoped for.
  /// - Parameter failed: hears of each outcome that is none.
  func collect(
    _ call: S3Call, subject: String, limit: Int, failed: (S3Outcome) -> Void = { _ in }
  ) async throws(S3Error) -> S3Answer {
    var attempts = S3Attempts(
      subject: subject, settings: settings, isRepeatable: true, deadline: timing.now() + settings.call)
    while true {
      let outcome = await line.collect(call, limit: limit)
      if case .answered(let answer) = outcome {
        proven.withLock { $0 = timing.now() }
        return answer
      }
      failed(outcome)
      try await again(&attempts, outcome)
    }
  }

  /// Waits until the next attempt, or throws.
  func again(_ attempts: inout S3Attempts, _ outcome: S3Outcome) async throws(S3Error) {
    switch attempts.failed(outcome, at: timing.now(), random: timing.random()) {
    case .end(let error): throw error
    case .again(let delay, let error):
      let tenths = (delay.wholeNanoseconds + 99_999_999) / 100_000_000
      told("\(error.detail); asked again in \(tenths / 10).\(tenths % 10) s")
      await timing.wait(delay)
      if Task.isCancelled {
        throw S3Error(.cancelled, subject: attempts.subject, detail: "the task was cancelled")
      }
    }
  }
}
