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
      var erasure = Erasure(of: id, at: time)
      for news in erasure.start() { deliver(news) }
      let answer: Erasure.Input
      do throws(StoreError) {
        answer = .taken(
          try takeAway(id) { () throws(StoreError) in try night.machines.eraseSession(vault, id, time) })
      } catch {
        guard !night.gate.isKilled else { return }
        answer = .refused
      }
      for news in night.machines.erasure(&erasure, answer) { deliver(news) }
    }
  }

  private func deliver(_ news: Erasure.News) {
    guard isAlive else { return }
    switch news {
    case .sendToFlow(let input): post(input)
    case .sendToPump(let input): post(.jobs(input))
    case .decide(let deletion): sendToDeletions(.decided(deletion))
    }
  }

  /// `booth queue cancel`: gives up a job. Erasures stay, as a person asked for them; files of addresses bring those,
  /// too.
  func cancelJob(_ number: Int) {
    let jobs = pump.jobs.map(\.job).filter { $0.sessionJob?.endsWithSession ?? false }
    guard !jobs.isEmpty else { return }
    let job = jobs[number % jobs.count]
    night.watch.cancelAsked(job)
    post(.jobs(.cancelRequested(job.id)))
  }
}
