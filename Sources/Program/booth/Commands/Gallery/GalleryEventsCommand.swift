import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Gallery

struct GalleryEventsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events", abstract: "Say who may see an event's gallery, and until when; end it.",
    discussion: "It holds at all galleries of the bucket or folder, also while they serve.",
    subcommands: [Show.self, Set.self, End.self])

  /// An event's number, from 1 on.
  static func event(_ text: String) throws -> EventID {
    guard let event = EventID(text), event > 0, "\(event)" == text else {
      throw ValidationError("\"\(text)\": expected an event's number, as in its file's \"id\"")
    }
    return event
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show what was said of an event's gallery.")
    @Argument(help: "The event's number.") var number: String
    @OptionGroup var gallery: GalleryStoreOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { _ = try GalleryEventsCommand.event(number) }

    func run() async throws {
      let event = try GalleryEventsCommand.event(number)
      let place = try GalleryStore(try await gallery.settings())
      let settings = try await place.use { try await GalleryOwner($0).settings(of: event) }
      try GalleryEventsCommand.tell(
        settings, of: event, GalleryEventsCommand.hostPath(place, event, settings), json: output.json)
    }
  }

  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Give an event's gallery a PIN, an end, moderation or a quota, or take them away.",
      discussion: """
        With a PIN the event's page asks for it, unless it is opened by its link; sessions' own links stay as they are. From \
        its end on all pages of the event say that it is over, and no picture is given any more; nothing is deleted, and \
        a later end opens it again. With moderation, which needs a bucket, a session is in the event's list only after the host \
        has said so on a page of its own, whose address `booth gallery events show` prints; its own link works at once. With a \
        quota, sessions are taken as long as all of the event's find room in it; a booth waits with what is beyond, and loses \
        nothing.
        """)
    @Argument(help: "The event's number.") var number: String
    @Option(help: "6 to 12 digits, or `none`.") var pin: String?
    @Option(help: "A day as yyyy-MM-dd, a moment as 2026-12-31T20:00:00Z, or `never`.") var expires: String?
    @Flag(inversion: .prefixedNo, help: "New sessions wait for the host.") var moderated: Bool?
    @Option(help: "What its sessions may amount to, as 20GB or 500MB, or `none`.") var quota: String?
    @OptionGroup var gallery: GalleryStoreOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
      _ = try GalleryEventsCommand.event(number)
      guard pin != nil || expires != nil || moderated != nil || quota != nil else {
        throw ValidationError("expected --pin, --expires, --moderated, --no-moderated or --quota")
      }
      _ = try digits()
      _ = try end()
      _ = try quotaBytes()
    }

    /// Nil: no PIN.
    private func digits() throws -> String? {
      guard let pin, pin != "none" else { return nil }
      guard let digits = EventSettings.digits(pin) else {
        throw ValidationError("--pin: expected 6 to 12 digits, or none")
      }
      return digits
    }

    /// Nil: none.
    private func quotaBytes() throws -> Int64? {
      guard let quota, quota != "none" else { return nil }
      guard let bytes = GalleryEventsCommand.bytes(quota) else {
        throw ValidationError("--quota \"\(quota)\": expected a size as 20GB, 500MB or 1TB, or none")
      }
      return bytes
    }

    /// Nil: never.
    private func end() throws -> Int64? {
      guard let expires, expires != "never" else { return nil }
      guard let moment = CivilDate.moment(expires) else {
        throw ValidationError(
          "--expires \"\(expires)\": expected a day as yyyy-MM-dd, a moment as 2026-12-31T20:00:00Z, or never")
      }
      return moment
    }

    func run() async throws {
      let event = try GalleryEventsCommand.event(number)
      let (digits, end, bytes) = (try digits(), try end(), try quotaBytes())
      let place = try GalleryStore(try await gallery.settings())
      if moderated == true, !place.isBucket {
        throw CommandError("moderation needs galleries over a bucket: name it with --bucket")
      }
      if digits != nil, place.secret == nil {
        throw CommandError(
          "a PIN needs the galleries' upload secret: set gallery.upload_secret (BOOTH_GALLERY_UPLOAD_SECRET), or copy their "
            + "gallery-secrets.json into this data folder")
      }
      let settings = try await place.use { store in
        let owner = GalleryOwner(store)
        let before = try await owner.settings(of: event)
        // What can be read no more is said anew, as a whole.
        guard !before.needsAll || pin != nil && expires != nil && moderated != nil else {
          throw CommandError(
            "the settings of event \(event) are damaged: say all of them, --pin, --expires and --moderated or --no-moderated"
          )
        }
        var settings = before.needsAll ? EventSettings() : before
        if pin != nil { settings.setPIN(digits, of: event, secret: place.secret ?? "") }
        if expires != nil { settings.expiresAt = end }
        if let moderated { settings.isModerated = moderated }
        if quota != nil { settings.quotaBytes = bytes }
        try await owner.set(settings, of: event)
        return settings
      }
      try GalleryEventsCommand.tell(
        settings, of: event, GalleryEventsCommand.hostPath(place, event, settings), json: output.json)
    }
  }

  /// A whole number of megabytes, gigabytes or terabytes of ten's powers; nil for anything else.
  static func bytes(_ text: String) -> Int64? {
    let units: [(name: String, bytes: Int64)] = [("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000)]
    for unit in units where text.uppercased().hasSuffix(unit.name) {
      let digits = text.dropLast(2)
      guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(digits),
        number > 0
      else { return nil }
      let (bytes, overflow) = number.multipliedReportingOverflow(by: unit.bytes)
      return overflow ? nil : bytes
    }
    return nil
  }

  /// As ``bytes(_:)`` reads it.
  static func words(bytes: Int64) -> String {
    for (unit, size) in [("TB", 1_000_000_000_000), ("GB", 1_000_000_000)] as [(String, Int64)]
    where bytes % size == 0 && bytes > 0 { return "\(bytes / size)\(unit)" }
    return "\(bytes / 1_000_000)MB"
  }

  /// Nil where there is no such page, or its key cannot be made here.
  private static func hostPath(_ place: GalleryStore, _ event: EventID, _ settings: EventSettings) -> String? {
    guard settings.isModerated, let secret = place.secret else { return nil }
    return (place.publicURL ?? "") + GalleryOwner.hostPath(of: event, secret: secret)
  }

  private static func tell(_ settings: EventSettings, of event: EventID, _ host: String?, json: Bool) throws {
    let answer = GalleryEventAnswer(settings, of: event, host: host)
    if json { return try printJSON(answer) }
    if answer.isDamaged {
      return say("event \(event): its settings are damaged; it is open for those who have its link")
    }
    let end =
      answer.expires.map { moment in
        (answer.isOver ? "over since " : "open until ") + LocalTime.cell(iso8601: moment)
      } ?? "no end"
    say(
      "event \(event): \(answer.hasPIN ? "its page asks for a PIN" : "no PIN"), \(end)\(answer.isModerated ? ", new sessions wait for the host" : "")"
        + (answer.quotaBytes.map { ", at most \(words(bytes: $0))" } ?? ""))
    if let host { say("the host's page: \(host)") }
  }
}

/// What `gallery events` says to programs.
struct GalleryEventAnswer: Encodable {
  var event: EventID
  var hasPIN: Bool
  var expires: String?
  var isOver: Bool
  var isModerated: Bool
  /// What its sessions may amount to.
  var quotaBytes: Int64?
  var isDamaged: Bool
  var host: String?

  init(_ settings: EventSettings, of event: EventID, host: String?) {
    self.host = host
    isModerated = settings.isModerated
    quotaBytes = settings.quotaBytes
    self.event = event
    hasPIN = settings.hasPIN
    expires = settings.expiresAt.map {
      Date.ISO8601FormatStyle().format(Date(timeIntervalSince1970: Double($0)))
    }
    isOver = settings.isOver(at: Date.now)
    isDamaged = settings.needsAll
  }
}
