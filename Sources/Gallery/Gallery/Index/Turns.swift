/// Lets one at a time do something per key, in the order of arrival.
actor Turns<Key: Hashable & Sendable> {
  private var waiting: [Key: [CheckedContinuation<Void, Never>]] = [:]

  /// Runs `body` when all who came before with the same key have finished.
  nonisolated func take<Value: Sendable, Failure: Error>(
    _ key: Key, _ body: @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    await arrive(key)
    let result: Result<Value, Failure>
    do throws(Failure) {
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
    await leave(key)
    return try result.get()
  }

  private func arrive(_ key: Key) async {
    if waiting[key] == nil {
      waiting[key] = []
      return
    }
    await withCheckedContinuation { waiting[key, default: []].append($0) }
  }

  private func leave(_ key: Key) {
    guard var others = waiting[key], !others.isEmpty else {
      waiting[key] = nil
      return
    }
    let next = others.removeFirst()
    waiting[key] = others
    next.resume()
  }
}
