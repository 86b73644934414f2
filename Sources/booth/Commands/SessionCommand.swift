import ArgumentParser
import BoothCore
import BoothImaging
import BoothStore
import FoundationEssentials

struct SessionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session", abstract: "The sessions of this booth.", subcommands: [List.self, Show.self, Code.self],
    defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "The sessions, the newest first.")
    @Option(help: "How many.") var limit = 50
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let store = try VaultSessionStore.openForReading(folder: try await place.settings().data)
      let sessions = try await store.sessions(limit: max(limit, 1))
      if output.json { return try printJSON(sessions) }
      printTable(
        sessions.map {
          [
            $0.id.text, $0.openedAt.date.formatted(.iso8601), $0.eventSlug, $0.state.rawValue,
            "\($0.photos.count) photos, \($0.clips.count) clips",
          ]
        })
    }
  }

  struct Code: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "qr", abstract: "Write a session's QR code as a PNG picture.")
    @Argument(help: "The session's id.") var id: String
    @Argument(help: "The file to write.") var file: String
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let (record, _) = try await SessionCommand.find(id, in: try await place.settings())
      let png = try QRCode(record.link, correction: .quartile).png()
      do {
        try Data(png).write(to: URL(filePath: file))
      } catch {
        throw CommandFailure("\(file) cannot be written: \(error)")
      }
      print("\(record.link) → \(file)")
    }
  }

  /// The session of that id, and the store that has it.
  static func find(_ id: String, in settings: Settings) async throws -> (SessionRecord, VaultSessionStore) {
    guard let session = SessionID(id.uppercased()) else {
      throw CommandFailure("\"\(id)\" is no session's id; expected a UUID, as `booth session list` prints them")
    }
    let store = try VaultSessionStore.openForReading(folder: settings.data)
    guard let record = try await store.session(session) else {
      throw CommandFailure("there is no session \(session) in \(store.folder)")
    }
    return (record, store)
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "One session: its link and files.")
    @Argument(help: "The session's id.") var id: String
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let (record, store) = try await SessionCommand.find(id, in: try await place.settings())
      if output.json { return try printJSON(record) }
      printTable([
        ["session", record.id.text], ["event", "\(record.eventSlug) (\(record.event))"],
        ["state", record.state.rawValue + (record.quiet ? ", finished without its guests" : "")],
        ["taken", record.openedAt.date.formatted(.iso8601)], ["link", record.link],
      ])
      printTable(
        record.assets.map {
          [
            $0.kind.rawValue, $0.strip >= 0 ? "\($0.strip + 1)" : "", "\($0.sizeBytes)",
            $0.uploaded ? "uploaded" : "here",
            store.absolutePath(of: $0),
          ]
        })
    }
  }
}
