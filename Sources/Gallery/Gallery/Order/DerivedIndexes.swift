import BoothCore

/// When the files are made that follow from others: at once, and then at most once in a while for each event, however often it changes.
///
/// Nothing is lost with it: a file that was not made is made with the next change.
actor DerivedIndexes {
  private let pause: Duration
  private let clock = ContinuousClock()
  private var last: [EventID: ContinuousClock.Instant] = [:]
  /// Events that changed since their file was made last, each with what waits until it may be made again.
  private var waiting: [EventID: (pause: Task<Void, Never>, work: Task<Void, Never>)] = [:]
  private var isOpen = true
  /// What has been made so long ago is as if it were never.
  private static let most = 1000

  init(pause: Duration) { self.pause = pause }

  /// Makes an event's file; returns when it is made, or when one is to be made later that will have the change, too.
  func changed(_ event: EventID, _ make: @escaping @Sendable () async -> Void) async {
    guard waiting[event] == nil else { return }
    let now = clock.now
    guard isOpen, let made = last[event], made + pause > now else {
      last[event] = now
      return await make()
    }
    wait(made + pause - now, event, make)
  }

  /// Makes it in a while; at once where the gallery has ended.
  func changedLater(_ event: EventID, _ make: @escaping @Sendable () async -> Void) async {
    guard waiting[event] == nil else { return }
    guard isOpen else { return await make() }
    wait(pause, event, make)
  }

  private func wait(_ time: Duration, _ event: EventID, _ make: @escaping @Sendable () async -> Void) {
    let pause = Task<Void, Never> {
      do { try await Task.sleep(for: time) } catch {
        // The gallery ends: it is made now.
      }
    }
    let work = Task {
      await pause.value
      self.begins(event)
      await make()
    }
    waiting[event] = (pause, work)
  }

  /// A change from now on is not in the file that is being made.
  private func begins(_ event: EventID) {
    waiting[event] = nil
    if last.count >= Self.most { last = [:] }
    last[event] = clock.now
  }

  /// The gallery begins to serve.
  func open() { isOpen = true }

  /// The gallery has ended: makes what is still to be made.
  func close() async {
    isOpen = false
    let rest = waiting.values
    for (pause, _) in rest { pause.cancel() }
    for (_, work) in rest { await work.value }
  }
}
