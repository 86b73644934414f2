package import StudioServer

extension StudioServer {
  /// Serves while a test talks to it, and ends with the test.
  /// - Parameter body: gets the port.
  package func serving(_ body: @Sendable @escaping (_ port: Int) async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await run() }
      group.addTask { try await body(try await boundPort()) }
      try await group.next()
      group.cancelAll()
      while let result = await group.nextResult() {
        if case .failure(let error) = result, !(error is CancellationError) { throw error }
      }
    }
  }
}
