import BoothTesting
import Testing

/// Waits until something is so; a generous end, that a machine under load does not reach.
func eventually(
  _ condition: () async throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async rethrows {
  let end = ContinuousClock.now + .seconds(600)
  while try await !condition() {
    guard ContinuousClock.now < end else {
      Issue.record("it never came to be", sourceLocation: sourceLocation)
      return
    }
    await Task.moment()
  }
}
