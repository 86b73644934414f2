import ArgumentParser
import BoothCore
import BoothSystem
import Cameras
import CommandSupport
import Logging

/// Writes down how a camera behaves, for the mock camera to play.
struct DevicesRecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record how a camera behaves, for the mock camera to play.",
    discussion: """
      Opens the camera several times, watches its live view, takes photos, and writes what it can do, how long everything \
      takes and what goes wrong, in the format of the mock camera's scripts: booth run --mock-camera=FILE plays it. No \
      picture, name or serial number is in the file. What you want recorded (a cable pulled, a card that is full) you do \
      meanwhile. The booth must not be running.
      """)
  @Argument(help: "As for --camera: auto, mock, /dev/video0, its name in /dev/v4l/by-id, gphoto2 or gphoto2:PORT.")
  var camera: String
  @Option(help: "The file to write (JSON5).") var out: String
  @Option(help: "How often the whole routine is gone through.") var rounds = 3
  @Option(help: "How many photos are taken in each.") var shots = 3
  @Option(help: "How long live view is watched in each before the photos, in seconds.") var seconds = 5
  @Option(help: "The mock camera's script.") var script: String?
  @OptionGroup var place: PlaceOptions

  func validate() throws {
    for (name, value, range) in [
      ("rounds", rounds, 1...100), ("shots", shots, 0...1000), ("seconds", seconds, 1...86_400),
    ] where !range.contains(value) {
      throw ValidationError("--\(name) \(value): expected \(range.lowerBound) to \(range.upperBound)")
    }
    guard script == nil || camera == "mock" else { throw ValidationError("--script is for the camera mock") }
  }

  func run() async throws {
    let settings = try await place.settings([.camera: camera], data: .nothing)
    let source = try CameraChoice.source(
      settings, mockScript: script, log: Logger(label: "recording") { _ in SwiftLogNoOpLogHandler() })
    // What would cost the recording is found out before it.
    try writeFile([], to: Settings.absolute(out))
    let recorded: MockScript
    do {
      let calibrations = try CalibrationFile(folder: settings.data).read()
      recorded = try await CameraRecording(source, rounds: rounds, shots: shots, liveView: .seconds(seconds))
        .run(calibrations: calibrations) { say("\($0)") }
    } catch {
      throw CommandError("\(source.name) was not recorded: \(advice: error)")
    }
    let text = recorded.json5(comment: [
      "How \(recorded.model ?? "a camera") behaved, written by `booth devices record`.",
      "Play it with: booth run --mock-camera=FILE",
    ])
    try writeFile(Array(text.utf8), to: Settings.absolute(out))
    say("\(out): \(counted(recorded.faults.count, "fault")); play it with: booth run --mock-camera=\(out)")
  }
}
