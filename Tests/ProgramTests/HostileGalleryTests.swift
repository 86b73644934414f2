import BoothCore
import BoothStore
import BoothTesting
import BoothVault
import FoundationEssentials
import GalleryClient
import Synchronization
import Testing

@testable import BoothRuntime

/// A finished session against galleries that answer anything: nothing is lost, nothing leaks, and every wait ends.
///
/// Galleries by seed: 24 here, 200 with `BOOTH_FULL`; `BOOTH_GALLERY_SEED` runs one.
@Suite(.serialized, .timeLimit(.minutes(15))) struct HostileGalleryTests {
  private static let token = "the-booths-own-token-1234567890"

  private static var seeds: [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["BOOTH_GALLERY_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    return Array(1...(environment["BOOTH_FULL"] == nil ? 24 : 200))
  }

  private static func outcome(of session: SessionRecord, by worker: UploadWorker) async -> UploadRun.Outcome {
    var run = UploadRun(session: session) { Int64(UploadWorker.encode($0).count) }
    var next = run.start()
    while true {
      switch next {
      case .ask(let effect): next = run.handle(await worker.perform(effect, session))
      case .done(let outcome): return outcome
      }
    }
  }

  @Test func `whatever a gallery answers, photos stay, secrets stay, and each try ends`() async throws {
    let bait = Bait()
    // Where answers point to that are not the gallery: whatever comes there must not have the token.
    let stranger = try RawServer { exchange in
      bait.heads.withLock { $0.append(exchange.head) }
      return exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
    defer { stranger.stop() }
    var outcomes: [String: Int] = [:]
    try await withThrowingTaskGroup(of: String.self) { group in
      var running = 0
      for seed in Self.seeds {
        if running == 6 {
          if let outcome = try await group.next() { outcomes[outcome, default: 0] += 1 }
        } else {
          running += 1
        }
        group.addTask { try await Self.meet(seed, stranger.port) }
      }
      for try await outcome in group { outcomes[outcome, default: 0] += 1 }
    }
    for head in bait.heads.withLock({ $0 }) { #expect(!head.contains(Self.token)) }
    print("hostile galleries: \(Self.seeds.count); what came of their last uploads: \(outcomes)")
  }

  private final class Bait: Sendable { let heads = Mutex<[String]>([]) }

  /// One session, one gallery. Gives what came of the upload.
  private static func meet(_ seed: UInt64, _ stranger: Int) async throws -> String {
    let folder = try TemporaryFolder()
    let event = Event(id: 7, slug: "party", name: "Party", date: "2026-06-20")
    let store = try VaultSessionStore.open(folder: folder.path)
    defer { store.close() }
    let time = WallTime(unixSeconds: 1_770_000_000, secondsFromUTC: 0)
    let opened = try await store.openSession(event: event, plan: event.plan, linkBase: "http://booth.example", at: time)
    let photos = (0..<3).map { strip in bytes(strip) }
    for strip in 0..<3 {
      _ = try await store.add(
        NewAsset(session: opened.id, kind: .photo, strip: strip), from: .bytes(photos[strip]), at: time)
    }
    _ = try await store.finishSession(opened.id, quiet: false)
    let gallery = HostileGallery(seed: seed, stranger: stranger)
    let server = try RawServer { gallery.answer($0) }
    defer { server.stop() }
    var timeouts = HTTPGalleryClient.Timeouts()
    timeouts.request = .milliseconds(400)
    timeouts.idle = .milliseconds(400)
    timeouts.upload = .milliseconds(800)
    timeouts.counting = .milliseconds(400)
    let client = HTTPGalleryClient(base: "http://127.0.0.1:\(server.port)", token: token, timeouts: timeouts)
    let worker = UploadWorker(
      gallery: client, store: store, clock: SystemClock(), access: .link)
    var said: [String] = []
    var last = ""
    // As the pump would: again and again, as long as it may pass.
    for _ in 0..<3 {
      guard let session = try await store.session(opened.id) else { break }
      let outcome = await outcome(of: session, by: worker)
      said.append("\(outcome)")
      if let failure = JobFault(outcome, hasExpired: false) { said.append(failure.detail) }
      switch outcome {
      case .succeeded: last = "succeeded"
      case .succeededWithout: last = "some left out"
      case .failed(let failure): last = failure.code.rawValue
      }
    }
    do throws(GalleryError) { try await client.erase(event: 7, session: opened.id) } catch { said.append("\(error)") }
    do throws(GalleryError) { try await client.uploadEmails(Array("[]".utf8), event: 7) } catch {
      said.append("\(error)")
    }
    do throws(GalleryError) { _ = try await client.opensWithoutKey(7) } catch { said.append("\(error)") }
    try await client.shutdown()
    for words in said { #expect(!words.contains("token-1234567890"), "seed \(seed): \(words)") }
    // Every photo is where it was, byte for byte, and stands in the database.
    let kept = try #require(try await store.session(opened.id), "seed \(seed)")
    #expect(kept.photos.count == 3, "seed \(seed)")
    for photo in kept.photos { #expect(try folder.read(photo.path) == photos[photo.strip], "seed \(seed)") }
    #expect(!(try await store.audit(event: nil, AuditRule()) { _ in }).hasGap, "seed \(seed)")
    return last
  }

  private static func bytes(_ strip: Int) -> [UInt8] {
    (0..<50_000 + strip).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ strip) }
  }
}
