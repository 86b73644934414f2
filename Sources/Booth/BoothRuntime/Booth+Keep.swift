import BoothCore
import Logging

/// Carries out what ``KeepRun`` decides about the events' keep-policies.
extension Booth {
  func sendToKeepRun(_ input: KeepRun.Input, at now: Instant) {
    let effect = keep.handle(input, isSession: flow.state.isSession, at: now, ports.clock.wallTime)
    switch effect {
    case nil: break
    case .notifyOperator(let words):
      if releasedFiles > 0 { lookForLastPrints() }
      note("keep", words)
    case .find?, .askSize?, .bringAgain?, .release?:
      guard let effect else { return }
      Task { mail.yield(.keep(await answer(effect))) }
    }
  }

  private func answer(_ effect: KeepRun.Effect) async -> KeepRun.Input {
    do {
      switch effect {
      case .find: return try await find()
      case .askSize(let path, let expected):
        return .sizeIs(try await ports.gallery.size(of: path, expecting: expected))
      case .bringAgain(let assets, let session):
        let jobs = try await ports.store.bringAgain(assets, of: session)
        if !jobs.isEmpty { post(.added(jobs)) }
        return .broughtAgain
      case .release(let assets, let session):
        let bytes = try await ports.store.releaseConfirmed(assets, of: session, at: ports.clock.wallTime)
        releasedFiles += assets.count
        releasedBytes += bytes
        log.notice(
          "the keep-policy let a session's files go",
          metadata: ["keep.session": "\(session.short)", "keep.bytes": "\(bytes)"])
        return .released
      case .notifyOperator: return .failed
      }
    } catch {
      log.info("the keep-policy waits", metadata: ["keep.reason": "\(error)"])
      return .failed
    }
  }

  private func find() async throws(StoreError) -> KeepRun.Input {
    let candidates = try await ports.store.uploadedSessions().map { found in
      KeepRule.Candidate(
        session: found.session, policy: ports.events.event(slug: found.session.eventSlug)?.keep ?? .init(),
        hasOpenJobs: found.hasOpenJobs)
    }
    return .found(candidates, try await ports.store.space())
  }
}
