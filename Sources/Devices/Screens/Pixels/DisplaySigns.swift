import FoundationEssentials
import Glibc

/// What the kernel tells of displays without being asked to look: no card is opened, and no display woken.
public enum DisplaySigns: Sendable, Equatable {
  /// Nothing that pictures could be shown on.
  case nothing
  /// A display may come to be ours: none is plugged in yet, or another program has the card.
  case later
  /// There is one that no other program is known to have.
  case now
}

extension ScreenDevices {
  /// What is there at this moment: cards with their drivers, what is plugged into them, frame buffers.
  public static func signs() -> DisplaySigns {
    let frameBuffers = FrameBufferNode.paths().filter { card(behind: $0) == nil && mayBeUsed($0) }
    return signs(
      sysfs: "/sys/class/drm", cards: DRMCards().paths(), hasFrameBuffer: !frameBuffers.isEmpty,
      isFree: { mayBeUsed($0) && DeviceHolders.names(of: $0).isEmpty })
  }

  private static func mayBeUsed(_ path: String) -> Bool { access(path, R_OK | W_OK) == 0 }

  /// - Parameters:
  ///   - sysfs: a folder with an entry for each connector, `card0-HDMI-A-1`, and in it the file `status`.
  ///   - hasFrameBuffer: one that stands for no card, which is a display.
  ///   - isFree: whether a card is one for this program.
  static func signs(
    sysfs: String, cards: [String], hasFrameBuffer: Bool, isFree: (String) -> Bool
  ) -> DisplaySigns {
    if hasFrameBuffer { return .now }
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: sysfs)) ?? []
    var signs = DisplaySigns.nothing
    for card in cards {
      let name = "\(card.split(separator: "/").last ?? "")-"
      let connectors = entries.filter { $0.hasPrefix(name) && !$0.dropFirst(name.count).hasPrefix("Writeback") }
      if connectors.isEmpty { continue }
      let isPluggedIn = connectors.contains { connector in
        func words(_ file: String) -> String {
          let path = "\(sysfs)/\(connector)/\(file)"
          return String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
        }
        let status = words("status")
        // One that cannot tell has a display if modes are known of one.
        return status.hasPrefix("connected") || status.hasPrefix("unknown") && !words("modes").isEmpty
      }
      if isPluggedIn, isFree(card) { return .now }
      signs = .later
    }
    return signs
  }
}
