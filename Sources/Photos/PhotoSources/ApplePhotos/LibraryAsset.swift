import GRDB
import PhotoModel

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
  /// Nil where this release does not say it by a name that is known: what came of editing is there, or not.
  var isEdited: Bool?
  var isBurst: Bool
  /// One of a burst that was not picked.
  var isLeftOfBurst: Bool
  /// It is of a shared album, or a person sent it, and it was not taken into the library.
  var isShared: Bool
  /// Of which share, from macOS 26 on.
  var share: Int64?
  /// Photos does not show it among the others.
  var isAside: Bool
  /// It is kept in iCloud, too.
  var isInCloud: Bool
  var sizeBytes: Int64?
  /// Seconds since 1970.
  var modified: Double?
  /// When it was taken, the same.
  var created: Double?
  /// Whether the database knows that moment and not what a clock showed then: what the file says of it comes first.
  var hasNoClock = false
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
    func said(_ name: String) -> String? { row.text(name).flatMap { $0.isEmpty ? nil : $0 } }
    name = said("originalName") ?? said("cloudName") ?? filename
    let kind = row.number("kind") ?? Self.kind(row.text("uti"))
    // 0 is a photo, 1 a film, and what else there may be is nothing to look at.
    isFilm = kind != 0
    isLive = kind == 0 && row.number("subtype") == 2
    isFavourite = row.number("favourite") == 1
    isHidden = (row.number("hidden") ?? 0) != 0
    isTrashed = (row.number("trashed") ?? 0) != 0
    isEdited = row.number("knowsEdits") == 1 ? (row.number("edited") ?? 0) > 0 : nil
    isBurst = said("burst") != nil
    let isUnseen = (row.number("visibility") ?? 0) != 0
    // The bits of ZAVALANCHEPICKTYPE: 2 is "not picked", 4 Photos' own first choice, 8 picked, 16 on top of the others; 0 is a
    // burst of one (osxphotos, `_constants.py`).
    let pick = row.number("pick") ?? 0
    isLeftOfBurst = isBurst && (isUnseen || pick != 0 && pick & 0b1_1000 == 0)
    share = row.number("share")
    isShared = share != nil || Self.isShared(row)
    isAside = isLeftOfBurst || isShared || isUnseen
    isInCloud = (row.number("cloud") ?? 0) != 0
    sizeBytes = row.number("size").flatMap { $0 > 0 ? $0 : nil }
    modified = Self.seconds(row.real("modified"))
    adjusted = Self.seconds(row.real("adjusted"))
    hasExif = row.number("hasExif") != nil
    fill(row)
  }

  /// A film by its type, where the release does not say it by a name that is known.
  private static func kind(_ type: String?) -> Int64 {
    guard let type = type?.lowercased() else { return 0 }
    return ["movie", "mpeg", "video", "m4v", ".avi"].contains { type.contains($0) } ? 1 : 0
  }

  /// `ZCLOUDBATCHPUBLISHDATE` is of shared albums (osxphotos, `photosdb.py`); `ZBUNDLESCOPE` 1 is of a link to photos, 2 of a shared
  /// album, 3 of a message, with a history where it was taken into the library; `ZSAVEDASSETTYPE` says the same as 8, 4 and 12
  /// (Scott Koenig's queries of Photos.sqlite, iOS 14 to 18).
  private static func isShared(_ row: Row) -> Bool {
    if row.real("published") != nil { return true }
    switch (row.number("scope"), row.number("saved")) {
    case (1?, _), (2?, _), (_, 4?), (_, 8?): return true
    case (3?, _), (_, 12?): return (row.number("syndicated") ?? 0) == 0
    default: return false
    }
  }

  private mutating func fill(_ row: Row) {
    details.format = row.text("uti").flatMap { Self.formats[$0.lowercased()] }
    if let width = row.number("width"), let height = row.number("height"), (1...1_000_000).contains(width),
      (1...1_000_000).contains(height)
    {
      (details.width, details.height) = (Int(width), Int(height))
    }
    created = Self.seconds(row.real("created"))
    if let created {
      let zones = ["zone", "inferredZone", "exifZone"].compactMap { row.number($0) }
      // Of shared albums macOS 10.15 and 11 keep the moment in UTC, and no zone or Greenwich's: it is no clock's time.
      hasNoClock = isShared && zones.allSatisfy { $0 == 0 }
      guard !hasNoClock else { return fillBesides(row) }
      let zone = zones.first
      // Before there were zones, clocks were some seconds beside a minute.
      let minutes = zone.flatMap { (-54_000...54_000).contains($0) ? Int((Double($0) / 60).rounded()) : nil }
      details.taken = PhotoMoment(
        wallSeconds: Int64(created.rounded(.down)) + Int64(minutes ?? 0) * 60, offsetMinutes: minutes,
        nanoseconds: PhotoMoment.nanoseconds(behind: created))
    }
    fillBesides(row)
  }

  private mutating func fillBesides(_ row: Row) {
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

  /// When it was taken, in whole seconds since 1970; 0 if unknown.
  var createdSeconds: Int64 { Int64((created ?? 0).rounded(.down)) }

  /// Its id as a number, by which one is told from another in less room; in any case of letters.
  struct Number: Hashable, Sendable {
    var high: UInt64
    var low: UInt64
  }

  var number: Number {
    var (high, low, count) = (UInt64(0), UInt64(0), 0)
    for byte in uuid.utf8 where byte != 0x2D {
      let digit = UInt64(byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57)
      if count < 16 { high = high << 4 | digit } else { low = low << 4 | digit }
      count += 1
    }
    return Number(high: high, low: low)
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

  /// Without control characters, and of at most a thousand bytes or so: what is longer is no name.
  func text(_ name: String) -> String? {
    guard case .string(let text)? = (self[name] as DatabaseValue?)?.storage, text.utf8.count <= 4096,
      !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else { return nil }
    return text
  }
}
