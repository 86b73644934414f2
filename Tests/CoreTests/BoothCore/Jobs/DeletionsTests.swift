import BoothCore
import BoothTesting
import Testing

/// What was decided to leave, until it has left.
@Suite final class DeletionsTests {
  private var deletions = Deletions()
  private let now = Instant(nanoseconds: 0)
  private let time = WallTime(unixSeconds: 1_000_000_000)
  private let session = SessionRef.sample().id
  private let full = StoreError(.full, subject: "disk", detail: "no space left")
  private var retake: Deletion { .files([4, 5], of: session, .retake, at: time) }
  private var erasure: Deletion { .session(session, .erase, at: time) }

  @Test func `each is done in its batch, once`() {
    #expect(deletions.handle(.decided(retake), at: now) == [.perform(1)])
    #expect(deletions.deletion(1) == retake)
    #expect(deletions.handle(.taken(1, []), at: now) == [.notifyOperator(nil)])
    #expect(deletions.deletion(1) == nil && deletions.isEmpty)
  }

  @Test func `nobody works for a session that leaves, and its erasure at the gallery is queued when the store took it`()
  {
    #expect(deletions.handle(.decided(erasure), at: now) == [.sendToPump(.sessionDiscarded(session)), .perform(1)])
    let jobs = [Job(id: 8, kind: .erase, session: session)]
    #expect(
      deletions.handle(.taken(1, jobs), at: now)
        == [.sendToPump(.sessionDiscarded(session)), .sendToPump(.added(jobs)), .notifyOperator(nil)])
  }

  @Test func `one that the disk refuses is tried every three seconds until it takes it`() {
    _ = deletions.handle(.decided(retake), at: now)
    #expect(deletions.handle(.refused(1, full), at: now) == [.notifyOperator(full.description), .reportRefusal(full)])
    let due = now + Deletions.retry
    #expect(deletions.wakeUp == due)
    #expect(deletions.handle(.timePassed, at: now + .seconds(2)) == [])
    #expect(deletions.handle(.timePassed, at: due) == [.perform(1)])
    #expect(deletions.wakeUp == nil && deletions.deletion(1) == retake)
    _ = deletions.handle(.refused(1, full), at: due)
    #expect(deletions.wakeUp == due + Deletions.retry)
  }

  @Test func `what can never be done is given up, and told`() {
    let unknown = StoreError(.notFound, subject: "session", detail: "no such session")
    _ = deletions.handle(.decided(erasure), at: now)
    #expect(
      deletions.handle(.refused(1, unknown), at: now) == [
        .notifyOperator(unknown.description), .reportRefusal(unknown),
      ])
    #expect(deletions.isEmpty && deletions.wakeUp == nil)
  }

  @Test func `when the booth shuts down all that is left is tried a last time, in its order`() {
    _ = deletions.handle(.decided(retake), at: now)
    _ = deletions.handle(.decided(erasure), at: now)
    _ = deletions.handle(.refused(1, full), at: now)
    #expect(deletions.handle(.stopRequested, at: now) == [])
    #expect(deletions.wakeUp == nil)
    #expect(deletions.handle(.stopping, at: now) == [.perform(1), .perform(2)])
    _ = deletions.handle(.refused(1, full), at: now)
    #expect(deletions.wakeUp == nil)
  }
}
