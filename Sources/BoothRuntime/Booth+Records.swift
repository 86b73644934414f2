import BoothCore

/// Carries out what becomes durable in the store's turn: states of jobs, and deletions.
extension Booth {
  func tellRecords(_ input: JobRecords.Input) {
    for effect in records.handle(input, at: ports.clock.now) {
      switch effect {
      case .takeTurn(let turn): storeLane.add { [self] in await write(turn) }
      case .begin(let job, let lease): begin(job, lease)
      case .stop(let lease): running.removeValue(forKey: lease)?.cancel()
      case .tellPump(let input): post(input)
      case .tellRefusal(let error): mail.storeRefused(error)
      }
    }
  }

  private func write(_ turn: Int) async {
    let jobs = records.turnCame(turn)
    do throws(StoreError) {
      if !jobs.isEmpty { try await ports.store.record(jobs) }
      tellRecords(.written(turn))
    } catch {
      tellRecords(.refused(turn, error))
    }
  }

  func tellDeletions(_ input: Deletions.Input) {
    for effect in deletions.handle(input, at: ports.clock.now) {
      switch effect {
      case .takeTurn(let turn): storeLane.add { [self] in await delete(turn) }
      case .tellPump(let input): post(input)
      case .tellOperator(let words): mail.yield(.trouble(topic: "deletion", words))
      }
    }
  }

  private func delete(_ turn: Int) async {
    guard let deletion = deletions.deletion(turn) else { return }
    do throws(StoreError) {
      tellDeletions(.taken(turn, try await carryOut(deletion)))
    } catch {
      tellDeletions(.refused(turn, error))
    }
  }

  private func carryOut(_ deletion: Deletion) async throws(StoreError) -> [Job] {
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
    for case .takeTurn(let turn) in deletions.handle(.lastTurn, at: ports.clock.now) { await delete(turn) }
    for case .takeTurn(let turn) in records.handle(.lastTurn, at: ports.clock.now) { await write(turn) }
  }
}
