import BoothCore
import BoothTesting
import Testing

/// A session's upload, run after run.
@Suite final class SessionUploadTests {
  private static let ref = SessionRef.sample()
  private static let photo = Asset.photo(1)
  private let time = WallTime(unixSeconds: 1_000_000_000)

  private func record(
    _ assets: [Asset] = [photo], _ state: SessionRecord.State = .finished
  ) -> SessionRecord {
    SessionRecord(
      id: Self.ref.id, event: 7, eventSlug: "wedding", state: state, plan: FlowEvent.wedding.plan,
      openedAt: time, link: Self.ref.link, assets: assets)
  }

  private func upload(_ record: SessionRecord, expiresAt: Int64? = nil) -> SessionUpload {
    let event = Event(id: 7, slug: "wedding", name: "Wedding", date: "2026-06-20", expiresAt: expiresAt)
    return SessionUpload(session: record, event: event) { Int64($0.assets.count * 100) }
  }

  private func target(_ path: String) -> UploadTarget { UploadTarget(path: path, method: "PUT", url: "u") }

  /// Does what a run asks for, in a world where all goes well, until something else is asked for.
  private func perform(_ first: SessionUpload.Step, _ upload: inout SessionUpload) -> SessionUpload.Step {
    var step = first
    var news: [SessionUpload.News] = []
    while case .ask(.perform(let call)) = step.next {
      news += step.news
      let answer: UploadRun.Input =
        switch call {
        case .presign(let files): .presigned(files.map { target($0.path) })
        case .verify(let asset): .verified(Fingerprint(sizeBytes: asset.sizeBytes, checksum: asset.checksum))
        case .upload, .uploadManifest: .uploaded
        case .askSize(_, let expected): .sizeIs(expected)
        case .recordUploaded: .recorded
        case .forget: .forgotten
        case .complete: .completed
        }
      step = upload.handle(.carriedOut(answer), at: time)
    }
    return SessionUpload.Step(news: news + step.news, next: step.next)
  }

  private func progress(_ uploaded: Int, _ total: Int) -> SessionUpload.News {
    .progressed(UploadProgress(uploaded: uploaded, total: total))
  }

  @Test func `one run brings all, and the books say that it is over`() {
    var upload = upload(record())
    let step = perform(upload.start(at: time), &upload)
    #expect(step == .ask(.markUploaded, after: [progress(0, 1), progress(1, 1), .noteLeftOut(nil)]))
    #expect(upload.handle(.marked(nil), at: time) == .done(nil))
  }

  @Test func `what was made meanwhile is brought by another run of the same job`() {
    var upload = upload(record())
    _ = perform(upload.start(at: time), &upload)
    var there = Self.photo
    there.uploaded = true
    let grown = record([there, .clip(2)])
    let step = perform(upload.handle(.marked(grown), at: time), &upload)
    #expect(upload.session == grown)
    #expect(step == .ask(.markUploaded, after: [progress(1, 2), progress(2, 2), .noteLeftOut(nil)]))
  }

  @Test func `a second upload that finds all done has nothing to say to the gallery`() {
    var there = Self.photo
    there.uploaded = true
    var upload = upload(record([there], .uploaded))
    #expect(upload.start(at: time) == .done(nil))
  }

  @Test func `a session that was discarded meanwhile needs no other run`() {
    var upload = upload(record())
    _ = perform(upload.start(at: time), &upload)
    #expect(upload.handle(.marked(record([.clip(2)], .discarded)), at: time) == .done(nil))
  }

  @Test func `a file that is gone is told, and the job waits for the operator`() {
    var upload = upload(record())
    _ = upload.start(at: time)
    _ = upload.handle(
      .carriedOut(
        .presigned([target(GalleryPath.asset(event: 7, session: Self.ref.id, kind: .photo, strip: 0))])), at: time)
    let step = perform(upload.handle(.carriedOut(.verified(nil)), at: time), &upload)
    guard case .noteLeftOut(let words?)? = step.news.first, case .done(let failure?) = step.next else {
      Issue.record("\(step)")
      return
    }
    #expect(words.contains(Self.photo.path) && failure.kind == .needsOperator)
  }

  @Test func `a session that the gallery has erased leaves the screen, and is not tried again`() {
    var upload = upload(record())
    _ = upload.start(at: time)
    let gone = GalleryError(.gone, subject: "presign", detail: "410")
    let step = upload.handle(.carriedOut(.failed(gone)), at: time)
    #expect(step == .done(JobFault(uploading: gone), after: [.reportErased]))
  }

  @Test func `what fails after the event has expired is not tried again`() {
    var upload = upload(record(), expiresAt: 999_999_999)
    _ = upload.start(at: time)
    let step = upload.handle(.carriedOut(.failed(GalleryError(.busy, subject: "presign", detail: "503"))), at: time)
    guard case .done(let failure?) = step.next else {
      Issue.record("\(step)")
      return
    }
    #expect(failure.kind == .expired)
  }

  @Test func `one that is stopped, or that the books refuse, is tried again`() {
    var upload = upload(record())
    _ = upload.start(at: time)
    guard case .done(let stopped?) = upload.handle(.stopped, at: time).next else {
      Issue.record("it goes on")
      return
    }
    #expect(stopped.kind == .mayPass)
    let full = StoreError(.full, subject: "disk", detail: "no space left")
    #expect(upload.handle(.refused(full), at: time) == .done(JobFault(full)))
  }
}
