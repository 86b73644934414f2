import ArgumentParser
import BoothCore
import BoothSystem
import Cameras
import CommandSupport
import FoundationEssentials
import Glibc
import Logging

/// Tries a real camera with the checks that every driver passes on simulated ones, or a panel by its parts.
struct DevicesTestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Try a camera: live view, photos, stopping, closing, opening again; or a panel: its buttons and knobs.",
    discussion: """
      The report is a folder to attach where you ask for help: what the camera is and can do, how long it took, its \
      settings, and the last photo without its metadata. Serial numbers, names and places are left out; what the photo \
      shows is yours to judge.

      A panel is named as for --panel: by its profile's file or name. Press each button and turn each knob both ways: \
      what moves is said.
      """)
  @Argument(
    help: "As for --camera: auto, mock, /dev/video0, its name in /dev/v4l/by-id, gphoto2 or gphoto2:PORT; or a panel.")
  var camera: String
  @Option(help: "How many photos are taken during live view.") var shots = 3
  @Option(help: "How long a panel is tried, if not everything on it moves before.") var seconds = 30
  @Option(
    name: [.long, .customLong("report")], help: "Folder to write a report into; it must not be there yet.")
  var out: String?
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...1000).contains(shots) else { throw ValidationError("--shots \(shots): expected 1 to 1000") }
    guard (1...3600).contains(seconds) else { throw ValidationError("--seconds \(seconds): expected 1 to 3600") }
  }

  func run() async throws {
    if PanelChoice.isPanel(camera) { return try await tryPanel() }
    let settings = try await place.settings([.camera: camera], data: .nothing)
    let folder = try out.map { try makeFolder(Settings.absolute($0)) }
    let source = try CameraChoice.source(
      settings, mockScript: nil, log: Logger(label: "trial") { _ in SwiftLogNoOpLogHandler() })
    let trial = CameraTrial(source, shots: shots)
    let isQuiet = output.json
    let outcomes = await trial.run { outcome in
      guard !isQuiet else { return }
      print("\(outcome.passed ? "ok   " : "WRONG") \(outcome.check) (\(tenths(outcome.seconds)) s)")
      for complaint in outcome.complaints { print("        \(complaint)") }
      fflush(nil)
    }
    let (found, photo) = await trial.report(outcomes)
    if let folder { try write(found, photo, folder) }
    if isQuiet {
      try printJSON(found)
    } else {
      show(found)
      if let folder { print("report: \(folder)") }
    }
    if !found.passed { throw ExitCode(CommandError.failed) }
  }

  private func tryPanel() async throws {
    if out != nil { throw CommandError("--out is for cameras; use --json", code: CommandError.usage) }
    let settings = try await place.settings([.panel: camera], data: .nothing)
    guard let profile = try PanelChoice.profiles(settings).first else { return }
    let isQuiet = output.json
    // At once, also into a pipe: the person who presses reads what came of it.
    func printLine(_ line: String) {
      guard !isQuiet else { return }
      say("\(line)")
      fflush(nil)
    }
    printLine("\(profile.name): \(profile.partsInWords); press and turn each of them, both ways")
    let found = await PanelTrialReport.trying(profile, for: .seconds(seconds), printLine: printLine)
    if isQuiet { try printJSON(found) } else { for line in found.totals { say("\(line)") } }
    if !isQuiet, !found.still.isEmpty { say("did not move, or one way only: \(found.still.joined(separator: ", "))") }
    if found.problem != nil { throw ExitCode(CommandError.failed) }
  }

  private func show(_ found: CameraTrialReport) {
    for check in found.notRun { print("not run: \(check)") }
    print("\(found.model), profile: \(found.profile ?? "none")")
    printTable(
      [["", "times", "shortest", "median", "longest (s)"]]
        + found.timings.sorted { $0.key < $1.key }.map { name, timing in
          [name, "\(timing.count)", "\(timing.shortest)", "\(timing.median)", "\(timing.longest)"]
        })
  }

  private func tenths(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10)" }

  private func makeFolder(_ path: String) throws -> String {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      return path
    } catch {
      throw CommandError(
        "\(path) cannot be made: \(advice: error); name a folder that is not there yet, in one that is",
        code: CommandError.cannotCreate)
    }
  }

  private func write(_ found: CameraTrialReport, _ photo: [UInt8]?, _ folder: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try encoder.encode(found).write(to: URL(filePath: folder + "/report.json"))
      if let photo { try Data(photo).write(to: URL(filePath: folder + "/photo.jpg")) }
    } catch {
      throw CommandError("\(folder): \(advice: error)", code: CommandError.cannotCreate)
    }
  }
}
