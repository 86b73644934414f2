import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import BoothVault
import CommandSupport

/// Tells a booth of its opening hours, as the clock on the wall goes. That the operator has opened it outside of them outlives a restart: a
/// booth whose power fails while its guests stay longer does not turn them away.
struct HoursKeeper {
  /// Guests who come on the hour do not wait for a booth that looks at the clock once a minute.
  static let interval = Duration.seconds(1)
  /// Holds until when the operator's opening stands, in whole seconds since 1970: the moment at which the hours begin.
  static let openedName = "opened-until"
  /// No closing lasts longer: hours are told for a week, and clocks change by an hour.
  private static let longest = 8.0 * 24 * 3600

  let hours: OpeningHours
  /// The data folder.
  let folder: String

  /// Nil where there are none; a text that is none has been noted when settings were proved.
  init?(_ settings: Settings) {
    guard let text = settings.text(.hours), let hours = try? OpeningHours(text) else { return nil }
    self.hours = hours
    folder = settings.data
  }

  /// Until its task is cancelled.
  func keep(_ booth: Booth, _ clock: any BoothClock) async {
    var told: Closing?
    var opened = openedUntil
    while !Task.isCancelled {
      let time = clock.wallTime
      var closing = hours.closing(at: time)
      let isNews = closing != told
      told = closing
      if let opened, opened > time.unixSeconds, opened - time.unixSeconds <= Self.longest { closing?.isLifted = true }
      if isNews { booth.changeHours(closing) }
      opened = await follow(booth, opened, at: time)
      do { try await clock.sleep(until: clock.now + Self.interval) } catch { return }
    }
  }

  /// Writes down what the operator has decided.
  /// - Parameter opened: until when it stood open before.
  /// - Returns: and until when it does now.
  private func follow(_ booth: Booth, _ opened: Double?, at time: WallTime) async -> Double? {
    guard let seconds = hours.secondsUntilOpen(at: time) else { return keep(nil, opened) }
    if await booth.isOpenedAnyway {
      // To the minute, as the hours are.
      let until = ((time.unixSeconds / 60).rounded(.down) * 60 + seconds).rounded()
      return keep(until, opened)
    }
    // Paused since: so it is closed after the next start. A booth that has just started has not heard yet that it stays open.
    return await booth.status.state == .paused ? keep(nil, opened) : opened
  }

  private func keep(_ until: Double?, _ known: Double?) -> Double? {
    guard until != known else { return known }
    // A disk that takes nothing is told of elsewhere: then it holds for this run alone.
    do throws(StoreError) {
      if let until {
        _ = try POSIXDisk(root: folder).writeDurably(Array("\(Int64(until))\n".utf8), to: Self.openedName)
      } else {
        try POSIXDisk(existing: folder).remove(Self.openedName)
      }
    } catch {}
    return until
  }

  /// Nil where it was not opened so, and where the file is not what a booth wrote.
  private var openedUntil: Double? {
    guard let bytes = OrdinaryFile.bytes("\(folder)/\(Self.openedName)") else { return nil }
    return Int64(String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)).map(Double.init)
  }
}
