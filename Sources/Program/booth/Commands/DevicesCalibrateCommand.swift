import ArgumentParser
import BoothCore
import BoothRuntime
import BoothSystem
import Cameras
import CommandSupport
import FoundationEssentials
import Logging

/// Measures how long a camera takes from the command to the exposure, and keeps that for the booth.
struct DevicesCalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Measure a camera's lag, so that photos are exposed at zero on the screen.",
    discussion: """
      Something must move all over the picture meanwhile: a hand, traffic, a film on a screen. Several photos are taken \
      during live view, and the moment of each is looked for in the live pictures. The booth must not be running. The lag \
      is kept in calibrations.json in the data folder, for this camera alone, and stands above its profile's \
      triggerLagMilliseconds.
      """)
  @Argument(help: "As for --camera: auto, mock, /dev/video0, its name in /dev/v4l/by-id, gphoto2 or gphoto2:PORT.")
  var camera: String
  @Option(help: "How many photos are taken.") var shots = 7
  @Option(help: "The mock camera's script.") var script: String?
  @Flag(help: "Measure, and keep nothing.") var dryRun = false
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  /// What was measured, for programs.
  struct Measured: Encodable {
    var camera: String
    var model: String
    var lagSeconds: Double
    var spreadSeconds: Double
    var shots: Int
    var way: String
    /// In ISO 8601.
    var measuredAt: String
    var lagsSeconds: [Double]
  }

  func validate() throws {
    guard (3...100).contains(shots) else { throw ValidationError("--shots \(shots): expected 3 to 100") }
    guard script == nil || camera == "mock" else { throw ValidationError("--script is for the camera mock") }
  }

  func run() async throws {
    let settings = try await place.settings([.camera: camera], data: .takes)
    let source = try CameraChoice.source(
      settings, mockScript: script, log: Logger(label: "calibration") { _ in SwiftLogNoOpLogHandler() })
    let isQuiet = output.json
    let found: CameraCalibration.Result
    do {
      found = try await CameraCalibration(source, shots: shots).run { number, shot in
        guard !isQuiet else { return }
        switch shot {
        case .success(let shot): say("photo \(number): \(milliseconds(shot.lag)) ms, by \(shot.way)")
        case .failure(let fault): say("photo \(number): \(fault)")
        }
      }
    } catch {
      throw CommandError("\(source.name) was not measured: \(error)")
    }
    let entry = Calibrations.Entry(
      model: found.camera.model, lagMilliseconds: Int(milliseconds(found.lag).rounded()),
      spreadMilliseconds: Int(milliseconds(found.spread).rounded()), shots: found.shots.count, way: found.way,
      measured: SystemClock().wallTime.date.formatted(.iso8601))
    if !dryRun { try keep(entry, for: found.camera.id, in: settings.data) }
    guard !isQuiet else {
      return try printJSON(
        Measured(
          camera: found.camera.id, model: entry.model, lagSeconds: Double(entry.lagMilliseconds) / 1000,
          spreadSeconds: Double(entry.spreadMilliseconds) / 1000, shots: entry.shots, way: entry.way,
          measuredAt: entry.measured, lagsSeconds: found.shots.map { milliseconds($0.lag) / 1000 }))
    }
    say(
      "\(entry.model): \(entry.lagMilliseconds) ms from the command to the exposure, ±\(entry.spreadMilliseconds) ms over "
        + "\(counted(entry.shots, "photo"))")
    let kept = "kept in \(CalibrationFile(folder: settings.data).path); the booth reads it at its start"
    say("\(dryRun ? "nothing was kept" : kept)")
  }

  private func keep(_ entry: Calibrations.Entry, for camera: String, in folder: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try CalibrationFile(folder: folder).keep(entry, for: camera)
    } catch {
      throw CommandError("\(error)", code: CommandError.cannotCreate)
    }
  }

  private func milliseconds(_ duration: Duration) -> Double { (duration.inSeconds * 10_000).rounded() / 10 }
}
