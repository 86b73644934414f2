import BoothCore
import Logging

/// Carries out what becomes durable in the store's batch: states of jobs, and deletions.
extension Booth {
  func sendToRecords(_ input: JobRecords.Input) {
    for effect in records.handle(input, at: ports.clock.now) {
      switch effect {
      case .perform(let batch): storeLane.add { [self] in await write(batch) }
      case .begin(let job, let lease): begin(job, lease)
      case .stop(let lease): running.removeValue(forKey: lease)?.cancel()
      case .sendToPump(let input): post(input)
      case .reportRefusal(let error): mail.storeRefused(error)
      }
    }
  }

  private func write(_ batch: Int) async {
    let jobs = records.turnCame(batch)
    do throws(StoreError) {
      if !jobs.isEmpty { try await ports.store.record(jobs) }
      sendToRecords(.written(batch))
    } catch {
      sendToRecords(.refused(batch, error))
    }
  }

  func sendToDeletions(_ input: Deletions.Input) {
    for effect in deletions.handle(input, at: ports.clock.now) {
      switch effect {
      case .perform(let batch): storeLane.add { [self] in await delete(batch) }
      case .sendToPump(let input): post(input)
      case .notifyOperator(let words): mail.yield(.trouble(topic: "deletion", words))
      case .reportRefusal(let error): mail.storeRefused(error)
      }
    }
  }

  private func delete(_ batch: Int) async {
    guard let deletion = deletions.deletion(batch) else { return }
    do throws(StoreError) {
      sendToDeletions(.taken(batch, try await perform(deletion)))
    } catch {
      sendToDeletions(.refused(batch, error))
    }
  }

  private func perform(_ deletion: Deletion) async throws(StoreError) -> [Job] {
    switch deletion {
    case .files(let assets, let session, let reason, let time):
      try await ports.store.discard(assets, of: session, reason, at: time)
    case .session(let session, .erase, let time): return try await ports.store.eraseSession(session, at: time)
    case .session(let session, let reason, let time):
      try await ports.store.discardSession(session, reason, at: time)
    }
    return []
  }

  /// The lane is done: what the disk refused is tried a last time.
  func finishRefused() async {
    for case .perform(let batch) in deletions.handle(.stopping, at: ports.clock.now) { await delete(batch) }
    for case .perform(let batch) in records.handle(.stopping, at: ports.clock.now) { await write(batch) }
  }
}

extension Booth {
  /// What was being worked on as the booth ended in good order is work for its next start, and not what it died under.
  func leaveJobsReady() async {
    let left = pump.jobs.map(\.job).filter { $0.state == .running }.map { job in
      var job = job
      job.state = .ready
      return job
    }
    guard !left.isEmpty else { return }
    do throws(StoreError) { try await ports.store.record(left) } catch {
      log.warning("jobs that ran stay as they are in the books", metadata: ["store.error": "\(error)"])
    }
  }
}
