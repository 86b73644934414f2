import ArgumentParser
import BoothCore
import BoothDevices

struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "The cameras and panels that are attached, and what is wrong with them.")
  @OptionGroup var output: OutputOptions

  struct Line: Encodable {
    var path: String
    var model: String
    var driver: String
    var formats: [String]
    var problem: String?
  }

  /// Cameras that libgphoto2 sees on USB; one line with the problem where it cannot be asked.
  private func gphoto2Lines() -> [Line] {
    do throws(CameraError) {
      return try GPhoto2Devices.list().map {
        Line(path: "gphoto2:\($0.port)", model: $0.model, driver: "gphoto2", formats: [], problem: nil)
      }
    } catch {
      return [Line(path: "gphoto2", model: "", driver: "gphoto2", formats: [], problem: error.detail)]
    }
  }

  func run() async throws {
    let cameras =
      V4L2Devices.list().map {
        Line(
          path: $0.stablePath ?? $0.path, model: $0.model, driver: $0.driver, formats: $0.formats, problem: $0.problem)
      } + gphoto2Lines() + [
        Line(path: "mock", model: "mock camera", driver: "mock", formats: ["1920x1080 I420 at 30"], problem: nil)
      ]
    let lines = cameras + Self.panelLines()
    if output.json { return try printJSON(lines) }
    for line in lines {
      print("\(line.path)  \(line.model) (\(line.driver))\(line.problem.map { ": \($0)" } ?? "")")
      for format in line.formats.prefix(6) { print("    \(format)") }
      if line.formats.count > 6 { print("    and \(line.formats.count - 6) more (--json lists all)") }
    }
    if cameras.count == 1 { print("no camera is attached; the mock camera is always there") }
  }
}
