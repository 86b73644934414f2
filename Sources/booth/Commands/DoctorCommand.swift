import ArgumentParser
import BoothProgram

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Say, one line each, what is fine, what is not, and how to mend it.")
  @OptionGroup var place: PlaceOptions
  @OptionGroup var gallery: GalleryOptions
  @Option(help: "The camera to look for, as for booth run.") var camera: String?
  @Option(help: "A panel's profile, as for booth run; may be given more than once.") var panel: [String] = []
  @Option(name: .customLong("gallery-url"), help: "A remote gallery's address.") var galleryURL: String?
  @OptionGroup var output: OutputOptions

  func run() async throws {
    var flags = gallery.flags
    flags[.camera] = camera
    if !panel.isEmpty { flags[.panel] = panel.joined(separator: ",") }
    flags[.galleryURL] = galleryURL
    let findings = await Examination(settings: try await place.settings(flags)).findings()
    if output.json {
      try printJSON(findings)
    } else {
      for finding in findings {
        say("\(finding.verdict.mark) \(finding.subject): \(finding.words)\(finding.remedy.map { " → \($0)" } ?? "")")
      }
    }
    if findings.contains(where: { $0.verdict == .bad }) { throw ExitCode(CommandError.failed) }
  }
}
