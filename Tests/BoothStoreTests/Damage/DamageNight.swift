import BoothCore
import BoothTesting
import BoothVault
import FoundationEssentials
import Glibc

@testable import BoothStore

/// A data folder as a night leaves it, with sessions of every state; damaged copies are made of it.
final class DamageNight: Sendable {
  /// A kept file, and the bytes that must still be somewhere whatever is damaged but this file.
  struct Picture: Sendable {
    var session: SessionID
    var path: String
    var bytes: [UInt8]
  }

  /// The booth ended by itself; and as the power would leave it, with a log and the mark.
  let ended: String
  let crashed: String
  let pictures: [Picture]
  /// Sessions that lost books must bring back, where their sheet is whole.
  let sessions: [SessionID]

  static let event = Event(id: 7, slug: "party", name: "Party", date: "2026-06-20")
  static let time = WallTime(unixSeconds: 1_770_000_000.5, secondsFromUTC: 7200)

  /// - Parameter place: a folder that is there.
  init(in place: String) async throws {
    let home = place + "/home"
    (ended, crashed) = (place + "/ended", place + "/crashed")
    let store = try VaultSessionStore.open(folder: home)
    var night = Making(store: store)
    try await night.make()
    try FileManager.default.copyItem(atPath: home, toPath: crashed)
    store.close()
    try FileManager.default.copyItem(atPath: home, toPath: ended)
    try FileManager.default.removeItem(atPath: home)
    (pictures, sessions) = (night.pictures, night.sessions)
  }

  private struct Making {
    let store: VaultSessionStore
    var pictures: [Picture] = []
    var sessions: [SessionID] = []
    private var random = SeededRandom(seed: 7)

    init(store: VaultSessionStore) { self.store = store }

    mutating func bytes() -> [UInt8] { (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) } }

    mutating func add(
      _ kind: AssetKind, _ strip: Int, to session: SessionRecord, kept: Bool = true
    ) async throws -> Asset {
      let bytes = bytes()
      let isClip = kind == .video
      let asset = try await store.add(
        NewAsset(
          session: session.id, kind: kind, strip: strip, duration: isClip ? .seconds(10) : nil,
          frames: isClip ? 300 : nil, droppedFrames: isClip ? 2 : nil), from: .bytes(bytes), at: DamageNight.time)
      if kept { pictures.append(Picture(session: session.id, path: asset.path, bytes: bytes)) }
      return asset
    }

    mutating func open(consent: ConsentGiven? = nil, kept: Bool = true) async throws -> SessionRecord {
      var plan = DamageNight.event.plan
      plan.films = [.strip]
      plan.language = "fr"
      plan.look = .sepia
      // The same ids at every run, so that a seed means the same.
      let id = SessionID(randomBytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
      let session = try await store.perform { [plan] vault throws(StoreError) in
        try vault.openSession(
          id, event: DamageNight.event, plan: plan, consent: consent, linkBase: "https://g.example",
          at: DamageNight.time)
      }
      if kept { sessions.append(session.id) }
      return session
    }

    mutating func make() async throws {
      let time = DamageNight.time
      try await store.selectEvent("party")
      let uploaded = try await open()
      for strip in 0..<2 { _ = try await add(.photo, strip, to: uploaded) }
      _ = try await add(.video, 0, to: uploaded)
      _ = try await store.finishSession(uploaded.id, quiet: false)
      _ = try await add(.stripPhoto, -1, to: uploaded)
      _ = try await add(.stripVideo, -1, to: uploaded)
      _ = try await store.keepEmail(EmailAddress("a@b.de")!, of: uploaded.id, at: time)
      for asset in try await store.session(uploaded.id)?.assets ?? [] {
        try await store.markUploaded(asset.id, at: time)
      }
      _ = try await store.markSessionUploaded(uploaded.id)
      let agreed = ConsentGiven(version: "1", language: "de", uploads: true)
      let finished = try await open(consent: agreed)
      let first = try await add(.photo, 0, to: finished, kept: false)
      try await store.discard([first.id], of: finished.id, .retake, at: time)
      for strip in 0..<3 { _ = try await add(.photo, strip, to: finished) }
      _ = try await store.finishSession(finished.id, quiet: true)
      _ = try await store.keepEmail(EmailAddress("c@d.fr")!, of: finished.id, at: time)
      for var job in try await store.jobs(all: false) where job.kind == .upload {
        (job.state, job.attempts, job.lastFailure) = (.held, 3, "the gallery refuses the token")
        try await store.record(job)
      }
      let here = try await open(consent: ConsentGiven(version: "1", language: "en", uploads: false))
      _ = try await add(.photo, 0, to: here)
      _ = try await store.finishSession(here.id, quiet: false)
      let erased = try await open(kept: false)
      _ = try await add(.photo, 0, to: erased, kept: false)
      _ = try await store.finishSession(erased.id, quiet: false)
      _ = try await store.eraseSession(erased.id, at: time)
      let cancelled = try await open(kept: false)
      _ = try await add(.photo, 0, to: cancelled, kept: false)
      try await store.discardSession(cancelled.id, .cancel, at: time)
      let capturing = try await open()
      for strip in 0..<2 { _ = try await add(.photo, strip, to: capturing) }
      _ = try await store.keepApart(bytes())
      try Data([1, 2, 3]).write(to: URL(filePath: store.scratchPath(for: "left.mp4")))
    }
  }
}
