/// One run of a session's upload, as a pure value: presign, upload file by file, then the manifest, then complete.
///
/// Files the gallery has confirmed are skipped, so that a run resumes where the last one stopped; everything it does
/// may be done twice. One effect is out at a time: ``start()`` gives the first, each input the next.
public struct UploadRun: Sendable, Equatable {
  public enum Input: Sendable, Equatable {
    case presigned([UploadTarget])
    case uploaded
    /// The confirmation of the asset is durable.
    case recorded
    case completed
    case failed(UploadFailure)
  }

  public enum Effect: Sendable, Equatable {
    case presign([UploadFile])
    case upload(Asset, UploadFile, UploadTarget)
    /// Record that the gallery has confirmed the asset.
    case recordUploaded(Asset)
    case uploadManifest(Manifest, UploadTarget)
    case complete(manifestPath: String)
    case finish(Outcome)
  }

  public enum Outcome: Sendable, Equatable {
    case succeeded
    case failed(UploadFailure)
    /// Everything else is there, but the gallery will never take these files.
    case succeededWithout([Asset], UploadFailure)
  }

  private enum Step: Sendable, Equatable {
    case presigningFiles
    case uploading(Asset, rest: [Asset])
    case recording(Asset, rest: [Asset])
    case presigningManifest
    case uploadingManifest
    case completing
    case over
  }

  private let session: SessionRecord
  private let encodedManifestSize: @Sendable (Manifest) -> Int64
  private var step = Step.presigningFiles
  private var targets: [String: UploadTarget] = [:]
  /// What the gallery confirmed in this run.
  private var confirmed: Set<AssetID> = []
  private var refused: [Asset] = []
  private var refusal: UploadFailure?
  /// How often an upload URL may be refused before the run fails: URLs expire (15 minutes), clocks differ.
  private var presignsLeft = 3

  /// - Parameter session: with all its assets as they are now.
  /// - Parameter manifestSize: how many bytes the manifest will have when it is sent.
  public init(session: SessionRecord, manifestSize: @escaping @Sendable (Manifest) -> Int64) {
    self.session = session
    encodedManifestSize = manifestSize
  }

  public static func == (a: UploadRun, b: UploadRun) -> Bool {
    a.session == b.session && a.step == b.step && a.targets == b.targets && a.confirmed == b.confirmed
      && a.refused == b.refused && a.refusal == b.refusal && a.presignsLeft == b.presignsLeft
  }

  private var pending: [Asset] {
    session.assets.filter { !$0.uploaded && !confirmed.contains($0.id) && !refused.contains($0) }
  }
  private var manifestPath: String { GalleryPath.manifest(event: session.event, session: session.id) }
  private var manifest: Manifest { Manifest(of: session, assets: session.assets.filter { !refused.contains($0) }) }

  private func file(_ asset: Asset) -> UploadFile {
    UploadFile(
      path: GalleryPath.asset(event: session.event, session: session.id, kind: asset.kind, strip: asset.strip),
      contentType: asset.kind.contentType, sizeBytes: asset.sizeBytes)
  }

  /// The photos first: they are what guests came for.
  private func inOrder(_ assets: [Asset]) -> [Asset] {
    func rank(_ kind: AssetKind) -> Int {
      switch kind {
      case .stripPhoto: 0
      case .photo: 1
      case .video: 2
      case .stripVideo: 3
      }
    }
    return assets.sorted { (rank($0.kind), $0.strip) < (rank($1.kind), $1.strip) }
  }

  public mutating func start() -> Effect {
    let files = inOrder(pending)
    guard !files.isEmpty else { return presignManifest() }
    step = .presigningFiles
    return .presign(files.map(file))
  }

  public mutating func handle(_ input: Input) -> Effect {
    switch (step, input) {
    case (.presigningFiles, .presigned(let answer)):
      let files = inOrder(pending)
      guard accept(answer, for: files.map { file($0).path }) else { return missingTarget() }
      return upload(files)
    case (.uploading(let asset, let rest), .uploaded):
      step = .recording(asset, rest: rest)
      return .recordUploaded(asset)
    case (.recording(let asset, let rest), .recorded):
      confirmed.insert(asset.id)
      return upload(rest)
    case (.presigningManifest, .presigned(let answer)):
      guard accept(answer, for: [manifestPath]), let target = targets[manifestPath] else { return missingTarget() }
      step = .uploadingManifest
      return .uploadManifest(manifest, target)
    case (.uploadingManifest, .uploaded):
      step = .completing
      return .complete(manifestPath: manifestPath)
    case (.completing, .completed):
      step = .over
      return .finish(refusal.map { .succeededWithout(refused, $0) } ?? .succeeded)
    case (_, .failed(let failure)): return failed(failure)
    case (.presigningFiles, _), (.uploading, _), (.recording, _), (.presigningManifest, _), (.uploadingManifest, _),
      (.completing, _), (.over, _):
      return finish(.failed(UploadFailure(.garbage, subject: "upload", detail: "an answer came out of turn")))
    }
  }

  private mutating func accept(_ answer: [UploadTarget], for paths: [String]) -> Bool {
    for target in answer { targets[target.path] = target }
    return paths.allSatisfy { targets[$0] != nil }
  }

  private mutating func missingTarget() -> Effect {
    finish(
      .failed(
        UploadFailure(
          .garbage, subject: "presign", detail: "the gallery gave no upload URL for a file it was asked for")))
  }

  private mutating func upload(_ assets: [Asset]) -> Effect {
    guard let asset = assets.first else { return presignManifest() }
    let file = file(asset)
    guard let target = targets[file.path] else { return missingTarget() }
    step = .uploading(asset, rest: Array(assets.dropFirst()))
    return .upload(asset, file, target)
  }

  private mutating func presignManifest() -> Effect {
    step = .presigningManifest
    return .presign([
      UploadFile(path: manifestPath, contentType: "application/json", sizeBytes: encodedManifestSize(manifest))
    ])
  }

  private mutating func failed(_ failure: UploadFailure) -> Effect {
    switch (step, failure.code) {
    case (.uploading(let asset, let rest), .tooLarge):
      refused.append(asset)
      refusal = failure
      return upload(rest)
    case (.uploading, .urlRefused) where presignsLeft > 0:
      presignsLeft -= 1
      return start()
    case (.uploadingManifest, .urlRefused) where presignsLeft > 0:
      presignsLeft -= 1
      return presignManifest()
    default: return finish(.failed(failure))
    }
  }

  private mutating func finish(_ outcome: Outcome) -> Effect {
    step = .over
    return .finish(outcome)
  }
}
