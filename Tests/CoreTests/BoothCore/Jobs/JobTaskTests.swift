import BoothCore
import BoothTesting
import Testing

/// What there is to do for a job, and what the end of an upload means for it.
@Suite struct JobTaskTests {
  private func session(_ assets: [Asset], _ state: SessionRecord.State = .finished) -> SessionRecord {
    SessionRecord(
      id: SessionRef.sample().id, event: 1, eventSlug: "wedding", state: state, plan: FlowEvent.wedding.plan,
      openedAt: WallTime(unixSeconds: 0), link: SessionRef.sample().link, assets: assets)
  }

  private let composite = Asset(
    id: 9, session: SessionRef.sample().id, kind: .stripPhoto, strip: -1, path: "c.jpg", sizeBytes: 1, checksum: "c")

  @Test func `a discarded session gives no work`() {
    for kind in SessionJob.allCases where kind.endsWithSession {
      #expect(kind.task(for: session([.photo(1)], .discarded)) == .impossible(.sessionGone))
    }
  }

  @Test func `a composite is made once, and its upload is queued even if the booth died before it could be`() {
    #expect(SessionJob.composite.task(for: session([.photo(1)])) == .composite)
    #expect(SessionJob.composite.task(for: session([.photo(1), composite])) == .addUpload)
    #expect(SessionJob.composite.task(for: session([.clip(1)])) == .nothing)
    #expect(SessionJob.filmStrip.task(for: session([.photo(1)])) == .nothing)
    #expect(SessionJob.filmStrip.task(for: session([.clip(1)])) == .films([.strip]))
    #expect(SessionJob.upload.task(for: session([])) == .upload)
    #expect(SessionJob.erase.task(for: session([], .discarded)) == .erase)
    #expect(SessionJob.emails.task(for: session([], .discarded)) == .emails)
  }

  @Test func `a session gets the films that its plan names, and of those the ones that are not there`() {
    func task(_ films: [FilmKind]?, _ made: [AssetKind]) -> JobTask {
      var record = session(
        [.clip(1)]
          + made.map {
            Asset(id: 9, session: composite.session, kind: $0, strip: -1, path: "f", sizeBytes: 1, checksum: "f")
          })
      record.plan.films = films
      return SessionJob.filmStrip.task(for: record)
    }
    #expect(task([.strip, .boomerang, .gif], []) == .films([.strip, .boomerang, .gif]))
    #expect(task([.strip, .boomerang, .gif], [.boomerang]) == .films([.strip, .gif]))
    #expect(task([.gif], [.boomerangGIF]) == .addUpload)
    #expect(task(nil, [.boomerang]) == .films([.strip]))
    #expect(task([], []) == .nothing)
  }

  @Test func `a failure after the event's expiry is not tried again`() {
    let failed = UploadRun.Outcome.failed(GalleryError(.unreachable, subject: "presign", detail: "no route"))
    #expect(JobFault(failed, hasExpired: true)?.kind == .expired)
    #expect(JobFault(failed, hasExpired: false)?.kind == .mayPass)
    #expect(JobFault(.succeeded, hasExpired: true) == nil)
  }

  @Test func `a wrong token needs the operator, and a file that is gone is given up`() {
    let refused = UploadRun.Outcome.failed(GalleryError(.unauthorized, subject: "presign", detail: "401"))
    #expect(JobFault(refused, hasExpired: false)?.kind == .needsOperator)
    #expect(JobFault(StoreError(.notFound, subject: "x", detail: "gone")).kind == .impossible)
    #expect(JobFault(StoreError(.failed, subject: "x", detail: "I/O error")).kind == .mayPass)
  }

  @Test(arguments: [
    ("the gallery answered 403: URL expired", "clocks"),
    ("the gallery answered 403: Invalid signature", "UPLOAD_SECRET"),
    ("the gallery answered 403", "firewall"),
  ]) func `a refused upload URL passes, and names its likely causes`(_ answer: String, _ cause: String) {
    let failure = JobFault(uploading: GalleryError(.urlRefused, subject: "upload photo_0.jpg", detail: answer))
    #expect(failure.kind == .mayPass && failure.cause == .gallery)
    #expect(failure.detail.hasPrefix("upload photo_0.jpg: \(answer). ") && failure.detail.contains(cause))
    #expect(failure.detail.hasSuffix("uploads go on by themselves"))
  }

  @Test func `a file over the gallery's limit is told with the limit's name`() {
    let photo = Asset.photo(1)
    let tooLarge = GalleryError(.tooLarge, subject: "upload photo_0.jpg", detail: "the gallery answered 413")
    let failure = JobFault(.succeededWithout([UploadRun.Left(photo, tooLarge)]), hasExpired: false)
    #expect(failure?.kind == .needsOperator)
    // A proxy's limit is raised without a word to the booth.
    #expect(failure?.retryAfter == RetryPolicy.held && failure?.detail.contains("client_max_body_size") == true)
    #expect(failure?.detail.contains("(the gallery answered 413). Raise the limit") == true)
    #expect(failure?.detail.contains("gallery.max_upload_mb") == true)
    #expect(JobFault(uploading: tooLarge).detail.contains("gallery.max_upload_mb"))
    let gone = UploadRun.Left(photo, GalleryError(.localFile, subject: "x", detail: "it is gone"))
    #expect(UploadRun.words(for: [gone]).hasSuffix("Put a good copy in its place, then: booth queue retry"))
  }
}
