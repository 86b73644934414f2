import BoothCore
import BoothDevices
import Logging

/// The guests' screen and panels: the terminal and its keyboard, or the log.
struct Screens {
  let screen: any ScreenDriver
  let panels: [any PanelDriver]

  init(onTerminal: Bool, clock: any BoothClock, log: Logger) {
    if onTerminal {
      screen = TerminalScreen(clock: clock, log: log)
      panels = [KeyboardPanel(clock: clock, log: log)]
    } else {
      screen = LogScreen(log: log)
      panels = []
    }
  }
}
