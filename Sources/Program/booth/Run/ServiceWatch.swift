import BoothCore
import BoothRuntime
import Synchronization

/// Tells the service manager how the booth is, from its first scene to its end.
///
/// While the booth runs, the manager hears that its mailbox is read and its screen drawn. From its last state on it hears
/// that the booth is ending, as long as steps of the end follow each other: an end that hangs is the manager's to end.
final class ServiceWatch: Sendable {
  /// How long one step of the end may take.
  static let stepPatience = Duration.seconds(60)

  private let notify: @Sendable (String) -> Void
  private let watchdog: Duration?
  private let clock: any BoothClock
  /// When the last step of the end began; nil before the first.
  private let steppedAt = Mutex<Instant?>(nil)
  private let tasks = Mutex<[Task<Void, Never>]>([])

  convenience init(_ manager: ServiceNotice, clock: any BoothClock) {
    self.init(watchdog: manager.watchdog, clock: clock) { manager.notify($0) }
  }

  /// - Parameter watchdog: within which the manager wants to hear; nil where it does not.
  init(watchdog: Duration?, clock: any BoothClock, notify: @escaping @Sendable (String) -> Void) {
    self.notify = notify
    self.watchdog = watchdog
    self.clock = clock
  }

  /// Watches a booth and its screen from now on. This is not waited for: a screen that hangs must not hold up the end.
  func start(_ booth: Booth, _ screen: any ScreenDriver) {
    let watching = Task { await self.watch(booth, screen) }
    let ending = Task {
      for await state in await booth.states() where state == .stopped { return await self.end() }
    }
    tasks.withLock { $0 = [watching, ending] }
  }

  /// Says nothing more.
  func stop() { for task in tasks.withLock({ $0 }) { task.cancel() } }

  /// A part of the end is done.
  func step() { steppedAt.withLock { if $0 != nil { $0 = clock.now } } }

  private func watch(_ booth: Booth, _ screen: any ScreenDriver) async {
    var hasBegun = false
    for await state in await booth.states() where state != .starting {
      hasBegun = true
      break
    }
    // A booth that could not start never was ready.
    guard hasBegun, !Task.isCancelled else { return }
    await booth.settle()
    await screen.settle()
    notify("READY=1")
    guard let watchdog else { return }
    while !Task.isCancelled {
      await booth.settle()
      await screen.settle()
      // Whether it lives from here on, its end says.
      if steppedAt.withLock({ $0 != nil }) { return }
      notify("WATCHDOG=1")
      do { try await clock.sleep(until: clock.now + watchdog / 3) } catch { return }
    }
  }

  /// Says that the booth is ending, and that it lives, until a step takes too long.
  func end() async {
    steppedAt.withLock { $0 = clock.now }
    notify("STOPPING=1")
    guard let watchdog else { return }
    while let last = steppedAt.withLock({ $0 }), clock.now - last < Self.stepPatience {
      notify("WATCHDOG=1")
      do { try await clock.sleep(until: clock.now + watchdog / 3) } catch { return }
    }
  }
}
