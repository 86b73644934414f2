import BoothCore
import BoothTesting
import Testing

@Suite struct LeavingSessionsTests {
  private func record(_ number: UInt8) -> SessionRecord {
    let ref = SessionRef.sample(number)
    return SessionRecord(
      id: ref.id, event: 7, eventSlug: "wedding", plan: FlowEvent.wedding.plan,
      openedAt: WallTime(unixSeconds: 1_000_000_000), link: ref.link)
  }

  private func job(_ id: JobID, _ kind: Job.Kind, of number: UInt8) -> Job {
    Job(id: id, kind: kind, session: SessionRef.sample(number).id)
  }

  @Test func `what leaves is offered to nobody, and nobody works for it but its erasure`() {
    let gone = SessionRef.sample(2).id
    let leaving = LeavingSessions([gone: .cancel])
    #expect(leaving.all.map(\.session) == [gone] && leaving.all.map(\.reason) == [.cancel])
    #expect(leaving.offered([record(1), record(2)]).map(\.session.id) == [SessionRef.sample(1).id])
    let jobs = [job(1, .upload, of: 1), job(2, .upload, of: 2), job(3, .erase, of: 2)]
    #expect(leaving.begun(jobs) == [jobs[0], jobs[2]])
  }
}
