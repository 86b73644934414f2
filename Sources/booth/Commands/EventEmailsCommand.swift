import ArgumentParser
import BoothCore
import BoothStore
import FoundationEssentials

extension EventCommand {
  struct Emails: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "emails", abstract: "The e-mail addresses that an event's guests left for their links.",
      discussion: """
        One line an address: when it was left, the address, the link of its session. Nothing here sends mail: take the \
        list to whatever you send it with.
        """)
    @Argument(help: "The event's folder name.") var event: String
    @OptionGroup var place: PlaceOptions
    @OptionGroup var gallery: GalleryOptions
    @OptionGroup var output: OutputOptions

    private struct Line: Codable {
      var timestamp: String
      var email: String
      var session: String
      var link: String?

      enum CodingKeys: String, CodingKey {
        case timestamp, email, link
        case session = "session_id"
      }
    }

    func run() async throws {
      let settings = try await place.settings(gallery.flags)
      let book = try EventPlaces.load(settings)
      guard let found = book.events.first(where: { $0.slug == event }) else {
        throw CommandError(
          "there is no event \"\(event)\" in \(book.folder); there are: "
            + (book.events.isEmpty ? "none" : book.events.map(\.slug).joined(separator: ", ")),
          code: CommandError.usage)
      }
      let store = try AuditCommand.open(settings)
      var lines: [Line] = []
      do throws(StoreError) {
        if let bytes = try await store.leftEmails(of: found.id) { lines = Self.lines(bytes) }
        for index in lines.indices {
          guard let id = SessionID(lines[index].session) else { continue }
          lines[index].link = try await store.session(id)?.link
        }
      } catch {
        throw CommandError("\(error)")
      }
      if output.json { return try printJSON(lines) }
      printTable(lines.map { [$0.timestamp, $0.email, $0.link ?? $0.session] })
      if lines.isEmpty { complain("booth: no guest of \(event) has left an address") }
    }

    /// What the store has read is a list of these.
    private static func lines(_ bytes: [UInt8]) -> [Line] {
      do { return try JSONDecoder().decode([Line].self, from: Data(bytes)) } catch {
        preconditionFailure("the store's own list cannot be read: \(error)")
      }
    }
  }
}
