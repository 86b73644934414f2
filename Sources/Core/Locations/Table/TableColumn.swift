/// What a table's columns can be, whatever they are called.
public enum TableColumn: String, Sendable, CaseIterable {
  case id, title, latitude, longitude, status, notes, picture
  case newPicture = "new_image"
  case googleMapsLink = "google_maps_link"
  case archive, signature, author, date, licence, link, bearing, accuracy, pair, version
  case takenAt = "taken_at"
  case createdAt = "created_at"
  case updatedAt = "updated_at"
  case oldURL = "historical_image_url"
  case newURL = "new_image_url"
  case chosen, session

  /// The names by which people call it, folded and without what is no letter or digit.
  private var names: [String] {
    switch self {
    case .id: ["id", "uuid", "locationid", "identifier"]
    case .title:
      ["title", "name", "titel", "titre", "titolo", "titulo", "place", "ort", "כותרת", "שם", "العنوان", "عنوان"]
    case .latitude: ["latitude", "lat", "breite", "breitengrad", "geobreite", "קורוחב"]
    case .longitude: ["longitude", "lon", "lng", "long", "lange", "laenge", "langengrad", "laengengrad", "קואורך"]
    case .status: ["status", "state", "stand"]
    case .notes:
      [
        "notes", "note", "description", "comment", "comments", "bemerkung", "bemerkungen", "notiz", "notizen",
        "beschreibung",
      ]
    case .picture:
      [
        "historicalimage", "old", "oldimage", "oldpicture", "file", "filename", "image", "picture", "photo", "bild",
        "datei", "dateiname",
      ]
    case .newPicture: ["newimage", "new", "newpicture"]
    case .googleMapsLink: ["googlemapslink", "googlemaps", "maps"]
    case .archive: ["archive", "collection", "source", "institution", "archiv", "sammlung"]
    case .signature: ["signature", "callnumber", "shelfmark", "inventory", "inventorynumber", "signatur"]
    case .author: ["author", "photographer", "creator", "artist", "fotograf", "autor", "urheber"]
    case .date: ["date", "year", "dateofphoto", "datum", "jahr"]
    case .licence: ["licence", "license", "rights", "copyright", "lizenz", "rechte"]
    case .link: ["link", "url", "sourcelink", "sourceurl", "weblink"]
    case .bearing: ["bearing", "heading", "direction", "azimuth", "richtung"]
    case .accuracy: ["accuracy", "precision", "genauigkeit"]
    case .pair: ["pair", "pairid"]
    case .version: ["version", "versionid"]
    case .takenAt: ["takenat"]
    case .createdAt: ["createdat", "created"]
    case .updatedAt: ["updatedat", "updated"]
    case .oldURL: ["historicalimageurl"]
    case .newURL: ["newimageurl"]
    case .chosen: ["chosen"]
    case .session: ["session"]
    }
  }

  private static let byName: [String: TableColumn] = {
    var columns: [String: TableColumn] = [:]
    for column in allCases { for name in column.names { columns[name] = column } }
    return columns
  }()

  /// Nil for an unknown name.
  public init?(header: String) {
    let folded = FoldedText.of(header).unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    guard let column = Self.byName[String(String.UnicodeScalarView(folded))] else { return nil }
    self = column
  }
}
