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
  private func perform(_ effects: [SessionUpload.Effect], _ upload: inout SessionUpload) -> [SessionUpload.Effect] {
    var effects = effects
    var news: [SessionUpload.Effect] = []
    while case .perform(let step)? = effects.last {
      news += effects.dropLast()
      let answer: UploadRun.Input =
        switch step {
        case .presign(let files): .presigned(files.map { target($0.path) })
        case .verify(let asset): .verified(Fingerprint(sizeBytes: asset.sizeBytes, checksum: asset.checksum))
        case .upload, .uploadManifest: .uploaded
        case .askSize(_, let expected): .sizeIs(expected)
        case .recordUploaded: .recorded
        case .forget: .forgotten
        case .complete, .finish: .completed
        }
      effects = upload.handle(.carriedOut(answer), at: time)
    }
    return news + effects
  }

  private func progress(_ uploaded: Int, _ total: Int) -> SessionUpload.Effect {
    .progressed(UploadProgress(uploaded: uploaded, total: total))
  }

  @Test func `one run brings all, and the books say that it is over`() {
    var upload = upload(record())
    let effects = perform(upload.start(at: time), &upload)
    #expect(effects == [progress(0, 1), progress(1, 1), .noteLeftOut(nil), .markUploaded])
    #expect(upload.handle(.marked(nil), at: time) == [.finish(nil)])
  }

  @Test func `what was made meanwhile is brought by another run of the same job`() {
    var upload = upload(record())
    _ = perform(upload.start(at: time), &upload)
    var there = Self.photo
    there.uploaded = true
    let grown = record([there, .clip(2)])
    let effects = perform(upload.handle(.marked(grown), at: time), &upload)
    #expect(upload.session == grown)
    #expect(effects == [progress(1, 2), progress(2, 2), .noteLeftOut(nil), .markUploaded])
  }

  @Test func `a second upload that finds all done has nothing to say to the gallery`() {
    var there = Self.photo
    there.uploaded = true
    var upload = upload(record([there], .uploaded))
    #expect(upload.start(at: time) == [.finish(nil)])
  }

  @Test func `a session that was discarded meanwhile needs no other run`() {
    var upload = upload(record())
    _ = perform(upload.start(at: time), &upload)
    #expect(upload.handle(.marked(record([.clip(2)], .discarded)), at: time) == [.finish(nil)])
  }

  @Test func `a file that is gone is told, and the job waits for the operator`() {
    var upload = upload(record())
    _ = upload.start(at: time)
    _ = upload.handle(
      .carriedOut(
        .presigned([target(GalleryPath.asset(event: 7, session: Self.ref.id, kind: .photo, strip: 0))])), at: time)
    let effects = perform(upload.handle(.carriedOut(.verified(nil)), at: time), &upload)
    guard case .noteLeftOut(let words?)? = effects.first, case .finish(let failure?)? = effects.last else {
      Issue.record("\(effects)")
      return
    }
    #expect(words.contains(Self.photo.path) && failure.kind == .needsOperator)
  }

  @Test func `a session that the gallery has erased leaves the screen, and is not tried again`() {
    var upload = upload(record())
    _ = upload.start(at: time)
    let gone = GalleryError(.gone, subject: "presign", detail: "410")
    let effects = upload.handle(.carriedOut(.failed(gone)), at: time)
    #expect(effects == [.reportErased, .finish(JobFault(uploading: gone))])
  }

  @Test func `what fails after the event has expired is not tried again`() {
    var upload = upload(record(), expiresAt: 999_999_999)
    _ = upload.start(at: time)
    let effects = upload.handle(.carriedOut(.failed(GalleryError(.busy, subject: "presign", detail: "503"))), at: time)
    guard case .finish(let failure?)? = effects.last else {
      Issue.record("\(effects)")
      return
    }
    #expect(failure.kind == .expired)
  }

  @Test func `one that is stopped, or that the books refuse, is tried again`() {
    var upload = upload(record())
    _ = upload.start(at: time)
    guard case .finish(let stopped?)? = upload.handle(.stopped, at: time).last else {
      Issue.record("it goes on")
      return
    }
    #expect(stopped.kind == .mayPass)
    let full = StoreError(.full, subject: "disk", detail: "no space left")
    #expect(upload.handle(.refused(full), at: time) == [.finish(JobFault(full))])
  }
}
