/// Which display an operator wants the guests' screen on, and how.
public struct ScreenOptions: Sendable, Hashable {
  /// By which of the kernel's two ways pictures reach the display.
  public enum Kind: Sendable, Hashable {
    /// A graphics card where one has a display, else a frame buffer device.
    case automatic
    /// A graphics card by kernel mode setting (DRM/KMS).
    case card
    /// A frame buffer device (fbdev).
    case frameBuffer
  }

  /// The virtual terminal to put away while pictures are shown.
  public enum Console: Sendable, Hashable {
    /// The one that standard input is, else the one that is shown, where this process may.
    case automatic
    case none
    /// `/dev/tty7`.
    case path(String)
  }

  /// Which kind of device is looked for.
  public var kind: Kind
  /// `/dev/dri/card1`, a link in `/dev/dri/by-path`, `/dev/fb1`; nil for whichever there is.
  public var device: String?
  /// `HDMI-A-1`; nil for the first that has a display.
  public var connector: String?
  /// Nil for what the display prefers.
  public var mode: ModeRequest?
  /// Which virtual terminal is put away; by default found by itself.
  public var console = Console.automatic
  /// Whether keys reach no program that reads the console, nor switch it. Not where a ``KeyboardPanel`` reads that very
  /// terminal.
  public var mutesKeyboard = true
  /// Whether a card that another program has at the start is waited for, as one is that is taken later; else that is a
  /// fault.
  public var waitsForCard = false

  /// By default whatever display there is, in the mode it prefers, with its console put away and its keyboard muted.
  public init(
    kind: Kind = .automatic, device: String? = nil, connector: String? = nil, mode: ModeRequest? = nil,
    console: Console = .automatic, mutesKeyboard: Bool = true
  ) {
    self.kind = kind
    self.device = device
    self.connector = connector
    self.mode = mode
    self.console = console
    self.mutesKeyboard = mutesKeyboard
  }

  /// Reads what an operator writes, words in any order: `auto`, `kms` or `fb`, a device's path, a connector's name, and a
  /// mode: `kms HDMI-A-1 1920x1080@60`, `/dev/fb1`.
  /// - Throws: a fault that names the word which is none of these.
  public init(words text: String) throws(ScreenFault) {
    self.init()
    for word in text.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init) {
      if let mode = ModeRequest(text: word) {
        self.mode = mode
      } else if word.hasPrefix("/dev/") {
        device = word
        kind = word.hasPrefix("/dev/dri/") ? .card : .frameBuffer
      } else if DisplayConnector.canBeName(word) {
        connector = word
        kind = .card
      } else {
        switch word.lowercased() {
        case "auto": kind = .automatic
        case "kms", "drm": kind = .card
        case "fb", "fbdev": kind = .frameBuffer
        default:
          throw ScreenFault(
            subject: "the screen “\(text)”",
            detail:
              "“\(word)” is none of `auto`, `kms`, `fb`, a device such as /dev/dri/card0 or /dev/fb0, a connector such "
              + "as HDMI-A-1, a mode such as 1920x1080@60; `booth devices` lists what there is")
        }
      }
    }
    if kind == .frameBuffer, connector != nil || mode != nil {
      throw ScreenFault(
        subject: "the screen “\(text)”",
        detail:
          "a frame buffer device has one display and one mode; leave the connector and the mode away, or say `kms`")
    }
  }
}
