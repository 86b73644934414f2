import BoothCore
import BoothTesting
import Testing

/// A picture that was kept after its session's upload began.
@Suite struct UploadAgainTests {
  private let session = SessionRef.sample().id

  private func upload(_ id: JobID, _ state: Job.State, of number: UInt8 = 1) -> Job {
    Job(id: id, kind: .upload, session: SessionRef.sample(number).id, state: state)
  }

  @Test func `another upload is queued`() {
    var again = UploadAgain(of: session)
    #expect(again.start() == .ask(.addUpload))
    let jobs = [upload(5, .ready)]
    #expect(again.handle(.added(jobs)) == .done(nil, after: [.added(jobs)]))
  }

  @Test func `where one waits already it brings the picture, and one that is held is tried again for it`() {
    var again = UploadAgain(of: session)
    #expect(again.handle(.added([])) == .ask(.findJobs))
    let film = Job(id: 3, kind: .filmStrip, session: session, state: .held)
    let jobs = [upload(1, .held, of: 2), upload(2, .running), film, upload(4, .held), upload(5, .failed)]
    #expect(again.handle(.found(jobs)) == .done(nil, after: [.retryRequested(4)]))
    #expect(again.handle(.found([upload(2, .ready)])) == .done(nil))
  }

  @Test func `while the books refuse the work is not done`() {
    var again = UploadAgain(of: session)
    let full = StoreError(.full, subject: "disk", detail: "no space left")
    #expect(again.handle(.refused(full)) == .done(full))
  }
}
