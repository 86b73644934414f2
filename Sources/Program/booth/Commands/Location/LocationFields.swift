import ArgumentParser
import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import Imaging
import LocationLibrary
import Locations

/// What `location add` and `location edit` can set alike. An empty text takes away what is known.
struct LocationFields: ParsableArguments {
  @Option(help: "What the place is called.") var title: String?
  @Option(help: "Notes, as one text.") var notes: String?
  @Option(help: "notVisited, completed or inaccessible.") var status: String?
  @Option(
    help: "Where the camera stood: LAT,LON in degrees, decimal or with minutes and seconds; or gps, for here and now.")
  var at: String?
  @Option(help: "Where the camera looked: degrees clockwise from north.") var bearing: String?
  @Option(help: "How far off the place may be, in metres.") var accuracy: String?
  @Option(help: "The archive, library or person that has the picture.") var archive: String?
  @Option(help: "Under which it is found there.") var signature: String?
  @Option(help: "The photographer.") var author: String?
  @Option(help: "When it was taken, as people write it.") var date: String?
  @Option(help: "Under which licence it may be shown.") var licence: String?
  @Option(help: "Its page on the web.") var link: String?

  @OptionGroup var position: PositionOptions

  /// Sets what was given.
  func apply(to location: inout Location, _ settings: Settings) async throws {
    if let title { location.title = title }
    if let notes { location.notes = notes }
    if let status { location.status = try LocationCommand.status(status) }
    if let at {
      let place = try await TypedPlace.read(at, "--at", settings)
      (location.latitude, location.longitude) = (place.coordinate.latitude, place.coordinate.longitude)
      if let metres = place.accuracy { location.accuracy = metres }
    }
    if let bearing { location.bearing = try Self.number(bearing, "--bearing") }
    if let accuracy { location.accuracy = try Self.number(accuracy, "--accuracy") }
    func set(_ text: String?, _ part: WritableKeyPath<Provenance, String?>) {
      if let text { location.provenance[keyPath: part] = text.isEmpty ? nil : text }
    }
    set(archive, \.archive)
    set(signature, \.signature)
    set(author, \.author)
    set(date, \.date)
    set(licence, \.licence)
    set(link, \.link)
    if let fault = location.fault, !fault.contains("picture") {
      throw CommandError("the location \(advice: fault)", code: CommandError.usage)
    }
  }

  private static func number(_ text: String, _ option: String) throws -> Double? {
    if text.isEmpty { return nil }
    guard let number = Double(text), number.isFinite else {
      throw CommandError("\(option): expected a number; found \"\(text)\"", code: CommandError.usage)
    }
    return number
  }
}

extension LocationCommand {
  struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Change a location's details.",
      discussion: "Only what is named changes. Files stay; an empty text takes away what is known.")
    @Argument(help: "The location's id, or its first eight signs.") var id: String
    @OptionGroup var fields: LocationFields
    @Option(help: "The new picture that stands beside the old one, by its id (booth location show).") var chosen:
      String?
    @Option(
      help:
        "The photograph in the old picture, without a card around it: X,Y,WIDTH,HEIGHT, auto, or none for all of it.")
    var crop: String?
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
      if let crop, crop != "auto", KeptCrop(text: crop) == nil {
        throw ValidationError("--crop \(crop): expected X,Y,WIDTH,HEIGHT in pixels, auto or none")
      }
    }

    func run() async throws {
      let settings = try await place.settings(fields.position.flags)
      let store = try await LocationCommand.open(settings)
      let before = try await LocationCommand.find(id, in: store)
      var location = before
      if let chosen {
        guard location.versions.contains(where: { $0.id == chosen }) else {
          let known = location.versions.map(\.id).joined(separator: ", ")
          throw CommandError(
            "--chosen: expected \(known.isEmpty ? "nothing, as there is no new picture" : known); found \"\(chosen)\"",
            code: CommandError.usage)
        }
        location.chosen = chosen
      }
      var note: String?
      if let crop {
        if crop == "auto" {
          let found = try CropOption.found(in: store.path(of: location.old, in: location.id))
          location.crop = found.map { KeptCrop($0, isFound: true) }
          note =
            found == nil
            ? "no border is there for sure: nothing is cropped" : "the photograph is \(location.crop?.text ?? "")"
        } else {
          location.crop = KeptCrop(text: crop)
          guard location.crop?.isWithin(location.old.size) == true else {
            throw CropOption.fault(crop, location.old.size)
          }
        }
      }
      try await fields.apply(to: &location, settings)
      if location != before {
        location.updatedAt = SystemClock().wallTime
        try await store.change(location)
      }
      if output.json { return try printJSON(LocationAnswer(location, in: store, near: nil)) }
      if let note { say("\(note)") }
      say(location == before ? "nothing was to be changed" : "\(location.id) (\(location.title)) is changed")
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add one old picture and its place.",
      discussion: """
        The picture is copied as it is: a JPEG or a PNG. Title and place may be left out where the file's name and its \
        EXIF say them.
        """)
    @Argument(help: "The old picture's file.") var picture: String
    @Option(help: "The location's id. (default: a new one)") var id: String?
    @OptionGroup var fields: LocationFields
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let path = Settings.absolute(picture)
      let id = id ?? newLocationID()
      guard let known = LocationID(id) else {
        throw CommandError(
          "--id: expected 1 to 64 letters, digits, - and _; found \"\(id)\"", code: CommandError.usage)
      }
      let brought: BroughtPicture
      do throws(ImportFault) {
        brought = try BroughtPicture(bytes: try ImportSource.bytes(path), name: picture)
      } catch {
        throw CommandError("\(picture): expected \(error.expected); found \(error.found)", code: CommandError.usage)
      }
      let exif = brought.facts.exif
      guard fields.at != nil || exif.place != nil else {
        throw CommandError(
          "--at: expected the place as LAT,LON, or gps, as the picture's EXIF has none; found nothing",
          code: CommandError.usage)
      }
      var location = Location(
        id: known, title: brought.title, latitude: exif.place?.latitude ?? 0, longitude: exif.place?.longitude ?? 0,
        pair: known.text, old: brought.picture, createdAt: SystemClock().wallTime)
      location.bearing = fields.at == nil ? exif.place?.bearing : nil
      location.accuracy = fields.at == nil ? exif.place?.accuracy : nil
      let settings = try await place.settings(fields.position.flags, data: .begins)
      try await fields.apply(to: &location, settings)
      let store = try await LocationCommand.open(settings)
      if try await store.location(known) != nil {
        throw CommandError("there is a location \(known) already (booth location show \(known))")
      }
      try await store.add(location, old: .bytes(brought.bytes))
      guard let kept = try await store.location(known) else { throw CommandError("\(known) is not there any more") }
      if output.json { return try printJSON(LocationAnswer(kept, in: store, near: nil)) }
      say("\(kept.id) (\(kept.title)) is added")
      if let words = SmallPicture.words(kept.old.size) { say("note: the picture is small: it has \(words)") }
    }
  }
}
