import BoothCore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc
import LocationLibrary
import Reports
import WebSupport

/// Holds settings against what they are for before anything begins with them: what a flag says is refused where it does not do, anything
/// else gives way to its default, and is noted. So a booth that stands alone takes photos, whatever became of its settings.
extension Settings {
  /// Those that a booth goes by.
  mutating func proveForBooth() throws {
    try prove(.screen) { [self] _ in _ = try ScreenChoice(self) }
    try prove(.camera) { choice throws(CommandError) in try CameraChoice.prove(choice) }
    try prove(.cameraStill) { choice throws(CommandError) in try CameraChoice.prove(choice) }
    try prove(.cameraFallback) { [self] choice throws(CommandError) in try CameraChoice.proveFallback(choice, self) }
    try prove(.cameraPower) { [self] _ in _ = try CameraChoice.powerSwitch(self) }
    try prove(.printer) { address throws(CommandError) in try PrinterChoice.prove(address) }
    try prove(.mqttURL) { address throws(CommandError) in try BrokerChoice.prove(address) }
    for key in [SettingKey.mqttPrefix, .mqttDiscovery] {
      try prove(key) { text throws(CommandError) in try BrokerTopics.prove(text) }
    }
    try prove(.hours) { text throws(CommandError) in
      do throws(OpeningHours.Fault) { _ = try OpeningHours(text) } catch {
        throw CommandError("\(advice: error.description)", code: CommandError.usage)
      }
    }
    try prove(.wifiPassword) { [self] _ in _ = try wifi() }
    try prove(.wifiName) { [self] _ in _ = try wifi() }
    try prove(.metrics) { address throws(CommandError) in try MetricsServing.prove(address) }
    try prove(.devices) { [self] _ in _ = try DevicePlaces.folders(self) }
    try prove(.gpsd) { address throws(CommandError) in _ = try GPSReceiver(address) }
    try prove(.screenRecord) { path throws(CommandError) in try Self.proveFile(Self.absolute(path)) }
  }

  /// The booth's own Wi-Fi; nil where it has none.
  /// - Throws: `CommandError` where its name or password is none that phones take.
  func wifi() throws(CommandError) -> WifiAccess? {
    // A code that joins by another password than the network's leads guests nowhere.
    guard let name = text(.wifiName), !isDoubted(.wifiPassword) else { return nil }
    do throws(WifiAccess.Fault) { return try WifiAccess(name: name, password: text(.wifiPassword)) } catch {
      throw CommandError("\(advice: error.description)", code: CommandError.usage)
    }
  }

  /// That a file can be written there.
  private static func proveFile(_ path: String) throws(CommandError) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    var isFolder = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder else {
      throw CommandError("there is no folder \(folder): expected a file in one that is there", code: CommandError.usage)
    }
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard !isThere || !isFolder else {
      throw CommandError("\(path) is a folder: expected a file", code: CommandError.usage)
    }
    guard access(isThere ? path : folder, W_OK) == 0 else {
      throw CommandError(
        "\(path) cannot be written: expected a file that this user may write", code: CommandError.usage)
    }
  }

  /// Those that the studio goes by.
  mutating func proveForStudio() throws {
    try prove(.studioListen) { [self] _ in _ = try StudioServeCommand.listen(self) }
    try prove(.studioPublicURL) { [self] _ in _ = try StudioFolder.publicURL(self) }
    try prove(.studioPayPeriod) { [self] _ in _ = try PayPeriods(self) }
    try prove(.studioTiles) { [self] _ in _ = try MapPlaces.sources(self) }
    try prove(.studioWeatherURL) { address throws(CommandError) in
      guard address != "none", WebOrigin(of: address) == nil else { return }
      throw CommandError("\"\(address)\": expected an address such as https://api.open-meteo.com, or none")
    }
    try prove(.gpsd) { address throws(CommandError) in _ = try GPSReceiver(address) }
  }
}
