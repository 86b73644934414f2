import BoothCore

/// The gallery and the network to it: takes requests when it will, answers when it can, and forgets nothing it took.
final class SimulatedGallery {
  enum Body {
    case bytes([UInt8])
    case manifest(Manifest)
  }

  enum Request {
    case presign(SessionID, [UploadFile])
    case put(UploadTarget, Body, declared: Int64)
    /// What is served at a path, as guests ask.
    case askSize(String)
    case complete(SessionID, manifest: String)
    case erase(SessionID)
    case emails(EventID, [UInt8])
  }

  struct Permit {
    var path: String
    var session: SessionID
    var sizeBytes: Int64
    var until: Int64
  }

  private var random: SeededRandom
  private var permits: [String: Permit] = [:]
  var objects: [String: [UInt8]] = [:]
  private(set) var manifests: [String: Manifest] = [:]
  /// The event's index: one entry for each session, the newest on top.
  private(set) var index: [SessionID] = []
  private(set) var erased: Set<SessionID> = []
  private var lastPermit = 0
  /// What is wrong until when, in the night's nanoseconds.
  private var troubles: [FaultKind: Int64] = [:]
  /// What goes wrong once.
  var armed: [FaultKind] = []
  private(set) var requests = 0
  /// The files of guests' e-mail addresses.
  private(set) var emails: [EventID: [UInt8]] = [:]
  /// What it said it took, and does not have.
  var lost: Set<String> = []
  /// When it last would not say what it has.
  private(set) var muteUntil: Int64?

  init(random: SeededRandom) { self.random = random }

  func calm() { (troubles, armed) = ([:], []) }

  func trouble(_ kind: FaultKind, until: Int64) { troubles[kind] = until }
  func arm(_ kind: FaultKind) { armed.append(kind) }

  private func has(_ kind: FaultKind, _ now: Int64) -> Bool { troubles[kind].map { now < $0 } ?? false }

  /// Carries a request there and its answer back.
  func receive(_ request: Request, _ night: Night, _ answer: @escaping (UploadRun.Input) -> Void) {
    requests += 1
    let back: (Int64, UploadRun.Input) -> Void = { [unowned self, unowned night] wait, input in
      night.after(wait) { [unowned self] in
        requests -= 1
        answer(input)
      }
    }
    let now = night.now
    if has(.networkDown, now) || has(.galleryRestarts, now) {
      return back(random.milliseconds(1...10_000), .failed(.unreachable("no route to the gallery")))
    }
    let way = random.milliseconds(has(.networkSlow, now) ? 2_000...40_000 : 10...150)
    if let index = armed.firstIndex(of: .connectionReset) {
      armed.remove(at: index)
      return back(way, .failed(.unreachable("connection reset by peer")))
    }
    night.after(way) { [unowned self, unowned night] in
      let result = handle(request, night)
      let home = random.milliseconds(5...100)
      if let index = armed.firstIndex(of: .answerLost) {
        armed.remove(at: index)
        back(random.milliseconds(1_000...30_000), .failed(.unreachable("the answer did not come")))
      } else if way > 30_000_000_000 {
        back(0, .failed(.unreachable("timed out")))
      } else {
        back(home, result)
      }
    }
  }

  private func refusal(_ request: Request, _ now: Int64) -> GalleryError? {
    if has(.galleryRestarts, now) { return .unreachable("connection reset by peer") }
    if has(.galleryBusy, now) {
      let waits: [Duration?] = [nil, .seconds(1), .seconds(20), .seconds(120), .seconds(5000)]
      return GalleryError(
        .busy, subject: "gallery", detail: random.pick(["429", "500", "503"]), retryAfter: random.pick(waits))
    }
    if has(.garbage, now) { return GalleryError(.garbage, subject: "gallery", detail: "<html>") }
    switch request {
    case .askSize: return nil
    case .presign, .complete, .erase, .emails:
      return has(.unauthorized, now) ? GalleryError(.unauthorized, subject: "gallery", detail: "401") : nil
    case .put(_, .bytes, _):
      if has(.urlsRefused, now) { return GalleryError(.urlRefused, subject: "upload", detail: "403") }
      return has(.tooLarge, now) ? GalleryError(.tooLarge, subject: "upload", detail: "413") : nil
    case .put(_, .manifest, _):
      return has(.urlsRefused, now) ? GalleryError(.urlRefused, subject: "upload", detail: "403") : nil
    }
  }

  /// Nothing of an erased session is taken any more.
  private static let gone = GalleryError(.gone, subject: "gallery", detail: "410")

  private func handle(_ request: Request, _ night: Night) -> UploadRun.Input {
    if let refusal = refusal(request, night.now) { return .failed(refusal) }
    switch request {
    case .presign(let session, _) where erased.contains(session): return .failed(Self.gone)
    case .complete(let session, _) where erased.contains(session): return .failed(Self.gone)
    case .presign(let session, let files):
      var targets = files.map { file in
        lastPermit += 1
        let url = "put/\(lastPermit)"
        permits[url] = Permit(
          path: file.path, session: session, sizeBytes: file.sizeBytes, until: night.now + 900_000_000_000)
        return UploadTarget(path: file.path, method: "PUT", url: url)
      }
      // An answer in another order, with a stranger in it, is still of the contract.
      if random.percent(5) { targets.reverse() }
      return .presigned(targets)
    case .put(let target, let body, let declared):
      guard let permit = permits[target.url], permit.path == target.path, night.now < permit.until else {
        return .failed(GalleryError(.urlRefused, subject: "upload", detail: "403, the URL is not valid"))
      }
      guard !erased.contains(permit.session) else { return .failed(Self.gone) }
      guard permit.sizeBytes == declared else {
        return .failed(GalleryError(.garbage, subject: "upload", detail: "400, not the size that was signed"))
      }
      switch body {
      case .bytes(let bytes): take(bytes, permit, night)
      case .manifest(let manifest): manifests[permit.path] = manifest
      }
      return .uploaded
    case .askSize(let path):
      if has(.galleryMute, night.now) {
        muteUntil = night.now
        return .sizeIs(nil)
      }
      let size = manifests[path].map(\.simulatedSize) ?? objects[path].map { Int64($0.count) }
      return .sizeIs(size)
    case .complete(let session, let path):
      guard let manifest = manifests[path], manifest.sessionID == session.text else {
        return .failed(GalleryError(.garbage, subject: "complete", detail: "404, no such manifest"))
      }
      night.watch.completed(night, session, manifest)
      index.removeAll { $0 == session }
      index.insert(session, at: 0)
      return .completed
    case .emails(let event, let bytes):
      emails[event] = bytes
      return .completed
    case .erase(let session):
      erased.insert(session)
      index.removeAll { $0 == session }
      objects = objects.filter { !$0.key.contains(session.text) }
      manifests = manifests.filter { !$0.key.contains(session.text) }
      return .completed
    }
  }
}

extension GalleryError {
  static func unreachable(_ detail: String) -> GalleryError {
    GalleryError(.unreachable, subject: "gallery", detail: detail)
  }
}
