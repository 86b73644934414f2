import BoothCore
import BoothTesting
import Documents
import LocationLibrary
import Locations
import StudioLocations
import StudioModel
import Synchronization

/// Places in memory, which notes what it is asked to do.
final class NotedPlaces: KeptPlaces {
  struct Notes: Sendable {
    var locations: [LocationID: Location] = [:]
    var authors: [LocationID: UserID] = [:]
    /// What changed something, by its name.
    var done: [String] = []
    var pictures: [String] = []
    var received: [[UInt8]] = []
    /// Those that were marked last.
    var points: [MarkPair] = []
    /// What is found by itself; while it is nil, looking for it lasts.
    var matches: [MarkPair]? = []
    /// How far products are; they are made when it is nil.
    var stage: (done: Int, all: Int)?
    var outcome = ImportOutcome(added: 1, known: 2, leftOut: 3, problems: [])
    /// What a change, or what is sent, is answered with.
    var refusal: PlaceError?
  }

  let notes = Mutex(Notes())

  func locations(matching search: LocationSearch) async throws(PlaceError) -> [Location] {
    notes.withLock { Array($0.locations.values) }.filter(search.matches)
  }

  func location(_ id: LocationID) async throws(PlaceError) -> Location? { notes.withLock { $0.locations[id] } }

  func change(_ id: LocationID, _ change: PlaceChange, by user: UserID) async throws(PlaceError) -> Location {
    guard var location = try await location(id) else { throw .notFound }
    if let refusal = notes.withLock({ $0.refusal }) { throw refusal }
    try change.apply(to: &location)
    let changed = location
    notes.withLock {
      $0.locations[id] = changed
      $0.done.append("change")
      if $0.authors[id] != user { $0.authors[id] = nil }
    }
    return location
  }

  func loneAuthor(of location: Location) async throws(PlaceError) -> UserID? {
    notes.withLock { $0.authors[location.id] }
  }

  func delete(_ location: Location, unchanged: Bool) async throws(PlaceError) -> Bool {
    notes.withLock {
      guard !unchanged || $0.locations[location.id] == location else { return false }
      $0.locations[location.id] = nil
      $0.done.append("delete")
      return true
    }
  }

  func picture(_ picture: LocationPicture, of location: LocationID, longestSide: Int) async throws(PlaceError)
    -> [UInt8]
  {
    notes.withLock { $0.pictures.append("\(picture.name) \(longestSide)") }
    return [0xFF, 0xD8, 0xFF]
  }

  func registered(
    _ half: PairHalf, of location: Location, _ version: LocationVersion, longestSide: Int
  ) async throws(PlaceError) -> [UInt8]? {
    notes.withLock { $0.pictures.append("\(half.rawValue) \(longestSide)") }
    return [0xFF, 0xD8, 0xFF]
  }

  func receive(_ pieces: ByteStream, upTo limit: Int64) async throws(PlaceError) -> ReceivedFile {
    var bytes: [UInt8] = []
    do {
      for try await piece in pieces { bytes += piece }
    } catch { throw .unavailable("\(error)") }
    let all = bytes
    notes.withLock { $0.received.append(all) }
    return ReceivedFile(path: "/nowhere") { _ in }
  }

  func add(_ place: NewPlace, picture: ReceivedFile, by user: UserID) async throws(PlaceError) -> Location {
    if let refusal = notes.withLock({ $0.refusal }) { throw refusal }
    var new = Samples.location("new-one", title: place.title, at: place.coordinate)
    new.notes = place.notes
    new.provenance = place.provenance
    let location = new
    notes.withLock {
      $0.authors[location.id] = user
      $0.locations[location.id] = location
      $0.done.append("add")
    }
    return location
  }

  func addPhoto(
    _ photo: NewPhoto, picture: ReceivedFile, to id: LocationID
  ) async throws(PlaceError) -> Location {
    guard var location = try await location(id) else { throw .notFound }
    if let refusal = notes.withLock({ $0.refusal }) { throw refusal }
    let version = "sent-\(photo.key)"
    if !location.versions.contains(where: { $0.id == version }) {
      location.versions.append(
        LocationVersion(
          id: version, picture: Samples.picture("d", "versions/\(version).jpg"), takenAt: WallTime(unixSeconds: 3000)))
      location.chosen = version
    }
    let kept = location
    notes.withLock {
      $0.locations[id] = kept
      $0.done.append("photo \(photo.key) of \(photo.author.text)")
    }
    return kept
  }

  func align(
    _ location: LocationID, by points: [MarkPair], in version: LocationVersion.ID, language: Language,
    progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws(PlaceError) {
    notes.withLock {
      $0.points = points
      $0.done.append("align \(version)")
    }
  }

  func fit(
    _ points: [MarkPair], of location: Location, in version: LocationVersion
  ) async throws(PlaceError) -> MarkedFit {
    MarkedFit(points, old: PixelSize(width: 3000, height: 2000), new: PixelSize(width: 3000, height: 2000))
  }

  func findMatches(
    beside points: [MarkPair], of location: Location, in version: LocationVersion
  ) async throws(PlaceError) -> FoundMatches {
    notes.withLock {
      $0.points = points
      $0.done.append("matches \(version.id)")
    }
    while notes.withLock({ $0.matches == nil }) { await Task.moment() }
    return FoundMatches(pairs: notes.withLock { $0.matches } ?? [], method: "features")
  }

  func makeProducts(
    of location: LocationID, language: Language, progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws(PlaceError) {
    while let stage = notes.withLock({ $0.stage }) {
      progress(stage.done, stage.all)
      await Task.moment()
    }
    progress(3, 12)
    notes.withLock { $0.done.append("products") }
  }

  func products(of location: Location) async throws(PlaceError) -> [PlaceProduct] {
    [PlaceProduct(name: "a-side-by-side.jpg", kind: "side-by-side.jpg", bytes: 340_000)]
  }

  func product(_ name: String, of location: Location) async throws(PlaceError) -> ObjectFile? { nil }

  func export(progress: @escaping @Sendable (Int, Int) -> Void) async throws(PlaceError) -> ExportedFile {
    notes.withLock { $0.done.append("export") }
    throw .refused("no room <b>left</b>")
  }

  func bringIn(
    _ file: ReceivedFile, progress: @escaping @Sendable (Int) -> Void
  ) async throws(PlaceError) -> ImportOutcome {
    notes.withLock {
      $0.done.append("import")
      return $0.outcome
    }
  }
}

enum Samples {
  static func picture(_ letter: Character, _ name: String = "old.jpg") -> LocationPicture {
    LocationPicture(
      name: name, bytes: 1000, checksum: String(repeating: letter, count: 64),
      size: PixelSize(width: 3000, height: 2000))
  }

  static func location(
    _ id: String, title: String, at place: Coordinate = Coordinate(latitude: 31.7767, longitude: 35.2276)!,
    status: LocationStatus = .notVisited, createdAt: Double = 1000, versions: Int = 0
  ) -> Location {
    var location = Location(
      id: LocationID(id)!, title: title, latitude: place.latitude, longitude: place.longitude, pair: id,
      old: picture("a"), createdAt: WallTime(unixSeconds: createdAt))
    location.status = status
    location.versions = (0..<versions).map { number in
      LocationVersion(
        id: "v\(number)", picture: picture(number == 0 ? "b" : "c", "versions/v\(number).jpg"),
        takenAt: WallTime(unixSeconds: 2000))
    }
    location.chosen = location.versions.last?.id
    return location
  }
}
