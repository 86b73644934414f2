import BoothCore
import BoothTesting
import Testing

/// What is recorded before what, and when work begins.
@Suite final class JobRecordsTests {
  private var records = JobRecords()
  private let now = Instant(nanoseconds: 0)
  private let full = StoreError(.full, subject: "disk", detail: "no space left")

  private func job(_ id: JobID, _ state: Job.State = .running) -> Job {
    Job(id: id, kind: .upload, session: SessionRef.sample().id, state: state)
  }

  private func starts(_ id: JobID, _ lease: AttemptID) -> [JobRecords.Effect] {
    records.handle(.decided([.record(job(id)), .run(job(id), lease: lease)]), at: now)
  }

  @Test func `work begins when its record is durable, and not before`() {
    #expect(starts(1, 10) == [.perform(1)])
    #expect(records.turnCame(1) == [job(1)])
    #expect(records.handle(.written(1), at: now) == [.begin(job(1), lease: 10)])
    #expect(records.wakeUp == nil && !records.hasRefused)
  }

  @Test func `all that one decision records is one commit, in its order`() {
    _ = records.handle(.decided([.record(job(2, .held)), .record(job(1)), .record(job(2, .ready))]), at: now)
    #expect(records.turnCame(1) == [job(2, .held), job(1), job(2, .ready)])
  }

  @Test func `what records nothing asks the store for nothing`() {
    #expect(records.handle(.decided([.notifyOperator("words")]), at: now) == [])
    #expect(records.handle(.decided([.stop(lease: 4)]), at: now) == [.stop(lease: 4)])
  }

  @Test func `work that is stopped while it waits for its record never begins`() {
    _ = starts(1, 10)
    let stopped = records.handle(.decided([.stop(lease: 10), .record(job(1, .cancelled))]), at: now)
    #expect(stopped == [.stop(lease: 10), .perform(2)])
    #expect(records.handle(.written(1), at: now) == [])
    // Nor does it fail, as it is not waited for any more.
    _ = starts(2, 11)
    _ = records.handle(.decided([.stop(lease: 11)]), at: now)
    _ = records.turnCame(3)
    #expect(records.handle(.refused(3, full), at: now) == [.reportRefusal(full)])
  }

  @Test func `work whose record the disk refuses has failed before it began`() {
    _ = starts(1, 10)
    _ = records.turnCame(1)
    let failed = JobPump.Input.failed(1, lease: 10, JobFault(full))
    #expect(records.handle(.refused(1, full), at: now) == [.reportRefusal(full), .sendToPump(failed)])
    #expect(records.handle(.written(1), at: now) == [])
  }

  @Test func `what the disk refused goes with the next, before it, and the newer state counts`() {
    _ = records.handle(.decided([.record(job(7, .done)), .record(job(3, .ready))]), at: now)
    _ = records.handle(.decided([.record(job(3, .cancelled)), .record(job(4))]), at: now)
    _ = records.turnCame(1)
    _ = records.handle(.refused(1, full), at: now)
    #expect(records.turnCame(2) == [job(7, .done), job(3, .cancelled), job(4)])
    _ = records.handle(.written(2), at: now)
    #expect(!records.hasRefused)
  }

  @Test func `a disk that refused is asked again after three seconds`() {
    _ = records.handle(.decided([.record(job(1, .done))]), at: now)
    _ = records.turnCame(1)
    _ = records.handle(.refused(1, full), at: now)
    let due = now + JobRecords.retry
    #expect(records.wakeUp == due)
    #expect(records.handle(.timePassed, at: now + .seconds(2)) == [])
    #expect(records.handle(.timePassed, at: due) == [.perform(2)])
    #expect(records.turnCame(2) == [job(1, .done)])
    _ = records.handle(.refused(2, full), at: due)
    #expect(records.wakeUp == due + JobRecords.retry)
  }

  @Test func `when the booth shuts down nothing begins, what waits is written, and the rest tried a last time`() {
    _ = starts(1, 10)
    #expect(records.handle(.stopRequested, at: now) == [])
    #expect(records.turnCame(1) == [job(1)])
    #expect(records.handle(.refused(1, full), at: now) == [.reportRefusal(full)])
    #expect(records.wakeUp == nil)
    #expect(records.handle(.stopping, at: now) == [.perform(2)])
    #expect(records.turnCame(2) == [job(1)])
    #expect(records.handle(.written(2), at: now) == [])
    #expect(records.handle(.stopping, at: now) == [])
  }
}
