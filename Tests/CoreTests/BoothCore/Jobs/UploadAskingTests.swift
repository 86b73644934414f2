import BoothCore
import BoothTesting
import Testing

/// A 2xx is not believed: the gallery is asked for what it took.
@Suite struct UploadAskingTests {
  private static let ref = SessionRef.sample()
  private static let clip = Asset.clip(1), photo = Asset.photo(2)

  /// A gallery, as far as it can be told from outside, and the run that talks to it.
  private struct Script {
    var record: SessionRecord
    /// What the gallery serves, by path.
    var served: [String: Int64] = [:]
    /// What becomes of a file that it takes, by path: how many bytes it keeps, the first time, the second time …
    var keeps: [String: [Int64?]] = [:]
    var isMute = false
    var sends: [String] = []
    var recorded: [AssetID] = []
    var forgotten: [AssetID] = []
    var manifests: [[String]] = []
    var completed = 0

    init(_ assets: [Asset]) {
      record = SessionRecord(
        id: UploadAskingTests.ref.id, event: 7, eventSlug: "wedding", state: .finished, plan: FlowEvent.wedding.plan,
        openedAt: WallTime(unixSeconds: 1_738_434_015), link: UploadAskingTests.ref.link, assets: assets)
    }

    func path(_ asset: Asset) -> String {
      GalleryPath.asset(event: 7, session: record.id, kind: asset.kind, strip: asset.strip)
    }

    mutating func play() -> UploadRun.Outcome? {
      var run = UploadRun(session: record) { Int64($0.assets.count * 100) }
      var next = run.start()
      for _ in 0..<100 {
        switch next {
        case .ask(let effect): next = run.handle(answer(effect))
        case .done(let outcome): return outcome
        }
      }
      return nil
    }

    private mutating func answer(_ effect: UploadRun.Effect) -> UploadRun.Input {
      switch effect {
      case .presign(let files): return .presigned(files.map { UploadTarget(path: $0.path, method: "PUT", url: "u") })
      case .verify(let asset): return .verified(Fingerprint(sizeBytes: asset.sizeBytes, checksum: asset.checksum))
      case .upload(let asset, let file, _):
        sends.append(file.path)
        let script = keeps[file.path] ?? []
        let turn = sends.count { $0 == file.path } - 1
        served[file.path] = turn < script.count ? script[turn] : asset.sizeBytes
        return .uploaded
      case .askSize(let path, _): return .sizeIs(isMute ? nil : served[path])
      case .recordUploaded(let asset):
        recorded.append(asset.id)
        return .recorded
      case .forget(let assets):
        forgotten += assets.map(\.id)
        return .forgotten
      case .uploadManifest(let manifest, let target):
        manifests.append(manifest.assets.map(\.path))
        served[target.path] = 100
        return .uploaded
      case .complete:
        completed += 1
        return .completed
      }
    }
  }

  @Test(arguments: [nil, 5, 0] as [Int64?])
  func `a file that was taken and lost, or cut, is sent once more`(_ kept: Int64?) {
    var script = Script([Self.clip, Self.photo])
    script.keeps[script.path(Self.clip)] = [kept]
    #expect(script.play() == .succeeded)
    #expect(script.sends == [Self.photo, Self.clip, Self.clip].map(script.path))
    #expect(script.recorded == [Self.photo.id, Self.clip.id])
    #expect(script.manifests.last?.count == 2)
  }

  @Test func `a file that is lost each time is left out, not confirmed, and tried again slowly`() throws {
    var script = Script([Self.clip, Self.photo])
    script.keeps[script.path(Self.clip)] = [nil, 7, nil]
    guard case .succeededWithout(let left) = script.play() else { return #expect(Bool(false), "it succeeded") }
    #expect(left.map(\.asset) == [Self.clip] && left[0].failure.code == .lost && left[0].mayPass)
    #expect(script.recorded == [Self.photo.id])
    #expect(script.manifests == [[script.path(Self.photo)]])
    let failure = try #require(JobFault(.succeededWithout(left), hasExpired: false))
    #expect(failure.kind == .mayPass && failure.retryAfter == .seconds(900))
    #expect(failure.detail.contains("the gallery took it, and has 7 bytes"))
  }

  @Test func `the first file is asked for again when the gallery turns out to serve others`() {
    var script = Script([Self.clip, Self.photo])
    script.keeps[script.path(Self.photo)] = [nil]
    #expect(script.play() == .succeeded)
    #expect(script.sends == [Self.photo, Self.clip, Self.photo].map(script.path))
    #expect(script.recorded == [Self.clip.id, Self.photo.id])
  }

  @Test func `when every file is lost, the manifest says that the gallery can be asked, and nothing is completed yet`()
  {
    var script = Script([Self.photo])
    script.keeps[script.path(Self.photo)] = [nil]
    #expect(script.play() == .succeeded)
    #expect(script.sends.count == 2 && script.manifests.count == 2 && script.completed == 1)
  }

  @Test func `a gallery that cannot be asked gets everything, and nothing counts as confirmed`() throws {
    var script = Script([Self.clip, Self.photo])
    script.isMute = true
    guard case .succeededWithout(let left) = script.play() else { return #expect(Bool(false), "it succeeded") }
    #expect(left.map(\.failure.code) == [.unasked, .unasked])
    #expect(script.recorded.isEmpty && script.completed == 1 && script.manifests[0].count == 2)
    #expect(script.sends.count == 2)
    let failure = try #require(JobFault(.succeededWithout(left), hasExpired: false))
    #expect(failure.kind == .needsOperator && failure.retryAfter == .seconds(900))
    #expect(failure.detail.contains("cannot be asked"))
  }

  @Test func `what was confirmed before and is not there any more is sent again, and the books told first`() {
    var gone = Self.photo
    var there = Self.clip
    (gone.uploaded, there.uploaded) = (true, true)
    var script = Script([there, gone])
    script.served[script.path(there)] = there.sizeBytes
    #expect(script.play() == .succeeded)
    #expect(script.forgotten == [gone.id] && script.sends == [script.path(gone)] && script.recorded == [gone.id])
    #expect(script.manifests == [[script.path(there), script.path(gone)]])
  }

  @Test func `what was confirmed before is not taken back on the word of a gallery that cannot be asked`() {
    var sent = Self.photo
    sent.uploaded = true
    var script = Script([sent])
    script.isMute = true
    guard case .succeededWithout(let left) = script.play() else { return #expect(Bool(false), "it succeeded") }
    #expect(left.map(\.failure.code) == [.unasked])
    #expect(script.forgotten.isEmpty && script.sends.isEmpty && script.completed == 1)
  }
}
