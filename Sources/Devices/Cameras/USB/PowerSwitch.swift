/// How a camera's power is taken away for a moment. Nothing of this was tried on a real hub or relay.
public enum PowerSwitch: Sendable, Equatable {
  /// Long enough for the capacitors of a dummy battery.
  public static let usualPause = Duration.seconds(4)

  /// By the USB port it is plugged into; for what that port feeds, which no DSLR is.
  case usbPort(off: Duration = usualPause)
  /// By two commands, for a relay or a plug in the network: program and arguments, without a shell.
  case command(off: [String], on: [String], pause: Duration = usualPause)
}
