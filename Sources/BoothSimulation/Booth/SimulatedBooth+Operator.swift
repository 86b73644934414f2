import BoothCore
import BoothVault

/// What the operator does to sessions that are over.
extension SimulatedBooth {
  /// Erases a finished session on a guest's request: here, and by a job at the gallery.
  func erase(_ number: Int) {
    let time = night.wallTime
    inStore { [unowned self] vault in
      let chosen: SessionID?
      do throws(StoreError) {
        let sessions = try vault.ledger.sessions(in: [.finished, .uploaded])
        chosen = sessions.isEmpty ? nil : sessions[number % sessions.count].id
      } catch {
        return refused(error)
      }
      guard let id = chosen else { return }
      night.watch.announcedSessions.insert(id)
      night.watch.erasedSessions.insert(id)
      post(.sessionErased(id))
      do throws(StoreError) {
        let jobs = try night.machines.eraseSession(vault, id, time)
        night.watch.cancelTaken(id)
        post(.jobs(.sessionDiscarded(id)))
        post(.jobs(.added(jobs)))
      } catch {
        night.watch.cancelRefused(night, id, error)
        refused(error)
        discardSession(id, .erase)
      }
    }
  }

  /// `booth queue cancel`: gives up a job. Erasures stay, as somebody asked for them; files of addresses bring those, too.
  func cancelJob(_ number: Int) {
    let jobs = pump.jobs.map(\.job).filter(\.kind.endsWithSession)
    guard !jobs.isEmpty else { return }
    let job = jobs[number % jobs.count]
    night.watch.cancelAsked(job)
    post(.jobs(.cancelRequested(job.id)))
  }

  /// Lets go what the gallery has, where an event's policy says so; never while a session runs.
  func applyKeepPolicy() {
    guard !flow.state.isSession else { return }
    let time = night.wallTime
    inStore { [unowned self] vault in
      do throws(StoreError) {
        let candidates = try vault.uploadedSessions().map { found in
          KeepRule.Candidate(
            session: found.session, policy: SimulatedEvents.event(found.session.eventSlug)?.keep ?? .init(),
            hasOpenJobs: found.hasOpenJobs)
        }
        for session in KeepRule.leaving(candidates, space: try vault.disk.space(), now: time) {
          let absent = session.assets.filter { asset in
            Int64(night.gallery.objects[night.watch.galleryPath(of: asset)]?.count ?? -1) != asset.sizeBytes
          }
          guard absent.isEmpty else {
            post(.jobs(.added(try vault.bringAgain(absent.map(\.id), of: session.id))))
            continue
          }
          _ = try vault.releaseConfirmed(session.assets.map(\.id), of: session.id, at: time)
        }
      } catch {
        refused(error)
      }
    }
  }
}
