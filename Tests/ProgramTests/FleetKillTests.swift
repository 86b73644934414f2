import AsyncHTTPClient
import BoothCore
import BoothTesting
import FoundationEssentials
import Glibc
import NIOCore
import NIOHTTP1
import S3Storage
import Synchronization
import Testing

@testable import CommandSupport

/// Four galleries over one bucket are killed again and again while booths complete sessions in one event: 80 sessions and 8 kills here,
/// 10,000 and 100 with `BOOTH_FULL`. The bucket is SeaweedFS where it is installed, else the stand-in; its line turns every third failed
/// condition into a conflict, and loses every fortieth answer to a write.
@Suite(.serialized, .timeLimit(.minutes(30))) struct FleetKillTests {
  private static let event = 777
  private static let galleries = 4
  private static let isFull = ProcessInfo.processInfo.environment["BOOTH_FULL"] != nil
  private static let sessions = isFull ? 10_000 : 80
  private static let clients = isFull ? 64 : 12
  private static let kills = isFull ? 100 : 8
  /// A page's requests to the bucket, however many sessions there are.
  private static let mostRequests = 5

  private static let secrets = [
    "BOOTH_GALLERY_TOKEN": "a token of the fleet", "BOOTH_GALLERY_UPLOAD_SECRET": "a secret of the fleet",
    "AWS_ACCESS_KEY_ID": WeedServer.accessKey, "AWS_SECRET_ACCESS_KEY": WeedServer.secretKey,
    // All booths here have one token, and are fast.
    "BOOTH_GALLERY_LIMITS": "off",
  ]

  private static let http = HTTPClient(configuration: HTTPClient.Configuration(redirectConfiguration: .disallow))

  private struct EndedError: Error {}

  /// Starts one, and says where it answers.
  private static func start(
    _ folder: TemporaryFolder, _ number: Int, _ endpoint: String
  ) async throws -> (program: RunningProgram, base: String) {
    let program = try RunningProgram(
      [
        "gallery", "--data", folder.path("\(number)"), "--gallery-host", "127.0.0.1", "--gallery-port", "0", "--events",
        Program.bundledEvents, "--bucket", "s3://\(StandInBucket.name)/below?endpoint=\(endpoint)",
      ], environment: secrets)
    while let line = await program.nextLine() {
      if let base = line.firstMatch(of: /http:\/\/127[^ ]+/) { return (program, "\(base.0)") }
    }
    throw EndedError()
  }

  /// What all clients know.
  private final class Progress: Sendable {
    struct Done: Sendable {
      var session: String
      var begun: ContinuousClock.Instant
      var ended: ContinuousClock.Instant
    }

    private struct State {
      var bases: [String]
      var next = 0
      var done: [Done] = []
      var faults: [String] = []
      var retries = 0
    }

    private let state: Mutex<State>

    init(_ bases: [String]) { state = Mutex(State(bases: bases)) }

    func take() -> Int? {
      state.withLock { state in
        guard state.next < sessions else { return nil }
        state.next += 1
        return state.next - 1
      }
    }
    func base(_ number: Int) -> String { state.withLock { $0.bases[number % galleries] } }
    func move(_ number: Int, to base: String) { state.withLock { $0.bases[number] = base } }
    func finish(_ done: Done) { state.withLock { $0.done.append(done) } }
    func fail(_ words: String) { state.withLock { $0.faults.append(words) } }
    func retry() { state.withLock { $0.retries += 1 } }
    var done: [Done] { state.withLock { $0.done } }
    var count: Int { state.withLock { $0.done.count } }
    var faults: [String] { state.withLock { $0.faults } }
    var retries: Int { state.withLock { $0.retries } }
  }

  private static func session(_ number: Int) -> String { "SESSION-\(10_000_000 + number)" }

  /// A booth that brings one session after the other, and does not give up.
  private static func work(_ progress: Progress, _ bucket: S3Bucket) async throws {
    while let number = progress.take() {
      let session = session(number)
      let key = "events/\(event)/sessions/\(session)/manifest.json"
      let manifest =
        "{\"version\":1,\"event_id\":\(event),\"session_id\":\"\(session)\",\"created_at\":\"2026-02-01T18:20:15Z\",\"assets\":[]}"
      // As a booth brings it that goes straight to the bucket.
      do { _ = try await bucket.put("below/" + key, Array(manifest.utf8), contentType: "application/json") } catch {
        progress.fail("\(session): \(error)")
        throw error
      }
      let body = "{\"event_id\":\(event),\"session_id\":\"\(session)\",\"manifest_path\":\"\(key)\"}"
      let begun = ContinuousClock().now
      var tries = 0
      while true {
        let status = await status(progress.base(number + tries) + "/api/complete", body)
        if status == 200 { break }
        if let status, status < 500 {
          progress.fail("\(session): \(status)")
          break
        }
        // The gallery is dead, or the bucket was away for it.
        tries += 1
        progress.retry()
        await Task.moment()
      }
      progress.finish(Progress.Done(session: session, begun: begun, ended: ContinuousClock().now))
    }
  }

  /// Nil where no answer comes.
  private static func status(_ url: String, _ body: String) async -> Int? {
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    request.headers.add(name: "X-FotoX-Key", value: "a token of the fleet")
    request.body = .bytes(ByteBuffer(string: body))
    do {
      let answer = try await http.execute(request, timeout: .seconds(60))
      _ = try await answer.body.collect(upTo: 1 << 20)
      return Int(answer.status.code)
    } catch { return nil }
  }

  private static func page(_ url: String) async throws -> String {
    let answer = try await http.execute(HTTPClientRequest(url: url), timeout: .minutes(10))
    try #require(answer.status == .ok, "\(url)")
    return String(buffer: try await answer.body.collect(upTo: 4 << 20))
  }

  @Test func `what was acknowledged by galleries that are killed is listed once, the newest first`() async throws {
    let weed = try WeedServer.program.map { try WeedServer(program: $0) }
    defer { weed?.stop() }
    let standIn = weed == nil ? try StandInBucket() : nil
    defer { standIn?.stop() }
    let server = try #require(weed?.endpoint ?? standIn?.endpoint)
    let line = try LyingBucket(before: try #require(server.split(separator: ":").last.flatMap { Int($0) }), losing: 40)
    defer { line.stop() }
    let bucket = S3Bucket(
      try S3Settings(bucket: StandInBucket.name, endpoint: server),
      credentials: S3Credentials(accessKey: WeedServer.accessKey, secretKey: WeedServer.secretKey))
    #expect(
      try await Program.until {
        do throws(S3Error) {
          try await bucket.make()
          return true
        } catch { return false }
      })
    let folder = try TemporaryFolder()
    var programs: [RunningProgram] = []
    var bases: [String] = []
    for number in 0..<Self.galleries {
      let (program, base) = try await Self.start(folder, number, line.endpoint)
      programs.append(program)
      bases.append(base)
    }
    let progress = Progress(bases)
    let working = Task {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<Self.clients { group.addTask { try await Self.work(progress, bucket) } }
        try await group.waitForAll()
      }
    }
    var random = SeededRandom(seed: 46)
    for kill in 1...Self.kills {
      while progress.count < kill * Self.sessions / (Self.kills + 1), progress.faults.isEmpty { await Task.moment() }
      let victim = Int(random.next() % UInt64(Self.galleries))
      programs[victim].end(SIGKILL)
      let (program, base) = try await Self.start(folder, victim, line.endpoint)
      programs[victim] = program
      progress.move(victim, to: base)
    }
    try await working.value
    for program in programs { program.end() }
    for fault in progress.faults { Issue.record("\(fault)") }
    #expect(progress.count == Self.sessions)

    // One that knows nothing, and has nothing else to do.
    let (fresh, base) = try await Self.start(folder, 9, line.endpoint)
    defer { fresh.end() }
    var listed: [String] = []
    var query: String? = ""
    var most = 0
    while let next = query {
      let before = line.requests
      let page = try await Self.page("\(base)/e/\(Self.event)\(next)")
      most = max(most, line.requests - before)
      listed += page.matches(of: /href="[^"]*s\/([^"\/]+)"/).map { String($0.1) }
      query = page.firstMatch(of: /rel="next" href="(\?[^"]*)"/).map { String($0.1).replacing("&amp;", with: "&") }
    }
    let done = progress.done
    #expect(Set(listed) == Set(done.map(\.session)), "missing: \(Set(done.map(\.session)).subtracting(listed))")
    #expect(listed.count == Set(listed).count, "twice: \(Self.twice(listed))")
    #expect(most <= Self.mostRequests && most > 0)
    // What was acknowledged before another was begun stands below it: each is followed by none that was begun after its end. The list's
    // times are whole milliseconds.
    let times = Dictionary(uniqueKeysWithValues: done.map { ($0.session, $0) })
    var earliest = ContinuousClock().now
    for session in listed {
      guard let time = times[session] else { continue }
      #expect(time.begun <= earliest + .milliseconds(2), "\(session) stands too low")
      earliest = min(earliest, time.ended)
    }
    let places = try await bucket.keys(prefix: "below/events/\(Self.event)/order/")
    #expect(places.count == Self.sessions)
    print(
      "fleet: \(Self.sessions) sessions, \(Self.clients) clients, \(Self.kills) kills of \(Self.galleries) galleries; "
        + "tried again \(progress.retries) times; \(line.lies); \(line.requests) requests to the bucket, \(most) a page"
    )
    #expect(progress.retries > 0 && line.lies.lost > 0)
    try await bucket.shutdown()
  }

  private static func twice(_ listed: [String]) -> [String] {
    Dictionary(grouping: listed) { $0 }.filter { $0.value.count > 1 }.map(\.key).sorted()
  }
}
