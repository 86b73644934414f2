import BoothCore
import BoothTesting
import NIOHTTP1
import Testing

@testable import S3Storage

/// The same promises at a server of others, which checks every signature.
@Suite struct WeedTests {
  private static func bucket(
    _ server: WeedServer, _ name: String = "photographs", secret: String = WeedServer.secretKey,
    key: String = WeedServer.accessKey,
    clock: S3Bucket.Timing = .system, part: Int = 5 << 20
  ) throws -> S3Bucket {
    var settings = try S3Settings(bucket: name, endpoint: server.endpoint)
    settings.partBytes = part
    return S3Bucket(settings, credentials: S3Credentials(accessKey: key, secretKey: secret), timing: clock)
  }

  private static func code(_ body: () async throws -> Void) async -> S3Error.Code? {
    do {
      try await body()
      return nil
    } catch { return (error as? S3Error)?.code }
  }

  @Test(
    .enabled(if: WeedServer.program != nil, "there is no SeaweedFS: weed is not in the path, and BOOTH_WEED is not set")
  )
  func `a bucket keeps the port's promise, and names what is refused, at SeaweedFS`() async throws {
    let server = try WeedServer(program: try #require(WeedServer.program))
    defer { server.stop() }
    let bucket = try Self.bucket(server)
    try await Self.begin(bucket, server)
    for (number, check) in ObjectStoreConformance.checks.enumerated() {
      let store = S3ObjectStore(bucket, prefix: "check \(number)/")
      // Its own order is not S3's: `a/b` before `a-b`.
      do { try await check.run(store) } catch { Issue.record("\(check.testDescription): \(error)") }
    }
    try await Self.lists(bucket)
    try await Self.parts(bucket)
    try await Self.refusals(bucket, server)
    try await bucket.shutdown()
  }

  /// Waits for the server, and makes the bucket.
  private static func begin(_ bucket: S3Bucket, _ server: WeedServer) async throws {
    for _ in 0..<100 {
      try #require(server.isRunning, "the server has ended")
      let outcome = await bucket.line.collect(S3Call(method: .PUT), limit: 1 << 16)
      if case .answered = outcome { return }
      await bucket.timing.wait(.milliseconds(300))
    }
    Issue.record("the server does not answer")
  }

  /// Whatever the order, each object is in one page.
  private static func lists(_ bucket: S3Bucket) async throws {
    let keys = Set((0..<25).map { "list/\($0 % 3)/photo \($0)+é.jpg" })
    for key in keys { _ = try await bucket.put(key, Array(key.utf8), contentType: "image/jpeg") }
    for limit in [1, 7, 1000] {
      var found: [String] = []
      var token: String?
      repeat {
        let page = try await bucket.page(prefix: "list/", token: token, limit: limit)
        for object in page.objects { #expect(object.sizeBytes == Int64(object.key.utf8.count)) }
        found += page.objects.map(\.key)
        token = page.next
      } while token != nil
      #expect(found.count == keys.count && Set(found) == keys, "pages of \(limit)")
    }
  }

  private static func parts(_ bucket: S3Bucket) async throws {
    let bytes = bytePattern(12_000_000)
    func body() -> ByteStream {
      ByteStream { continuation in
        for start in stride(from: 0, to: bytes.count, by: 1 << 20) {
          continuation.yield(Array(bytes[start..<min(start + 1 << 20, bytes.count)]))
        }
        continuation.finish()
      }
    }
    for condition in [WriteCondition.always, .ifAbsent] {
      let key = "large/\(condition)"
      let (etag, size) = try await bucket.upload(
        key, body(), contentType: "video/mp4", condition: condition, sizeBytes: condition == .always ? nil : 12_000_000)
      #expect(size == 12_000_000)
      let head = try #require(try await bucket.head(key))
      #expect(head.etag == etag && head.sizeBytes == size && head.contentType == "video/mp4")
      #expect(try await bucket.get(key, limit: 12_000_000)?.bytes == bytes)
    }
    #expect(
      await code {
        _ = try await bucket.upload(
          "large/ifAbsent", body(), contentType: "video/mp4", condition: .ifAbsent, sizeBytes: 12_000_000)
      } == .conditionFailed)
    _ = try await bucket.put("named", [1], contentType: "image/jpeg", metadata: ["original-format": "RAW-CR2"])
    #expect(try await bucket.head("named")?.metadata["original-format"] == "RAW-CR2")
    // An address for an hour, read by its holder; one letter less, and not at all.
    let reader = try FetchedAddress(bucket.address(of: "named"))
    #expect(try await reader.status == 200)
    let broken = try FetchedAddress(String(bucket.address(of: "named").dropLast(2)) + "00")
    #expect(try await broken.status == 403)
  }

  private static func refusals(_ bucket: S3Bucket, _ server: WeedServer) async throws {
    let wrong = try Self.bucket(server, secret: "another secret")
    #expect(await code { _ = try await wrong.get("named", limit: 10) } == .wrongKeys)
    let unknown = try Self.bucket(server, key: "NOBODY")
    #expect(await code { _ = try await unknown.get("named", limit: 10) } == .wrongKeys)
    let nowhere = try Self.bucket(server, "no-such-bucket")
    #expect(await code { _ = try await nowhere.get("named", limit: 10) } == .noSuchBucket)
    #expect(await code { _ = try await nowhere.head("named") } == .noSuchBucket)
    var slow = S3Bucket.Timing.system
    let clock = slow.clock
    slow.clock = { S3Moment(seconds: clock().seconds - 7200) }
    let late = try Self.bucket(server, clock: slow)
    #expect(await code { _ = try await late.get("named", limit: 10) } == .clock)
    for other in [wrong, unknown, nowhere, late] { try await other.shutdown() }
  }
}
