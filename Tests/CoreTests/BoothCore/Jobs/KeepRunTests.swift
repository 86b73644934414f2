import BoothCore
import BoothTesting
import Testing

/// When the keep-policies are looked at, and what the gallery's answers let go.
@Suite final class KeepRunTests {
  private var run = KeepRun()
  private var now = Instant(nanoseconds: 0)
  private let time = WallTime(unixSeconds: 1_000_000_000)
  private let space = DiskSpace(freeBytes: 50, totalBytes: 1000)

  private func session(_ number: UInt8, files: Int = 2) -> SessionRecord {
    let ref = SessionRef.sample(number)
    let assets = (0..<files).map { index in
      Asset(
        id: AssetID(number) * 10 + AssetID(index), session: ref.id, kind: .photo, strip: index,
        path: "sessions/\(ref.id)/photo_\(index).jpg", sizeBytes: 10, checksum: "", uploaded: true)
    }
    return SessionRecord(
      id: ref.id, event: 7, eventSlug: "party", state: .uploaded, plan: FlowEvent.photos.plan,
      openedAt: time, link: ref.link, assets: assets)
  }

  private func send(_ input: KeepRun.Input, isSession: Bool = false) -> KeepRun.Effect? {
    run.handle(input, isSession: isSession, at: now, time)
  }

  private func found(_ sessions: SessionRecord...) -> KeepRun.Input {
    .found(
      sessions.map {
        KeepRule.Candidate(session: $0, policy: Event.KeepPolicy(untilUploaded: true), hasOpenJobs: false)
      }, space)
  }

  private func photo(_ session: SessionRecord, _ strip: Int) -> KeepRun.Effect {
    .askSize(
      path: GalleryPath.asset(event: 7, session: session.id, kind: .photo, strip: strip), expecting: 10)
  }

  private func manifest(_ session: SessionRecord) -> KeepRun.Effect {
    .askSize(path: GalleryPath.manifest(event: 7, session: session.id), expecting: Manifest.mostBytes)
  }

  private func begin() {
    _ = send(.started)
    #expect(send(.timePassed) == .find)
  }

  @Test func `it is due at the start, and once an hour`() {
    #expect(run.wakeUp == nil)
    #expect(send(.started) == nil)
    #expect(run.wakeUp == now)
    #expect(send(.timePassed) == .find)
    #expect(run.wakeUp == now + .seconds(3600))
    #expect(send(found()) == nil)
    #expect(run.isResting)
    #expect(send(.timePassed) == nil)
    now = now + .seconds(3600)
    #expect(send(.timePassed) == .find)
  }

  @Test func `it waits a minute while guests are in a session, and while another is not over`() {
    _ = send(.started)
    #expect(send(.timePassed, isSession: true) == nil)
    #expect(run.wakeUp == now + .seconds(60))
    now = now + .seconds(60)
    #expect(send(.timePassed) == .find)
    now = now + .seconds(3600)
    #expect(send(.timePassed) == nil)
    #expect(run.wakeUp == now + .seconds(60))
  }

  @Test func `what the gallery serves whole goes, session after session`() {
    begin()
    let (first, second) = (session(1), session(2, files: 1))
    #expect(send(found(first, second)) == photo(first, 0))
    #expect(send(.sizeIs(10)) == photo(first, 1))
    #expect(send(.sizeIs(10)) == .release([10, 11], of: first.id))
    #expect(send(.released) == photo(second, 0))
    #expect(send(.sizeIs(10)) == .release([20], of: second.id))
    #expect(send(.released) == .notifyOperator(nil))
    #expect(run.isResting)
  }

  @Test func `where one is missing or cut none goes, and what is missing is brought again`() {
    begin()
    let one = session(1)
    _ = send(found(one))
    _ = send(.sizeIs(10))
    #expect(send(.sizeIs(4)) == .bringAgain([11], of: one.id))
    #expect(
      send(.broughtAgain)
        == .notifyOperator(
          "the gallery no longer had 1 files it confirmed, so they are sent again: \(one.id) photo_1.jpg …"))
  }

  @Test func `one that serves the manifest alone has lost the rest`() {
    begin()
    let one = session(1)
    _ = send(found(one))
    _ = send(.sizeIs(nil))
    #expect(send(.sizeIs(nil)) == manifest(one))
    #expect(send(.sizeIs(500)) == .bringAgain([10, 11], of: one.id))
  }

  @Test func `on the word of a gallery that serves nothing nothing goes, and nothing is called lost`() {
    begin()
    let (one, two) = (session(1, files: 1), session(2, files: 1))
    _ = send(found(one, two))
    #expect(send(.sizeIs(nil)) == manifest(one))
    #expect(send(.sizeIs(nil)) == photo(two, 0))
    #expect(send(.sizeIs(nil)) == manifest(two))
    guard case .notifyOperator(let words?) = send(.sizeIs(nil)) else {
      Issue.record("nothing was told")
      return
    }
    #expect(words.hasPrefix("the gallery serves nothing it is asked for, so 2 sessions stay here"))
  }

  @Test func `guests who come while the gallery is asked stop it, and the rest goes a minute later`() {
    begin()
    _ = send(found(session(1, files: 1), session(2)))
    #expect(send(.sizeIs(10), isSession: true) == .notifyOperator(nil))
    #expect(run.isResting && run.wakeUp == now + .seconds(60))
  }

  @Test func `what cannot be asked for stays`() {
    begin()
    _ = send(found(session(1)))
    #expect(send(.failed) == nil)
    #expect(run.isResting && run.wakeUp == now + .seconds(3600))
    // An answer that comes after that means nothing.
    #expect(send(.sizeIs(10)) == nil)
  }
}
