/// Asks all parts of the studio at once what they show on a home, and waits for none of them longer than a page may take.
enum HomeGathering {
  /// A part of the studio.
  struct Source: Sendable {
    /// What people call it.
    var title: String
    var ask: @Sendable () async throws -> HomeOffer
  }

  /// What came of it.
  enum Outcome: Sendable {
    case offered(HomeOffer)
    case failed(any Error)
    /// It had not answered in time.
    case late
  }

  /// Returns when all have answered, when the time is over, or when the task is cancelled.
  /// - Returns: one for each source, in their order.
  static func outcomes(of sources: [Source], within patience: Duration) async -> [Outcome] {
    let (answers, answer) = AsyncStream<(Int, Outcome)?>.makeStream()
    let asked = sources.enumerated().map { number, source in
      Task {
        do { answer.yield((number, .offered(try await source.ask()))) } catch { answer.yield((number, .failed(error))) }
      }
    }
    let clock = Task {
      do { try await Task.sleep(for: patience) } catch { return }
      answer.yield(nil)
    }
    defer {
      clock.cancel()
      for one in asked { one.cancel() }
    }
    var outcomes = [Outcome](repeating: .late, count: sources.count)
    var missing = sources.count
    guard missing > 0 else { return [] }
    for await one in answers {
      guard let (number, outcome) = one else { break }
      outcomes[number] = outcome
      missing -= 1
      if missing == 0 { break }
    }
    return outcomes
  }
}
