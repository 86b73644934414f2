import ArgumentParser
import BoothSystem
import Cameras
import CommandSupport

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check the booth, and say how to fix what is wrong.")
  @OptionGroup var place: PlaceOptions
  @OptionGroup var gallery: GalleryOptions
  @Option(help: "The camera to look for, as for booth run.") var camera: String?
  @Flag(help: "Look for the mock camera, as for booth run; with =FILE read its script, too.") var mockCamera = false
  @Option(help: ArgumentHelp("The mock camera's script.", visibility: .hidden)) var mockScript: String?
  @Option(help: "A panel's profile, as for booth run; may be given more than once.") var panel: [String] = []
  @Option(help: "The printer to look for, as for booth run.") var printer: String?
  @Option(name: .customLong("gallery-url"), help: "A remote gallery's address.") var galleryURL: String?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if mockCamera, let camera, camera != "mock" {
      throw ValidationError("--camera \(camera) and the mock camera exclude each other: leave one out")
    }
  }

  func run() async throws {
    var flags = gallery.flags
    flags[.camera] = mockCamera ? "mock" : camera
    do { _ = try mockScript.map { try MockScript(file: Settings.absolute($0)) } } catch {
      throw CommandError("\(error)", code: CommandError.usage)
    }
    if !panel.isEmpty { flags[.panel] = panel.joined(separator: ",") }
    flags[.printer] = printer
    flags[.galleryURL] = galleryURL
    var settings = try await place.settings(flags, data: .nothing, manner: .lenient)
    // As the booth and the studio do.
    try settings.proveForBooth()
    try settings.proveForStudio()
    let findings = await Examination(settings: settings).findings()
    if output.json {
      try printJSON(findings)
    } else {
      for finding in findings {
        say("\(finding.verdict.mark) \(finding.subject): \(finding.words)\(finding.remedy.map { " → " + $0 } ?? "")")
      }
      say("\(Finding.total(findings))")
    }
    if findings.contains(where: { $0.verdict == .bad }) { throw ExitCode(CommandError.failed) }
  }
}
