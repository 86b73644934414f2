import ArgumentParser

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Say, one line each, what is fine, what is not, and how to mend it.")
  @OptionGroup var place: PlaceOptions
  @OptionGroup var gallery: GalleryOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let findings = await Examination(settings: try await place.settings(gallery.flags)).findings()
    if output.json {
      try printJSON(findings)
    } else {
      for finding in findings {
        say("\(finding.verdict.mark) \(finding.subject): \(finding.words)\(finding.remedy.map { " → \($0)" } ?? "")")
      }
    }
    if findings.contains(where: { $0.verdict == .bad }) { throw ExitCode(CommandFailure.failed) }
  }
}
