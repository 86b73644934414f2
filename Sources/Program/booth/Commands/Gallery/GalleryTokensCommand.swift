import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Gallery

struct GalleryTokensCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tokens", abstract: "Give booths tokens of their own, and end them.",
    discussion: """
      A booth sends its token as it would the galleries' common one (gallery.token there). Tokens are kept in the galleries' \
      store by their hashes alone; a change holds at all galleries within five seconds, also while they serve.
      """,
    subcommands: [List.self, Add.self, End.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the tokens that hold.")
    @OptionGroup var gallery: GalleryStoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let place = try GalleryStore(try await gallery.settings())
      let tokens = try await place.use { try await GalleryOwner($0).tokens() }
      if output.json { return try printJSON(tokens.map { GalleryTokenAnswer($0) }) }
      if tokens.isEmpty { return say("there are no tokens but the common one") }
      printTable(
        header: ["name", "id", "events", "added (local time)"],
        tokens.map { [$0.name, $0.id, Self.words($0.events), LocalTime.cell(iso8601: $0.addedAt)] })
    }

    fileprivate static func words(_ events: Set<EventID>?) -> String {
      events.map { $0.sorted().map { "\($0)" }.joined(separator: ",") } ?? "all"
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a token, and print it this once.",
      discussion: "With --for it is good for nothing of other events: no upload, no erasure, no list.")
    @Argument(help: "What you call it, such as the booth.") var name: String
    @Option(name: .customLong("for"), help: "The numbers of the events that it is for, such as 7,8. (default: all)")
    var events: String?
    @OptionGroup var gallery: GalleryStoreOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
      let name = name.harmless
      guard (1...100).contains(name.utf8.count), name == self.name else {
        throw ValidationError("expected a name of 1 to 100 bytes, in one line")
      }
      _ = try numbers()
    }

    /// Nil: all.
    private func numbers() throws -> Set<EventID>? {
      guard let events else { return nil }
      var numbers: Set<EventID> = []
      for text in events.split(separator: ",", omittingEmptySubsequences: false) {
        guard let number = EventID(text), number > 0, "\(number)" == text else {
          throw ValidationError("--for \"\(events)\": expected numbers of events, such as 7,8")
        }
        numbers.insert(number)
      }
      guard numbers.count <= 10_000 else { throw ValidationError("--for: expected at most 10000 events") }
      return numbers
    }

    func run() async throws {
      let numbers = try numbers()
      let place = try GalleryStore(try await gallery.settings())
      let (token, entry) = try await place.use {
        try await GalleryOwner($0).addToken(name, for: numbers, at: Date.now)
      }
      if output.json { return try printJSON(GalleryTokenAnswer(entry, token: token)) }
      say("\(entry.name) (\(entry.id)), events: \(List.words(entry.events))")
      say("the token, which is shown this once: \(token)")
    }
  }

  struct End: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "end", abstract: "End a token: its booth is refused from then on.")
    @Argument(help: "Its name or its id, as `booth gallery tokens list` shows them; of a name all are ended.")
    var which: String
    @OptionGroup var gallery: GalleryStoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let place = try GalleryStore(try await gallery.settings())
      let ended = try await place.use { try await GalleryOwner($0).endTokens(which) }
      guard !ended.isEmpty else {
        throw CommandError("there is no token \(which): see booth gallery tokens list", code: CommandError.usage)
      }
      if output.json { return try printJSON(ended.map { GalleryTokenAnswer($0) }) }
      say("\(counted(ended.count, "token")) ended: \(ended.map { "\($0.name) (\($0.id))" }.joined(separator: ", "))")
    }
  }
}

/// What `gallery tokens` says to programs.
struct GalleryTokenAnswer: Encodable {
  var name: String
  var id: String
  var events: [EventID]?
  var addedAt: String
  var token: String?

  init(_ entry: BoothToken, token: String? = nil) {
    (name, id, addedAt) = (entry.name, entry.id, entry.addedAt)
    events = entry.events?.sorted()
    self.token = token
  }
}
