import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Gallery

extension GalleryEventsCommand {
  struct End: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "end", abstract: "End an event's gallery, and delete what is left of it.",
      discussion: """
        Without --delete the event ends now, if it has not ended yet: its pages say so, no picture is given any more, and a later \
        end opens it again (`booth gallery events set ID --expires`). What is stored is counted, and nothing is deleted.
        With --delete the sessions of an event that is over are deleted, with their pictures and clips, and cannot be brought \
        back; an event that is open is refused. A booth that brings a session of it later is told that it was erased, and \
        keeps its photos. Settings stay, and guests' addresses for emails (private/emails) as well. Asked again, it goes on \
        where it was cut off.
        """)
    @Argument(help: "The event's number.") var number: String
    @Flag(help: "Delete the sessions of an event that is over.") var delete = false
    @OptionGroup var gallery: GalleryStoreOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { _ = try GalleryEventsCommand.event(number) }

    func run() async throws {
      let event = try GalleryEventsCommand.event(number)
      let place = try GalleryStore(try await gallery.settings())
      let answer = try await place.use { store in
        let owner = GalleryOwner(store)
        let before = try await owner.settings(of: event)
        guard !before.needsAll else {
          throw CommandError(
            "the settings of event \(event) are damaged: say all of them with booth gallery events set, then end it")
        }
        if delete { return try await deleted(event, owner, place) }
        var settings = before
        if !settings.isOver(at: Date.now) {
          settings.expiresAt = Int64(Date.now.timeIntervalSince1970)
          try await owner.set(settings, of: event)
        }
        return GalleryEventEndAnswer(event, settings, try await owner.holdings(of: event), areDeleted: false)
      }
      if output.json { return try printJSON(answer) }
      say("\(answer.words)")
      if answer.foreign > 0 {
        say("\(counted(answer.foreign, "object")) below events/\(event)/ that no gallery has put there: left as it is")
      }
    }

    private func deleted(
      _ event: EventID, _ owner: GalleryOwner, _ place: GalleryStore
    ) async throws -> GalleryEventEndAnswer {
      let log = ConsoleLog.make("gallery", level: "warning")
      let holdings: EventHoldings
      do {
        holdings = try await owner.deleteSessions(
          of: event, lists: place.isBucket ? .keys : .index, at: Date.now, logger: log)
      } catch EventDeletionFault.isOpen {
        throw CommandError(
          "event \(event) is open: end it first (booth gallery events end \(event)), and delete what is left of it then"
        )
      }
      return GalleryEventEndAnswer(event, try await owner.settings(of: event), holdings, areDeleted: true)
    }
  }
}

/// What `gallery events end` says to programs.
struct GalleryEventEndAnswer: Encodable {
  var event: EventID
  var expires: String?
  var areDeleted: Bool
  var sessions: Int
  var objects: Int
  var bytes: Int64
  var foreign: Int

  init(_ event: EventID, _ settings: EventSettings, _ holdings: EventHoldings, areDeleted: Bool) {
    self.event = event
    expires = settings.expiresAt.map { Date.ISO8601FormatStyle().format(Date(timeIntervalSince1970: Double($0))) }
    self.areDeleted = areDeleted
    (sessions, objects, bytes, foreign) = (holdings.sessions, holdings.objects, holdings.bytes, holdings.foreign)
  }

  /// For people.
  var words: String {
    let what = "\(counted(sessions, "session")), \(counted(objects, "object")), \(bytes) bytes"
    if areDeleted { return "event \(event): deleted: \(what)" }
    let since = expires.map { " since " + LocalTime.cell(iso8601: $0) } ?? ""
    return "event \(event): over\(since). Stored: \(what)" + (objects > 0 ? "; --delete deletes them" : "")
  }
}
