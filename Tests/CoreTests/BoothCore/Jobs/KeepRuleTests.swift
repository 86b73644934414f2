import BoothCore
import BoothTesting
import Testing

@Suite struct KeepRuleTests {
  private let day = 86_400.0
  private let space = DiskSpace(freeBytes: 50, totalBytes: 1000)

  private func session(
    _ number: UInt8, age days: Double = 0, state: SessionRecord.State = .uploaded, confirmed: Bool = true,
    trusted: Bool = true
  ) -> SessionRecord {
    let ref = SessionRef.sample(number)
    let assets = (0..<2).map { index in
      Asset(
        id: AssetID(number) * 10 + index, session: ref.id, kind: .photo, strip: Int(index), path: "p", sizeBytes: 10,
        checksum: "", uploaded: confirmed || index == 0)
    }
    return SessionRecord(
      id: ref.id, event: 7, eventSlug: "party", state: state, plan: FlowEvent.photos.plan,
      openedAt: WallTime(unixSeconds: 1_000_000_000 - days * day, trusted: trusted), link: ref.link, assets: assets)
  }

  private func leaving(
    _ policy: Event.KeepPolicy, _ sessions: [SessionRecord], busy: Bool = false, trusted: Bool = true
  ) -> [SessionID] {
    KeepRule.leaving(
      sessions.map { KeepRule.Candidate(session: $0, policy: policy, hasOpenJobs: busy) }, space: space,
      now: WallTime(unixSeconds: 1_000_000_000, trusted: trusted)
    ).map(\.id)
  }

  private func ids(_ numbers: UInt8...) -> [SessionID] { numbers.map { SessionRef.sample($0).id } }

  @Test func `without a policy nothing ever leaves`() {
    #expect(leaving(Event.KeepPolicy(), [session(1, age: 9999)]) == [])
  }

  @Test func `until uploaded: what is confirmed leaves, and nothing else`() {
    let policy = Event.KeepPolicy(untilUploaded: true)
    #expect(leaving(policy, [session(1), session(2)]) == ids(1, 2))
    #expect(leaving(policy, [session(1, state: .finished), session(2, state: .capturing)]) == [])
    #expect(leaving(policy, [session(1, confirmed: false)]) == [])
    #expect(leaving(policy, [session(1)], busy: true) == [])
  }

  @Test func `days are counted only by clocks that were set`() {
    let policy = Event.KeepPolicy(days: 30)
    #expect(leaving(policy, [session(1, age: 30), session(2, age: 29.9)]) == ids(1))
    #expect(leaving(policy, [session(1, age: 99, trusted: false), session(2, age: 99)]) == ids(2))
    #expect(leaving(policy, [session(1, age: 99)], trusted: false) == [])
    // A clock that was wrong in the future is no reason either.
    #expect(leaving(policy, [session(1, age: -400)]) == [])
  }

  @Test func `below the floor the oldest leave, by their order and not by their clocks, until it is met`() {
    // 50 are free; each session has 20.
    let sessions = [session(1, age: 1), session(2, age: 500), session(3, age: 2)]
    #expect(leaving(Event.KeepPolicy(freeSpaceBytes: 50), sessions) == [])
    #expect(leaving(Event.KeepPolicy(freeSpaceBytes: 51), sessions) == ids(1))
    #expect(leaving(Event.KeepPolicy(freeSpaceBytes: 90), sessions) == ids(1, 2))
    #expect(leaving(Event.KeepPolicy(freeSpaceBytes: 900), sessions) == ids(1, 2, 3))
    let unconfirmed = [session(1, confirmed: false), session(2)]
    #expect(leaving(Event.KeepPolicy(freeSpaceBytes: 60), unconfirmed) == ids(2))
  }

  @Test func `what leaves for its age counts for the floor`() {
    let policy = Event.KeepPolicy(days: 30, freeSpaceBytes: 70)
    #expect(leaving(policy, [session(1), session(2, age: 31)]) == ids(2))
  }

  @Test func `an event expires only by a clock that was set`() {
    let event = Event(id: 1, slug: "a", name: "A", date: "", expiresAt: 1000)
    #expect(event.hasExpired(at: WallTime(unixSeconds: 1001)))
    #expect(!event.hasExpired(at: WallTime(unixSeconds: 1000)))
    #expect(!event.hasExpired(at: WallTime(unixSeconds: 4e9, trusted: false)))
    #expect(!Event(id: 1, slug: "a", name: "A", date: "").hasExpired(at: WallTime(unixSeconds: 4e9)))
  }

  @Test(arguments: [
    (GalleryError.Code.unsupported, JobFault.Kind.needsOperator), (.unauthorized, .needsOperator),
    (.unreachable, .mayPass), (.busy, .mayPass), (.forbidden, .mayPass), (.garbage, .mayPass),
  ]) func `a gallery that cannot erase is the operator's, one that is away is waited for`(
    _ code: GalleryError.Code, _ kind: JobFault.Kind
  ) {
    let session = SessionRef.sample().id
    let failure = JobFault(
      erasing: GalleryError(code, subject: "erase", detail: "x", retryAfter: .seconds(9)), event: 7, session: session,
      job: 12)
    #expect(failure.kind == kind)
    if code == .unsupported {
      #expect(
        failure.detail.contains("events/7/sessions/\(session)/") && failure.detail.contains("booth queue cancel 12"))
    } else if kind == .mayPass {
      #expect(failure.retryAfter == .seconds(9))
    }
  }

  @Test func `an upload of a session that was erased at the gallery is given up`() {
    #expect(JobFault(uploading: GalleryError(.gone, subject: "presign", detail: "410")).kind == .impossible)
  }
}
