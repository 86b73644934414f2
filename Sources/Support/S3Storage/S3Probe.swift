import BoothCore
import Crypto
import NIOHTTP1

/// Tries what several servers of one bucket rely on. Makers say of their buckets that they are S3's; what they do is another matter.
///
/// ```swift
/// for finding in try await S3Probe(bucket, prefix: "gallery/", name: "4f1c").run() { print(finding.words) }
/// ```
/// All that it writes is below a name of its own, and is deleted again.
public struct S3Probe: Sendable {
  /// What came of one trial.
  public struct Finding: Sendable, Equatable {
    /// What follows from it.
    public enum Verdict: String, Sendable, CaseIterable {
      /// As it should be.
      case good
      /// It serves, with what the words name.
      case limited
      /// It cannot serve events.
      case bad
    }

    /// What follows from it.
    public var verdict: Verdict
    /// What was tried, in a few words.
    public var part: String
    /// What was found, and what follows for an event: one sentence.
    public var words: String
  }

  private let bucket: S3Bucket
  private let folder: String

  /// - Parameters:
  ///   - prefix: below which the trial's objects lie, with its slash; may be empty.
  ///   - name: of this trial alone.
  public init(_ bucket: S3Bucket, prefix: String, name: String) {
    self.bucket = bucket
    folder = "\(prefix)private/check/\(name)/"
  }

  private typealias Trial = @Sendable () async throws(S3Error) -> Finding

  /// Tries everything, and deletes what it wrote.
  /// - Throws: what keeps it from trying anything: no such bucket, wrong keys, no answer.
  public func run() async throws(S3Error) -> [Finding] {
    _ = try await bucket.page(prefix: folder, limit: 1)
    let trials: [(part: String, trial: Trial)] = [
      ("clock", clock), ("objects", writing), ("If-None-Match", creating), ("If-Match", changing),
      ("lost answers", repeating), ("lists", listing), ("addresses for reading", reading),
      ("addresses for uploads", bringing), ("checksums", checking), ("old versions", versions), ("tidying", tidying),
    ]
    var findings: [Finding] = []
    for (part, trial) in trials {
      do throws(S3Error) { findings.append(try await trial()) } catch {
        findings.append(
          Finding(verdict: .bad, part: part, words: "it failed, so events cannot rely on it: \(error.words)"))
      }
    }
    return findings
  }

  private func finding(_ verdict: Finding.Verdict, _ part: String, _ words: String) -> Finding {
    Finding(verdict: verdict, part: part, words: words)
  }

  // MARK: Objects

  private func writing() async throws(S3Error) -> Finding {
    let key = folder + "written"
    let bytes = Array("written by booth gallery check".utf8)
    _ = try await bucket.put(key, Array("the first version".utf8), contentType: "text/plain")
    let etag = try await bucket.put(key, bytes, contentType: "text/plain")
    let found = try await bucket.get(key, limit: 1000)
    try await bucket.delete(key)
    let left = try await bucket.get(key, limit: 1000)
    guard found?.bytes == bytes, found?.head.etag == etag, left == nil else {
      return finding(
        .bad, "objects",
        "what was just written or deleted is read as it was before: a guest would see erased pictures, and servers each other's "
          + "old state")
    }
    return finding(.good, "objects", "what is written or deleted is so for the next reader, at every server")
  }

  // MARK: Conditions

  private static let consequence =
    "nothing but guests' email addresses needs it: use one gallery for events that collect them"

  /// Whether it refuses for the condition.
  private func refuses(
    _ key: String, _ byte: UInt8, _ condition: WriteCondition
  ) async throws(S3Error) -> Bool {
    do throws(S3Error) {
      _ = try await bucket.put(key, [byte], contentType: "text/plain", condition: condition)
      return false
    } catch {
      // What is not there has 404 at some.
      guard error.code == .conditionFailed || error.code == .noSuchKey else { throw error }
      return true
    }
  }

  private func creating() async throws(S3Error) -> Finding {
    let key = folder + "created"
    _ = try await bucket.put(key, [1], contentType: "text/plain", condition: .ifAbsent)
    let isRefused = try await refuses(key, 2, .ifAbsent)
    return isRefused
      ? finding(.good, "If-None-Match", "of two that create one object, the second is refused")
      : finding(.limited, "If-None-Match", "not looked at when writing; \(Self.consequence)")
  }

  private func changing() async throws(S3Error) -> Finding {
    let key = folder + "changed"
    let first = try await bucket.put(key, [1], contentType: "text/plain")
    let second = try await bucket.put(key, [2], contentType: "text/plain", condition: .ifMatch(first))
    let isStaleRefused = try await refuses(key, 3, .ifMatch(first))
    let isAbsenceSeen = try await refuses(folder + "absent", 1, .ifMatch(second))
    return isStaleRefused && isAbsenceSeen
      ? finding(.good, "If-Match", "who changes another version than it has read is refused")
      : finding(.limited, "If-Match", "not looked at when writing; \(Self.consequence)")
  }

  /// A write whose answer was lost is sent again: it must be refused in a way that can be told from other trouble, and what is there must
  /// be what was written.
  private func repeating() async throws(S3Error) -> Finding {
    let key = folder + "repeated"
    let call = S3Call(
      method: .PUT, key: key, headers: try S3Bucket.headers("text/plain", .ifAbsent), body: .bytes([1, 2, 3]))
    _ = try await bucket.collect(call, subject: key, limit: 1 << 16)
    let answer: String
    switch await bucket.line.collect(call, limit: 1 << 16) {
    case .answered: return finding(.good, "lost answers", "a write is done twice with the same result")
    case .refused(let refusal):
      let error = refusal.error(key, bucket: bucket.settings.bucket)
      guard error.code == .conditionFailed || error.code == .busy else { throw error }
      answer = "\(refusal.status)"
    case .cut(let words), .silent(let words), .source(let words):
      throw S3Error(.unavailable, subject: key, detail: words)
    case .tooLarge, .cancelled: throw S3Error(.cancelled, subject: key, detail: "no answer was read")
    }
    guard try await bucket.get(key, limit: 1000)?.bytes == [1, 2, 3] else {
      return finding(
        .bad, "lost answers",
        "a write that was answered is not there when it is sent again (\(answer)): what a booth was told is kept may be lost"
      )
    }
    return finding(
      .good, "lost answers", "a write that is sent again, as its answer was lost, is recognised (\(answer))")
  }

  // MARK: Lists

  private func listing() async throws(S3Error) -> Finding {
    // As places in an event's list are named, in the order of their bytes.
    let names = [
      "1000000000001-S-9.QUI", "1000000000001-S.QUI", "1000000000001-S0.QUI", "1000000000001-s.QUI",
      "1000000000002-A.Q", "1000000000010-a",
    ]
    let prefix = folder + "order/"
    for name in names.reversed() { _ = try await bucket.put(prefix + name, [1], contentType: "text/plain") }
    var found: [String] = []
    repeat {
      let page = try await bucket.page(prefix: prefix, after: found.last, limit: 2)
      if page.objects.isEmpty { break }
      found += page.objects.map(\.key)
    } while found.count <= names.count
    guard found == names.map({ prefix + $0 }) else {
      let isWhole = Set(found) == Set(names.map { prefix + $0 })
      return finding(
        .bad, "lists",
        isWhole
          ? "not in the order of the keys: an event's page would not begin with the newest guests"
          : "not all that was just written is listed, or not from any key on: guests would be missing on an event's page"
      )
    }
    // From a key on that is none, as after an erasure.
    let rest = try await bucket.page(prefix: prefix, after: prefix + "1000000000001-s.R", limit: 1000)
    guard rest.objects.map(\.key) == names.suffix(2).map({ prefix + $0 }) else {
      return finding(
        .bad, "lists",
        "a list does not go on behind a key that was deleted: the second page of an event would be wrong after an erasure"
      )
    }
    return finding(
      .good, "lists", "in the order of the keys, at once and from any key on: event pages show the newest guests first")
  }

  // MARK: Addresses

  private func reading() async throws(S3Error) -> Finding {
    let part = "addresses for reading"
    let key = folder + "shown.jpg"
    _ = try await bucket.put(key, Array("<html>".utf8), contentType: "text/html")
    let type = [(name: "response-content-type", value: "image/jpeg")]
    let address = bucket.address(of: key, seconds: 600, answering: type)
    let answer = await bucket.line.follow(address, headers: [("Range", "bytes=1-4")])
    guard let answer, answer.status == 206, answer.bytes == Array("html".utf8) else {
      return finding(
        .bad, part,
        "a part of an object is not given to a browser that has its address "
          + "(\(answer.map { "HTTP \($0.status)" } ?? "no answer")): clips do not play on iPhones")
    }
    let plain = await bucket.line.follow(String(address.prefix { $0 != "?" }))
    if let plain, plain.status < 400 {
      return finding(
        .bad, part,
        "the bucket shows its objects to everybody, without a signature: guests' email addresses are in it; make it private"
      )
    }
    let last = address.suffix(4)
    let wrong = await bucket.line.follow(String(address.dropLast(4)) + (last == "0000" ? "1111" : "0000"))
    if let wrong, wrong.status < 400 {
      return finding(.bad, part, "a wrong signature is taken: everybody can read what is in the bucket")
    }
    let hour = S3Moment(seconds: bucket.timing.clock().seconds - 3600)
    let old = await bucket.line.follow(bucket.address(of: key, seconds: 60, from: hour))
    if let old, old.status < 400 {
      return finding(
        .bad, part, "an address that has run out is taken: pictures of an event that has ended stay in reach")
    }
    return answer.type == "image/jpeg"
      ? finding(.good, part, "held to, with ranges and the type that they say; they run out as they should")
      : finding(
        .limited, part,
        "held to, but not with the type that they say: a web page that a booth uploads as a picture is shown as a page, at the "
          + "bucket's own address")
  }

  private func put(_ address: S3Bucket.UploadAddress, _ bytes: [UInt8], _ headers: [String: String] = [:]) async -> Bool
  {
    let sent = address.headers.merging(headers) { $1 }.map { (name: $0.key, value: $0.value) }
    let answer = await bucket.line.follow(address.url, method: .PUT, headers: sent, body: bytes)
    return (200...299).contains(answer?.status ?? 0)
  }

  private func bringing() async throws(S3Error) -> Finding {
    let part = "addresses for uploads"
    let bytes = Array("a picture".utf8)
    let address = bucket.uploadAddress(
      of: folder + "brought.jpg", contentType: "image/jpeg", sizeBytes: Int64(bytes.count), seconds: 600)
    let takesLonger = await put(address, bytes + [1])
    let takesOthers = await put(address, bytes, ["content-type": "text/html"])
    guard await put(address, bytes) else {
      return finding(
        .limited, part,
        "not taken: booths upload through the gallery after a first try, and try again every ten minutes; its line carries "
          + "every picture")
    }
    let taken = [takesLonger ? "length" : nil, takesOthers ? "type" : nil].compactMap(\.self)
    return taken.isEmpty
      ? finding(.good, part, "held to, with the type and the length that they are signed for")
      : finding(
        .limited, part,
        "held to, but with another \(taken.joined(separator: " and ")) than they are signed for: a booth is trusted with that"
      )
  }

  private func checking() async throws(S3Error) -> Finding {
    let part = "checksums"
    let (bytes, others) = (Array("a picture".utf8), Array("b picture".utf8))
    let address = bucket.uploadAddress(
      of: folder + "checked.jpg", contentType: "image/jpeg", sizeBytes: Int64(bytes.count),
      sha256: S3Text.base64(Array(SHA256.hash(data: bytes))), seconds: 600)
    let takesOthers = await put(address, others)
    let takesRight = await put(address, bytes)
    switch (takesOthers, takesRight) {
    case (false, true): return finding(.good, part, "an upload that was damaged on its way is refused")
    case (true, _):
      return finding(
        .limited, part,
        "an upload that was damaged on its way is taken: TLS alone protects it, and the booth's own files stay as they are"
      )
    case (false, false):
      return finding(
        .limited, part, "an upload with a checksum is not taken; uploads have none, so nothing follows for events")
    }
  }

  // MARK: The bucket

  private func clock() async throws(S3Error) -> Finding {
    let before = bucket.timing.clock().seconds
    let call = S3Call(query: [("list-type", "2"), ("max-keys", "1"), ("prefix", folder)])
    let answer = try await bucket.collect(call, subject: "the list of \(bucket.settings.words)", limit: 1 << 20)
    guard let theirs = answer.headers.first(name: "Date").flatMap({ S3Moment(http: $0) })?.seconds else {
      return finding(
        .limited, "clock", "the bucket does not say what time it is: set this machine's clock by a time server")
    }
    let after = bucket.timing.clock().seconds
    // The answer was made in between.
    let ahead = theirs < before ? before - theirs : theirs > after ? after - theirs : 0
    let words = "this machine's is \(abs(ahead)) s \(ahead > 0 ? "ahead of" : "behind") the bucket's"
    let remedy = "set it, as with timedatectl set-ntp true"
    switch abs(ahead) {
    case ...5: return finding(.good, "clock", "this machine's clock and the bucket's agree")
    case ...300:
      return finding(
        .limited, "clock",
        "\(words): guests of several servers may be listed in another order than they came; \(remedy)")
    default: return finding(.bad, "clock", "\(words): addresses of pictures and uploads do not hold; \(remedy)")
    }
  }

  /// A bucket that keeps what is deleted keeps what guests have had erased.
  private func versions() async throws(S3Error) -> Finding {
    let part = "old versions"
    let words: String
    switch await bucket.line.collect(S3Call(query: [("versioning", "")]), limit: 1 << 16) {
    case .answered(let answer):
      var (isOne, status) = (false, "")
      do throws(S3XMLFault) {
        try S3XML.read(answer.bytes) { path, text in
          if path == ["VersioningConfiguration"] { isOne = true }
          if path == ["VersioningConfiguration", "Status"] { status = text }
        }
      } catch { isOne = false }
      if isOne {
        return status.isEmpty
          ? finding(.good, part, "none is kept: what a guest has erased is gone")
          : finding(
            .limited, part,
            "the bucket keeps versions (\(status.prefix(40))): erased pictures stay in it, out of guests' reach, until a rule of "
              + "the bucket deletes them; set one that deletes noncurrent versions")
      }
      words = "the answer makes no sense"
    // Not known there, as at Cloudflare's R2.
    case .refused(let refusal) where refusal.status == 501 || refusal.status == 405:
      return finding(.good, part, "the bucket knows none: what a guest has erased is gone")
    case .refused(let refusal): words = refusal.name.isEmpty ? "HTTP \(refusal.status)" : refusal.name
    case .cut(let said), .silent(let said), .source(let said): words = said
    case .tooLarge, .cancelled: words = "no answer was read"
    }
    return finding(
      .limited, part,
      "the bucket does not say whether it keeps versions (\(words)): if it does, erased pictures stay in it; look at its settings"
    )
  }

  private func tidying() async throws(S3Error) -> Finding {
    for key in try await bucket.keys(prefix: folder) { try await bucket.delete(key) }
    let left = try await bucket.keys(prefix: folder)
    return left.isEmpty
      ? finding(.good, "tidying", "all that this check wrote is deleted")
      : finding(
        .bad, "tidying", "\(left.count) objects that were deleted are still listed: erased sessions would be, too")
  }
}
