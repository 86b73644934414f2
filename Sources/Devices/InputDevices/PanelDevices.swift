public import BoothCore
import BoothSystem

/// What the machine has that a panel may be made of.
public enum PanelDevices {
  /// A GPIO chip or an input device, as it is at the moment.
  public struct Listing: Sendable, Equatable {
    /// `/dev/gpiochip0`, `/dev/input/event3`.
    public var path: String
    /// The chip's label, the device's name.
    public var name: String
    /// `libgpiod 1.6.3`, `evdev`.
    public var driver: String
    /// `58 lines`, the USB id and place.
    public var details: String
    /// Why it cannot be used, with what to do; nil if it can.
    public var problem: String?
    /// The names of the profiles that it would serve.
    public var profiles: [String]
  }

  /// GPIO chips, and input devices that have keys or a touch surface.
  public static func list(profiles: [(name: String, profile: PanelProfile)] = []) -> [Listing] {
    list(profiles: profiles, lines: LibGPIOD(), input: EvdevAccess())
  }

  static func list(
    profiles: [(name: String, profile: PanelProfile)], lines: any GPIOAccess, input: any InputAccess
  ) -> [Listing] {
    let chips = lines.chips().map { chip in
      Listing(
        path: chip.path, name: chip.label, driver: LibGPIOD.version, details: "\(chip.lineCount) lines",
        problem: chip.fault?.words,
        profiles: profiles.filter { $0.profile.chips.contains(chip.label) }.map(\.name))
    }
    let devices = input.paths().compactMap { path -> Listing? in
      do throws(PanelFault) {
        let device = try input.open(path)
        let facts = device.facts
        let axes = device.touchAxes()
        guard axes != nil || (UInt16(1)...255).contains(where: device.canSend(key:)) || device.canSend(key: 288) else {
          return nil
        }
        let details = [
          facts.usb.map { "USB \($0)" }, facts.place.isEmpty ? nil : facts.place, axes.map { _ in "touch" },
        ]
        let serves = profiles.filter { InputDevices.match(device, $0.profile) != nil }.map(\.name)
        return Listing(
          path: path, name: facts.name, driver: "evdev",
          details: details.compactMap { $0 }.joined(separator: ", "), problem: nil, profiles: serves)
      } catch {
        return Listing(path: path, name: "", driver: "evdev", details: "", problem: error.words, profiles: [])
      }
    }
    return chips + devices
  }

  /// What of a profile is there at the moment; nil when all of it is, else what is not, in words with the remedy. Takes
  /// its lines and devices for a moment, so never of a panel that a running booth uses.
  public static func problem(of profile: PanelProfile) -> String? {
    problem(of: profile, lines: LibGPIOD(), input: EvdevAccess())
  }

  static func problem(of profile: PanelProfile, lines: any GPIOAccess, input: any InputAccess) -> String? {
    let (lines, input) = (GPIOLines(profile, access: lines), InputDevices(profile, access: input))
    var reports: [PanelContact] = []
    lines.open(at: DeviceClock.now(), into: &reports)
    input.scan(at: DeviceClock.now(), into: &reports)
    let problems = [lines.problem, input.problem].compactMap { $0 }
    lines.close()
    input.close()
    return problems.isEmpty ? nil : problems.joined(separator: "; ")
  }
}
