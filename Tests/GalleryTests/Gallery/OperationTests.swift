import BoothCore
import BoothStore
import BoothTesting
import Synchronization
import Testing

@testable import Gallery
@testable import WebSupport

/// `/ready` and what is counted.
@Suite(.timeLimit(.minutes(15))) struct OperationTests {
  /// A folder that can be told not to answer, and counts how often it is asked for a list.
  private struct MoodyStore: WrappedStore {
    let inner: FolderObjectStore
    let isAway: Flag
    let lists: Counter

    final class Flag: Sendable { let isSet = Mutex(false) }
    final class Counter: Sendable { let count = Mutex(0) }

    func list(prefix: String, after: ObjectKey?, limit: Int) async throws(ObjectStoreError) -> [ObjectInfo] {
      lists.count.withLock { $0 += 1 }
      if isAway.isSet.withLock({ $0 }) {
        throw ObjectStoreError(.unavailable, subject: "secret-bucket", detail: "secret-bucket is in flames")
      }
      return try await inner.list(prefix: prefix, after: after, limit: limit)
    }
  }

  /// A store that never answers.
  private struct SilentStore: WrappedStore {
    let inner: FolderObjectStore

    func list(prefix: String, after: ObjectKey?, limit: Int) async throws(ObjectStoreError) -> [ObjectInfo] {
      let (nothing, continuation) = AsyncStream<Void>.makeStream()
      // Until it is asked to give up.
      for await _ in nothing {}
      continuation.finish()
      throw ObjectStoreError(.unavailable, subject: prefix, detail: "given up")
    }
  }

  @Test func `a gallery is ready while its store answers, and asks it once for many`() async throws {
    let (flag, counter) = (MoodyStore.Flag(), MoodyStore.Counter())
    let over: @Sendable (FolderObjectStore) -> any ObjectStore = {
      MoodyStore(inner: $0, isAway: flag, lists: counter)
    }
    try await GalleryLab.run(over: over) { lab in
      for path in ["/ready", "/api/ready"] {
        let reply = try await lab.get(path)
        #expect(reply.status == 200 && reply.json == .members(["status": "ready"]))
        #expect(reply["Cache-Control"] == "no-store")
      }
      #expect(try await lab.send(.head, "/ready").status == 200)
      #expect(try await lab.send(.post, "/ready", body: .text("")).status == 404)
      let before = counter.count.withLock { $0 }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<64 { group.addTask { try await lab.get("/ready").status } }
        for try await status in group { #expect(status == 200) }
      }
      // More than one only where the 64 take longer than a second.
      #expect(counter.count.withLock { $0 } - before <= 10)
    }
  }

  @Test func `a gallery whose store is away is alive, and not ready, and does not say which store it is`() async throws
  {
    let (flag, counter) = (MoodyStore.Flag(), MoodyStore.Counter())
    flag.isSet.withLock { $0 = true }
    let over: @Sendable (FolderObjectStore) -> any ObjectStore = {
      MoodyStore(inner: $0, isAway: flag, lists: counter)
    }
    try await GalleryLab.run(over: over) { lab in
      let reply = try await lab.get("/ready")
      #expect(reply.status == 503 && reply["Retry-After"] == "5")
      #expect(
        reply.json == .members(["status": "unavailable", "error": "The gallery's storage does not answer"]))
      #expect(try await lab.get("/health").status == 200)
      flag.isSet.withLock { $0 = false }
      // The refusal stands for a second. However long a machine under load takes: the suite's limit ends this.
      while try await lab.get("/ready").status != 200, !Task.isCancelled { await Task.moment() }
      #expect(try await lab.get("/ready").status == 200)
    }
  }

  @Test func `a store that says nothing is not waited for`() async throws {
    let folder = try TemporaryFolder()
    let readiness = Readiness(
      SilentStore(inner: try FolderObjectStore(path: folder.path)), patience: .milliseconds(20))
    let fault = try #require(await readiness.fault())
    #expect(fault.code == .unavailable && fault.detail.hasPrefix("no answer within"))
  }

  @Test func `requests, store calls, sessions and bytes are counted, and no link, id or name is`() async throws {
    let metrics = GalleryMetrics()
    try await GalleryLab.run(metrics: metrics) { lab in
      try await lab.bring(says: "link")
      #expect(try await lab.get("/s/\(Sample.session)").status == 200)
      #expect(try await lab.get("/s/\(Sample.session)").status == 200)
      #expect(try await lab.get("/e/7").status == 403)
      #expect(try await lab.get("/no/\(Sample.session)?key=verysecret").status == 404)
      let before = Self.value("booth_gallery_sent_bytes_total", metrics)
      let picture = try await lab.get("/asset?path=\(Sample.folder())strip_photo.jpg")
      #expect(picture.status == 200)
      var sent = Self.value("booth_gallery_sent_bytes_total", metrics)
      // The client has the bytes a little before the server knows it.
      while sent == before, !Task.isCancelled {
        await Task.moment()
        sent = Self.value("booth_gallery_sent_bytes_total", metrics)
      }
      #expect(sent - before == Double(picture.bytes.count))
      let text = metrics.text(connections: 3)
      func expect(_ line: String) { #expect(text.contains(line + "\n"), "\(line) in \(text)") }
      expect("booth_gallery_requests_total{route=\"/s/{session}\",status=\"2xx\"} 2")
      expect("booth_gallery_requests_total{route=\"/e/{event}\",status=\"4xx\"} 1")
      expect("booth_gallery_requests_total{route=\"other\",status=\"4xx\"} 1")
      expect("booth_gallery_requests_total{route=\"/complete\",status=\"2xx\"} 1")
      expect("booth_gallery_request_seconds_count{route=\"/s/{session}\"} 2")
      expect("booth_gallery_request_seconds_bucket{route=\"/s/{session}\",le=\"+Inf\"} 2")
      expect("booth_gallery_sessions_completed_total 1")
      expect("booth_gallery_open_connections 3")
      #expect(text.contains("booth_gallery_store_calls_total{kind=\"write\",outcome=\"ok\"} "))
      for secret in [Sample.session, "verysecret", GalleryLab.token, "strip_photo", "127.0.0.1"] {
        #expect(!text.contains(secret), "\(secret)")
      }
      try Self.check(text)
    }
  }

  @Test func `calls that fail are counted by what they failed of`() async throws {
    let (metrics, flag) = (GalleryMetrics(), MoodyStore.Flag())
    let folder = try TemporaryFolder()
    let store = MeteredStore(
      store: MoodyStore(
        inner: try FolderObjectStore(path: folder.path), isAway: flag, lists: MoodyStore.Counter()), metrics: metrics)
    flag.isSet.withLock { $0 = true }
    await #expect(throws: ObjectStoreError.self) { try await store.page(prefix: "a/", after: nil, limit: 1) }
    _ = try await store.write(try objectKey("a"), contentType: "a/b", condition: .ifAbsent, bytes: [1])
    await #expect(throws: ObjectStoreError.self) {
      try await store.write(try objectKey("a"), contentType: "a/b", condition: .ifAbsent, bytes: [1])
    }
    let text = metrics.text(connections: 0)
    for line in [
      "{kind=\"list\",outcome=\"unavailable\"} 1", "{kind=\"write\",outcome=\"ok\"} 1",
      "{kind=\"write\",outcome=\"conditionFailed\"} 1",
    ] { #expect(text.contains("booth_gallery_store_calls_total" + line + "\n"), "\(line) in \(text)") }
    try Self.check(text)
  }

  @Test func `a counted store keeps the port's promise`() async throws {
    for check in ObjectStoreConformance.checks {
      let folder = try TemporaryFolder()
      try await check.run(
        MeteredStore(store: try FolderObjectStore(path: folder.path), metrics: GalleryMetrics()))
    }
  }

  private static func value(_ name: String, _ metrics: GalleryMetrics) -> Double {
    let line = metrics.text(connections: 0).split(separator: "\n").first { $0.hasPrefix(name + " ") }
    return line.flatMap { Double($0.dropFirst(name.utf8.count + 1)) } ?? .nan
  }

  /// As Prometheus reads it: each family once, its lines together, each sample a name, labels and a number.
  private static func check(_ text: String) throws {
    #expect(text.last == "\n")
    var families: Set<Substring> = []
    var family: Substring = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# TYPE ") {
        family = line.split(separator: " ")[2]
        #expect(families.insert(family).inserted, "\(family) is there twice")
      } else if !line.hasPrefix("# HELP ") {
        let match = try #require(
          line.wholeMatch(
            of: /([a-z_]+)(?:\{[a-z]+="[^"\\]*"(?:,[a-z]+="[^"\\]*")*\})? [0-9.+-]+(?:e[+-]?[0-9]+)?/), "\(line)")
        #expect(match.1.hasPrefix(family), "\(line) is in \(family)")
      }
    }
    #expect(families.count == 7)
  }
}
