import BoothControl
import BoothCore
import BoothProgram
import BoothRuntime
import BoothStore
import BoothSupervision
import BoothSystem
import FoundationEssentials
import Glibc
import Logging
import Synchronization

/// Opens the data folder, and waits for its disk where that may help: guests see that the booth is out of order, the
/// operator why.
struct StoreStart {
  let settings: Settings
  let screen: ScreenChoice
  /// How long it waits at most; nil: for ever.
  let patience: Duration?
  /// Is told that the start takes longer than its deadline, where that is meant to be.
  let manager: ServiceNotice?
  private let clock = SystemClock()

  /// What the store says may take minutes: so many photos' checksums, read from a slow card.
  private static let longWork = Duration.seconds(1800)
  /// From one try to the next scene, or the next word to the manager.
  private static let openingTime = Duration.seconds(90)

  func open() async throws -> VaultSessionStore {
    let folder = settings.data
    var waiting: Waiting?
    let end = patience.map { clock.now + $0 }
    while true {
      do throws(StoreError) {
        let store = try VaultSessionStore.open(folder: folder) {
          complain("booth: \($0)")
          manager?.extendStart(by: Self.longWork)
        }
        if let waiting {
          await waiting.close()
          complain("booth: the disk of \(folder) takes data again; going on")
        }
        return store
      } catch {
        guard let words = StartPatience.words(error, at: DataPlace.of(folder)), end.map({ clock.now < $0 }) ?? true
        else {
          await waiting?.close()
          throw error
        }
        if waiting == nil { waiting = try await Waiting(settings, screen, clock: clock) }
        waiting?.tell(words)
        manager?.extendStart(by: StartPatience.interval + Self.openingTime)
      }
      try await clock.sleep(until: clock.now + StartPatience.interval)
    }
  }
}

/// What is seen and answered meanwhile. The keyboard stays the shell's, so that Ctrl-C ends the program.
private final class Waiting {
  private let screens: Screens?
  private var console: ControlServer?
  private let folder: String
  private let words = Words()

  private final class Words: Sendable {
    let newest = Mutex("")
    var value: String { newest.withLock { $0 } }
  }

  init(_ settings: Settings, _ choice: ScreenChoice, clock: any BoothClock) async throws {
    folder = settings.data
    screens =
      choice == .log
      ? nil
      : try Screens(
        choice, settings: settings, eventFolder: { $0 }, chain: settings.chains.live, takesKeyboard: false,
        clock: clock,
        log: Logger(label: "screen") { _ in SwiftLogNoOpLogHandler() })
  }

  func tell(_ news: String) {
    openConsole()
    guard words.value != news else { return }
    words.newest.withLock { $0 = news }
    screens?.screen.show(
      ScreenPicture(scene: Scene(outOfOrder: .noRoom(news)), event: nil, events: [], troubles: [news]))
    // A terminal shows it; the log of a service has it once.
    if screens == nil { complain("booth: out of order: \(news)") }
  }

  /// The console's socket is a name in the data folder, for which even a full disk mostly has room; one that is
  /// read-only has not, and is asked again.
  private func openConsole() {
    guard console == nil else { return }
    do {
      console = try ControlPath(data: folder).open { [words] _ in
        ControlResponse(
          ok: false, code: Int(CommandError.failed), message: "the booth waits for its disk: \(words.value)")
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
