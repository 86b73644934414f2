public import Documents
public import Locations
import StudioModel

/// A location as its document has it, `/locations/{id}`: the ten fields of the Then & Now app, under its names.
///
/// Paths of pictures never go there, and nothing of a booth's own. Moments are whole microseconds since 1970.
public struct SyncedLocation: Sendable, Equatable, Codable {
  public var id: LocationID
  public var title: String
  public var notes: String
  /// Degrees north.
  public var latitude: Double
  /// Degrees east.
  public var longitude: Double
  /// A word of ``LocationStatus``, or one that is unknown here and that stays as it is.
  public var status: String
  /// Empty where the old picture is not in the storage.
  public var historicalImageURL: String
  /// Nil where there is none; null in the document.
  public var newImageURL: String?
  /// Microseconds since 1970.
  public var createdAt: Int64
  /// Microseconds since 1970.
  public var updatedAt: Int64

  /// As it stands here.
  /// - Parameter known: what was last agreed on, whose unknown status stays while it means what the location says.
  public init(_ location: Location, known: SyncedLocation? = nil) {
    id = location.id
    title = location.title
    notes = location.notes
    latitude = location.latitude
    longitude = location.longitude
    status = location.status.rawValue
    if let word = known?.status, LocationStatus(word: word) == location.status { status = word }
    historicalImageURL = location.historicalImageURL
    newImageURL = location.newImageURL
    createdAt = location.createdAt.microseconds
    updatedAt = location.updatedAt.microseconds
  }

  /// What the document holds; with this and no other name.
  public var fields: DocumentFields {
    [
      "id": .string(id.text), "title": .string(title), "notes": .string(notes), "latitude": .double(latitude),
      "longitude": .double(longitude), "status": .string(status), "historicalImageURL": .string(historicalImageURL),
      "newImageURL": newImageURL.map { .string($0) } ?? .null,
      "createdAt": .timestamp(DocumentTimestamp(microseconds: createdAt)),
      "updatedAt": .timestamp(DocumentTimestamp(microseconds: updatedAt)),
    ]
  }

  /// Whether nothing differs but moments.
  public func saysSame(as other: SyncedLocation) -> Bool {
    var other = other
    (other.createdAt, other.updatedAt) = (createdAt, updatedAt)
    return other == self
  }

  /// Whether nothing differs but when it was made, which is not edited.
  func isSameEdit(as other: SyncedLocation) -> Bool { saysSame(as: other) && updatedAt == other.updatedAt }
}

extension SyncedLocation {
  /// Why a document is none that the app, or a booth, could read: in words that go on after "the document".
  public struct Fault: Error, Equatable, Sendable {
    public var words: String
  }

  /// Reads a document as the app does: each of nine fields must be there and of its kind; a new picture's address may be missing.
  /// - Throws: ``Fault`` also for what no booth can keep, and for a document that stands under another's name.
  public init(_ document: StoredDocument) throws(Fault) {
    try self.init(document.fields)
    guard id.text == document.path.id else { throw Fault(words: "says that its id is \(id.text)") }
  }

  /// Reads the ten fields.
  public init(_ fields: DocumentFields) throws(Fault) {
    func text(_ name: String) throws(Fault) -> String {
      switch fields[name] {
      case .string(let text): return text
      case nil: throw Fault(words: "has no \(name)")
      case _?: throw Fault(words: "has a \(name) that is no text")
      }
    }
    func number(_ name: String) throws(Fault) -> Double {
      switch fields[name] {
      case .double(let number): return number
      case .integer(let number): return Double(number)
      case nil: throw Fault(words: "has no \(name)")
      case _?: throw Fault(words: "has a \(name) that is no number")
      }
    }
    func moment(_ name: String) throws(Fault) -> Int64 {
      switch fields[name] {
      // From 1900 to 2300, as everywhere in a booth's database.
      case .timestamp(let time) where (-2_208_988_800...10_413_792_000).contains(time.seconds): return time.microseconds
      case .timestamp: throw Fault(words: "has a \(name) that is not between 1900 and 2300")
      case nil: throw Fault(words: "has no \(name)")
      case _?: throw Fault(words: "has a \(name) that is no moment")
      }
    }
    let name = try text("id")
    guard let id = LocationID(name) else { throw Fault(words: "has an id that can be no file's name") }
    self.id = id
    title = try text("title")
    notes = try text("notes")
    latitude = try number("latitude")
    longitude = try number("longitude")
    status = try text("status")
    historicalImageURL = try text("historicalImageURL")
    // As the app does: what is no text is no address.
    newImageURL = fields["newImageURL"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    createdAt = try moment("createdAt")
    updatedAt = try moment("updatedAt")
    let stand = LocationPicture(name: "old.jpg", bytes: 1, checksum: "0")
    var location = Location(
      id: id, title: title, latitude: latitude, longitude: longitude, pair: id.text, old: stand,
      createdAt: .init(microseconds: createdAt))
    location.notes = notes
    (location.historicalImageURL, location.newImageURL) = (historicalImageURL, newImageURL)
    if let fault = location.fault { throw Fault(words: fault) }
    guard status.utf8.count <= 200 else { throw Fault(words: "has a status of over 200 bytes") }
  }
}
