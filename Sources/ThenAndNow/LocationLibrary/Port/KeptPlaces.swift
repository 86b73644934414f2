public import BoothCore
import Documents
public import Locations
public import StudioModel

/// Old photographs and their places, as the studio's pages reach them: the store of a data folder, which commands and a booth
/// change as well. From any thread.
public protocol KeptPlaces: Sendable {
  /// Those that a search finds, without order.
  func locations(matching search: LocationSearch) async throws(PlaceError) -> [Location]
  /// One page of a list, and how long the list is.
  func page(_ list: PlacesList, after key: LocationKey?, count: Int) async throws(PlaceError) -> PlacesFound
  /// Nil where there is none of this id.
  func location(_ id: LocationID) async throws(PlaceError) -> Location?
  /// Changes what a person may change, and when it was changed; durable when it returns.
  /// - Parameter user: who changes it.
  /// - Returns: the location as it is kept now.
  func change(_ id: LocationID, _ change: PlaceChange, by user: UserID) async throws(PlaceError) -> Location
  /// Who added a location that no other person has worked on since; nil if one has, or if unknown.
  func loneAuthor(of location: Location) async throws(PlaceError) -> UserID?
  /// Deletes it with all its pictures; durable when it returns.
  /// - Parameter unchanged: only if it still is as it was when that was decided.
  /// - Returns: false, and nothing is changed, where it is not.
  func delete(_ location: Location, unchanged: Bool) async throws(PlaceError) -> Bool

  /// A picture of a location, made smaller: upright, JPEG, without metadata.
  /// - Parameter longestSide: in pixels; a picture that has fewer stays as large as it is.
  func picture(_ picture: LocationPicture, of location: LocationID, longestSide: Int) async throws(PlaceError)
    -> [UInt8]
  /// Both pictures of a pair in one frame, where the version's kept registration is accepted and of these two files.
  /// - Returns: the half that was asked for; nil where the pair is not registered.
  func registered(
    _ half: PairHalf, of location: Location, _ version: LocationVersion, longestSide: Int
  ) async throws(PlaceError) -> [UInt8]?

  /// Takes in what a person sends, piece by piece, to a file on the disk.
  /// - Parameter limit: more bytes are refused.
  func receive(_ pieces: ByteStream, upTo limit: Int64) async throws(PlaceError) -> ReceivedFile
  /// Adds a location with the picture that was received, which is decoded first. The same picture of the
  /// same person and form is there once.
  /// - Parameter user: who adds it.
  func add(_ place: NewPlace, picture: ReceivedFile, by user: UserID) async throws(PlaceError) -> Location

  /// Keeps a photo that was received as the location's newest one, and chooses it, as a booth's photo is kept. The photo is decoded
  /// first. The same photo of the same person and form is there once, however often it comes.
  /// - Throws: ``PlaceError/notFound``, ``PlaceError/noPicture(_:)``.
  /// - Returns: the location as it is kept now.
  func addPhoto(_ photo: NewPhoto, picture: ReceivedFile, to location: LocationID) async throws(PlaceError) -> Location
  /// Aligns the chosen photo by points that a person marked in both pictures, for some seconds, and makes what can be handed on. The
  /// points are kept with the location. Nothing is claimed where they do not fit: the photo's registration says why.
  /// - Parameters:
  ///   - points: at least four.
  ///   - version: the photo in which they were marked.
  ///   - progress: is told how many of how many files are made.
  /// - Throws: ``PlaceError/refused(_:)`` where another photo is chosen now; ``PlaceError/pointsRefused(_:)`` where the points do not
  ///   fit and the photo is aligned already: then alignment and points stay as they were.
  func align(
    _ location: LocationID, by points: [MarkPair], in version: LocationVersion.ID, language: Language,
    progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws(PlaceError)

  /// What points say together that are marked in the old picture and in the photo `version`; nothing is kept.
  /// - Parameter points: any number, in fractions of both pictures.
  /// - Throws: ``PlaceError/notFound``, ``PlaceError/unavailable(_:)``.
  func fit(
    _ points: [MarkPair], of location: Location, in version: LocationVersion
  ) async throws(PlaceError) -> MarkedFit
  /// Looks for matches of the old picture and the photo `version` that a person can confirm, for some seconds; nothing is kept.
  /// - Parameter points: those that are marked already: matches that agree with them come first.
  /// - Throws: ``PlaceError/refused(_:)``, ``PlaceError/unavailable(_:)``.
  func findMatches(
    beside points: [MarkPair], of location: Location, in version: LocationVersion
  ) async throws(PlaceError) -> FoundMatches

  /// Makes everything of a location's pair that can be handed on, for some seconds; what was made before stays until then.
  /// - Parameter progress: is told how many of how many files are made.
  func makeProducts(
    of location: LocationID, language: Language, progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws(PlaceError)
  /// What was made of the pair as it is now, by its names; empty where nothing was.
  func products(of location: Location) async throws(PlaceError) -> [PlaceProduct]
  /// One of them; nil where it is not there.
  func product(_ name: String, of location: Location) async throws(PlaceError) -> ObjectFile?

  /// Writes the app's export of everything, as an archive on the disk.
  /// - Parameter progress: is told how many of how many locations are written.
  func export(progress: @escaping @Sendable (Int, Int) -> Void) async throws(PlaceError) -> ExportedFile
  /// Brings in an archive, or a table, that was received; the right rows come in, and the wrong ones are named.
  /// - Parameter progress: is told how many locations came in until now.
  func bringIn(
    _ file: ReceivedFile, progress: @escaping @Sendable (Int) -> Void
  ) async throws(PlaceError) -> ImportOutcome

  /// What is wrong with what is kept, for operators.
  func remarks() async -> [BoothReport.Part]
  /// Takes away what was left of locations that are gone.
  func tend() async
}

extension KeptPlaces {
  /// Nothing is.
  public func remarks() async -> [BoothReport.Part] { [] }
  /// Nothing was.
  public func tend() async {}

  /// From all that there are, each time.
  public func page(_ list: PlacesList, after key: LocationKey?, count: Int) async throws(PlaceError) -> PlacesFound {
    let found = try await locations(matching: list.search).filter { list.status == nil || $0.status == list.status }
    return PlacesFound(page: list.order.page(of: found, after: key, count: count), count: found.count)
  }
}

/// What a list shows, and in which order.
public struct PlacesList: Sendable, Equatable {
  public var search: LocationSearch
  /// Nil for all of them.
  public var status: LocationStatus?
  public var order: LocationOrder

  public init(_ search: LocationSearch, status: LocationStatus?, order: LocationOrder) {
    self.search = search
    self.status = status
    self.order = order
  }
}

/// One page of a list.
public struct PlacesFound: Sendable, Equatable {
  public var page: LocationPage
  /// How many are on the list.
  public var count: Int

  public init(page: LocationPage, count: Int) {
    self.page = page
    self.count = count
  }
}

/// Which picture of a pair.
public enum PairHalf: String, Sendable, CaseIterable {
  case then, now
}

/// Why something is not done.
public enum PlaceError: Error, Sendable, Equatable {
  /// No such location, or none any more.
  case notFound
  /// What was sent is more than is taken.
  case tooLarge
  /// What was sent is no picture that can be kept: what it is instead, in English.
  case noPicture(String)
  /// It was understood and is not done: one sentence, in English.
  case refused(String)
  /// Marked points that do not fit; the alignment that was there before stays.
  case pointsRefused(RefusedPoints)
  /// The disk or the database: one sentence, in English.
  case unavailable(String)
}

/// Points that a person marked and that do not fit: to be corrected.
public struct RefusedPoints: Sendable, Equatable {
  /// The registration's: `pointsContradicting`.
  public var verdict: String
  public var points: [MarkPair]
  /// The photo in which they were marked.
  public var version: LocationVersion.ID

  /// Unchecked.
  public init(verdict: String, points: [MarkPair], version: LocationVersion.ID) {
    self.verdict = verdict
    self.points = points
    self.version = version
  }
}

/// What a person changes of a location; what is nil stays.
public struct PlaceChange: Sendable, Equatable {
  /// See ``LocationStatus``.
  public var status: LocationStatus?
  public var notes: String?
  public var title: String?
  public var coordinate: Coordinate?
  /// The version that stands beside the old picture.
  public var chosen: LocationVersion.ID?
  /// Degrees clockwise from north; `.some(nil)` takes away what is known.
  public var bearing: Double??
  /// Metres; `.some(nil)` takes away what is known.
  public var accuracy: Double??
  public var provenance: Provenance?

  /// Nothing changes.
  public init() {}

  /// Sets what is to change.
  /// - Throws: ``PlaceError/refused(_:)`` for what cannot be kept.
  public func apply(to location: inout Location) throws(PlaceError) {
    if let status { location.status = status }
    if let notes { location.notes = notes }
    if let title { location.title = title }
    if let coordinate { (location.latitude, location.longitude) = (coordinate.latitude, coordinate.longitude) }
    if let bearing { location.bearing = bearing }
    if let accuracy { location.accuracy = accuracy }
    if let provenance { location.provenance = provenance }
    if let chosen {
      guard location.versions.contains(where: { $0.id == chosen }) else { throw .notFound }
      location.chosen = chosen
    }
    if let fault = location.fault { throw .refused("the location \(fault)") }
  }
}

/// A location that a person adds, without its picture.
public struct NewPlace: Sendable, Equatable {
  public var title: String
  public var coordinate: Coordinate
  public var notes: String
  /// Where the old picture comes from, and when it was taken.
  public var provenance: Provenance
  /// Of the form that was filled in: what is sent twice under it is added once. Nil: each sending is one of its own.
  public var key: String?

  /// Unchecked.
  public init(
    title: String, coordinate: Coordinate, notes: String = "", provenance: Provenance = Provenance(), key: String? = nil
  ) {
    self.title = title
    self.coordinate = coordinate
    self.notes = notes
    self.provenance = provenance
    self.key = key
  }
}

/// A photo of today that a person sends, without its bytes.
public struct NewPhoto: Sendable, Equatable {
  /// Of the form or the draft: what is sent twice under it is kept once.
  public var key: String
  /// Who sends it.
  public var author: UserID

  /// Unchecked.
  public init(key: String, author: UserID) { (self.key, self.author) = (key, author) }
}

/// What a person sent, as a file of the studio's own; it goes with its last reference.
public final class ReceivedFile: Sendable {
  /// Absolute.
  public let path: String
  private let remove: @Sendable (String) -> Void

  /// - Parameter remove: deletes the file.
  public init(path: String, remove: @escaping @Sendable (String) -> Void) {
    self.path = path
    self.remove = remove
  }

  deinit { remove(path) }
}

/// A file that was made of a pair.
public struct PlaceProduct: Sendable, Equatable {
  /// The file's name.
  public var name: String
  /// What it is: `side-by-side.jpg`, `sheet-a4.pdf`, …
  public var kind: String
  public var bytes: Int64

  /// Unchecked.
  public init(name: String, kind: String, bytes: Int64) {
    self.name = name
    self.kind = kind
    self.bytes = bytes
  }
}

/// An export as a file of the studio's own; it goes with its last reference.
public struct ExportedFile: Sendable {
  /// Open, and whole.
  public var file: ObjectFile
  public var bytes: Int64
  public var locations: Int
  /// What could not be taken along, one sentence each, in English.
  public var notes: [String]

  /// Unchecked.
  public init(file: ObjectFile, bytes: Int64, locations: Int, notes: [String]) {
    self.file = file
    self.bytes = bytes
    self.locations = locations
    self.notes = notes
  }
}

/// What came of an import.
public struct ImportOutcome: Sendable, Equatable {
  /// One thing that was wrong.
  public struct Problem: Sendable, Equatable {
    /// Where, and what was expected and found, in English.
    public var words: String
    /// Nothing of the row came in.
    public var isError: Bool

    public init(_ words: String, isError: Bool) {
      self.words = words
      self.isError = isError
    }
  }

  public var added: Int
  /// That were there already.
  public var known: Int
  /// Rows of which nothing came in.
  public var leftOut: Int
  /// One for each thing that was wrong.
  public var problems: [Problem]

  /// Unchecked.
  public init(added: Int, known: Int, leftOut: Int, problems: [Problem]) {
    self.added = added
    self.known = known
    self.leftOut = leftOut
    self.problems = problems
  }
}

extension PlaceError {
  /// One sentence, in English.
  public var words: String {
    switch self {
    case .notFound: "it is not there any more"
    case .tooLarge: "it is too large"
    case .pointsRefused: "the points do not fit; the alignment that was there before is kept"
    case .noPicture(let words), .refused(let words), .unavailable(let words): words
    }
  }
}
