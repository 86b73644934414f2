import FoundationEssentials

/// What this machine has that a screen may be on, and what is wrong with it.
public struct ScreenListing: Sendable, Equatable {
  /// `/dev/dri/card0`, `/dev/fb0`.
  public var path: String
  /// The kernel's driver, or what a frame buffer calls itself.
  public var driver: String
  /// A card's connectors, with a display or without; none for a frame buffer.
  public var connectors: [DisplayConnector] = []
  /// A frame buffer's size and pixel format.
  public var format: String?
  /// The card that a frame buffer only stands for.
  public var standsFor: String?
  /// Other programs that have it open, as far as this user may know.
  public var holders: [String] = []
  /// Why it cannot be used, with what to do; nil if it can.
  public var problem: String?

  /// A device of which no more is known yet: no connector, no trouble.
  public init(path: String, driver: String) {
    self.path = path
    self.driver = driver
  }

  /// Whether a display is plugged in, or built in.
  public var hasDisplay: Bool { problem == nil && (format != nil || connectors.contains(where: \.hasDisplay)) }

  /// In words: one line for the device, and one for each connector.
  public var lines: [String] {
    let name = driver.isEmpty ? path : "\(path) (\(driver))"
    let facts = [
      problem, format, standsFor.map { "the same display as \($0)" },
      holders.isEmpty ? nil : "open in \(holders.joined(separator: ", "))",
    ].compactMap { $0 }
    let head = facts.isEmpty ? name : "\(name): \(facts.joined(separator: "; "))"
    return [head] + connectors.map { "  " + Self.line(of: $0) }
  }

  private static func line(of connector: DisplayConnector) -> String {
    switch connector.status {
    case .disconnected: return "\(connector.name): no display"
    case .connected where connector.modes.isEmpty:
      return
        "\(connector.name): a display of which no mode is known; try another cable, or video=\(connector.name):1920x1080@60e "
        + "on the kernel's command line"
    case .unknown where connector.modes.isEmpty: return "\(connector.name): does not tell whether there is a display"
    case .connected, .unknown: break
    }
    let chosen = DisplayMode.choice(of: connector.modes, requested: nil)?.mode
    var seen: Set<String> = []
    let others = connector.modes.map(\.description).filter { $0 != chosen?.description && seen.insert($0).inserted }
    let shown = others.prefix(6).joined(separator: ", ")
    let rest = others.count > 6 ? " and \(others.count - 6) more" : ""
    let millimetres =
      connector.widthMillimetres > 0 ? ", \(connector.widthMillimetres)×\(connector.heightMillimetres) mm" : ""
    return "\(connector.name): \(chosen?.description ?? "")\(millimetres)"
      + (shown.isEmpty ? "" : "; also \(shown)\(rest)")
  }
}

/// Finds the screens of a machine.
public enum ScreenDevices {
  /// Lists graphics cards, then frame buffers. Harmless to a card that another program uses; one that no program uses
  /// is asked for its displays anew.
  public static func list() -> [ScreenListing] { cards(DRMCards()) + FrameBufferNode.paths().map(frameBuffer) }

  /// The listing as an operator reads it.
  public static func lines() -> [String] {
    let all = list()
    return all.isEmpty
      ? ["no graphics: this machine has neither a card in /dev/dri nor a frame buffer /dev/fb0"] : all.flatMap(\.lines)
  }

  static func cards(_ cards: any GraphicsCards) -> [ScreenListing] {
    cards.paths().map { path in
      var listing = ScreenListing(path: path, driver: "")
      listing.holders = DeviceHolders.names(of: path)
      do throws(CardFault) {
        let card = try cards.open(path)
        defer { card.close() }
        listing.driver = card.driver
        listing.connectors = try card.connectors(probing: card.isMaster)
        if listing.connectors.isEmpty {
          listing.problem = "it has no displays, it only computes"
        } else if !card.hasBuffers {
          listing.problem = "it gives no memory to draw in"
        }
      } catch {
        listing.problem = error.screenFault(path).detail
      }
      return listing
    }
  }

  private static func frameBuffer(_ path: String) -> ScreenListing {
    var listing = ScreenListing(path: path, driver: "")
    listing.standsFor = card(behind: path)
    do throws(ScreenFault) {
      let device = try FrameBufferNode(path: path)
      defer { device.close() }
      listing.driver = device.layout.name
      listing.format = "\(device.layout.size), \(device.layout.format)"
    } catch {
      listing.problem = error.detail
    }
    return listing
  }

  /// The graphics card that a frame buffer stands for (DRM's emulation), by sysfs; nil where it is a device of its own.
  static func card(behind frameBuffer: String) -> String? {
    func device(_ entry: String) -> String? {
      let path = "/sys/class/\(entry)/device"
      guard FileManager.default.fileExists(atPath: path) else { return nil }
      return URL(filePath: path).resolvingSymlinksInPath().path
    }
    guard let own = device("graphics/\(frameBuffer.split(separator: "/").last ?? "")") else { return nil }
    return DRMCards().paths().first { device("drm/\($0.split(separator: "/").last ?? "")") == own }
  }
}
