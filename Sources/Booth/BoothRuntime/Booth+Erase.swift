public import BoothCore

/// What the operator decides about sessions that are over.
extension Booth {
  /// Queues anew what a cancelled job was to do.
  /// - Throws: ``StoreError`` with the reason where there is nothing to do any more.
  public func takeUpCancelled(_ id: JobID) async throws -> [Job] {
    let jobs = try await ports.store.takeUpCancelled(id)
    mail.yield(.jobs(.added(jobs)))
    return jobs
  }

  /// Why a session is not erased, in a sentence.
  public struct EraseError: Error, Sendable {
    /// The sentence, for the operator.
    public var words: String
    /// It was erased, and something of its guests may still be here.
    public var isPartlyDone = false
  }

  /// Erases a session here, and queues its removal at the gallery.
  ///
  /// One that is in front of the camera is not erased: the guests cancel it themselves (Esc, twice), which deletes
  /// everything of it, or it is erased when it is finished.
  /// - Returns: whether the gallery is still to erase something of it.
  /// - Throws: ``EraseError`` also where it was erased and something of its guests may still be here, in a file that
  ///   cannot be read.
  @discardableResult
  public func erase(_ id: SessionID) async throws -> Bool {
    guard let record = try await ports.store.session(id) else {
      throw EraseError(words: "there is no session \(id); `booth session list` shows them")
    }
    guard record.state != .capturing else {
      throw EraseError(
        words: "session \(id) is in front of the camera: cancel it there (Esc, twice), or erase it when it is finished")
    }
    let time = ports.clock.wallTime
    var erasure = Erasure(of: id, at: time)
    for news in erasure.start() { deliver(news) }
    let jobs: [Job]
    do throws(StoreError) {
      jobs = try await ports.store.eraseSession(id, at: time)
      for news in erasure.handle(.taken(jobs)) { deliver(news) }
    } catch {
      // The operator is told meanwhile.
      for news in erasure.handle(.refused) { deliver(news) }
      forgetErased(id)
      throw error
    }
    forgetErased(id)
    if let left = try await ports.store.leftOfErased(id) {
      throw EraseError(words: "erased here, but \(left)", isPartlyDone: true)
    }
    return jobs.contains { $0.kind == .erase }
  }

  private func deliver(_ news: Erasure.News) {
    switch news {
    case .sendToFlow(let input): post(input)
    case .sendToPump(let input): post(input)
    case .decide(let deletion): sendToDeletions(.decided(deletion))
    }
  }

  /// Nothing of an erased session is shown any more.
  func forgetErased(_ id: SessionID) {
    workshop.forget(id)
    if progress?.session == id { progress = nil }
    lastPrints = nil
    lookForLastPrints()
  }
}
