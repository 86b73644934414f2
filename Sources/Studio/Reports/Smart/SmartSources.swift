package import BoothCore
package import Documents
package import Locations
package import StudioModel

/// A school, as it is kept in `schools`.
package struct ReportSchool: Sendable, Equatable, Identifiable {
  package var id: String
  /// `Adams School - Marion`.
  package var name: String
  package var street: String
  package var city: String
  package var state: String
  package var zipCode: String
  /// As it was written: `38.321991,-88.867400`.
  package var coordinates: String
  /// No longer offered; reports that lead there go on.
  package var isRetired = false

  package init(
    id: String, name: String, street: String = "", city: String = "", state: String = "", zipCode: String = "",
    coordinates: String = ""
  ) {
    self.id = id
    self.name = name
    self.street = street
    self.city = city
    self.state = state
    self.zipCode = zipCode
    self.coordinates = coordinates
  }

  /// Where schools are.
  package static let collection = "schools"

  /// Nil without a name.
  package init?(_ document: DocumentFields, id: String) {
    guard let name = document["value"]?.text ?? document["name"]?.text, !name.isBlank else { return nil }
    func text(_ field: String) -> String { document[field]?.plainText ?? "" }
    self.init(
      id: id, name: name, street: text("street"), city: text("city"), state: text("state"), zipCode: text("zipCode"),
      coordinates: text("coordinates"))
    if case .geoPoint(let latitude, let longitude)? = document["coordinates"] {
      coordinates = "\(latitude),\(longitude)"
    }
    isRetired = document["isActive"] == .boolean(false)
  }

  /// As the existing apps write it.
  package func document(organisation: OrganisationID) -> DocumentFields {
    var document = DocumentFields([
      ("id", .string(id)), ("value", .string(name)), ("street", .string(street)), ("city", .string(city)),
      ("state", .string(state)), ("zipCode", .string(zipCode)), ("coordinates", .string(coordinates)),
      ("organizationID", .string(organisation.text)),
    ])
    if isRetired { document["isActive"] = .boolean(false) }
    return document
  }

  /// Where it is; nil where that is not known.
  package var place: Coordinate? { Coordinate(written: coordinates) }
}

extension Coordinate {
  /// `38.321991, -88.867400`, as users' and schools' documents have it; nil for anything else.
  package init?(written text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = Double(parts[0].trimmed), let longitude = Double(parts[1].trimmed) else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// A place that a person types, as documents have one: what they have already stays as it is; any other way of writing that is read
  /// (``CoordinateText``: decimal commas, degrees with minutes, digits of any script) is put into their form. Nil for what is no place.
  package static func kept(typed text: String) -> String? {
    let text = text.trimmed
    guard Coordinate(written: text) == nil else { return text }
    do throws(CoordinateText.Fault) { return try CoordinateText.pair(text).written } catch { return nil }
  }

  /// `38.321991,-88.867400`: six digits, as the web app writes it.
  package var written: String {
    func six(_ degrees: Double) -> String { Amount(degrees).map { $0.text(digits: 6) } ?? "\(degrees)" }
    return "\(six(latitude)),\(six(longitude))"
  }
}

/// Everything that smart fields are made of. What is nil is not known.
package struct SmartSources: Sendable {
  package var firstName = ""
  package var lastName = ""
  /// As the user's document has it.
  package var homeCoordinates = ""
  /// In the order in which they were chosen.
  package var schools: [ReportSchool] = []
  /// The reader's own clock.
  package var now: WallTime
  package var photoCount = 0
  package var position: Coordinate?
  package var weather: WeatherReport?
  /// Answers to the other fields, by their ids.
  package var answers: DocumentFields = DocumentFields()

  package init(now: WallTime) { self.now = now }
}

/// What a smart field is filled with.
package struct SmartValue: Sendable, Equatable {
  /// What it could not be made of.
  package enum Lack: String, Sendable {
    case home, schools, coordinates, position, weather, name, calculation
  }

  package var value: DocumentValue
  /// What it was made of, in short: `38.321991,-88.867400 → Adams School - Marion → home`.
  package var source: String
  /// Why it is a fallback, or is less than it could be; nil where nothing is missing.
  package var lack: Lack?
  /// Of a calculation: why it has no value.
  package var fault: CalculationFault?

  package init(_ value: DocumentValue, source: String, lack: Lack? = nil, fault: CalculationFault? = nil) {
    self.value = value
    self.source = source
    self.lack = lack
    self.fault = fault
  }
}

extension WallTime {
  /// In UTC, to the second: `2024-01-15T14:30:00Z`.
  package var rfc3339: String { DocumentTimestamp(microseconds: Int64(unixSeconds) * 1_000_000).description }
}
