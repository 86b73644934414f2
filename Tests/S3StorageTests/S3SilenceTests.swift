import BoothCore
import BoothTesting
import Synchronization
import Testing

@testable import S3Storage

/// Endpoints that say nothing, fall silent, or are none.
@Suite(.timeLimit(.minutes(15))) struct S3SilenceTests {
  private final class Heard: Sendable { let lines = Mutex<[String]>([]) }

  private static func bucket(
    _ endpoint: String, _ heard: Heard = Heard(), _ change: (inout S3Settings) -> Void = { _ in }
  ) throws -> S3Bucket {
    var settings = try S3Settings(bucket: StandInBucket.name, endpoint: endpoint)
    change(&settings)
    return S3Bucket(
      settings, credentials: S3Credentials(accessKey: "AK", secretKey: "secret"),
      timing: S3Bucket.Timing {
        Instant(nanoseconds: 0)
      } clock: {
        S3Moment(seconds: 1_700_000_000)
      } wait: { _ in
      } random: {
        7
      }
    ) { words in heard.lines.withLock { $0.append(words) } }
  }

  private static func failure(_ body: () async throws -> Void) async -> S3Error? {
    do {
      try await body()
      return nil
    } catch { return error as? S3Error }
  }

  @Test func `who says nothing twice is waited for no longer, and who asked hears of it`() async throws {
    let (standIn, heard) = (try StandInBucket(), Heard())
    let bucket = try Self.bucket(standIn.endpoint, heard) { $0.answer = .milliseconds(200) }
    standIn.put("a", [1, 2, 3])
    standIn.plan(Array(repeating: .silence, count: 6))
    let error = await Self.failure { _ = try await bucket.get("a", limit: 10) }
    #expect(error?.code == .unavailable && error?.words.hasSuffix(": no answer came within 0 s") == true)
    #expect(standIn.requests.count == 2)
    let lines = heard.lines.withLock { $0 }
    #expect(lines.count == 1 && lines.first?.contains(": no answer came within 0 s; asked again in 0.") == true)
    // Once is no reason to give up.
    standIn.plan([.silence])
    #expect(try await bucket.get("a", limit: 10)?.bytes == [1, 2, 3])
    standIn.plan([.silence])
    #expect(try await bucket.stream("a")?.head.sizeBytes == 3)
    try await bucket.shutdown()
    standIn.stop()
  }

  @Test func `a body that falls silent is gone on with, but not for ever`() async throws {
    let standIn = try StandInBucket()
    let bucket = try Self.bucket(standIn.endpoint) { $0.request = .seconds(1) }
    let bytes = bytePattern(200_000)
    standIn.put("large", bytes)
    standIn.plan([.stall(after: 1000), .stall(after: 50_000)])
    let (_, body) = try #require(try await bucket.stream("large"))
    var read: [UInt8] = []
    for try await piece in body { read += piece }
    #expect(read == bytes && standIn.requests.count == 3)
    // One that gives a little each time has had its chances.
    standIn.plan(Array(repeating: .stall(after: 100), count: 20))
    let (_, slow) = try #require(try await bucket.stream("large"))
    let error = await Self.failure { for try await _ in slow {} }
    #expect(
      error?.code == .unavailable && error?.words.hasSuffix(", again and again") == true, "\(String(describing: error))"
    )
    standIn.plan(Array(repeating: .stall(after: 100), count: 20))
    let small = await Self.failure { _ = try await bucket.get("large", limit: 200_000) }
    #expect(small?.code == .unavailable)
    try await bucket.shutdown()
    standIn.stop()
  }

  @Test func `what is no bucket is named in words, and by no library's names`() async throws {
    let talker = try RawServer { exchange in
      exchange.send("SSH-2.0-OpenSSH_9.2\r\n")
      return false
    }
    let mute = try RawServer { _ in false }
    let words = [
      "http://127.0.0.1:\(talker.port)": "what answers there does not speak HTTP",
      "http://127.0.0.1:\(mute.port)": "it hung up before its answer was whole",
      // `.invalid` is never given away (RFC 2606).
      "https://none.invalid": "no name server knows none.invalid",
    ]
    for (endpoint, expected) in words {
      let heard = Heard()
      let bucket = try Self.bucket(endpoint, heard)
      let error = try #require(await Self.failure { _ = try await bucket.get("a", limit: 10) })
      let late = "no connection came about in time"
      #expect(
        error.code == .unavailable && (error.words.hasSuffix(expected) || error.words.hasSuffix(late)), "\(error)")
      #expect(heard.lines.withLock { $0.allSatisfy { !$0.contains("NIO") && !$0.contains("Error") } })
      try await bucket.shutdown()
    }
    talker.stop()
    mute.stop()
  }

  @Test(arguments: [
    "https://169.254.169.254", "https://169.254.169.254.:443", "https://2852039166", "https://0xA9FEA9FE",
    "https://169.254.43518",
    "https://[fd00:ec2::254]", "https://[fd00:0ec2:0:0:0:0:0:254]:443", "https://[fe80::1]", "https://[fe80::1%25eth0]",
    "https://[::ffff:169.254.169.254]", "https://[64:ff9b::a9fe:a9fe]",
  ])
  func `an address that a machine has for itself alone is no endpoint`(_ endpoint: String) {
    #expect(throws: S3Error.self) { try S3Settings(bucket: "bucket", endpoint: endpoint) }
  }

  @Test(arguments: ["https://169.253.1.1", "https://10.0.0.1", "https://[fd00::1]", "https://[2001:db8::1]:9000"])
  func `any other may be one`(_ endpoint: String) {
    #expect(throws: Never.self) { try S3Settings(bucket: "bucket", endpoint: endpoint) }
  }
}
