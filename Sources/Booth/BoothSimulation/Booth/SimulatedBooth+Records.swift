import BoothCore
import BoothVault

/// Carries out what becomes durable in the store's batch: states of jobs, and deletions.
extension SimulatedBooth {
  func sendToRecords(_ input: JobRecords.Input) {
    let effects = night.machines.records(&records, input, instant)
    wakeUps.records = records.wakeUp
    for effect in effects where isAlive {
      switch effect {
      case .perform(let batch): inStore { [unowned self] _ in write(batch) }
      case .begin(let job, let lease): begin(job, lease)
      case .stop(let lease): running[lease] = nil
      case .sendToPump(let input): post(.jobs(input))
      case .reportRefusal(let error): refused(error)
      }
    }
  }

  private func write(_ batch: Int) {
    let jobs = records.turnCame(batch)
    do throws(StoreError) {
      try vault.record(jobs)
      sendToRecords(.written(batch))
    } catch {
      guard !night.gate.isKilled else { return }
      sendToRecords(.refused(batch, error))
    }
  }

  func sendToDeletions(_ input: Deletions.Input) {
    let effects = night.machines.deletions(&deletions, input, instant)
    wakeUps.deletions = deletions.wakeUp
    for effect in effects where isAlive {
      switch effect {
      case .perform(let batch): inStore { [unowned self] _ in delete(batch) }
      case .sendToPump(let input): post(.jobs(input))
      case .notifyOperator: break
      case .reportRefusal(let error): refused(error)
      }
    }
  }

  private func delete(_ batch: Int) {
    guard let deletion = deletions.deletion(batch) else { return }
    do throws(StoreError) {
      sendToDeletions(.taken(batch, try perform(deletion)))
    } catch {
      guard !night.gate.isKilled else { return }
      sendToDeletions(.refused(batch, error))
    }
  }

  private func perform(_ deletion: Deletion) throws(StoreError) -> [Job] {
    switch deletion {
    case .files(let assets, let session, let reason, let time):
      try night.machines.discard(vault, assets, session, reason, time)
      return []
    case .session(let session, let reason, let time):
      return try takeAway(session) { () throws(StoreError) in
        if reason == .erase { return try night.machines.eraseSession(vault, session, time) }
        try night.machines.discardSession(vault, session, reason, time)
        return []
      }
    }
  }

  /// Ends a session in the database, as the watch sees it.
  func takeAway(_ session: SessionID, _ body: () throws(StoreError) -> [Job]) throws(StoreError) -> [Job] {
    do throws(StoreError) {
      let jobs = try body()
      night.watch.cancelTaken(session)
      return jobs
    } catch {
      night.watch.cancelRefused(night, session, error)
      throw error
    }
  }

  /// The store has done all else: what the disk refused is tried a last time.
  func finishRefused() {
    for case .perform(let batch) in night.machines.deletions(&deletions, .stopping, instant)
    where !night.gate.isKilled { delete(batch) }
    for case .perform(let batch) in night.machines.records(&records, .stopping, instant)
    where !night.gate.isKilled { write(batch) }
  }
}
