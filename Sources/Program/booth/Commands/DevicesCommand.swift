import ArgumentParser
import Audio
import BoothCore
import BoothSystem
import Cameras
import CommandSupport
import Logging
import Screens

struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "Show the attached cameras, microphones, panels and displays, and what is wrong with them.",
    subcommands: [
      List.self, Check.self, DevicesTestCommand.self, DevicesCalibrateCommand.self, DevicesRecordCommand.self,
    ], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List what is attached, which profile it has, and what is wrong with it.")
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let settings = try await place.settings(data: .nothing)
      let profiles = try DevicePlaces.cameras(settings)
      // A camera in the network is not found, only named.
      let named = settings.text(.camera).flatMap(CameraChoice.gphoto2Port).map { [$0] } ?? []
      let attached =
        AttachedCamera.webcams(profiles)
        + (await AttachedCamera.tethered(
          profiles, ports: named.filter { $0.hasPrefix("ptpip:") },
          logger: Logger(label: "devices") { _ in SwiftLogNoOpLogHandler() }))
      let mock = AttachedCamera(
        name: "mock", model: "mock camera", driver: "mock", formats: ["1920x1080 I420 30 fps"])
      let panels = DevicesCommand.panelLines()
      let microphones = SoundDevices.list()
      let screens = ScreenDevices.lines()
      if output.json {
        return try printJSON(
          Listing(
            cameras: (attached + [mock]).map { CameraAnswer($0) }, microphones: microphones, panels: panels,
            screens: screens))
      }
      for camera in attached + [mock] { show(camera) }
      for microphone in microphones {
        say("\(microphone.name)  \(microphone.model) (microphone\(microphone.inUse ? ", in use" : ""))")
      }
      for panel in panels { show(panel) }
      for line in screens { say("\(line)") }
      if attached.isEmpty { say("no camera is attached; the mock camera is always there") }
      if let first = profiles.problems.first {
        complain(
          "booth: \(counted(profiles.problems.count, "mistake")) in device profiles, which are not used; see: booth devices check "
            + "\(first.file)")
      }
    }

    private func show(_ panel: PanelReport) {
      say("\(panel.path)  \(panel.name) (\(panel.driver))\(panel.problem.map { CommandText(advice: ": " + $0) } ?? "")")
      for detail in panel.details { say("    \(detail)") }
    }

    private func show(_ camera: AttachedCamera) {
      say(
        "\(camera.name)  \(camera.model) (\(([camera.driver] + [camera.usb].compactMap { $0 }).joined(separator: ", ")))"
      )
      if let profile = camera.profile { say("    profile: \(profile)") }
      for format in camera.formats.prefix(6) { say("    \(format)") }
      if camera.formats.count > 6 { say("    and \(camera.formats.count - 6) more (--json lists all)") }
      if let condition = camera.condition { say("    \(condition)") }
      if camera.inUse { say("    in use by another program, which may be the booth") }
      for problem in camera.problems { say("    wrong: \(advice: problem)") }
    }
  }

  /// What is attached, for programs.
  struct Listing: Encodable {
    var cameras: [CameraAnswer]
    var microphones: [SoundDevice]
    var panels: [PanelReport]
    /// In words, as the list shows them.
    var screens: [String]
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Read device profiles and list everything wrong: file, key, what was expected.")
    @Argument(help: "Files such as Devices/Cameras/my-camera.json5.") var files: [String]
    @OptionGroup var output: OutputOptions

    func run() throws {
      var problems: [DeviceError] = []
      for file in files {
        switch DeviceFile.read(file) {
        case .failure(let trouble): problems += trouble.problems
        case .success(let kind): if !output.json { say("\(file): \(words(kind))") }
        }
      }
      if output.json {
        try printJSON(problems.map { ProblemAnswer($0) })
      } else {
        for problem in problems { say("\(problem.description)") }
      }
      if !problems.isEmpty { throw ExitCode(CommandError.failed) }
    }

    private func words(_ file: DeviceFile) -> String {
      switch file {
      case .camera(let profile): "fine: a profile for \(profile.name)"
      case .panel(let profile): "fine: a profile for \(profile.name)"
      case .printer(let profile): "fine: a profile for \(profile.name)"
      case .mock: "fine: a script for the mock camera"
      }
    }
  }
}
