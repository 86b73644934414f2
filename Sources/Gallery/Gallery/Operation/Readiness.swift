import BoothCore

/// Whether the store answers, asked at most once a second however many ask.
actor Readiness {
  private let store: any ObjectStore
  private let patience: Duration
  private let clock = ContinuousClock()
  private var last: (at: ContinuousClock.Instant, fault: ObjectStoreError?)?
  private var asking: Task<ObjectStoreError?, Never>?

  /// How long an answer stands for the next.
  private static let pause = Duration.seconds(1)

  /// - Parameter patience: how long the store may take; load balancers wait no longer than some seconds.
  init(_ store: any ObjectStore, patience: Duration = .seconds(4)) {
    self.store = store
    self.patience = patience
  }

  /// Why the store does not serve; nil where it does.
  func fault() async -> ObjectStoreError? {
    if let last, clock.now - last.at < Self.pause { return last.fault }
    let task = asking ?? Task { [store, patience] in await Self.fault(store, patience) }
    asking = task
    let fault = await task.value
    if asking == task {
      asking = nil
      last = (clock.now, fault)
    }
    return fault
  }

  private static func fault(_ store: any ObjectStore, _ patience: Duration) async -> ObjectStoreError? {
    await withTaskGroup(of: ObjectStoreError?.self) { group in
      group.addTask {
        do throws(ObjectStoreError) {
          _ = try await store.place()
          _ = try await store.page(prefix: "private/ready/", after: nil, limit: 1)
          return nil
        } catch { return error }
      }
      group.addTask {
        do { try await Task.sleep(for: patience) } catch {
          // The store was faster.
        }
        return ObjectStoreError(
          .unavailable, subject: "the store", detail: "no answer within \(patience.components.seconds) s")
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }
}
