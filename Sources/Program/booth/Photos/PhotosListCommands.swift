import ArgumentParser
import BoothSystem
import CommandSupport
import ImageMetadata
import PhotoLibrary
import PhotoModel

/// What photos are listed, and in which order.
struct PhotoViewOptions: ParsableArguments {
  @Option(help: "Only of one source, by its name.") var source: String?
  @Option(help: "The order: newest, oldest, name, largest.") var order = "newest"
  @Option(help: "At most so many; the answer says where the next ones begin.", transform: TypedNumber.read)
  var count = 100
  @Option(help: "Go on behind this: what the last answer ended with.") var after: String?

  private static let most = 10_000

  func validate() throws {
    guard (1...Self.most).contains(count) else {
      throw ValidationError("--count: expected 1 to \(Self.most), found \(count)")
    }
  }

  /// What is asked for, but for the source: that is looked up as the list is made.
  func view(_ filter: PhotoSearch) throws -> PhotoView {
    guard let order = PhotoOrder(rawValue: order), order != .own else {
      throw CommandError(
        "there is no order \"\(order)\": expected newest, oldest, name or largest", code: CommandError.usage)
    }
    return PhotoView(order: order, filter: filter)
  }

  func cursor() throws -> PhotoCursor? {
    guard let after else { return nil }
    guard let cursor = PhotoCursor(after) else {
      throw CommandError("\"\(after)\" is not where a list goes on", code: CommandError.usage)
    }
    return cursor
  }

  /// Why there is nothing to show.
  private static func nothing(_ photos: DataFolderPhotos) async throws -> CommandText {
    let sources = try await photos.sources()
    guard !sources.isEmpty else { return "there are no photographs yet: booth photos add FOLDER" }
    let unread = sources.filter { $0.state == .new || $0.state == .scanning }
    return unread.isEmpty
      ? "nothing matches"
      : "nothing is known yet of \(unread.map(\.displayName).joined(separator: ", ")): booth photos scan reads it"
  }

  /// A page of them, for people or programs.
  func list(_ plain: PhotoView, _ photos: DataFolderPhotos, json: Bool) async throws {
    var view = plain
    view.source = try PhotosWork.source(source, photos)
    // One more tells whether there are more.
    var found = try await photos.photos(view, after: try cursor(), count: count + 1)
    let isMore = found.count > count
    found = Array(found.prefix(count))
    let next = isMore ? found.last?.cursor.text : nil
    let sources = try await photos.sources().filter { view.source == nil || view.source == $0.id }
    let away = sources.filter { !$0.away.isEmpty }
    if json {
      return try printJSON(
        PhotoListAnswer(photos: found.map(PhotoAnswer.init), next: next, away: PhotoListAnswer.away(away)))
    }
    defer { PhotosWork.sayAway(of: away) }
    guard !found.isEmpty else { return say(try await Self.nothing(photos)) }
    printTable(header: PhotoAnswer.header, found.map { PhotoAnswer($0).row })
    if let next { say("more: --after \(next)") }
  }
}

struct PhotosListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List photos, a page at a time.")
  @OptionGroup var view: PhotoViewOptions
  @OptionGroup var whose: PhotoOwnerOptions
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let view = try view.view(PhotoSearch())
    let photos = try await PhotosWork.open(place, of: whose)
    try await PhotosWork.told { try await self.view.list(view, photos, json: output.json) }
  }
}

struct PhotosFindCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find", abstract: "List the photos that match.",
    discussion: """
      Words must stand in the name, the folder, the camera or the source's name, with or without accents and capitals; besides \
      them 2024, 2024-07, 2024-07-14, 2023..2024-03, camera:nikon, in:SOURCE (or source:SOURCE, a part of its name), tag:red, star, type:heif, near:LATITUDE,LONGITUDE,KILOMETRES, box:SOUTH,WEST,NORTH,EAST, hidden and broken.
      """)
  @Argument(help: "What is looked for.") var words: [String]
  @OptionGroup var view: PhotoViewOptions
  @OptionGroup var whose: PhotoOwnerOptions
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let view = try view.view(try PhotosWork.search(words))
    let photos = try await PhotosWork.open(place, of: whose)
    try await PhotosWork.told { try await self.view.list(view, photos, json: output.json) }
  }
}

/// Photos, for programs.
struct PhotoListAnswer: Encodable {
  struct Away: Encodable {
    var source: String
    var folder: String
    var why: String
    var photos: Int
  }

  var photos: [PhotoAnswer]
  var next: String?
  var away: [Away]?

  /// Nil where every disk is there.
  static func away(_ sources: [PhotoSourceReport]) -> [Away]? {
    let all = sources.flatMap { source in
      source.away.map(PhotoAwayAnswer.init).map {
        Away(source: source.id.text, folder: $0.folder, why: $0.why, photos: $0.photos)
      }
    }
    return all.isEmpty ? nil : all
  }
}

/// A photo, for programs.
struct PhotoAnswer: Encodable {
  var number: Int64
  var source: String
  var id: String
  var name: String
  var sizeBytes: Int64?
  var shown: String?
  var taken: String?
  var zoneMinutes: Int?
  var format: String?
  var width: Int?
  var height: Int?
  var camera: String?
  var lens: String?
  var exposure: String?
  var latitude: Double?
  var longitude: Double?
  var key: String?
  /// Why it cannot be shown, by its name; in words, with what helps, and the byte at which it ends or its damage begins.
  var trouble: String?
  var troubleWords: String?
  var remedy: String?
  var troubleByte: Int?
  var state: String?
  var flags: [String]
  var star: Bool
  var tags: [String]
  var live: Bool
  var film: String?

  init(_ photo: PhotoRecord) {
    let details = photo.entry.details
    number = photo.number
    source = photo.source.text
    id = NameBytes.shown(photo.entry.id.text)
    name = photo.entry.name
    sizeBytes = photo.entry.size
    shown = photo.isDated ? CalendarDay.text(wallSeconds: photo.shownSeconds) : nil
    taken = details.taken.map { CalendarDay.text(wallSeconds: $0.wallSeconds) }
    zoneMinutes = details.taken?.offsetMinutes
    (format, width, height) = (details.format, details.width, details.height)
    (camera, lens, exposure) = (details.camera, details.lens, details.exposure)
    (latitude, longitude) = (details.latitude, details.longitude)
    key = photo.key?.text
    let reason = details.trouble.flatMap { NoPicture(text: $0) }
    trouble = reason?.reason.rawValue ?? details.trouble
    (troubleWords, remedy, troubleByte) = (reason?.words, reason?.remedy, reason?.byte)
    state = photo.entry.remark
    flags = photo.entry.flags.names
    star = photo.isStarred
    (live, film) = (photo.isLive, photo.film.map { NameBytes.shown($0.id.text) })
    tags = PhotoTags.names.indices.filter { photo.tags.rawValue & 1 << $0 != 0 }.map { PhotoTags.names[$0] }
  }

  /// Source and id as one path, with the name behind it where the id has none for people: a library's, a bucket's.
  var place: String {
    let path = Self.place(source, id)
    return id.split(separator: "/").last.map { $0 == name } ?? false ? path : "\(path) (\(name))"
  }

  static func place(_ source: String, _ id: String) -> String { source + (id.hasPrefix("/") ? "" : "/") + id }

  /// Of ``row``.
  static let header = ["number", "taken", "photo", "format", "pixels", "bytes", "camera", "notes"]

  var row: [String] {
    let pixels = width.flatMap { width in height.map { "\(width)×\($0)" } } ?? ""
    return [
      "\(number)", shown ?? "", place, format ?? "", pixels, sizeBytes.map { "\($0)" } ?? "", camera ?? "",
      trouble.map { [troubleWords ?? PhotoTroubleWords.of($0), remedy].compactMap(\.self).joined(separator: "; ") }
        ?? [
          star ? "★" : "", live ? "live" : "", flags.contains("animated") ? "animated" : "",
          state == "placeWithoutSides" ? "its place lacks N or S, E or W" : "",
        ].filter { !$0.isEmpty }.joined(separator: " "),
    ]
  }
}
