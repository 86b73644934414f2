import BoothCore

/// What second screens show, asked of the store at most once a second for each event, however many screens there are.
actor EventNews {
  /// The newest pictures of an event.
  struct Page: Sendable, Equatable {
    struct Picture: Sendable, Equatable {
      var session: String
      /// The picture's key.
      var path: String
    }

    var pictures: [Picture]
    /// Another one as soon as anything of it is another.
    var mark: String
  }

  private typealias Asking = Task<Result<Page, any Error>, Never>

  private let clock = ContinuousClock()
  private var known: [EventID: (at: ContinuousClock.Instant, page: Page)] = [:]
  private var asking: [EventID: Asking] = [:]

  /// How long a page stands.
  static let pause = Duration.seconds(1)
  private static let most = 1000

  /// The page as it was within the last second.
  /// - Parameter make: asks the store.
  func page(_ event: EventID, _ make: @escaping @Sendable () async throws -> Page) async throws -> Page {
    if let (at, page) = known[event], clock.now - at < Self.pause { return page }
    let task =
      asking[event]
      ?? Asking {
        do { return .success(try await make()) } catch { return .failure(error) }
      }
    asking[event] = task
    let result = await task.value
    if asking[event] == task {
      asking[event] = nil
      if known.count >= Self.most { known = [:] }
      if case .success(let page) = result { known[event] = (clock.now, page) }
    }
    return try result.get()
  }
}
