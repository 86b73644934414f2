import ArgumentParser
import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials

extension EventCommand {
  struct Emails: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "emails", abstract: "List the email addresses that an event's guests left for their links.",
      discussion: """
        One line an address: when it was left, the address, the link of its session. Nothing here sends mail: take the \
        list to whatever you send it with.
        """)
    @Argument(help: "The event's folder name.") var event: String
    @OptionGroup var place: PlaceOptions
    @OptionGroup var gallery: GalleryOptions
    @OptionGroup var output: OutputOptions

    /// As FotoX's file has it.
    private struct Line: Decodable {
      var timestamp: String
      var email: String
      var session: String

      enum CodingKeys: String, CodingKey {
        case timestamp, email
        case session = "session_id"
      }
    }

    /// The same for programs, with its link.
    private struct Address: Encodable {
      var leftAt: String
      var email: String
      var session: String
      var link: String?

      init(_ line: Line, link: String?) {
        leftAt = line.timestamp
        email = line.email
        session = line.session
        self.link = link
      }
    }

    func run() async throws {
      let settings = try await place.settings(gallery.flags, data: .nothing)
      let eventStore = try EventPlaces.load(settings)
      let found = try EventPlaces.event(event, in: eventStore)
      let store = try AuditCommand.open(settings)
      let (links, trouble) = await SessionLinks.answering(settings)
      if let trouble { complain("booth: the addresses have no links now: \(advice: trouble)") }
      var lines: [Address] = []
      do throws(StoreError) {
        if let bytes = try await store.leftEmails(of: found.id) {
          for line in Self.lines(bytes) {
            let record =
              if let id = SessionID(line.session) { try await store.session(id) } else { SessionRecord?.none }
            lines.append(Address(line, link: record.flatMap { links.link(of: $0.id, recorded: $0.link) }))
          }
        }
      } catch {
        throw CommandError("\(advice: error)")
      }
      if output.json { return try printJSON(lines) }
      printTable(
        header: ["left (local time)", "email", "link"],
        lines.map { [LocalTime.cell(iso8601: $0.leftAt), $0.email, $0.link ?? $0.session] })
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
