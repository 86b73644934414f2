/// One run of a session's upload, as a pure value: presign, then file by file verify, upload and ask for it, then the
/// manifest, then complete.
///
/// A 2xx is not yet a confirmation, as a proxy gives one as well: a file is confirmed when the gallery serves it with its
/// size, at the address that guests use (`UploadRun+asking.swift`). Files confirmed before are asked for again, and not
/// sent again, so that a run resumes where the last one stopped; everything it does may be done twice. A file that cannot
/// be sent (it is gone, its bytes are not those that were kept, the gallery will never take it) is left out, and the rest
/// arrives. One effect is out at a time: ``start()`` gives the first, each input the next, until the run gives its outcome.
public struct UploadRun: Sendable, Equatable {
  /// What became of the last effect. An answer that does not fit it ends the run as failed.
  public enum Input: Sendable, Equatable {
    case presigned([UploadTarget])
    /// What the asset's file is known by, read just now; nil: it is gone.
    case verified(Fingerprint?)
    case uploaded
    /// How many bytes the gallery serves under the path it was asked for; nil: it serves nothing there.
    case sizeIs(Int64?)
    /// The confirmation of the asset is durable.
    case recorded
    /// The database calls the assets unconfirmed again.
    case forgotten
    case completed
    case failed(GalleryError)
  }

  /// What is to be done next; answered by one input.
  public enum Effect: Sendable, Equatable {
    case presign([UploadFile])
    /// Read the asset's file to its end, before it is sent.
    case verify(Asset)
    case upload(Asset, UploadFile, UploadTarget)
    /// Ask the gallery what it serves under a path, as a guest would; so many bytes it should be.
    case askSize(path: String, expecting: Int64)
    /// Record that the gallery has confirmed the asset.
    case recordUploaded(Asset)
    /// Record that the gallery does not have these any more.
    case forget([Asset])
    case uploadManifest(Manifest, UploadTarget)
    case complete(manifestPath: String)
  }

  /// The next effect, or how the run ended. A run has no news: ``SessionUpload`` sees its effects.
  public typealias Next = JobStep<Never, Effect, Outcome>.Next

  /// How a run ended.
  public enum Outcome: Sendable, Equatable {
    case succeeded
    case failed(GalleryError)
    /// Everything else is there.
    case succeededWithout([Left])
  }

  /// A file that was left out, and why.
  public struct Left: Sendable, Equatable {
    /// The file that is not at the gallery, or not known to be.
    public var asset: Asset
    /// Why, with the remedy where there is one.
    public var failure: GalleryError
    /// It could not be read this time, or the gallery lost it; it may go the next.
    public var mayPass: Bool

    /// Left out for good, unless said otherwise.
    public init(_ asset: Asset, _ failure: GalleryError, mayPass: Bool = false) {
      self.asset = asset
      self.failure = failure
      self.mayPass = mayPass
    }
  }

  enum Step: Sendable, Equatable {
    case presigningFiles
    case verifying(Asset, rest: [Asset])
    case uploading(Asset, rest: [Asset])
    case asking(Asset, rest: [Asset])
    case recording(Asset, rest: [Asset])
    /// Asking for a file that was confirmed in an earlier run.
    case askingAgain(Asset)
    case forgetting
    case presigningManifest
    case uploadingManifest
    case askingForManifest
    case completing
    case over
  }

  private let session: SessionRecord
  private let encodedManifestSize: @Sendable (Manifest) -> Int64
  var step = Step.presigningFiles
  private var targets: [String: UploadTarget] = [:]
  /// What the gallery confirmed in this run.
  private var confirmed: Set<AssetID> = []
  var left: [Left] = []
  var answers = GalleryAnswers()
  /// How often an upload URL may be refused before the run fails: URLs expire (15 minutes), clocks differ.
  private var presignsLeft = 3

  /// - Parameter session: with all its assets as they are now.
  /// - Parameter manifestSize: how many bytes the manifest will have when it is sent.
  public init(session: SessionRecord, manifestSize: @escaping @Sendable (Manifest) -> Int64) {
    self.session = session
    encodedManifestSize = manifestSize
  }

  /// Compares all but the function that measures manifests.
  public static func == (a: UploadRun, b: UploadRun) -> Bool {
    a.session == b.session && a.step == b.step && a.targets == b.targets && a.confirmed == b.confirmed
      && a.left == b.left && a.answers == b.answers && a.presignsLeft == b.presignsLeft
  }

  private var pending: [Asset] {
    sent.filter { asset in
      !isConfirmedBefore(asset) && !confirmed.contains(asset.id) && !answers.unserved.contains(asset)
    }
  }
  /// What is at the gallery when the run is over.
  var sent: [Asset] { session.assets.filter { asset in !left.contains { $0.asset.id == asset.id } } }
  /// In an earlier run, and not taken back in this one.
  func isConfirmedBefore(_ asset: Asset) -> Bool { asset.uploaded && !answers.forgotten.contains(asset.id) }
  var manifestPath: String { GalleryPath.manifest(event: session.event, session: session.id) }
  private var manifest: Manifest { Manifest(of: session, assets: sent) }

  func path(of asset: Asset) -> String {
    GalleryPath.asset(event: session.event, session: session.id, kind: asset.kind, strip: asset.strip)
  }

  private func file(_ asset: Asset) -> UploadFile {
    UploadFile(path: path(of: asset), contentType: asset.kind.contentType, sizeBytes: asset.sizeBytes)
  }

  /// The photos first: they are what guests came for.
  private func inOrder(_ assets: [Asset]) -> [Asset] {
    func rank(_ kind: AssetKind) -> Int {
      switch kind {
      case .stripPhoto: 0
      case .photo: 1
      case .video: 2
      case .stripVideo, .boomerang, .boomerangGIF: 3
      }
    }
    return assets.sorted { (rank($0.kind), $0.strip) < (rank($1.kind), $1.strip) }
  }

  /// The first effect; called once. A run with nothing left to send asks for what was sent before.
  public mutating func start() -> Next {
    let files = inOrder(pending)
    guard !files.isEmpty else { return askForTheRest() }
    step = .presigningFiles
    return .ask(.presign(files.map(file)))
  }

  /// The next effect, or the end. Never throws: failures come in as ``Input/failed(_:)``.
  public mutating func handle(_ input: Input) -> Next {
    switch (step, input) {
    case (.presigningFiles, .presigned(let answer)):
      let files = inOrder(pending)
      guard accept(answer, for: files.map { file($0).path }) else { return missingTarget() }
      return next(files)
    case (.verifying(let asset, let rest), .verified(let found)):
      guard let damage = damage(to: asset, found) else { return upload(asset, rest) }
      left.append(Left(asset, damage))
      return next(rest)
    case (.uploading(let asset, let rest), .uploaded):
      answers.sends[asset.id, default: 0] += 1
      step = .asking(asset, rest: rest)
      return .ask(.askSize(path: path(of: asset), expecting: asset.sizeBytes))
    case (.asking(let asset, let rest), .sizeIs(let sizeBytes)): return answered(for: asset, sizeBytes, rest)
    case (.recording(let asset, let rest), .recorded):
      confirmed.insert(asset.id)
      return next(rest)
    case (.askingAgain(let asset), .sizeIs(let sizeBytes)): return answeredAgain(for: asset, sizeBytes)
    case (.forgetting, .forgotten): return start()
    case (.presigningManifest, .presigned(let answer)):
      guard accept(answer, for: [manifestPath]), let target = targets[manifestPath] else { return missingTarget() }
      step = .uploadingManifest
      return .ask(.uploadManifest(manifest, target))
    case (.uploadingManifest, .uploaded):
      guard answers.unserved.isEmpty else {
        step = .askingForManifest
        return .ask(.askSize(path: manifestPath, expecting: encodedManifestSize(manifest)))
      }
      return complete()
    case (.askingForManifest, .sizeIs(let sizeBytes)):
      guard sizeBytes != nil else { return complete() }
      answers.served = true
      return askForTheRest()
    case (.completing, .completed):
      let left = left + answers.unserved.map { Left($0, Self.unasked) }
      return finish(left.isEmpty ? .succeeded : .succeededWithout(left))
    case (_, .failed(let failure)): return failed(failure)
    case (.presigningFiles, _), (.verifying, _), (.uploading, _), (.asking, _), (.recording, _), (.askingAgain, _),
      (.forgetting, _), (.presigningManifest, _), (.uploadingManifest, _), (.askingForManifest, _), (.completing, _),
      (.over, _):
      return finish(.failed(GalleryError(.garbage, subject: "upload", detail: "an answer came out of turn")))
    }
  }

  private mutating func accept(_ answer: [UploadTarget], for paths: [String]) -> Bool {
    for target in answer { targets[target.path] = target }
    return paths.allSatisfy { targets[$0] != nil }
  }

  private mutating func missingTarget() -> Next {
    finish(
      .failed(
        GalleryError(
          .garbage, subject: "presign", detail: "the gallery gave no upload URL for a file it was asked for")))
  }

  mutating func next(_ assets: [Asset]) -> Next {
    guard let asset = assets.first else { return askForTheRest() }
    step = .verifying(asset, rest: Array(assets.dropFirst()))
    return .ask(.verify(asset))
  }

  mutating func upload(_ asset: Asset, _ rest: [Asset]) -> Next {
    let file = file(asset)
    guard let target = targets[file.path] else { return missingTarget() }
    step = .uploading(asset, rest: rest)
    return .ask(.upload(asset, file, target))
  }

  /// Why the file is not what was kept; nil: it is.
  private func damage(to asset: Asset, _ found: Fingerprint?) -> GalleryError? {
    let words: String
    if let found {
      if found == Fingerprint(sizeBytes: asset.sizeBytes, checksum: asset.checksum) { return nil }
      words =
        found.sizeBytes == asset.sizeBytes
        ? "its bytes are not those that were kept" : "it has \(found.sizeBytes) bytes, expected \(asset.sizeBytes)"
    } else {
      words = "it is gone"
    }
    return GalleryError(.localFile, subject: asset.path, detail: words)
  }

  private mutating func complete() -> Next {
    step = .completing
    return .ask(.complete(manifestPath: manifestPath))
  }

  mutating func record(_ asset: Asset, _ rest: [Asset]) -> Next {
    step = .recording(asset, rest: rest)
    return .ask(.recordUploaded(asset))
  }

  mutating func presignManifest() -> Next {
    step = .presigningManifest
    let file = UploadFile(
      path: manifestPath, contentType: "application/json", sizeBytes: encodedManifestSize(manifest))
    return .ask(.presign([file]))
  }

  private mutating func failed(_ failure: GalleryError) -> Next {
    switch (step, failure.code) {
    case (.presigningFiles, .tooLarge):
      // One of them, and a limit of size is passed by the largest first.
      guard let largest = pending.max(by: { $0.sizeBytes < $1.sizeBytes }) else { return finish(.failed(failure)) }
      left.append(Left(largest, failure))
      return start()
    case (.uploading(let asset, let rest), .tooLarge):
      left.append(Left(asset, failure))
      return next(rest)
    case (.verifying(let asset, let rest), .localFile), (.uploading(let asset, let rest), .localFile):
      left.append(Left(asset, failure, mayPass: true))
      return next(rest)
    case (.uploading, .urlRefused) where presignsLeft > 0:
      presignsLeft -= 1
      return start()
    case (.uploadingManifest, .urlRefused) where presignsLeft > 0:
      presignsLeft -= 1
      return presignManifest()
    default: return finish(.failed(failure))
    }
  }

  private mutating func finish(_ outcome: Outcome) -> Next {
    step = .over
    return .done(outcome)
  }
}
