import BoothCore
import BoothTesting
import Synchronization
import Testing

@testable import S3Storage

/// Buckets at a stand-in, which takes any signature and has faults on demand.
@Suite struct S3BucketTests {
  private struct Lab {
    let standIn: StandInBucket
    let bucket: S3Bucket
    let waits = Waits()

    final class Waits: Sendable { let all = Mutex<[Duration]>([]) }

    init(_ change: (inout S3Settings) -> Void = { _ in }) throws {
      standIn = try StandInBucket()
      var settings = try S3Settings(bucket: StandInBucket.name, endpoint: standIn.endpoint)
      settings.partBytes = 100_000
      change(&settings)
      let waits = waits
      bucket = S3Bucket(
        settings, credentials: S3Credentials(accessKey: "AK", secretKey: "secret"),
        timing: S3Bucket.Timing {
          Instant(nanoseconds: waits.all.withLock { $0.reduce(0) { $0 + $1.wholeNanoseconds } })
        } clock: {
          S3Moment(seconds: 1_700_000_000)
        } wait: { duration in
          waits.all.withLock { $0.append(duration) }
        } random: {
          7
        })
    }

    func end() async throws {
      try await bucket.shutdown()
      standIn.stop()
    }

    func failure(_ body: () async throws -> Void) async -> S3Error? {
      do {
        try await body()
        return nil
      } catch { return error as? S3Error }
    }

    func read(_ key: String, range: Range<Int64>? = nil) async throws -> [UInt8] {
      guard let (_, body) = try await bucket.stream(key, range: range) else { return [] }
      var bytes: [UInt8] = []
      for try await piece in body { bytes += piece }
      return bytes
    }
  }

  private static func pattern(_ count: Int) -> [UInt8] { bytePattern(count) }

  @Test(arguments: ObjectStoreConformance.checks)
  func `a bucket keeps the port's promise, at a stand-in`(_ check: ObjectStoreConformance) async throws {
    let lab = try Lab { $0.partBytes = 1 << 20 }
    try await check.run(S3ObjectStore(lab.bucket, prefix: "below/a prefix/"))
    #expect(lab.standIn.openUploads == 0)
    try await lab.end()
  }

  /// What makers' buckets do otherwise, alone and together.
  private static let moods: [StandInBucket.Moods] = [
    .ignoresRanges, .listsFolders, .saysNoWhole, .ignoresConditions,
    [.ignoresRanges, .listsFolders, .saysNoWhole, .ignoresConditions],
  ]

  @Test(arguments: ObjectStoreConformance.checks, moods)
  func `a bucket of another make keeps the port's promise, too`(
    _ check: ObjectStoreConformance, _ moods: StandInBucket.Moods
  ) async throws {
    let lab = try Lab { $0.partBytes = 1 << 20 }
    lab.standIn.set(moods)
    try await check.run(S3ObjectStore(lab.bucket, prefix: "below/a prefix/"))
    try await lab.end()
  }

  @Test(
    arguments: [[], .namesNoETags] as [StandInBucket.Moods],
    [[], .ignoresRanges, .saysNoWhole] as [StandInBucket.Moods])
  func `a part is the part that was asked for, and a broken line is gone on with, whatever a bucket does`(
    _ names: StandInBucket.Moods, _ ranges: StandInBucket.Moods
  ) async throws {
    let lab = try Lab()
    let bytes = Self.pattern(300_000)
    lab.standIn.put("large", bytes)
    lab.standIn.set([names, ranges])
    for range in [0..<1, 0..<300_000, 299_999..<300_000, 100_000..<200_001, 5..<5] as [Range<Int64>] {
      let found = try await lab.read("large", range: range)
      #expect(found == Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]), "\(range)")
    }
    let head = try #require(try await lab.bucket.head("large"))
    #expect(head.sizeBytes == 300_000)
    #expect(try await lab.bucket.get("large", limit: 300_000)?.head.etag == head.etag)
    #expect(try await lab.bucket.stream("large", range: 7..<9)?.head == head)
    lab.standIn.plan([.cut(after: 1000), .cut(after: 200_000), .hangUp, .cut(after: 10)])
    #expect(try await lab.read("large") == bytes)
    // A bucket that does not say the whole is asked for it, before anything is cut.
    lab.standIn.plan([.cut(after: 150_000)] + (ranges == .saysNoWhole ? [.none] : []) + [.cut(after: 150_001)])
    #expect(try await lab.read("large", range: 100_000..<250_000) == Array(bytes[100_000..<250_000]))
    // Another object under the key meanwhile is not mixed with the first.
    lab.standIn.plan([.cut(after: 100_000)])
    let (_, body) = try #require(try await lab.bucket.stream("large"))
    lab.standIn.put("large", Array(bytes.reversed()))
    let error = await lab.failure { for try await _ in body {} }
    #expect(error?.code == .incomplete)
    try await lab.end()
  }

  @Test func `a bucket that takes no notice of conditions does not mix two objects either`() async throws {
    let lab = try Lab()
    lab.standIn.set(.ignoresConditions)
    lab.standIn.put("large", Self.pattern(300_000))
    lab.standIn.plan([.cut(after: 100_000)])
    let (_, body) = try #require(try await lab.bucket.stream("large"))
    lab.standIn.put("large", Array(Self.pattern(300_000).reversed()))
    let error = await lab.failure { for try await _ in body {} }
    #expect(error?.code == .incomplete)
    try await lab.end()
  }

  @Test func `a bucket without ETags is written to, whole and in parts, and says so where a condition needs one`()
    async throws
  {
    let lab = try Lab()
    lab.standIn.set(.namesNoETags)
    let etag = try await lab.bucket.put("a", [1, 2, 3], contentType: "a/b")
    let head = try #require(try await lab.bucket.head("a"))
    #expect(head.etag == etag && !etag.isEmpty)
    let bytes = Self.pattern(250_001)
    let body = ByteStream { continuation in
      continuation.yield(bytes)
      continuation.finish()
    }
    #expect(try await lab.bucket.upload("large", body, contentType: "a/b").sizeBytes == 250_001)
    #expect(try await lab.read("large") == bytes)
    #expect(lab.standIn.openUploads == 0)
    #expect(try await lab.bucket.page(prefix: "").objects.map(\.etag) == ["", ""])
    let error = await lab.failure {
      _ = try await lab.bucket.put("a", [4], contentType: "a/b", condition: .ifMatch(etag))
    }
    #expect(error?.code == .refused && error?.detail.contains("ETag") == true)
    #expect(try await lab.bucket.get("a", limit: 9)?.bytes == [1, 2, 3])
    // Other bytes have another name.
    #expect(try await lab.bucket.put("a", [4, 5, 6], contentType: "a/b") != etag)
    // What is no bucket is not taken for one.
    lab.standIn.plan([.answer(status: "200 OK", headers: ["Content-Type: text/html"], body: "<html>Sign in</html>")])
    #expect(await lab.failure { _ = try await lab.bucket.get("a", limit: 100) }?.code == .garbage)
    try await lab.end()
  }

  @Test func `a bucket whose pages lead round in a circle is not read for ever`() async throws {
    func page(_ next: String) -> StandInBucket.Fault {
      .answer(
        status: "200 OK",
        body: "<ListBucketResult><IsTruncated>true</IsTruncated>"
          + "<NextContinuationToken>\(next)</NextContinuationToken></ListBucketResult>")
    }
    let lab = try Lab()
    lab.standIn.plan([page("a"), page("b"), page("a"), page("b")])
    #expect(await lab.failure { _ = try await lab.bucket.keys(prefix: "") }?.code == .garbage)
    try await lab.end()
  }

  @Test func `a line that breaks, is silent or busy is tried again, with patience that grows`() async throws {
    let slow = "<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"
    let faults: [StandInBucket.Fault] = [
      .hangUp, .cut(after: 0), .cut(after: 3), .answer(status: "503 Slow Down", body: slow),
      .answer(status: "500 Oops", body: ""), .answer(status: "429 Too Many", headers: ["Retry-After: 9"], body: "x"),
    ]
    for fault in faults {
      let lab = try Lab()
      lab.standIn.put("a", Self.pattern(5000))
      lab.standIn.plan([fault, fault])
      #expect(try await lab.bucket.get("a", limit: 5000)?.bytes == Self.pattern(5000), "\(fault)")
      #expect(lab.waits.all.withLock { $0.count } == 2)
      if case .answer(_, let headers, _) = fault, !headers.isEmpty {
        #expect(lab.waits.all.withLock { $0 } == [.seconds(9), .seconds(9)])
      }
      try await lab.end()
    }
    let lab = try Lab { $0.request = .seconds(2) }
    lab.standIn.plan([.silence])
    #expect(try await lab.bucket.head("a") == nil)
    lab.standIn.plan(Array(repeating: .hangUp, count: 6))
    let error = await lab.failure { _ = try await lab.bucket.get("a", limit: 10) }
    #expect(error?.code == .unavailable)
    #expect(lab.standIn.requests.count == 9)
    try await lab.end()
  }

  @Test func `a body that ends early is gone on with, and one that cannot be is an error`() async throws {
    let lab = try Lab()
    let bytes = Self.pattern(300_000)
    lab.standIn.put("large", bytes)
    lab.standIn.plan([.cut(after: 1000), .cut(after: 200_000), .hangUp, .cut(after: 10)])
    #expect(try await lab.read("large") == bytes)
    #expect(lab.standIn.requests.compactMap { $0.headers["range"] }.count == 4)
    lab.standIn.plan([.cut(after: 5)])
    #expect(try await lab.read("large", range: 100..<20_000) == Array(bytes[100..<20_000]))
    // Another object under the key meanwhile is not mixed with the first.
    let (_, body) = try #require(try await lab.bucket.stream("large"))
    lab.standIn.plan([.cut(after: 100_000)])
    let (_, second) = try #require(try await lab.bucket.stream("large"))
    lab.standIn.put("large", Self.pattern(10))
    var whole = 0
    for try await piece in body { whole += piece.count }
    #expect(whole == 300_000)
    let error = await lab.failure { for try await _ in second {} }
    #expect(error?.code == .incomplete)
    try await lab.end()
  }

  @Test func `refusals are named, with what is to be done`() async throws {
    let cases: [(String, String, [String], S3Error.Code, String)] = [
      ("403 Forbidden", "AccessDenied", [], .accessDenied, "may not"),
      ("403 Forbidden", "SignatureDoesNotMatch", [], .wrongKeys, "secret key"),
      ("403 Forbidden", "InvalidAccessKeyId", [], .wrongKeys, "access key"),
      ("400 Bad Request", "ExpiredToken", [], .expired, "new ones"),
      ("403 Forbidden", "RequestTimeTooSkewed", ["Date: Tue, 14 Nov 2023 20:13:20 GMT"], .clock, "120 minutes ahead"),
      (
        "403 Forbidden", "SignatureDoesNotMatch", ["Date: Wed, 15 Nov 2023 22:13:20 GMT"], .clock, "1440 minutes behind"
      ),
      ("404 Not Found", "NoSuchBucket", [], .noSuchBucket, "none of this name"),
      ("301 Moved", "PermanentRedirect", [], .refused, "another region"),
      ("507 Insufficient Storage", "", [], .full, "no room"), ("418 I'm a teapot", "", [], .refused, "418"),
    ]
    let lab = try Lab()
    for (status, code, headers, wanted, words) in cases {
      lab.standIn.plan([
        .answer(status: status, headers: headers, body: "<Error><Code>\(code)</Code><Message>m</Message></Error>")
      ])
      let error = await lab.failure { _ = try await lab.bucket.get("a", limit: 10) }
      #expect(error?.code == wanted, "\(status) \(code): \(String(describing: error))")
      #expect(error?.detail.contains(words) == true, "\(String(describing: error))")
      #expect(error.map { "\($0)" }?.contains("secret\"") != true)
    }
    #expect(lab.waits.all.withLock { $0.isEmpty })
    #expect(try await lab.bucket.get("nothing", limit: 10) == nil)
    lab.standIn.put("large", Self.pattern(11))
    #expect(await lab.failure { _ = try await lab.bucket.get("large", limit: 10) }?.code == .tooLarge)
    lab.standIn.dropBucket()
    #expect(await lab.failure { _ = try await lab.bucket.head("a") }?.code == .noSuchBucket)
    try await lab.end()
  }

  @Test func `a listing that lies is no listing`() async throws {
    func list(_ inside: String) -> String {
      "<ListBucketResult><IsTruncated>true</IsTruncated>\(inside)</ListBucketResult>"
    }
    let bomb = "<!DOCTYPE a [<!ENTITY b \"bbbb\">]><ListBucketResult>&b;</ListBucketResult>"
    for body in [
      "", "<html>Sign in to the hotel's network</html>", "{}", "<ListBucketResult>", list(""), bomb, "<a></b>",
      String(repeating: "<a>", count: 100), list("<NextContinuationToken>t</NextContinuationToken>"), "<a>&c;</a>",
      "<ListBucketResult><EncodingType>url</EncodingType><Contents><Key>%zz</Key><Size>1</Size></Contents></ListBucketResult>",
    ] {
      let lab = try Lab()
      lab.standIn.plan([.answer(status: "200 OK", body: body)])
      let error = await lab.failure { _ = try await lab.bucket.page(prefix: "", token: "t") }
      #expect(error?.code == .garbage, "\(body): \(String(describing: error))")
      try await lab.end()
    }
  }

  @Test func `a large object goes in parts, each of them again by itself, and one that fails leaves none`() async throws
  {
    let lab = try Lab()
    let bytes = Self.pattern(250_001)
    func body() -> ByteStream {
      var places = Array(stride(from: 0, to: bytes.count, by: 70_000))[...]
      return ByteStream { continuation in
        while let start = places.popFirst() {
          continuation.yield(Array(bytes[start..<min(start + 70_000, bytes.count)]))
        }
        continuation.finish()
      }
    }
    lab.standIn.plan([.none, .none, .hangUp, .none, .none, .cut(after: 20)])
    let (_, size) = try await lab.bucket.upload("large", body(), contentType: "video/mp4")
    #expect(size == 250_001)
    #expect(try await lab.read("large") == bytes)
    #expect(lab.standIn.openUploads == 0)
    let refusal = StandInBucket.Fault.answer(status: "403 Forbidden", body: "<Error><Code>AccessDenied</Code></Error>")
    lab.standIn.plan([.none, .none, refusal])
    let error = await lab.failure { _ = try await lab.bucket.upload("other", body(), contentType: "video/mp4") }
    #expect(error?.code == .accessDenied)
    #expect(lab.standIn.openUploads == 0)
    #expect(try await lab.bucket.head("other") == nil)
    // An error that comes with "200 OK" is one.
    let late = StandInBucket.Fault.answer(status: "200 OK", body: "<Error><Code>InternalError</Code></Error>")
    lab.standIn.plan([.none, .none, .none, .none, late])
    #expect(
      await lab.failure { _ = try await lab.bucket.upload("other", body(), contentType: "a/b") }?.code == .unavailable)
    #expect(lab.standIn.openUploads == 0)
    // With a condition it goes as one request, and never in signed chunks, which R2 refuses: so does the stand-in.
    let before = lab.standIn.requests.count
    _ = try await lab.bucket.upload("other", body(), contentType: "a/b", condition: .ifAbsent, sizeBytes: 250_001)
    let request = try #require(lab.standIn.requests.last)
    #expect(lab.standIn.requests.count == before + 1)
    #expect(request.headers["content-length"] == "250001" && request.bytes == 250_001)
    #expect(request.headers["x-amz-content-sha256"] == "UNSIGNED-PAYLOAD" && request.headers["content-encoding"] == nil)
    #expect(try await lab.read("other") == bytes)
    #expect(
      await lab.failure {
        _ = try await lab.bucket.upload("other", body(), contentType: "a/b", condition: .ifAbsent, sizeBytes: 250_001)
      }?.code == .conditionFailed)
    try await lab.end()
  }

  /// What comes of a write of bytes on a condition when its first answer is lost.
  @Test(arguments: [StandInBucket.Fault.lost, .hangUp, .answer(status: "500 Oops", body: "")])
  func `a lost answer of one's own write on a condition is not taken for another's`(
    _ fault: StandInBucket.Fault
  ) async throws {
    let lab = try Lab()
    lab.standIn.set(.callsItConflict)
    lab.standIn.plan([fault, fault])
    let first = try await lab.bucket.put("a", [1], contentType: "a/b", condition: .ifAbsent)
    lab.standIn.plan([fault])
    let second = try await lab.bucket.put("a", [2, 2], contentType: "a/b", condition: .ifMatch(first))
    #expect(try await lab.bucket.get("a", limit: 9)?.head.etag == second)
    // Another's write is another's, though the own answer is lost.
    for condition in [WriteCondition.ifAbsent, .ifMatch(first)] {
      lab.standIn.plan([fault])
      #expect(
        await lab.failure { _ = try await lab.bucket.put("a", [3], contentType: "a/b", condition: condition) }?.code
          == .conditionFailed)
    }
    #expect(try await lab.bucket.get("a", limit: 9)?.bytes == [2, 2])
    try await lab.end()
  }

  @Test func `a conflict is asked again, and what is not there is not another one`() async throws {
    let lab = try Lab()
    let conflict = StandInBucket.Fault.answer(
      status: "409 Conflict", body: "<Error><Code>ConditionalRequestConflict</Code></Error>")
    lab.standIn.plan([conflict, .answer(status: "409 Conflict", body: "")])
    let etag = try await lab.bucket.put("a", [1], contentType: "a/b", condition: .ifAbsent)
    #expect(lab.standIn.requests.count == 3)
    // Not there: 404 by the bucket, a condition that failed by the port.
    #expect(
      await lab.failure { _ = try await lab.bucket.put("b", [1], contentType: "a/b", condition: .ifMatch(etag)) }?.code
        == .noSuchKey)
    let store = S3ObjectStore(lab.bucket)
    let error = await #expect(throws: ObjectStoreError.self) {
      _ = try await store.write(try objectKey("b"), contentType: "a/b", condition: .ifMatch(etag), bytes: [1])
    }
    #expect(error?.code == .conditionFailed)
    try await lab.end()
  }

  /// A gallery that shows a page asks for many objects that are not there.
  @Test func `whether the bucket is there is asked once in a while, where an answer has proven it`() async throws {
    let lab = try Lab { $0.proof = .seconds(10) }
    #expect(try await lab.bucket.head("a") == nil)
    let asked = lab.standIn.requests.count
    #expect(asked == 2)
    for _ in 0..<5 { #expect(try await lab.bucket.head("a") == nil) }
    #expect(lab.standIn.requests.count == asked + 5)
    lab.standIn.dropBucket()
    lab.waits.all.withLock { $0.append(.seconds(11)) }
    #expect(await lab.failure { _ = try await lab.bucket.head("a") }?.code == .noSuchBucket)
    try await lab.end()
  }

  @Test func `endpoints and buckets that cannot be are refused, and photographs never go in the clear`() throws {
    for (bucket, endpoint) in [
      ("b", "https://s3.example.org"), ("a/b", "https://s3.example.org"), ("a..b", "https://s3.example.org"),
      ("bucket", "s3.example.org"), ("bucket", "ftp://s3.example.org"), ("bucket", "https://"),
      ("bucket", "https://a@b"), ("bucket", "https://a/b"), ("bucket", "http://s3.example.org"),
      ("bucket", "http://127.evil.example"), ("bucket", "http://localhost.evil.example:80"),
      ("bucket", "https://a b"),
    ] {
      #expect(throws: S3Error.self, "\(bucket) \(endpoint)") { try S3Settings(bucket: bucket, endpoint: endpoint) }
    }
    for endpoint in ["http://127.0.0.1:8333", "http://localhost:1", "http://[::1]:1", "https://s3.example.org/"] {
      #expect(throws: Never.self) { try S3Settings(bucket: "bucket", endpoint: endpoint) }
    }
    #expect(try S3Settings(bucket: "bucket", endpoint: "https://s3.example.org:443").host == "s3.example.org")
    let amazon = try S3Settings.amazon(bucket: "photos", region: "eu-central-1")
    #expect(
      amazon.requestHost == "photos.s3.eu-central-1.amazonaws.com" && amazon.path("a") == "/a"
        && amazon.path(nil) == "/")
    let dotted = try S3Settings.amazon(bucket: "photos.example", region: "eu-central-1")
    #expect(dotted.requestHost == "s3.eu-central-1.amazonaws.com" && dotted.path("a") == "/photos.example/a")
  }
}
