import ArgumentParser
import BoothCore
import BoothStore
import FoundationEssentials

struct AdoptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt", abstract: "Take over the data of a dead booth's disk: its sessions, links and queue.",
    discussion: """
      Nothing is written to that disk, which may be mounted read-only and its database damaged. Sessions that are known \
      here are left as they are, so it can be run again. End this booth first. Exit code 1: something was left behind.
      """)
  @Argument(help: "The other booth's data folder.") var path: String
  @Flag(help: "Upload everything to this booth's gallery, also what another gallery has confirmed.")
  var uploadAgain = false
  @OptionGroup var place: PlaceOptions
  @OptionGroup var gallery: GalleryOptions
  @Option(name: .customLong("gallery-url"), help: "A remote gallery's address.") var galleryURL: String?
  @OptionGroup var output: OutputOptions

  private struct Report: Encodable {
    var adoption: Adoption
    var advice: [String]
  }

  func run() async throws {
    var flags = gallery.flags
    flags[.galleryURL] = galleryURL
    let settings = try await place.settings(flags)
    let source = Settings.absolute(path)
    try check(source, data: settings.data)
    let inWords = !output.json
    let adoption: Adoption
    do throws(StoreError) {
      let store = try VaultSessionStore.open(folder: settings.data) { complain("booth: \($0)") }
      defer { store.close() }
      adoption = try await store.adopt(from: source, uploadingAgain: uploadAgain) { session in
        if inWords { say("session \(session)") }
      }
    } catch {
      throw CommandFailure("\(error)")
    }
    let report = Report(adoption: adoption, advice: try advice(adoption, settings))
    if output.json { try printJSON(report) } else { tell(report) }
    if !adoption.notes.isEmpty { throw ExitCode(CommandFailure.failed) }
  }

  private func check(_ source: String, data: String) throws {
    let (one, other) = (
      URL(filePath: source).resolvingSymlinksInPath().path, URL(filePath: data).resolvingSymlinksInPath().path
    )
    guard one != other, !one.hasPrefix(other + "/"), !other.hasPrefix(one + "/") else {
      throw CommandFailure(
        "\(source) is this booth's own data; name the other booth's folder", code: CommandFailure.usage)
    }
  }

  /// What the operator should know about links, uploads and themes.
  private func advice(_ adoption: Adoption, _ settings: Settings) throws -> [String] {
    let own = EventLinks.base(settings)
    var advice: [String] = []
    for (base, count) in adoption.linkBases.sorted(by: { $0.key < $1.key }) where base != own {
      advice.append(
        """
        the links of \(count) sessions begin with \(base), this booth's with \(own): they come true only where that \
        address shows the gallery these sessions are uploaded to
        """)
      if !uploadAgain {
        advice.append(
          """
          what the gallery at \(base) has confirmed is not uploaded again; if it is gone, adopt into a fresh data \
          folder with --upload-again
          """)
      }
    }
    let known = Set(try EventPlaces.load(settings).events.map(\.slug))
    for event in adoption.events.subtracting(known).sorted() {
      advice.append("the event \(event) is not among this booth's: its composites get no theme until it is")
    }
    return advice
  }

  private func tell(_ report: Report) {
    let adoption = report.adoption
    for note in adoption.notes { say("left behind: \(note)") }
    for words in report.advice { say("note: \(words)") }
    say(
      """
      \(adoption.sessions) sessions with \(adoption.files) files (\(adoption.bytes >> 20) MB) are taken over, \
      \(adoption.jobs) jobs go on here; \(adoption.known) sessions were known
      """)
  }
}
