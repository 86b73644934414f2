import GRDB
import PhotoBrowser

/// One photo or film as a library's database has it.
struct LibraryAsset: Sendable, Equatable {
  var key: Int64
  /// In capitals, as Photos writes it.
  var uuid: String
  var filename: String
  /// One hexadecimal digit in the library, or the absolute path of a referenced original's folder.
  var directory: String
  var name: String
  var isFilm: Bool
  var isLive: Bool
  var isFavourite: Bool
  var isHidden: Bool
  var isTrashed: Bool
  var isEdited: Bool
  var isBurst: Bool
  /// One of a burst that nobody picked.
  var isLeftOfBurst: Bool
  /// It is kept in iCloud, too.
  var isInCloud: Bool
  var sizeBytes: Int64?
  /// Seconds since 1970.
  var modified: Double?
  var adjusted: Double?
  var details = PhotoDetails()
  /// Whether the database knows of its camera, so that its bytes need not be read for that.
  var hasExif: Bool

  /// Core Data counts seconds from 2001-01-01 UTC.
  private static let epoch: Double = 978_307_200

  /// Nil for a row without an id or a file's name.
  init?(_ row: Row) {
    guard let key: Int64 = row.number("pk"), let uuid = row.text("uuid"), Self.isUUID(uuid),
      let filename = row.text("filename"), !filename.isEmpty
    else { return nil }
    self.key = key
    self.uuid = uuid
    self.filename = filename
    directory = row.text("directory") ?? ""
    name = row.text("originalName").flatMap { $0.isEmpty ? nil : $0 } ?? filename
    isFilm = row.number("kind") == 1
    isLive = row.number("kind") == 0 && row.number("subtype") == 2
    isFavourite = row.number("favourite") == 1
    isHidden = row.number("hidden") == 1
    isTrashed = row.number("trashed") == 1
    isEdited = row.number("edited") == 1
    isBurst = row.text("burst")?.isEmpty == false
    // PHAssetBurstSelectionType's bits with Photos' own: 2 is "not picked".
    isLeftOfBurst = isBurst && row.number("pick") == 2
    isInCloud = (row.number("cloud") ?? 0) != 0
    sizeBytes = row.number("size").flatMap { $0 > 0 ? $0 : nil }
    modified = Self.seconds(row.real("modified"))
    adjusted = Self.seconds(row.real("adjusted"))
    hasExif = row.number("hasExif") != nil
    fill(row)
  }

  private mutating func fill(_ row: Row) {
    details.format = row.text("uti").flatMap { Self.formats[$0.lowercased()] }
    if let width = row.number("width"), let height = row.number("height"), (1...1_000_000).contains(width),
      (1...1_000_000).contains(height)
    {
      (details.width, details.height) = (Int(width), Int(height))
    }
    if let created = Self.seconds(row.real("created")) {
      let zone = row.number("zone") ?? row.number("inferredZone")
      let offset = zone.flatMap { (-54_000...54_000).contains($0) ? $0 : nil }
      details.taken = PhotoMoment(
        wallSeconds: Int64(created.rounded(.down)) + (offset ?? 0), offsetMinutes: offset.map { Int($0 / 60) })
    }
    // -180, -180 stands for "nowhere".
    if let latitude = row.real("latitude"), let longitude = row.real("longitude"), abs(latitude) <= 90,
      abs(longitude) <= 180,
      latitude != 0 || longitude != 0
    {
      (details.latitude, details.longitude) = (latitude, longitude)
    }
    details.camera = Self.camera(row.text("make"), row.text("model"))
    details.lens = row.text("lens").flatMap { $0.isEmpty ? nil : $0 }
    details.exposure = Self.exposure(row)
    details.contentIdentifier = row.text("mediaGroup").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What was kept as "no date" lies before any photograph.
  private static func seconds(_ time: Double?) -> Double? {
    guard let time, time.isFinite, (-7_000_000_000...253_402_300_799).contains(time + epoch) else { return nil }
    return time + epoch
  }

  static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66, 0x2D: true
        default: false
        }
      }
  }

  private static func camera(_ make: String?, _ model: String?) -> String? {
    guard let model, !model.isEmpty else { return make.flatMap { $0.isEmpty ? nil : $0 } }
    // "NIKON CORPORATION" makes the "NIKON D810".
    func first(_ text: String) -> Substring { text.lowercased().prefix { $0 != " " } }
    guard let make, !make.isEmpty, first(make) != first(model) else { return model }
    return "\(make) \(model)"
  }

  private static func exposure(_ row: Row) -> String? {
    func short(_ value: Double) -> String {
      let tenths = (value * 10).rounded() / 10
      return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
    }
    func within(_ name: String, _ range: ClosedRange<Double>) -> Double? {
      row.real(name).flatMap { range.contains($0) ? $0 : nil }
    }
    var parts: [String] = []
    if let aperture = within("aperture", 0.1...200) { parts.append("f/\(short(aperture))") }
    if let shutter = within("shutter", 0.000_001...86_400) {
      parts.append(shutter < 0.4 ? "1/\(Int((1 / shutter).rounded())) s" : "\(short(shutter)) s")
    }
    if let focal = within("focal", 0.1...10_000) { parts.append("\(short(focal)) mm") }
    if let iso = within("iso", 1...10_000_000) { parts.append("ISO \(Int(iso))") }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// By Apple's uniform type identifiers.
  private static let formats: [String: String] = [
    "public.jpeg": "JPEG", "public.png": "PNG", "public.heic": "HEIF", "public.heif": "HEIF", "public.tiff": "TIFF",
    "com.compuserve.gif": "GIF", "org.webmproject.webp": "WEBP", "public.webp": "WEBP", "com.microsoft.bmp": "BMP",
    "com.canon.cr2-raw-image": "RAW-CR2", "com.nikon.raw-image": "RAW-NEF", "com.nikon.nrw-raw-image": "RAW-NEF",
    "com.sony.arw-raw-image": "RAW-ARW", "com.sony.raw-image": "RAW-ARW", "com.adobe.raw-image": "RAW-DNG",
    "com.olympus.or-raw-image": "RAW-ORF", "com.olympus.raw-image": "RAW-ORF", "com.fuji.raw-image": "RAW-RAF",
  ]
}

extension Row {
  /// A column's value where it is a number, or a text of one: SQLite's columns hold anything.
  func number(_ name: String) -> Int64? {
    switch (self[name] as DatabaseValue?)?.storage {
    case .int64(let value)?: value
    case .double(let value)?: Int64(exactly: value.rounded())
    case .string(let text)?: Int64(text)
    case .blob?, .null?, nil: nil
    }
  }

  func real(_ name: String) -> Double? {
    switch (self[name] as DatabaseValue?)?.storage {
    case .int64(let value)?: Double(value)
    case .double(let value)?: value.isFinite ? value : nil
    case .string(let text)?: Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .blob?, .null?, nil: nil
    }
  }

  /// Without control characters, and of at most a thousand bytes or so: what is longer is nobody's name.
  func text(_ name: String) -> String? {
    guard case .string(let text)? = (self[name] as DatabaseValue?)?.storage, text.utf8.count <= 4096,
      !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else { return nil }
    return text
  }
}
