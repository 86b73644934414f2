import BoothCore
import BoothSystem
import Cameras
import CommandSupport
import FoundationEssentials
import Glibc
import Printers

/// Where the profiles of cameras, panels and printers are: those that came with the program, and the owner's own folder.
enum DevicePlaces {
  /// The camera profiles, the owner's last, since of two that fit equally the later is used.
  static func cameras(_ settings: Settings) throws -> CameraProfiles {
    CameraProfileFolder.load(try folders(settings).map { $0 + "/Cameras" })
  }

  /// The printer profiles, the owner's last, as those of cameras.
  static func printers(_ settings: Settings) throws -> PrinterProfiles {
    PrinterProfileFolder.load(try folders(settings).map { $0 + "/Printers" })
  }

  /// The folders that hold `Cameras`, `Panels` and `Printers`; the owner's is the last.
  static func folders(_ settings: Settings) throws -> [String] {
    let own = settings.text(.devices).map(Settings.absolute)
    if let own, !isFolder(own) {
      throw CommandError("there is no folder \(own); the setting `devices` names one with Cameras and Panels in it")
    }
    return [bundled(), own ?? existing(settings.data + "/devices")].compactMap { $0 }
  }

  /// Beside the program, in its share folder, or in the folders above it, as in a checkout; nil where it was installed
  /// without.
  private static func bundled() -> String? {
    BundledPlaces.of("Devices").first { FileManager.default.fileExists(atPath: $0 + "/Cameras") }
  }

  /// What stands in the place of the data folder's own, in words; nil where that is a folder, or nothing, or another one is named.
  static func trouble(_ settings: Settings) -> String? {
    guard settings.text(.devices) == nil else { return nil }
    return OddPlace.words(settings.data + "/devices", is: S_IFDIR).map {
      "\($0): expected one with Cameras and Panels in it; no profile of its own holds"
    }
  }

  private static func existing(_ folder: String) -> String? { isFolder(folder) ? folder : nil }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }
}
