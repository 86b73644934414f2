import ArgumentParser
import BoothCore
import BoothStore
import BoothSystem
import BoothVault
import CommandSupport
import Imaging

struct SessionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session", abstract: "Show the sessions of this booth.",
    subcommands: [List.self, Show.self, Code.self, SessionEraseCommand.self],
    defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the sessions, the newest first.")
    @Option(help: "How many.", transform: TypedNumber.read) var limit = 50
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
      guard limit >= 1 else { throw ValidationError("--limit: expected 1 or more, found \(limit)") }
    }

    func run() async throws {
      let settings = try await place.settings(data: .nothing)
      let store = try VaultSessionStore.openForReading(folder: settings.data)
      let sessions = try await store.sessions(limit: limit)
      if output.json {
        let (links, trouble) = await SessionLinks.answering(settings)
        if let trouble { complain("booth: sessions have no links now: \(advice: trouble)") }
        return try printJSON(sessions.map { SessionAnswer($0, links) })
      }
      if sessions.isEmpty { complain("booth: there are no sessions yet in \(settings.data)") }
      printTable(
        header: ["session", "taken (local time)", "event", "state", "files"],
        sessions.map {
          [
            $0.id.text, LocalTime.cell($0.openedAt.date), $0.eventSlug, $0.state.rawValue,
            "\(counted($0.photos.count, "photo")), \(counted($0.clips.count, "clip"))"
              + ($0.staysHere ? ", stay here" : ""),
          ]
        })
    }
  }

  struct Code: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "qr", abstract: "Write a session's QR code as a PNG picture.")
    @Argument(help: "The session's id, or its first eight signs.") var id: String
    @Option(help: "The PNG file to write.") var out: String
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      try NamedPicture.check(out, [.png])
      let settings = try await place.settings(data: .nothing)
      let (record, _) = try await SessionCommand.find(id, in: settings)
      guard record.state != .discarded else {
        throw CommandError(
          "\(record.id) was erased or cancelled, so its link leads nowhere (booth session show \(record.id))")
      }
      guard record.codeLink != nil else {
        throw CommandError(
          "\(SessionCommand.whyHere(record)), so the link of \(record.id) leads nowhere; its files are here "
            + "(booth session show \(record.id))")
      }
      let (links, trouble) = await SessionLinks.answering(settings)
      guard let link = links.code(of: record) else {
        throw CommandError("\(advice: trouble ?? SessionCommand.noAddress)")
      }
      let png = try QRCode(link, correction: .quartile).png()
      try writeFile(png, to: Settings.absolute(out))
      say("\(link) → \(out)")
    }
  }

  /// Why there is no link, where our own gallery is meant.
  static let noAddress =
    "this machine has no address in a network, so no phone could follow a link; connect it, or set gallery.public_url"

  /// Why nothing of a session is uploaded.
  static func whyHere(_ record: SessionRecord) -> String {
    record.plan.location == nil ? "its guests want nothing uploaded" : "it was taken at a location and stays here"
  }

  /// The session of that id, and the store that has it. Its first eight signs are enough where no other begins so: logs say
  /// no more of it.
  static func find(_ id: String, in settings: Settings) async throws -> (SessionRecord, VaultSessionStore) {
    let beginning = id.hasSuffix("…") ? String(id.dropLast()).uppercased() : id.uppercased()
    guard SessionID.canBegin(with: beginning) else {
      throw CommandError(
        "\"\(id)\" is no session's id; expected a UUID, or its first eight signs or more, as `booth session list` prints them",
        code: CommandError.usage)
    }
    let store = try VaultSessionStore.openForReading(folder: settings.data)
    let found = try await store.sessionIDs(beginningWith: beginning)
    guard let session = found.first, let record = try await store.session(session) else {
      throw CommandError("there is no session \(beginning) in \(store.folder)", code: CommandError.usage)
    }
    guard found.count == 1 else {
      throw CommandError(
        "\(found.count) sessions begin with \(beginning): \(found.prefix(5).map(\.text).joined(separator: ", ")); give more of the id",
        code: CommandError.usage)
    }
    return (record, store)
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show a session: its link and files.")
    @Argument(help: "The session's id, or its first eight signs.") var id: String
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let settings = try await place.settings(data: .nothing)
      let (record, store) = try await SessionCommand.find(id, in: settings)
      let (links, trouble) = await SessionLinks.answering(settings)
      if let trouble, output.json { complain("booth: the session has no link now: \(advice: trouble)") }
      if output.json { return try printJSON(SessionAnswer(record, links)) }
      let (assets, decisions) = try await store.history(of: record.id)
      var rows = [
        ["session", record.id.text], ["event", "\(record.eventSlug) (\(record.event))"],
        ["state", record.state.rawValue + (record.quiet ? ", finished without its guests" : "")],
        ["taken", record.openedAt.words],
        [
          "link",
          links.code(of: record)
            ?? "none, as \(record.codeLink == nil ? SessionCommand.whyHere(record) : trouble ?? SessionCommand.noAddress)",
        ],
      ]
      if let consent = record.consent {
        let given = consent.given
        rows.append(["agreed", "to version \(given.version), asked in \(given.language), on \(consent.at.words)"])
      }
      if let erased = decisions.last(where: { $0.reason == .erase }) {
        let gallery = decisions.last { $0.reason == .erasedAtGallery }
        let jobs = try await store.jobs(all: true).filter { $0.session == record.id && $0.kind == .erase }
        let there: CommandText =
          if let gallery {
            "at the gallery on \(gallery.at.words)"
          } else if jobs.isEmpty {
            "nothing of it was at the gallery"
          } else if let job = jobs.last(where: { !$0.state.isOver }) {
            "at the gallery not yet: job \(job.id) is \(job.state.rawValue) (booth queue list)"
          } else {
            "at the gallery by hand: its job was cancelled"
          }
        rows.append(["erased", CommandText("here on \(erased.at.words), \(there)").printed])
      }
      let times = [record.openedAt] + [record.consent?.at].compactMap { $0 } + decisions.map(\.at)
      printTable(rows + WallTime.clockRow(times))
      let released = Dictionary(
        decisions.filter { $0.reason == .keepPolicy }.compactMap { decision in decision.asset.map { ($0, decision.at) }
        }
      ) { first, _ in first }
      print()
      printTable(
        header: ["file", "photo", "bytes", "where", "path", ""],
        assets.filter { !$0.discarded || released[$0.asset.id] != nil }.map { entry in
          let asset = entry.asset
          return [
            asset.kind.rawValue, asset.strip >= 0 ? "\(asset.strip + 1)" : "", "\(asset.sizeBytes)",
            asset.uploaded ? "uploaded" : "here",
            released[asset.id].map { "removed from this machine by the keep-policy on \($0.words)" }
              ?? store.absolutePath(of: asset),
            asset.lostTooMany ? "lost \(asset.droppedFrames ?? 0) of \(asset.frames ?? 0) frames" : "",
          ]
        })
    }
  }
}
