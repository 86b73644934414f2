import BoothCore
import BoothVault
import FoundationEssentials
import GRDB
import Locations

/// A row of the locations' tables, read by the place of its columns, as thousands are read for a list; every value's kind is
/// checked, and what is not as it was written is thrown.
struct LocationRow {
  let table: String
  let row: Row
  private var place = 0

  init(_ table: String, _ row: Row) {
    self.table = table
    self.row = row
  }

  private func damage(_ expected: String) -> DatabaseRowFault {
    DatabaseRowFault(place: "table \(table), column \(place)", expected: expected, found: "something")
  }

  private mutating func next() -> DatabaseValue.Storage {
    // Not as a `DatabaseValue`: that subscript is generic, and looks its type up anew for each of 150,000 values of a list.
    let value: (any DatabaseValueConvertible)? = row[place]
    place += 1
    return value?.databaseValue.storage ?? .null
  }

  mutating func text() throws(DatabaseRowFault) -> String {
    guard let text = try optionalText() else { throw damage("a text") }
    return text
  }

  mutating func optionalText() throws(DatabaseRowFault) -> String? {
    switch next() {
    case .null: nil
    case .string(let text): text
    default: throw damage("a text")
    }
  }

  mutating func number() throws(DatabaseRowFault) -> Double {
    guard let number = try optionalNumber() else { throw damage("a number") }
    return number
  }

  mutating func optionalNumber() throws(DatabaseRowFault) -> Double? {
    switch next() {
    case .null: nil
    case .double(let number): number
    case .int64(let number): Double(number)
    default: throw damage("a number")
    }
  }

  mutating func integer() throws(DatabaseRowFault) -> Int64 {
    guard case .int64(let number) = next() else { throw damage("a whole number") }
    return number
  }

  mutating func time() throws(DatabaseRowFault) -> WallTime {
    let seconds = try number()
    let zone = try integer()
    guard KeptBounds.secondsFromUTC.contains(zone) else { throw damage("a zone of time") }
    return WallTime(unixSeconds: seconds, secondsFromUTC: Int(zone), trusted: try integer() == 1)
  }

  mutating func picture() throws(DatabaseRowFault) -> LocationPicture {
    let name = try text()
    let bytes = try integer()
    let checksum = try text()
    let (width, height) = (try optionalNumber(), try optionalNumber())
    var size: PixelSize?
    if let width, let height {
      guard (1...1_000_000).contains(width), (1...1_000_000).contains(height) else { throw damage("a picture's size") }
      size = PixelSize(width: Int(width), height: Int(height))
    }
    return LocationPicture(name: name, bytes: bytes, checksum: checksum, size: size)
  }

  mutating func location() throws(DatabaseRowFault) -> Location {
    guard let id = LocationID(try text()) else { throw damage("a location's id") }
    let title = try text()
    let notes = try text()
    guard let status = LocationStatus(rawValue: try text()) else { throw damage("a status") }
    let pair = try text()
    let historical = try text()
    let new = try optionalText()
    let (latitude, longitude) = (try number(), try number())
    let (created, updated) = (try time(), try time())
    var provenance = Provenance()
    provenance.archive = try optionalText()
    provenance.signature = try optionalText()
    provenance.author = try optionalText()
    provenance.date = try optionalText()
    provenance.licence = try optionalText()
    provenance.link = try optionalText()
    let (bearing, accuracy) = (try optionalNumber(), try optionalNumber())
    var location = Location(
      id: id, title: title, latitude: latitude, longitude: longitude, pair: pair, old: try picture(), createdAt: created
    )
    location.notes = notes
    location.status = status
    location.historicalImageURL = historical
    location.newImageURL = new
    location.updatedAt = updated
    location.provenance = provenance
    location.bearing = bearing
    location.accuracy = accuracy
    location.chosen = try optionalText()
    if let json = try optionalText() {
      do { location.marks = try JSONDecoder().decode(LocationMarks.self, from: Data(json.utf8)) } catch {
        throw damage("marked points")
      }
    }
    if let text = try optionalText() {
      guard let crop = KeptCrop(kept: text) else { throw damage("a crop") }
      location.crop = crop
    }
    return location
  }

  /// Whose it is, and the version.
  mutating func version() throws(DatabaseRowFault) -> (location: String, version: LocationVersion) {
    let location = try text()
    let id = try text()
    let picture = try picture()
    let time = try time()
    var session: SessionID?
    if let text = try optionalText() {
      guard let id = SessionID(text) else { throw damage("a session's id") }
      session = id
    }
    var version = LocationVersion(id: id, picture: picture, takenAt: time, session: session)
    version.fix = try fix()
    version.registration = try registration()
    return (location, version)
  }

  private mutating func fix() throws(DatabaseRowFault) -> PositionFix? {
    let (latitude, longitude, accuracy) = (try optionalNumber(), try optionalNumber(), try optionalNumber())
    guard let latitude, let longitude else { return nil }
    guard let fix = PositionFix(latitude: latitude, longitude: longitude, accuracy: accuracy) else {
      throw damage("a place on the earth")
    }
    return fix
  }

  private mutating func registration() throws(DatabaseRowFault) -> KeptRegistration? {
    let (verdict, method, confidence) = (try optionalText(), try optionalText(), try optionalNumber())
    let (numbers, program) = (try optionalText(), try optionalText())
    let (old, new) = (try optionalText(), try optionalText())
    let (covered, deviation, cells) = (try optionalText(), try optionalNumber(), try optionalText())
    guard let verdict else { return nil }
    guard let method, let confidence, let program, let old, let new else { throw damage("a whole registration") }
    let transform = numbers.flatMap(KeptRegistration.transform)
    if numbers != nil, transform == nil { throw damage("nine numbers") }
    var kept = KeptRegistration(
      verdict: verdict, method: method, confidence: confidence, transform: transform, program: program, old: old,
      new: new)
    kept.region = covered.flatMap { KeptRegion(text: $0) }
    if covered != nil, kept.region == nil { throw damage("a region's share and corners") }
    kept.deviation = deviation
    kept.cells = cells.flatMap { KeptCells(text: $0) }
    if cells != nil, kept.cells == nil { throw damage("64 digits") }
    return kept
  }

  static let columns = """
    id, title, notes, status, pair, historicalImageURL, newImageURL, latitude, longitude, \
    createdAt, createdZone, createdTrusted, updatedAt, updatedZone, updatedTrusted, \
    archive, signature, author, date, licence, link, bearing, accuracy, \
    file, bytes, checksum, width, height, chosen, marks, crop
    """

  /// The same of a database that an earlier version has written, and that is only looked at: what it has not is nothing.
  static func columns(in db: Database) throws -> String {
    let known = Set(try db.columns(in: "location").map(\.name))
    return columns.split(separator: ",").map { column in
      let name = column.filter { !$0.isWhitespace }
      return known.contains(name) ? name : "NULL"
    }.joined(separator: ", ")
  }

  static let versionColumns = """
    location, id, file, bytes, checksum, width, height, takenAt, takenZone, takenTrusted, session, \
    latitude, longitude, accuracy, verdict, method, confidence, transform, program, registeredOld, registeredNew, region, \
    deviation, cells
    """

  /// The same of a database that an earlier version has written, and that is only looked at.
  static func versionColumns(in db: Database) throws -> String {
    let known = Set(try db.columns(in: "locationVersion").map(\.name))
    return versionColumns.split(separator: ",").map { column in
      let name = column.filter { !$0.isWhitespace }
      return known.contains(name) ? name : "NULL"
    }.joined(separator: ", ")
  }
}
