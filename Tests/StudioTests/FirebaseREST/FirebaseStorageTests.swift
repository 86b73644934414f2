import BoothCore
import BoothTesting
import Documents
import StudioModel
import StudioTesting
import Synchronization
import Testing

@testable import Firebase

/// Pictures over REST, at a stand-in for Firebase Storage.
@Suite struct FirebaseStorageTests {
  private struct Lab {
    let standIn: StandInFirestore
    let storage: FirebaseStorage
    let waits: Waits

    final class Waits: Sendable { let all = Mutex<[Duration]>([]) }

    init(bucket: String = "test-bucket", _ change: (inout FirebaseStorage.Settings) -> Void = { _ in }) throws {
      standIn = try StandInFirestore()
      var settings = FirebaseStorage.Settings(bucket: bucket)
      settings.base = "http://\(standIn.host)"
      change(&settings)
      let waits = Waits()
      self.waits = waits
      storage = FirebaseStorage(
        settings, tokens: FixedToken("owner"),
        timing: FirestoreDocumentStore.Timing {
          Instant(nanoseconds: waits.all.withLock { $0.reduce(0) { $0 + $1.wholeNanoseconds } })
        } wait: { duration in
          waits.all.withLock { $0.append(duration) }
        } random: {
          7
        })
    }

    func end() async throws {
      try await storage.shutdown()
      standIn.stop()
    }

    func failure(_ body: () async throws -> Void) async -> PictureStorageError.Kind? {
      do {
        try await body()
        return nil
      } catch { return (error as? PictureStorageError)?.kind }
    }
  }

  private static let name = "images/gate one_new.jpg"
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF] + (0..<70_000).map { UInt8($0 * 7 % 251) }

  @Test func `a picture goes under its name and comes back by its address, and every upload has another`() async throws
  {
    let lab = try Lab()
    #expect(try await lab.storage.look(at: Self.name) == nil)
    let sent = try await lab.storage.upload(Self.jpeg, as: Self.name)
    #expect(
      sent.holds(Self.jpeg) && sent.address.contains("/v0/b/test-bucket/o/images%2Fgate%20one_new.jpg?alt=media&token=")
    )
    #expect(try await lab.storage.look(at: Self.name) == sent)
    #expect(try await lab.storage.download(sent.address) == Self.jpeg)
    let again = try await lab.storage.upload(Array("other".utf8), as: Self.name)
    #expect(again.address != sent.address)
    #expect(await lab.failure { _ = try await lab.storage.download(sent.address) } == .permissionDenied)
    // The address is enough for the picture: it is not told who asks.
    #expect(lab.standIn.requests.last?.token == "")
    try await lab.end()
  }

  @Test func `a line that is cut, silent, busy, or full of garbage is asked again, and nothing is half`() async throws {
    let busy = String(decoding: StandInFirestore.error(503, "UNAVAILABLE", "busy").bytes, as: UTF8.self)
    let faults: [StandInFirestore.Fault] = [
      .cutBefore, .cutAfter(bytes: 0), .cutAfter(bytes: 20), .cutAfter(bytes: 100), .refuse(429, "slow down"),
      .refuse(503, busy), .refuse(500, ""),
    ]
    for fault in faults {
      let lab = try Lab()
      lab.standIn.plan([fault])
      let sent = try await lab.storage.upload(Self.jpeg, as: Self.name)
      lab.standIn.plan([fault])
      #expect(try await lab.storage.download(sent.address) == Self.jpeg)
      lab.standIn.plan([fault])
      #expect(try await lab.storage.look(at: Self.name) == sent)
      #expect(lab.waits.all.withLock { $0.count } == 3, "\(fault)")
      try await lab.end()
    }
    let lab = try Lab { $0.request = .milliseconds(200) }
    lab.standIn.plan([.silence])
    #expect(try await lab.storage.upload(Self.jpeg, as: Self.name).holds(Self.jpeg))
    lab.standIn.plan([.garbage("<html>Sign in to the hotel's network</html>")])
    #expect(await lab.failure { _ = try await lab.storage.upload(Self.jpeg, as: Self.name) } == .unavailable)
    lab.standIn.plan(Array(repeating: .cutBefore, count: 6))
    #expect(await lab.failure { _ = try await lab.storage.upload(Self.jpeg, as: Self.name) } == .unavailable)
    try await lab.end()
  }

  @Test func `a full bucket, rules that forbid, a bucket that is none, and what is too large are named`() async throws {
    let lab = try Lab { $0.pictureBytes = 100_000 }
    lab.standIn.setFull(true)
    #expect(await lab.failure { _ = try await lab.storage.upload(Self.jpeg, as: Self.name) } == .full)
    lab.standIn.plan([.refuse(429, #"{"error":{"code":429,"message":"Quota exceeded for quota metric"}}"#)])
    #expect(await lab.failure { _ = try await lab.storage.upload(Self.jpeg, as: Self.name) } == .full)
    lab.standIn.setFull(false)
    let huge = [UInt8](repeating: 0xFF, count: 100_001)
    #expect(await lab.failure { _ = try await lab.storage.upload(huge, as: Self.name) } == .tooLarge)
    let sent = try await lab.storage.upload(Self.jpeg, as: Self.name)
    lab.standIn.forbid(["pictures"])
    #expect(await lab.failure { _ = try await lab.storage.look(at: Self.name) } == .permissionDenied)
    lab.standIn.forbid([])
    lab.standIn.accept([])
    #expect(await lab.failure { _ = try await lab.storage.look(at: Self.name) } == .unauthenticated)
    #expect(try await lab.storage.download(sent.address) == Self.jpeg)
    for address in ["", "file:///etc/passwd", "http://other.example/x"] {
      #expect(await lab.failure { _ = try await lab.storage.download(address) } == .damaged)
    }
    try await lab.end()
    let other = try Lab(bucket: "nobody's")
    #expect(await other.failure { _ = try await other.storage.look(at: Self.name) } == .notFound)
    try await other.end()
    let small = try Lab { $0.pictureBytes = 2000 }
    small.standIn.plan([.refuse(200, String(repeating: "x", count: 3000))])
    #expect(
      await small.failure { _ = try await small.storage.download("http://\(small.standIn.host)/v0/x") } == .tooLarge)
    try await small.end()
  }
}
