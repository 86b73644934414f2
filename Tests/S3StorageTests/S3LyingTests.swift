import BoothCore
import BoothTesting
import Testing

@testable import S3Storage

/// A bucket whose answers are not what it has done; see ``LyingBucket``.
@Suite struct S3LyingTests {
  /// A count that is written on a condition cannot tell its own lost write from another's of the same number: it may count one twice, or two
  /// once. What galleries write so is the same whoever writes it, or has all that was there.
  private static let ambiguous = "64 counters at once lose no count"

  /// - Parameters:
  ///   - server: the bucket's own.
  ///   - sums: whether it takes an object's MD5 for its ETag: a stream that was sent on a condition is known by that.
  private static func check(_ server: String, sums: Bool) async throws {
    let port = try #require(server.split(separator: ":").last.flatMap { Int($0) })
    let liar = try LyingBucket(before: port)
    defer { liar.stop() }
    var timing = S3Bucket.Timing.system
    timing.wait = { _ in await Task.moment() }
    var settings = try S3Settings(bucket: StandInBucket.name, endpoint: liar.endpoint)
    settings.partBytes = 5 << 20
    let bucket = S3Bucket(
      settings, credentials: S3Credentials(accessKey: WeedServer.accessKey, secretKey: WeedServer.secretKey),
      timing: timing)
    try await make(server)
    let checks = ObjectStoreConformance.checks.filter { $0.testDescription != ambiguous }
    #expect(checks.count == ObjectStoreConformance.checks.count - 1)
    for (number, check) in checks.enumerated() {
      let store = S3ObjectStore(bucket, prefix: "check \(number)/")
      do { try await check.run(store) } catch { Issue.record("\(check.testDescription): \(error)") }
    }
    // Of any size: in one request, as one stream on a condition, and in parts.
    for size in [0, 1, 5 << 20, 6 << 20, 11 << 20] {
      for number in 0..<4 {
        let store = S3ObjectStore(bucket, prefix: "large/")
        let key = try objectKey("\(size)-\(number)")
        let bytes = bytePattern(size, seed: number)
        for condition in [WriteCondition.ifAbsent, .always] where sums || size <= 5 << 20 || condition == .always {
          _ = try await store.write(key, contentType: "a/b", condition: condition, bytes: bytes)
        }
        let found = try await store.readAll(key, limit: 16 << 20)
        #expect(found?.1 == bytes, "\(size)")
        await #expect(throws: ObjectStoreError.self) {
          _ = try await store.write(key, contentType: "a/b", condition: .ifAbsent, bytes: [UInt8(number), 1, 2])
        }
      }
    }
    let lies = liar.lies
    #expect(lies.lost > 20 && lies.conflicts > 3, "\(lies)")
    try await bucket.shutdown()
  }

  /// Waits for the server, and makes the bucket.
  private static func make(_ server: String) async throws {
    let bucket = S3Bucket(
      try S3Settings(bucket: StandInBucket.name, endpoint: server),
      credentials: S3Credentials(accessKey: WeedServer.accessKey, secretKey: WeedServer.secretKey))
    var isMade = false
    for _ in 0..<40 where !isMade {
      do throws(S3Error) {
        try await bucket.make()
        isMade = true
      } catch { await Task.moment() }
    }
    try await bucket.shutdown()
    try #require(isMade)
  }

  @Test func `keeps the port's promise all the same`() async throws {
    let standIn = try StandInBucket()
    defer { standIn.stop() }
    try await Self.check(standIn.endpoint, sums: false)
  }

  @Test(
    .enabled(if: WeedServer.program != nil, "there is no SeaweedFS: weed is not in the path, and BOOTH_WEED is not set")
  )
  func `keeps the port's promise all the same, before SeaweedFS`() async throws {
    let weed = try WeedServer(program: try #require(WeedServer.program))
    defer { weed.stop() }
    try await Self.check(weed.endpoint, sums: true)
  }
}
