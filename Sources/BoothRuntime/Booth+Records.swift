import BoothCore

/// Makes the states of jobs durable, also those that the disk refused at first.
extension Booth {
  /// When a disk that refused is asked again.
  static let refusedRetry = Duration.seconds(3)

  /// Records states of jobs, and before them whatever the disk refused so far, in one commit. Called by the store lane
  /// alone, one piece after the other.
  /// - Returns: why the disk refused, if it did; then they are tried again until it takes them.
  func record(_ jobs: [Job]) async -> StoreError? {
    let newer = Set(jobs.map(\.id))
    let all = unrecorded.values.filter { !newer.contains($0.id) }.sorted { $0.id < $1.id } + jobs
    guard !all.isEmpty else { return nil }
    do throws(StoreError) {
      try await ports.store.record(all)
      for job in all { unrecorded[job.id] = nil }
      return nil
    } catch {
      for job in all { unrecorded[job.id] = job }
      mail.storeRefused(error)
      recordAgainSoon()
      return error
    }
  }

  private func recordAgainSoon() {
    guard !isRecordingAgain, !isStopping else { return }
    isRecordingAgain = true
    Task {
      do { try await ports.clock.sleep(until: ports.clock.now + Self.refusedRetry) } catch { return }
      isRecordingAgain = false
      storeLane.add { [self] in _ = await record([]) }
    }
  }

  /// A deletion that was decided is tried until the disk takes it, the last time when the booth is shut down.
  func discarding(_ body: @escaping @Sendable (any SessionStore) async throws(StoreError) -> Void) {
    lastDeletion += 1
    let number = lastDeletion
    deletions[number] = body
    storeLane.add { [self] in await delete(number) }
  }

  private func delete(_ number: Int) async {
    guard let body = deletions[number] else { return }
    do throws(StoreError) { try await body(ports.store) } catch {
      mail.yield(.trouble(topic: "deletion", error.description))
      guard error.mayPass else {
        deletions[number] = nil
        return
      }
      guard !isStopping else { return }
      Task {
        do { try await ports.clock.sleep(until: ports.clock.now + Self.refusedRetry) } catch { return }
        storeLane.add { [self] in await delete(number) }
      }
      return
    }
    deletions[number] = nil
    mail.yield(.trouble(topic: "deletion", nil))
  }

  /// The lane is done: what the disk refused is tried a last time.
  func finishRefused() async {
    for number in deletions.keys.sorted() { await delete(number) }
    _ = await record([])
  }
}
