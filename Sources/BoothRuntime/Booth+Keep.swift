import BoothCore
import Logging

/// Applies the events' keep-policies: at the start and once an hour, never while a session runs.
extension Booth {
  static let keepInterval = Duration.seconds(3600)
  /// When a session stands in the way.
  private static let keepRetry = Duration.seconds(60)

  func applyKeepPolicyIfDue(at now: Instant) {
    guard let due = nextKeep, now >= due else { return }
    guard !flow.state.isSession, !isReleasing else {
      nextKeep = now + Self.keepRetry
      return
    }
    nextKeep = now + Self.keepInterval
    isReleasing = true
    Task {
      await applyKeepPolicy()
      isReleasing = false
    }
  }

  private func applyKeepPolicy() async {
    do {
      let candidates = try await ports.store.uploadedSessions().map { found in
        KeepRule.Candidate(
          session: found.session, policy: ports.events.event(slug: found.session.eventSlug)?.keep ?? .init(),
          hasOpenJobs: found.hasOpenJobs)
      }
      guard !candidates.isEmpty else { return }
      let leaving = KeepRule.leaving(candidates, space: try await ports.store.space(), now: ports.clock.wallTime)
      var missing: [String] = []
      var mute: [SessionID] = []
      for session in leaving {
        let (there, absent) = try await atGallery(session)
        if there.isEmpty, try await !answers(about: session) {
          mute.append(session.id)
          continue
        }
        if !absent.isEmpty {
          missing += absent.map { "\(session.id) \($0.path.split(separator: "/").last ?? "")" }
          let jobs = try await ports.store.bringAgain(absent.map(\.id), of: session.id)
          if !jobs.isEmpty { post(.added(jobs)) }
          // What is there goes with the rest, when all is.
          continue
        }
        // Guests may have come while the gallery was asked; the rest goes the next time.
        guard !flow.state.isSession else {
          nextKeep = ports.clock.now + Self.keepRetry
          break
        }
        let bytes = try await ports.store.releaseConfirmed(there.map(\.id), of: session.id, at: ports.clock.wallTime)
        releasedFiles += there.count
        releasedBytes += bytes
        log.notice(
          "the keep-policy let a session's files go",
          metadata: ["keep.session": "\(session.id.short)", "keep.bytes": "\(bytes)"])
      }
      if releasedFiles > 0 { lookForLastPrints() }
      mail.yield(.trouble(topic: "keep", Self.words(missing: missing, mute: mute)))
    } catch {
      // Nothing is deleted that could not be asked for; the next hour comes.
      log.info("the keep-policy waits", metadata: ["keep.reason": "\(error)"])
    }
  }

  private static func words(missing: [String], mute: [SessionID]) -> String? {
    if let first = missing.first {
      return "the gallery no longer had \(missing.count) files it confirmed, so they are sent again: \(first) …"
    }
    return mute.first.map { session in
      """
      the gallery serves nothing it is asked for, so \(mute.count) sessions stay here that the keep-policy would let \
      go: \(session) …
      """
    }
  }

  /// Whether the gallery serves the manifest that it must have; nothing is believed of one that does not.
  private func answers(about session: SessionRecord) async throws -> Bool {
    try await ports.gallery.size(
      of: GalleryPath.manifest(event: session.event, session: session.id), expecting: Manifest.mostBytes) != nil
  }

  /// Asks the gallery for every file of a session: what it serves with the right size may go.
  private func atGallery(_ session: SessionRecord) async throws -> (there: [Asset], absent: [Asset]) {
    var (there, absent): ([Asset], [Asset]) = ([], [])
    for asset in session.assets {
      let path = GalleryPath.asset(event: session.event, session: session.id, kind: asset.kind, strip: asset.strip)
      let size = try await ports.gallery.size(of: path, expecting: asset.sizeBytes)
      if size == asset.sizeBytes { there.append(asset) } else { absent.append(asset) }
    }
    return (there, absent)
  }
}
