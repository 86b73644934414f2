/// Where a display is, or could be, plugged into a graphics card.
public struct DisplayConnector: Sendable, Hashable {
  /// Whether a display hangs on it, as the kernel last found.
  public enum Status: Sendable, Hashable {
    case connected
    case disconnected
    /// The connector cannot tell, as some analogue ones.
    case unknown
  }

  /// The kernel's number, valid while the card is.
  var id: UInt32
  /// As the kernel calls it: `HDMI-A-1`, `DSI-1`.
  public var name: String
  /// Whether a display is plugged in.
  public var status: Status
  /// As the kernel orders them, best first.
  public var modes: [DisplayMode]
  /// What the display says of its own size; zero where it does not.
  public var widthMillimetres: Int
  /// Zero where the display does not say, as with the width.
  public var heightMillimetres: Int
  /// A bit for each CRTC of the card that can feed it.
  var possibleCRTCs: UInt32
  /// The CRTC that feeds it now, or 0.
  var crtc: UInt32

  init(
    id: UInt32, name: String, status: Status, modes: [DisplayMode] = [], widthMillimetres: Int = 0,
    heightMillimetres: Int = 0, possibleCRTCs: UInt32 = 1, crtc: UInt32 = 0
  ) {
    self.id = id
    self.name = name
    self.status = status
    self.modes = modes
    self.widthMillimetres = widthMillimetres
    self.heightMillimetres = heightMillimetres
    self.possibleCRTCs = possibleCRTCs
    self.crtc = crtc
  }

  /// Whether a person may look at it. A connector that cannot tell has a display if modes are known of one.
  public var hasDisplay: Bool { status != .disconnected && !modes.isEmpty }

  /// `DRM_MODE_CONNECTOR_*` from 0 on, by the kernel's names (`drm_connector.c`).
  private static let types = [
    "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP", "HDMI-A",
    "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
  ]
  /// Writes pictures back to memory; it cannot be looked at.
  static let writeback: UInt32 = 18

  static func name(type: UInt32, number: UInt32) -> String {
    "\(Int(type) < types.count ? types[Int(type)] : types[0])-\(number)"
  }

  /// Whether a person who writes `text` means this one: `hdmi-a-1`, and `HDMI-1` as other programs have it.
  public func isCalled(_ text: String) -> Bool {
    func plain(_ name: String) -> String {
      let name = name.lowercased()
      return name.hasPrefix("hdmi-a-") ? "hdmi-" + name.dropFirst(7) : name
    }
    return plain(name) == plain(text)
  }

  /// Whether a text could be a connector's name at all.
  static func canBeName(_ text: String) -> Bool {
    let name = text.lowercased()
    return (types + ["HDMI"]).contains { type in
      name.hasPrefix(type.lowercased() + "-") && UInt8(name.dropFirst(type.utf8.count + 1)) != nil
    }
  }
}

/// Which connector of a card is fed by which CRTC with which mode.
struct DisplayPlan: Equatable {
  var connector: DisplayConnector
  var crtc: UInt32
  var mode: DisplayMode
  var meetsRequest: Bool

  /// The first connector with a display, or the one that is wished; the one in use as long as it has one. Nil where there
  /// is none.
  /// - Parameter crtcs: the card's, in the order of the bits in ``DisplayConnector/possibleCRTCs``.
  init?(
    _ connectors: [DisplayConnector], crtcs: [UInt32], options: ScreenOptions, current: DisplayPlan? = nil
  ) {
    let allowed = connectors.filter { options.connector.map($0.isCalled) ?? true }
    let connector =
      allowed.first { $0.id == current?.connector.id && $0.hasDisplay }
      ?? allowed.first { $0.status == .connected && $0.hasDisplay } ?? allowed.first(where: \.hasDisplay)
    guard let connector else { return nil }
    // A display that still offers what it did is driven as it was.
    let mode =
      current.flatMap { $0.connector.id == connector.id && $0.connector.modes == connector.modes ? $0.mode : nil }
    let choice = DisplayMode.choice(of: connector.modes, requested: options.mode)
    guard let mode = mode ?? choice?.mode else { return nil }
    let possible = crtcs.enumerated().filter { connector.possibleCRTCs & 1 << UInt32($0.offset) != 0 }.map(\.element)
    let others = Set(connectors.filter { $0.id != connector.id && $0.hasDisplay }.map(\.crtc))
    let crtc =
      possible.first { $0 == connector.crtc } ?? possible.first { !others.contains($0) } ?? possible.first
    guard let crtc else { return nil }
    self.connector = connector
    self.crtc = crtc
    self.mode = mode
    meetsRequest = choice?.meetsRequest ?? true
  }

  /// Whether the card need not be told anything new.
  func drivesTheSame(as other: DisplayPlan) -> Bool {
    connector.id == other.connector.id && crtc == other.crtc && mode == other.mode
  }
}
