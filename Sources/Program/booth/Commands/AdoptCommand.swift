import ArgumentParser
import BoothCore
import BoothStore
import BoothSystem
import BoothVault
import CommandSupport
import FoundationEssentials

struct AdoptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt", abstract: "Import the data from a dead booth's disk: its sessions, links and queue.",
    discussion: """
      Nothing is written to that disk, which may be mounted read-only and its database damaged. It can be run again: \
      sessions that are known here keep what they have, and get what they lack. A session of which a file cannot be \
      read now is left for the next run. End this booth first. Exit code 1: something was left behind.
      """)
  @Argument(help: "The other booth's data folder.") var path: String
  @Flag(
    inversion: .prefixedNo,
    help: """
      Upload everything to this booth's gallery, also what another has confirmed, and sessions that were taken over \
      before. (default: sessions taken now, if either booth runs its own gallery)
      """)
  var uploadAgain: Bool?
  @Flag(help: "Also take sessions of which a file cannot be read now; another run brings it if it can be read then.")
  var incomplete = false
  @OptionGroup var place: PlaceOptions
  @OptionGroup var gallery: GalleryOptions
  @Option(name: .customLong("gallery-url"), help: "A remote gallery's address.") var galleryURL: String?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if path.isEmpty { throw ValidationError("PATH is empty: name the other booth's data folder") }
  }

  func run() async throws {
    var flags = gallery.flags
    flags[.galleryURL] = galleryURL
    let settings = try await place.settings(flags, data: .begins)
    let source = Settings.absolute(path)
    try check(source, data: settings.data)
    let inWords = !output.json
    let rule = AdoptionRule(
      uploadAgain: uploadAgain ?? Self.galleryDied(source, settings), knownToo: uploadAgain == true,
      incomplete: incomplete)
    let adoption: Adoption
    do throws(StoreError) {
      let store = try VaultSessionStore.open(folder: settings.data) { complain("booth: \(advice: $0)") }
      defer { store.close() }
      adoption = try await store.adopt(from: source, rule) { session in
        if inWords { say("session \(session)") }
      }
    } catch {
      throw CommandError("\(advice: error)")
    }
    let advice = try advice(adoption, rule, settings)
    if output.json { try printJSON(AdoptionAnswer(adoption, advice: advice)) } else { printAnswer(adoption, advice) }
    if !adoption.notes.isEmpty { throw ExitCode(CommandError.failed) }
  }

  private func check(_ source: String, data: String) throws {
    let (one, other) = (
      URL(filePath: source).resolvingSymlinksInPath().path, URL(filePath: data).resolvingSymlinksInPath().path
    )
    guard one != other, !one.hasPrefix(other + "/"), !other.hasPrefix(one + "/") else {
      throw CommandError(
        "\(source) is this booth's own data; name the other booth's folder", code: CommandError.usage)
    }
  }

  /// A booth's own gallery lies beside its sessions, and is not taken over: what it confirmed must be uploaded again.
  /// Where this booth runs its own one, nothing that another gallery confirmed is in it.
  private static func galleryDied(_ source: String, _ settings: Settings) -> Bool {
    settings.text(.galleryURL) == nil
      || FileManager.default.fileExists(atPath: "\(source)/\(Vault.ownGalleryFolder)/events")
  }

  /// What the operator should know about links, uploads and themes.
  private func advice(_ adoption: Adoption, _ rule: AdoptionRule, _ settings: Settings) throws -> [String] {
    let own = EventLinks.base(settings)
    var advice: [String] = []
    if rule.uploadAgain, uploadAgain == nil, adoption.sessions > 0 {
      advice.append(
        """
        everything is uploaded to this booth's gallery again, as a booth's own gallery is not taken over with its data \
        (--no-upload-again believes what the other's has confirmed)
        """)
    }
    if adoption.left > 0 {
      advice.append(
        """
        \(counted(adoption.left, "session was", "sessions were")) left, as not all of them could be read: run it again; --incomplete takes them \
        without what cannot be read
        """)
    }
    for (base, count) in adoption.linkBases.sorted(by: { $0.key < $1.key }) where base != own {
      advice.append(
        """
        the links of \(counted(count, "session")) begin with \(base), this booth's with \(own): they come true only where that \
        address shows the gallery these sessions are uploaded to
        """)
      if !rule.uploadAgain {
        advice.append(
          """
          what the gallery at \(base) has confirmed is not uploaded again; if it is gone, run it once more with \
          --upload-again
          """)
      }
    }
    let known = Set(try EventPlaces.load(settings).events.map(\.slug))
    for event in adoption.events.subtracting(known).sorted() {
      advice.append("the event \(event) is not among this booth's: its composites get no theme until it is")
    }
    return advice
  }

  private func printAnswer(_ adoption: Adoption, _ advice: [String]) {
    for note in adoption.notes { say("left behind: \(advice: note)") }
    for words in advice { say("note: \(advice: words)") }
    say(
      """
      \(counted(adoption.sessions, "session")) with \(counted(adoption.files, "file")) (\(adoption.bytes >> 20) MB) \
      \(adoption.sessions == 1 ? "is" : "are") taken over, \(counted(adoption.jobs, "job goes", "jobs go")) on here; \
      \(counted(adoption.known, "session was", "sessions were")) known
      """)
    if adoption.erased > 0 {
      say("\(adoption.erased) of those known were erased there meanwhile, and are erased here now, too")
    }
  }
}
