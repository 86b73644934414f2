import BoothCore
import BoothRuntime
import CommandSupport

/// Tells a booth of its opening hours, as the clock on the wall goes.
struct HoursKeeper {
  /// Guests who come on the hour do not wait for a booth that looks at the clock once a minute.
  static let interval = Duration.seconds(5)

  let hours: OpeningHours

  /// Nil where there are none; a text that is none has been noted when settings were proved.
  init?(_ settings: Settings) {
    guard let text = settings.text(.hours), let hours = try? OpeningHours(text) else { return nil }
    self.hours = hours
  }

  /// Until its task is cancelled.
  func keep(_ booth: Booth, _ clock: any BoothClock) async {
    var told: Closing?
    while !Task.isCancelled {
      let closing = hours.closing(at: clock.wallTime)
      if closing != told { booth.changeHours(closing) }
      told = closing
      do { try await clock.sleep(until: clock.now + Self.interval) } catch { return }
    }
  }
}
