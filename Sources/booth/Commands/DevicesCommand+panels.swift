import BoothCore
import BoothDevices

extension DevicesCommand {
  /// GPIO chips and input devices, each with the bundled panel profiles that it would serve.
  static func panelLines() -> [Line] {
    let profiles = PanelChoice.bundled().compactMap { name, path -> (String, PanelProfile)? in
      (try? PanelChoice.profile(path)).map { (name, $0) }
    }
    return PanelDevices.list(profiles: profiles).map { device in
      let serves = device.profiles.isEmpty ? [] : ["for --panel \(device.profiles.joined(separator: ", "))"]
      return Line(
        path: device.path, model: device.name, driver: device.driver, formats: [device.details] + serves,
        problem: device.problem)
    }
  }
}
