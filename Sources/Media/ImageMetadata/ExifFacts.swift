import BoothCore

/// What the tags of CIPA DC-008 (EXIF 2.32) say, wherever their structure stands.
enum ExifFacts {
  /// Reads the first directory and those it points to.
  static func read(_ tags: TagReader, into facts: inout PhotoFacts, orientation: Bool = true) {
    guard let main = tags.directory(tags.first) else { return }
    readMain(main, into: &facts, orientation: orientation)
    readPointed(main, into: &facts)
    // Cameras write both as they take it, or a moment later.
    if let changed = main.text(0x0132).flatMap({ DateWords.time($0) }), let taken = facts.taken,
      abs(changed.wallSeconds - taken.wallSeconds) > 60
    {
      facts.isChanged = true
    }
    preview(tags, main.next, into: &facts)
  }

  static func readMain(_ main: TagDirectory, into facts: inout PhotoFacts, orientation: Bool) {
    facts.cameraMake = main.text(0x010F) ?? facts.cameraMake
    facts.cameraModel = main.text(0x0110) ?? facts.cameraModel
    if orientation, let turn = self.orientation(main) { facts.orientation = turn }
    // When the file was changed: only where nothing says when the picture was taken.
    if facts.taken == nil { facts.taken = main.text(0x0132).flatMap { DateWords.time($0) } }
  }

  static func orientation(_ directory: TagDirectory) -> Orientation? {
    directory.number(0x0112).flatMap { Orientation(rawValue: $0) }
  }

  /// The directories of exposure and of place, of which the main one says where they are.
  static func readPointed(_ main: TagDirectory, into facts: inout PhotoFacts) {
    let tags = main.reader
    let exposure = main.number(0x8769).flatMap(tags.directory)
    let place = main.number(0x8825).flatMap(tags.directory)
    if let exposure { readExposure(exposure, into: &facts) }
    if let place { readPlace(place, into: &facts) }
  }

  /// Shutter, lens, dates and the maker's own notes.
  static func readExposure(_ exif: TagDirectory, into facts: inout PhotoFacts) {
    func positive(_ value: Double?) -> Double? { value.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }
    facts.exposureSeconds = positive(exif.real(0x829A)) ?? facts.exposureSeconds
    facts.aperture = positive(exif.real(0x829D)) ?? facts.aperture
    facts.focalLength = positive(exif.real(0x920A)) ?? facts.focalLength
    facts.focalLength35 = positive(exif.real(0xA405)) ?? facts.focalLength35
    facts.lensModel = exif.text(0xA434) ?? facts.lensModel
    if let iso = exif.number(0x8827), iso > 0 {
      // 65535 says that it is more; another tag says how much.
      facts.iso = iso == 65_535 ? exif.number(0x8832) ?? exif.number(0x8833) ?? iso : iso
    }
    // DCF's optional colours: 2 by some cameras, otherwise "uncalibrated" with R03 as the rules of exchange.
    let rules = exif.number(0xA005).flatMap(exif.reader.directory)
    facts.isAdobeRGB = exif.number(0xA001) == 2 || rules?.text(1) == "R03"
    let zones = exif.text(0x9010)
    func time(_ date: Int, _ fraction: Int, _ zone: Int) -> PhotoTime? {
      exif.text(date).flatMap { DateWords.time($0, subSeconds: exif.text(fraction), zone: exif.text(zone) ?? zones) }
    }
    if let taken = time(0x9003, 0x9291, 0x9011) ?? time(0x9004, 0x9292, 0x9012) { facts.taken = taken }
    if let notes = exif.entry(0x927C) { MakerNotes.read(exif.reader, notes, into: &facts) }
  }

  static func readPlace(_ gps: TagDirectory, into facts: inout PhotoFacts) {
    func degrees(_ value: Int, _ side: Int, positive: Character, negative: Character) -> Double? {
      guard let whole = gps.real(value, 0) else { return nil }
      let degrees = whole + (gps.real(value, 1) ?? 0) / 60 + (gps.real(value, 2) ?? 0) / 3600
      switch gps.text(side)?.uppercased().first {
      case negative: return -degrees
      case positive: return degrees
      default:
        // On which side of the equator, or of Greenwich, is anybody's guess; at 0 it is the same, and means that there was no fix.
        if degrees != 0 { facts.isPlaceWithoutSides = true }
        return nil
      }
    }
    if let latitude = degrees(2, 1, positive: "N", negative: "S"),
      let longitude = degrees(4, 3, positive: "E", negative: "W")
    {
      // A reference of 1 is below the sea.
      let altitude = gps.real(6).map { gps.number(5) == 1 ? -$0 : $0 }
      facts.position = PhotoPosition(latitude: latitude, longitude: longitude, altitude: altitude) ?? facts.position
    }
    guard let satellites = satelliteTime(gps) else { return }
    guard let taken = facts.taken else {
      facts.taken = satellites
      return
    }
    guard taken.zoneMinutes == nil else { return }
    // What the camera's clock is ahead of the satellites is its zone, where that is a zone: they come in quarters of an
    // hour, and a clock goes wrong by a minute or two.
    let ahead = taken.wallSeconds - satellites.wallSeconds
    let quarters = (Double(ahead) / 900).rounded()
    guard abs(Double(ahead) - quarters * 900) <= 120 else { return }
    facts.taken = taken.with(zoneMinutes: Int(quarters) * 15) ?? taken
  }

  /// Date and time of the fix, which are UTC.
  private static func satelliteTime(_ gps: TagDirectory) -> PhotoTime? {
    guard let date = gps.text(0x1D), let hour = gps.real(7, 0), let minute = gps.real(7, 1),
      let second = gps.real(7, 2),
      (0..<24).contains(hour), (0..<60).contains(minute), (0..<61).contains(second), let day = DateWords.time(date)
    else { return nil }
    return PhotoTime(
      year: day.year, month: day.month, day: day.day, hour: Int(hour), minute: Int(minute), second: Int(second),
      zoneMinutes: 0)
  }

  /// The directory after the main one, which describes a preview.
  static func preview(_ tags: TagReader, _ offset: Int, into facts: inout PhotoFacts) {
    guard let directory = tags.directory(offset) else { return }
    addPreview(directory, into: &facts)
  }

  /// The JPEG picture that a directory points to, if it is there.
  static func addPreview(_ directory: TagDirectory, into facts: inout PhotoFacts) {
    guard let start = directory.number(0x0201), let length = directory.number(0x0202), start > 0, length > 0 else {
      return
    }
    let turn = orientation(directory)
    Previews.add(
      directory.reader.window, at: directory.reader.base + start, length: length, end: directory.reader.end,
      orientation: turn, into: &facts)
  }
}

/// What makers write in their own ways.
enum MakerNotes {
  static func read(_ tags: TagReader, _ entry: TagEntry, into facts: inout PhotoFacts) {
    let (window, start, end) = (tags.window, entry.at, entry.at + entry.count)
    if window.starts(start, with: "Apple iOS\0") {
      // Then two bytes of a version, the byte order, and a directory whose offsets count from the notes' beginning.
      let isLittle = window.number(start + 12, 2) == 0x4949
      let notes = TagReader(window, base: start, end: end, isLittle: isLittle, first: 14)
      facts.contentIdentifier = notes.directory(14)?.text(0x0011) ?? facts.contentIdentifier
    } else if window.starts(start, with: "OLYMPUS\0") || window.starts(start, with: "OM SYSTEM") {
      olympus(tags, start, end, into: &facts)
    }
  }

  /// Where an ORF has its larger preview: in the camera settings (0x2020), with offsets from the notes' beginning.
  private static func olympus(_ tags: TagReader, _ start: Int, _ end: Int, into facts: inout PhotoFacts) {
    let window = tags.window
    let mark = window.starts(start, with: "OM SYSTEM") ? 12 : 8
    let isLittle = window.number(start + mark, 2) == 0x4949
    let notes = TagReader(window, base: start, end: tags.end, isLittle: isLittle, first: mark + 4)
    guard let settings = notes.directory(notes.first)?.entry(0x2020) else { return }
    let offset =
      settings.type == 13 || settings.type == 4 ? window.number(settings.at, 4, little: isLittle) : settings.at - start
    guard let offset, let directory = notes.directory(offset), let at = directory.number(0x0101),
      let length = directory.number(0x0102)
    else { return }
    Previews.add(window, at: start + at, length: length, end: tags.end, orientation: nil, into: &facts)
  }
}
