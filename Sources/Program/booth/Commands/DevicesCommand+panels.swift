import BoothCore
import InputDevices

extension DevicesCommand {
  /// GPIO chips and input devices, each with the bundled panel profiles that it would serve.
  static func panelLines() -> [PanelReport] {
    let profiles = PanelChoice.bundled().compactMap { name, path -> (String, PanelProfile)? in
      (try? PanelChoice.profile(path)).map { (name, $0) }
    }
    return PanelDevices.list(profiles: profiles).map { device in
      let serves = device.profiles.isEmpty ? [] : ["for --panel \(device.profiles.joined(separator: ", "))"]
      return PanelReport(
        path: device.path, name: device.name, driver: device.driver, details: [device.details] + serves,
        problem: device.problem)
    }
  }
}

/// A GPIO chip or an input device, for the list.
struct PanelReport: Encodable {
  var path: String
  var name: String
  var driver: String
  var details: [String]
  var problem: String?
}
