import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@Suite struct UploadRunTests {
  private static let ref = SessionRef.sample()
  private static let composite = Asset(
    id: 9, session: ref.id, kind: .stripPhoto, strip: -1, path: "c.jpg", sizeBytes: 90, checksum: "c")
  private static let clip = Asset.clip(1), photo = Asset.photo(2)

  private func record(_ assets: [Asset] = [clip, photo, composite]) -> SessionRecord {
    SessionRecord(
      id: Self.ref.id, event: 7, eventSlug: "wedding", state: .finished, plan: FlowEvent.wedding.plan,
      openedAt: WallTime(unixSeconds: 1_738_434_015), link: Self.ref.link, assets: assets)
  }

  private func run(_ record: SessionRecord) -> UploadRun {
    UploadRun(session: record) { Int64($0.assets.count * 100) }
  }

  private let folder = "events/7/sessions/\(ref.id)/"

  private func file(_ asset: Asset) -> UploadFile {
    UploadFile(
      path: GalleryPath.asset(event: 7, session: Self.ref.id, kind: asset.kind, strip: asset.strip),
      contentType: asset.kind.contentType, sizeBytes: asset.sizeBytes)
  }

  private func target(_ path: String, _ round: Int = 1) -> UploadTarget {
    UploadTarget(path: path, method: "PUT", url: "https://gallery.example/upload?\(round)&\(path)")
  }

  private func targets(_ assets: Asset..., round: Int = 1) -> UploadRun.Input {
    .presigned(assets.map { target(file($0).path, round) })
  }

  private func upload(_ asset: Asset, _ round: Int = 1) -> UploadRun.Next {
    .ask(.upload(asset, file(asset), target(file(asset).path, round)))
  }

  /// The file is as it was kept.
  private func good(_ asset: Asset) -> UploadRun.Input {
    .verified(Fingerprint(sizeBytes: asset.sizeBytes, checksum: asset.checksum))
  }

  private func look(_ asset: Asset) -> UploadRun.Next {
    .ask(.askSize(path: file(asset).path, expecting: asset.sizeBytes))
  }

  private func served(_ asset: Asset) -> UploadRun.Input { .sizeIs(asset.sizeBytes) }

  /// Verified, sent, asked for and recorded.
  private func expectSent(_ run: inout UploadRun, _ asset: Asset, _ round: Int = 1) -> UploadRun.Next {
    #expect(run.handle(good(asset)) == upload(asset, round))
    #expect(run.handle(.uploaded) == look(asset))
    #expect(run.handle(served(asset)) == .ask(.recordUploaded(asset)))
    return run.handle(.recorded)
  }

  private func manifestFile(_ count: Int) -> UploadRun.Next {
    let file = UploadFile(
      path: folder + "manifest.json", contentType: "application/json", sizeBytes: Int64(count * 100))
    return .ask(.presign([file]))
  }

  /// From the manifest's presign to the end.
  private func expectEnd(_ run: inout UploadRun, _ record: SessionRecord, _ outcome: UploadRun.Outcome) {
    let path = folder + "manifest.json"
    #expect(
      run.handle(.presigned([target(path)]))
        == .ask(.uploadManifest(Manifest(of: record, assets: record.assets), target(path))))
    #expect(run.handle(.uploaded) == .ask(.complete(manifestPath: path)))
    #expect(run.handle(.completed) == .done(outcome))
  }

  @Test func `the composite first, the photos, the clips, then the manifest, then complete`() {
    var run = run(record())
    let (clip, photo, composite) = (Self.clip, Self.photo, Self.composite)
    #expect(run.start() == .ask(.presign([file(composite), file(photo), file(clip)])))
    #expect(run.handle(targets(composite, photo, clip)) == .ask(.verify(composite)))
    #expect(expectSent(&run, composite) == .ask(.verify(photo)))
    #expect(expectSent(&run, photo) == .ask(.verify(clip)))
    #expect(expectSent(&run, clip) == manifestFile(3))
    expectEnd(&run, record(), .succeeded)
  }

  @Test func `what the gallery has confirmed is not sent again, but stands in the manifest`() {
    var sent = Self.photo
    sent.uploaded = true
    let record = record([Self.clip, sent])
    var run = run(record)
    #expect(run.start() == .ask(.presign([file(Self.clip)])))
    #expect(run.handle(targets(Self.clip)) == .ask(.verify(Self.clip)))
    #expect(expectSent(&run, Self.clip) == look(sent))
    #expect(run.handle(served(sent)) == manifestFile(2))
    expectEnd(&run, record, .succeeded)
  }

  @Test func `a session whose files are all there sends its manifest again`() {
    var sent = Self.photo
    sent.uploaded = true
    let record = record([sent])
    var run = run(record)
    #expect(run.start() == look(sent))
    #expect(run.handle(served(sent)) == manifestFile(1))
    expectEnd(&run, record, .succeeded)
  }

  @Test func `an expired URL is asked for anew, and only for what is left`() {
    var run = run(record())
    let (clip, photo, composite) = (Self.clip, Self.photo, Self.composite)
    _ = run.start()
    _ = run.handle(targets(composite, photo, clip))
    #expect(expectSent(&run, composite) == .ask(.verify(photo)))
    #expect(run.handle(good(photo)) == upload(photo))
    let refused = GalleryError(.urlRefused, subject: "upload photo_0.jpg", detail: "403 URL expired")
    #expect(run.handle(.failed(refused)) == .ask(.presign([file(photo), file(clip)])))
    #expect(run.handle(targets(photo, clip, round: 2)) == .ask(.verify(photo)))
    #expect(expectSent(&run, photo, 2) == .ask(.verify(clip)))
    #expect(expectSent(&run, clip, 2) == manifestFile(3))
  }

  @Test func `URLs that are refused again and again end the run`() {
    var run = run(record([Self.photo]))
    let refused = GalleryError(.urlRefused, subject: "upload photo_0.jpg", detail: "403")
    _ = run.start()
    for round in 1...3 {
      #expect(run.handle(targets(Self.photo, round: round)) == .ask(.verify(Self.photo)))
      #expect(run.handle(good(Self.photo)) == upload(Self.photo, round))
      #expect(run.handle(.failed(refused)) == .ask(.presign([file(Self.photo)])))
    }
    _ = run.handle(targets(Self.photo))
    _ = run.handle(good(Self.photo))
    #expect(run.handle(.failed(refused)) == .done(.failed(refused)))
  }

  @Test func `an expired manifest URL is asked for anew`() {
    let record = record([Self.photo])
    var run = run(record)
    _ = run.start()
    _ = run.handle(targets(Self.photo))
    _ = expectSent(&run, Self.photo)
    _ = run.handle(.presigned([target(folder + "manifest.json")]))
    let refused = GalleryError(.urlRefused, subject: "upload manifest.json", detail: "403")
    #expect(run.handle(.failed(refused)) == manifestFile(1))
    expectEnd(&run, record, .succeeded)
  }

  @Test func `a file the gallery will never take is left out of the manifest, and the rest arrives`() {
    var run = run(record())
    let (clip, photo, composite) = (Self.clip, Self.photo, Self.composite)
    let tooLarge = GalleryError(.tooLarge, subject: "upload photo_0.jpg", detail: "413")
    _ = run.start()
    _ = run.handle(targets(composite, photo, clip))
    #expect(expectSent(&run, composite) == .ask(.verify(photo)))
    #expect(run.handle(good(photo)) == upload(photo))
    #expect(run.handle(.failed(tooLarge)) == .ask(.verify(clip)))
    #expect(expectSent(&run, clip) == manifestFile(2))
    expectEnd(&run, record([clip, composite]), .succeededWithout([UploadRun.Left(photo, tooLarge)]))
  }

  @Test(
    arguments: [
      (nil, "it is gone"), (Fingerprint(sizeBytes: 5, checksum: "x"), "it has 5 bytes, expected 1000002"),
      (Fingerprint(sizeBytes: 1_000_002, checksum: "x"), "its bytes are not those that were kept"),
    ] as [(Fingerprint?, String)])
  func `a file that is not what was kept is never sent, and the rest arrives`(_ found: Fingerprint?, _ words: String) {
    var run = run(record())
    let (clip, photo, composite) = (Self.clip, Self.photo, Self.composite)
    _ = run.start()
    _ = run.handle(targets(composite, photo, clip))
    #expect(expectSent(&run, composite) == .ask(.verify(photo)))
    #expect(run.handle(.verified(found)) == .ask(.verify(clip)))
    #expect(expectSent(&run, clip) == manifestFile(2))
    let left = UploadRun.Left(photo, GalleryError(.localFile, subject: photo.path, detail: words))
    expectEnd(&run, record([clip, composite]), .succeededWithout([left]))
    let failure = JobFault(.succeededWithout([left]), hasExpired: true)
    #expect(failure?.kind == .needsOperator)
    #expect(failure?.detail.contains("\(photo.path) (\(words))") == true)
  }

  @Test(arguments: [false, true])
  func `a file that cannot be read this time is left out, and tried again`(_ whileSending: Bool) {
    var run = run(record())
    let (clip, photo, composite) = (Self.clip, Self.photo, Self.composite)
    let unreadable = GalleryError(.localFile, subject: "upload photo_0.jpg", detail: "Input/output error")
    _ = run.start()
    _ = run.handle(targets(composite, photo, clip))
    #expect(expectSent(&run, composite) == .ask(.verify(photo)))
    if whileSending { #expect(run.handle(good(photo)) == upload(photo)) }
    #expect(run.handle(.failed(unreadable)) == .ask(.verify(clip)))
    #expect(expectSent(&run, clip) == manifestFile(2))
    let left = UploadRun.Left(photo, unreadable, mayPass: true)
    expectEnd(&run, record([clip, composite]), .succeededWithout([left]))
    #expect(JobFault(.succeededWithout([left]), hasExpired: false)?.kind == .mayPass)
  }

  @Test(arguments: [GalleryError.Code.unreachable, .busy, .forbidden, .unauthorized, .garbage])
  func `any other failure ends the run where it happens, with the failure as it was`(_ code: GalleryError.Code) {
    let failure = GalleryError(code, subject: "somewhere", detail: "in words", retryAfter: .seconds(9))
    let path = folder + "manifest.json"
    let inputs: [UploadRun.Input] = [
      targets(Self.photo), good(Self.photo), .uploaded, served(Self.photo), .recorded, .presigned([target(path)]),
      .uploaded,
    ]
    for reached in 0...inputs.count {
      var run = run(record([Self.photo]))
      _ = run.start()
      for input in inputs.prefix(reached) { _ = run.handle(input) }
      #expect(run.handle(.failed(failure)) == .done(.failed(failure)), "after \(reached) steps")
    }
  }

  @Test func `a gallery that forgets a file it was asked for is no gallery of the contract`() {
    var run = run(record())
    _ = run.start()
    guard case .done(.failed(let failure)) = run.handle(targets(Self.photo)) else {
      return #expect(Bool(false), "it goes on")
    }
    #expect(failure.code == .garbage && failure.mayPass)
  }

  @Test func `an answer out of turn ends the run`() {
    var run = run(record())
    _ = run.start()
    guard case .done(.failed(let failure)) = run.handle(.completed) else {
      return #expect(Bool(false), "it goes on")
    }
    #expect(failure.code == .garbage)
  }

  /// Interrupted at every point and begun again with what was recorded, every file is confirmed, none sent twice.
  @Test(arguments: 0..<18) func `a run that is cut resumes where it stopped`(_ cut: Int) {
    var record = record()
    var sent: [AssetID: Int] = [:]
    func play(_ limit: Int) -> Bool {
      var run = run(record)
      var next = run.start()
      for _ in 0..<limit {
        switch next {
        case .ask(.presign(let files)): next = run.handle(.presigned(files.map { target($0.path) }))
        case .ask(.verify(let asset)): next = run.handle(good(asset))
        case .ask(.upload(let asset, _, _)):
          sent[asset.id, default: 0] += 1
          next = run.handle(.uploaded)
        case .ask(.askSize(let path, _)):
          let asset = record.assets.first { file($0).path == path }
          next = run.handle(.sizeIs(asset?.sizeBytes))
        case .ask(.forget): next = run.handle(.forgotten)
        case .ask(.recordUploaded(let asset)):
          record.assets[record.assets.firstIndex { $0.id == asset.id }!].uploaded = true
          next = run.handle(.recorded)
        case .ask(.uploadManifest): next = run.handle(.uploaded)
        case .ask(.complete): next = run.handle(.completed)
        case .done(let outcome):
          #expect(outcome == .succeeded)
          return true
        }
      }
      return false
    }
    _ = play(cut)
    #expect(play(100))
    #expect(record.assets.allSatisfy { $0.uploaded })
    // The one whose confirmation the cut took is sent again.
    #expect(sent.values.reduce(0, +) <= 4 && sent.count == 3)
  }
}
