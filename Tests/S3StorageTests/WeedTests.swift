import BoothCore
import BoothTesting
import Crypto
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
    try await Self.pages(S3ObjectStore(bucket))
    try await Self.addresses(bucket)
    try await Self.refusals(bucket, server)
    try await bucket.shutdown()
  }

  /// Waits for the server, and makes the bucket.
  private static func begin(_ bucket: S3Bucket, _ server: WeedServer) async throws {
    for _ in 0..<100 {
      try #require(server.isRunning, "the server has ended")
      do throws(S3Error) { return try await bucket.make() } catch {
        // It starts.
        await bucket.timing.wait(.milliseconds(300))
      }
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

  /// A gallery's list: one flat level, by the hundred, from any key on.
  private static func pages(_ store: S3ObjectStore) async throws {
    let keys = try (0..<60).map { "flat/order/\(1_000_000 - $0 * 7)-S_\($0 % 3).QUJD" }.sorted().map(objectKey)
    for key in keys.shuffled() { _ = try await store.write(key, contentType: "application/json", bytes: [1]) }
    _ = try await store.write(try objectKey("flat/order0"), contentType: "a/b", bytes: [1])
    _ = try await store.write(try objectKey("flat/a/b"), contentType: "a/b", bytes: [1])
    for limit in [1, 7, 60, 1000] {
      var found: [ObjectKey] = []
      while true {
        let page = try await store.page(prefix: "flat/order/", after: found.last, limit: limit)
        if page.isEmpty { break }
        found += page.map(\.key)
      }
      #expect(found == keys, "pages of \(limit)")
    }
    // From a key that is not there any more.
    try await store.delete(keys[30])
    #expect(try await store.page(prefix: "flat/order/", after: keys[30], limit: 3).map(\.key) == Array(keys[31...33]))
    #expect(try await store.page(prefix: "flat/nothing/", after: nil, limit: 3).isEmpty)
    #expect(Set(try await store.all(prefix: "flat/").map(\.key.text)).count == 61)
  }

  /// What a browser and a booth do by an address, and what is not done by it.
  private static func addresses(_ bucket: S3Bucket) async throws {
    let html = Array("<html>".utf8)
    _ = try await bucket.put("shown.jpg", html, contentType: "text/html")
    let read = FetchedAddress(
      bucket.address(
        of: "shown.jpg", seconds: 7200, from: bucket.moment(ofSpan: 3600),
        answering: [("response-content-type", "image/jpeg")]))
    let whole = try await read.answer()
    #expect(whole.status == 200 && whole.type == "image/jpeg" && whole.bytes == html)
    let part = try await read.answer(headers: ["Range": "bytes=1-2"])
    #expect(part.status == 206 && part.bytes == Array("ht".utf8))
    let bytes = bytePattern(1000)
    let sum = "\(S3Text.base64(Array(SHA256.hash(data: bytes))))"
    let write = bucket.uploadAddress(
      of: "brought.jpg", contentType: "image/jpeg", sizeBytes: 1000, sha256: sum, seconds: 60)
    let address = FetchedAddress(write.url)
    var other = write.headers
    other["content-type"] = "text/html"
    #expect(try await address.answer(putting: bytes, headers: other).status == 403, "another type")
    #expect(try await address.answer(putting: bytes + [1], headers: write.headers).status == 403, "another length")
    #expect(
      try await address.answer(putting: Array(bytes.reversed()), headers: write.headers).status == 400, "other bytes")
    #expect(try await bucket.head("brought.jpg") == nil)
    #expect(try await address.answer(putting: bytes, headers: write.headers).status == 200)
    let found = try #require(try await bucket.get("brought.jpg", limit: 1000))
    #expect(found.bytes == bytes && found.head.contentType == "image/jpeg")
    // It is for no other object, and no other method.
    let elsewhere = FetchedAddress(write.url.replacing("brought.jpg", with: "other.jpg"))
    #expect(try await elsewhere.answer(putting: bytes, headers: write.headers).status == 403)
    #expect(try await address.answer(headers: write.headers).status == 403)
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
    let reader = FetchedAddress(bucket.address(of: "named"))
    #expect(try await reader.answer().status == 200)
    let broken = FetchedAddress(String(bucket.address(of: "named").dropLast(2)) + "00")
    #expect(try await broken.answer().status == 403)
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
