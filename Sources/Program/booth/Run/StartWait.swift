import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import ControlSocket
import FoundationEssentials
import Logging
import Synchronization

/// How a booth starts: where it is seen, who hears of it, and how long it waits for what it cannot do without.
struct StartPlace {
  let settings: Settings
  let screen: ScreenChoice
  /// How long it waits at most; nil: for ever.
  let patience: Duration?
  /// Is told that the start takes longer than its deadline, where that is meant to be.
  let manager: ServiceNotice?
  let end: EndRequests
  let clock = SystemClock()

  /// Whether a slip on the command line is a person's, who is there to mend it.
  var isAttended: Bool { !Surroundings.own.isService }
}

/// What is seen and answered while a start waits: guests see that the booth is out of order, the operator why. The keyboard stays the
/// shell's.
final class StartWait {
  private let screens: Screens?
  private var console: ControlServer?
  private let folder: String
  private let end: EndRequests
  private let words = Words()

  private final class Words: Sendable {
    let newest = Mutex("")
    var value: String { newest.withLock { $0 } }
  }

  init(_ place: StartPlace) throws {
    folder = place.settings.data
    end = place.end
    screens =
      place.screen == .log
      ? nil
      : try Screens(
        place.screen, settings: place.settings, eventFolder: { $0 }, chain: place.settings.chains.live,
        takesKeyboard: false, clock: place.clock,
        log: Logger(label: "screen") { _ in SwiftLogNoOpLogHandler() })
  }

  /// - Parameter reason: what guests are shown; its words, where it has any, are `said`.
  func report(_ said: CommandText, _ reason: OutOfOrder) {
    openConsole()
    let news = said.text
    guard words.value != news else { return }
    words.newest.withLock { $0 = news }
    screens?.screen.show(
      ScreenPicture(scene: Scene(outOfOrder: reason), event: nil, events: [], troubles: [news]))
    // A terminal shows it; the log of a service has it once.
    if screens == nil { complain("booth: out of order: \(said)") }
  }

  /// The console's socket is a name in the data folder, for which even a full disk mostly has room; one that is
  /// read-only has not, and is asked again.
  private func openConsole() {
    guard console == nil else { return }
    do {
      console = try ControlPath(data: folder).open { [words, end] request in
        guard request.command == "shutdown" else {
          return ControlResponse(
            ok: false, code: Int(CommandError.failed), message: "the booth is out of order, and waits: \(words.value)")
        }
        end.ask()
        return ControlResponse(ok: true, code: 0, message: "the booth ends")
      }
    } catch {
      console = nil
    }
  }

  func close() async {
    await console?.stop()
    await screens?.close()
  }
}
