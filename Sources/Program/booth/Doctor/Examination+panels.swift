import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import InputDevices
import StudioModel

extension Examination {
  /// Takes the panels' lines and devices for a moment, unless a booth is running, which then knows better.
  func panels() async -> Finding {
    let names = PanelChoice.names(settings)
    guard !names.isEmpty else {
      return .fine("panel", "none set; use the keyboard, or: booth press", .init(.panelNone))
    }
    let profiles: [PanelProfile]
    do {
      profiles = try PanelChoice.profiles(settings)
    } catch {
      return .bad(
        "panel", CommandText(of: error), "correct the profile, or the setting `panel`", .init(.settingsFaulty, "panel"))
    }
    if let status = try? await Console(settings: settings).status() {
      let troubles = status.troubles.filter { $0.key.hasPrefix("panel ") }.sorted { $0.key < $1.key }
      guard let (topic, words) = troubles.first else {
        return .fine(
          "panel", "\(names.joined(separator: ", ")), in use by the running booth",
          .init(.panelReady, names.joined(separator: ", ")))
      }
      return .bad(topic, CommandText(advice: words), "see: booth status", .init(.panelLost))
    }
    for profile in profiles {
      if let problem = PanelDevices.problem(of: profile) {
        return .bad("panel", "\(profile.name): \(advice: problem)", "see: booth devices", .init(.panelLost))
      }
    }
    let words = profiles.map { profile in
      "\(profile.name): \(profile.partsInWords)"
    }
    return .fine(
      "panel", "\(words.joined(separator: "; "))",
      .init(.panelReady, profiles.map(\.name).joined(separator: ", ")))
  }
}
