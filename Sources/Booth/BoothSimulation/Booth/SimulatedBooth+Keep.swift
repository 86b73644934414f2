import BoothCore
import BoothVault

/// Carries out what ``KeepRun`` decides about the events' keep-policies.
extension SimulatedBooth {
  func sendToKeepRun(_ input: KeepRun.Input) {
    let effect = night.machines.keep(&keep, input, flow.state.isSession, instant, night.wallTime)
    wakeUps.keep = keep.wakeUp
    night.trace?.note(at: instant, "keep", input, effect.map { [$0] } ?? [])
    switch effect {
    case nil, .notifyOperator: break
    case .find:
      night.watch.keepRunBegins()
      inDatabase { (vault) throws(StoreError) in
        let candidates = try vault.uploadedSessions().map { found in
          KeepRule.Candidate(
            session: found.session, policy: SimulatedEvents.event(found.session.eventSlug)?.keep ?? .init(),
            hasOpenJobs: found.hasOpenJobs)
        }
        return .found(candidates, try vault.disk.space())
      }
    case .askSize(let path, _):
      night.gallery.receive(.askSize(path), night) { [self] input in
        guard isAlive else { return }
        guard case .sizeIs(let size) = input else { return post(.keep(.failed)) }
        night.watch.served(size, at: path)
        post(.keep(.sizeIs(size)))
      }
    case .bringAgain(let assets, let session):
      night.watch.callsLost(session, night)
      inDatabase { [unowned self] (vault) throws(StoreError) in
        post(.jobs(.added(try vault.bringAgain(assets, of: session))))
        return .broughtAgain
      }
    case .release(let assets, let session):
      night.watch.lets(assets, of: session, goFrom: self, night)
      let time = night.wallTime
      inDatabase { (vault) throws(StoreError) in
        _ = try vault.releaseConfirmed(assets, of: session, at: time)
        return .released
      }
    }
  }

  private func inDatabase(_ body: @escaping (Vault) throws(StoreError) -> KeepRun.Input) {
    inStore { [unowned self] vault in
      do throws(StoreError) {
        post(.keep(try body(vault)))
      } catch {
        guard !night.gate.isKilled else { return }
        post(.keep(.failed))
      }
    }
  }
}
