import BoothCameras
import BoothCore
import BoothProgram
import FoundationEssentials

/// Where the profiles of cameras and panels are: those that came with the program, and the owner's own folder.
enum DevicePlaces {
  /// The camera profiles, the owner's last, since of two that fit equally the later is used.
  static func cameras(_ settings: Settings) throws -> CameraProfileBook {
    CameraProfileFolder.load(try folders(settings).map { $0 + "/Cameras" })
  }

  /// The folders that hold `Cameras` and `Panels`; the owner's is the last.
  static func folders(_ settings: Settings) throws -> [String] {
    let own = settings.text(.devices).map(Settings.absolute)
    if let own, !FileManager.default.fileExists(atPath: own) {
      throw CommandError("there is no folder \(own); the setting `devices` names one with Cameras and Panels in it")
    }
    return [bundled(), own ?? existing(settings.data + "/devices")].compactMap { $0 }
  }

  /// Beside the program, in its share folder, or in the folders above it, as in a checkout; nil where it was installed
  /// without.
  private static func bundled() -> String? {
    BundledPlaces.of("Devices").first { FileManager.default.fileExists(atPath: $0 + "/Cameras") }
  }

  private static func existing(_ folder: String) -> String? {
    FileManager.default.fileExists(atPath: folder) ? folder : nil
  }
}
