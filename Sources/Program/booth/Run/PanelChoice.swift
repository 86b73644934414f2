import BoothCore
import BoothSystem
import CommandSupport
import ConfigFiles
import FoundationEssentials

/// Which panels the settings mean.
enum PanelChoice {
  /// - Parameter otherwise: the panels where none is set.
  static func profiles(_ settings: Settings, otherwise: [String] = []) throws -> [PanelProfile] {
    let names = names(settings)
    return try (names.isEmpty ? otherwise : names).map { name throws(CommandError) in try profile(named: name) }
  }

  /// Those that can be used, and why others cannot: guests can be photographed with a keyboard, or by `booth press`.
  /// - Parameter otherwise: the panels where none is set, or none of those can be used.
  static func usable(_ settings: Settings, otherwise: [String]) -> (profiles: [PanelProfile], troubles: [String]) {
    var profiles: [PanelProfile] = []
    var troubles: [String] = []
    func take(_ names: [String]) {
      for name in names {
        do throws(CommandError) { profiles.append(try profile(named: name)) } catch { troubles.append(error.message) }
      }
    }
    take(names(settings))
    if profiles.isEmpty { take(otherwise) }
    return (profiles, troubles)
  }

  private static func profile(named name: String) throws(CommandError) -> PanelProfile {
    guard let path = path(of: name) else {
      let known = bundled().map(\.name).joined(separator: ", ")
      throw CommandError(
        "panel \"\(name)\": expected a profile's file"
          + (known.isEmpty
            ? "; those that come with the booth are not beside it, in Devices/Panels or ../share/booth/Devices/Panels"
            : ", or one of \(known)"),
        code: CommandError.usage)
    }
    return try profile(path)
  }

  static func names(_ settings: Settings) -> [String] {
    (settings.text(.panel) ?? "").split(separator: ",").map { String($0.filter { $0 != " " }) }.filter { !$0.isEmpty }
  }

  static func profile(_ path: String) throws(CommandError) -> PanelProfile {
    guard let data = OrdinaryFile.bytes(path) else {
      throw CommandError("the panel \(path) cannot be read; see that the file is there", code: CommandError.usage)
    }
    let (profile, problems) = PanelProfile.reading(data, file: path)
    guard let profile else {
      throw CommandError("\(problems.map(\.description).joined(separator: "\nbooth: "))", code: CommandError.usage)
    }
    return profile
  }

  /// The profiles that came with the program, by their files' names.
  static func bundled() -> [(name: String, path: String)] {
    for folder in BundledPlaces.of("Devices/Panels") where FileManager.default.fileExists(atPath: folder) {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return files.filter { $0.hasSuffix(".json5") }.sorted().map { (String($0.dropLast(6)), folder + "/" + $0) }
    }
    return []
  }

  /// Whether this names a panel: a profile's file, or one that came with the program.
  static func isPanel(_ name: String) -> Bool {
    name.hasSuffix(".json5") || bundled().contains { $0.name == name }
  }

  private static func path(of name: String) -> String? {
    if name.contains("/") || name.hasSuffix(".json5") { return Settings.absolute(name) }
    return bundled().first { $0.name == name }?.path
  }
}
