import CommandSupport
import FoundationEssentials
import Glibc
import Screens

/// Where the program runs, as far as that decides where guests see it.
struct Surroundings: Sendable {
  var environment: [String: String]
  /// Whether both input and output are a terminal.
  var isTerminal: Bool
  var processID: Int32
  /// What there is to show pictures on; asked anew each time.
  var signs: @Sendable () -> DisplaySigns

  /// Of this very process.
  static var own: Surroundings {
    Surroundings(
      environment: ProcessInfo.processInfo.environment,
      isTerminal: isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1, processID: getpid(),
      signs: { ScreenDevices.signs() })
  }

  /// Whether systemd started the program as a service: there is no typing.
  ///
  /// Whatever a service starts inherits its variables, a desktop's terminals among it. `SYSTEMD_EXEC_PID` (systemd 248 and
  /// newer, systemd.exec(5)) says which process is meant; `INVOCATION_ID`, which does not, counts where there is no
  /// terminal, as for a script that starts the booth.
  var isService: Bool {
    if environment["SYSTEMD_EXEC_PID"] == "\(processID)" { return true }
    return environment["INVOCATION_ID"] != nil && !isTerminal
  }

  /// Whether the terminal understands more than lines of text (terminfo(5): `dumb` is the name of one that does not).
  var drawsInTerminal: Bool {
    let name = environment["TERM"] ?? ""
    return isTerminal && !name.isEmpty && name != "dumb"
  }

  /// Whether the terminal is the machine's own console.
  var isOwnConsole: Bool { isTerminal && environment["TERM"] == "linux" }
}
