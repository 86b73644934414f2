import BoothCore
import BoothTesting
import Testing

@testable import S3Storage

/// What `booth gallery check` finds, at a server of others and at a stand-in with each of the faults that it looks for.
@Suite struct S3ProbeTests {
  private static let keys = S3Credentials(accessKey: "AK", secretKey: "secret")

  /// Looks at each signature as Amazon's does, of addresses, and whether there is one otherwise.
  private static func isSigned(_ request: StandInBucket.Request) -> Bool {
    let sides = request.target.split(separator: "?", maxSplits: 1).map(String.init)
    var query: [(name: String, value: String)] = []
    for pair in (sides.count > 1 ? sides[1] : "").split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).removingPercents }
      query.append((parts[0], parts.count > 1 ? parts[1] : ""))
    }
    func said(_ name: String) -> String? { query.first { $0.name == name }?.value }
    guard let signature = said("X-Amz-Signature") else { return request.headers["authorization"] != nil }
    guard let moment = said("X-Amz-Date").flatMap({ S3Moment($0) }),
      let seconds = said("X-Amz-Expires").flatMap({ Int64($0) }),
      S3Bucket.Timing.system.clock().seconds <= moment.seconds + seconds
    else { return false }
    let signed = (said("X-Amz-SignedHeaders") ?? "").split(separator: ";").map(String.init)
    let own = S3Signature.Request(
      method: request.method, path: sides[0].removingPercents, query: query.filter { !$0.name.hasPrefix("X-Amz-") },
      headers: signed.map { ($0, request.headers[$0] ?? "") })
    let right = S3Signature(credentials: keys, region: "us-east-1").presigned(own, seconds: Int(seconds), at: moment)
    return right.hasSuffix("X-Amz-Signature=\(signature)")
  }

  private static func findings(
    _ moods: StandInBucket.Moods, clock ahead: Int64 = 0,
    admitting: (@Sendable (StandInBucket.Request) -> Bool)? = isSigned
  ) async throws -> (all: [String: S3Probe.Finding], left: Set<String>) {
    let standIn = try StandInBucket()
    defer { standIn.stop() }
    standIn.set(moods)
    if let admitting { standIn.admit(admitting) }
    standIn.put("gallery/events/7/index.json", [1])
    var timing = S3Bucket.Timing.system
    timing.clock = { S3Moment(seconds: S3Bucket.Timing.system.clock().seconds + ahead) }
    let bucket = S3Bucket(
      try S3Settings(bucket: StandInBucket.name, endpoint: standIn.endpoint), credentials: keys, timing: timing)
    let found = try await S3Probe(bucket, prefix: "gallery/", name: "trial").run()
    try await bucket.shutdown()
    #expect(Set(found.map(\.part)).count == found.count && found.count == 11)
    return (Dictionary(uniqueKeysWithValues: found.map { ($0.part, $0) }), standIn.keys)
  }

  private static func verdicts(_ found: [String: S3Probe.Finding]) -> [String: S3Probe.Finding.Verdict] {
    found.mapValues(\.verdict).filter { $0.value != .good }
  }

  @Test func `a bucket that keeps all promises serves, and nothing of the trial stays`() async throws {
    let (found, left) = try await Self.findings([])
    // The stand-in says no time, gives no other type than was written, and looks at no checksum.
    #expect(
      Self.verdicts(found) == ["clock": .limited, "addresses for reading": .limited, "checksums": .limited],
      "\(found)")
    #expect(left == ["gallery/events/7/index.json"])
  }

  @Test func `a bucket that takes no notice of conditions serves with notes`() async throws {
    let (found, left) = try await Self.findings([.ignoresWriteConditions, .listsFolders])
    for part in ["If-None-Match", "If-Match"] {
      #expect(found[part]?.verdict == .limited, "\(part)")
      #expect(found[part]?.words.contains("use one gallery for events that collect them") == true)
    }
    #expect(found["lost answers"]?.verdict == .good && found["lists"]?.verdict == .good)
    #expect(!found.values.contains { $0.verdict == .bad } && left.count == 1)
  }

  @Test func `a bucket that calls a failed condition a conflict at first is understood`() async throws {
    let (found, _) = try await Self.findings([.callsItConflict])
    for part in ["If-None-Match", "If-Match", "lost answers"] { #expect(found[part]?.verdict == .good, "\(found)") }
  }

  @Test(
    arguments: [
      (.listsBackwards, "lists", .bad, "would not begin with the newest"),
      (.ignoresRanges, "addresses for reading", .bad, "HTTP 200"),
      (.keepsVersions, "old versions", .limited, "(Enabled)"),
      (.hidesVersions, "old versions", .limited, "does not say"),
      (.forgetsDeletions, "objects", .bad, "a guest would see erased pictures"),
    ] as [(StandInBucket.Moods, String, S3Probe.Finding.Verdict, String)])
  func `each fault is found, and what follows is said`(
    _ mood: StandInBucket.Moods, _ part: String, _ verdict: S3Probe.Finding.Verdict, _ words: String
  ) async throws {
    let finding = try #require(try await Self.findings(mood).all[part])
    #expect(finding.verdict == verdict && finding.words.contains(words), "\(finding)")
  }

  @Test func `what is deleted and still listed is found`() async throws {
    let (found, left) = try await Self.findings([.forgetsDeletions])
    #expect(found["tidying"]?.verdict == .bad && left.count > 1, "\(found)")
  }

  @Test func `a bucket that everybody may read, and one that looks at no signature, are no gallery's`() async throws {
    let open = try #require(try await Self.findings([], admitting: nil).all["addresses for reading"])
    #expect(open.verdict == .bad && open.words.contains("email addresses"))
    let lenient = try #require(
      try await Self.findings([]) { $0.headers["authorization"] != nil || $0.target.contains("X-Amz-Signature") }
        .all["addresses for reading"])
    #expect(lenient.verdict == .bad && lenient.words.contains("a wrong signature is taken"))
  }

  @Test func `addresses that the bucket does not take for uploads are a note, and so are other types and lengths`()
    async throws
  {
    let none = try await Self.findings([]) {
      $0.headers["authorization"] != nil || $0.method == "GET" && Self.isSigned($0)
    }
    #expect(none.all["addresses for uploads"]?.verdict == .limited)
    #expect(none.all["addresses for uploads"]?.words.contains("upload through the gallery") == true)
    let careless = try await Self.findings([]) { $0.method == "PUT" || Self.isSigned($0) }
    let words = try #require(careless.all["addresses for uploads"]?.words)
    #expect(words.contains("with another length and type"))
  }

  @Test func `a bucket that fails in the middle is said to have failed there`() async throws {
    let (found, _) = try await Self.findings([]) { Self.isSigned($0) && !$0.target.contains("/order/") }
    #expect(found["lists"]?.verdict == .bad && found["lists"]?.words.hasPrefix("it failed") == true)
    #expect(found["tidying"] != nil)
  }

  @Test(
    .enabled(if: WeedServer.program != nil, "there is no SeaweedFS: weed is not in the path, and BOOTH_WEED is not set")
  )
  func `SeaweedFS serves, and a clock that is off by minutes is found there`() async throws {
    let server = try WeedServer(program: try #require(WeedServer.program))
    defer { server.stop() }
    var verdicts: [Int64: [String: S3Probe.Finding.Verdict]] = [:]
    for ahead in [0, 200, -600] as [Int64] {
      var timing = S3Bucket.Timing.system
      timing.clock = { S3Moment(seconds: S3Bucket.Timing.system.clock().seconds + ahead) }
      let bucket = S3Bucket(
        try S3Settings(bucket: "photographs", endpoint: server.endpoint),
        credentials: S3Credentials(accessKey: WeedServer.accessKey, secretKey: WeedServer.secretKey), timing: timing)
      for _ in 0..<100 {
        try #require(server.isRunning, "the server has ended")
        do throws(S3Error) {
          try await bucket.make()
          break
        } catch {
          // It starts.
          await bucket.timing.wait(.milliseconds(300))
        }
      }
      let found = try await S3Probe(bucket, prefix: "", name: "trial").run()
      verdicts[ahead] = Dictionary(uniqueKeysWithValues: found.map { ($0.part, $0.verdict) })
      if ahead == 0 { #expect(!found.contains { $0.verdict != .good }, "\(found)") }
      #expect(try await bucket.keys(prefix: "").isEmpty)
      try await bucket.shutdown()
    }
    #expect(verdicts[200]?["clock"] == .limited && verdicts[-600]?["clock"] == .bad, "\(verdicts)")
  }
}

extension String {
  fileprivate var removingPercents: String {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      if byte == 0x25, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
