public import BoothCore

/// `provenance.csv` of one of our own exports, read back: what the app's table does not have.
public struct ProvenanceTable: Sendable {
  /// A location's part.
  public struct Entry: Sendable, Equatable {
    public var pair: String
    public var provenance = Provenance()
    public var bearing: Double?
    public var accuracy: Double?
    public var historicalImageURL = ""
    public var newImageURL: String?
    public var createdAt: WallTime?
    public var updatedAt: WallTime?
    public var chosen: String?
    public var crop: KeptCrop?
    public var versions: [Version] = []
  }

  /// One new picture.
  public struct Version: Sendable, Equatable {
    public var id: String
    /// In the export.
    public var file: String
    public var takenAt: WallTime
    public var session: SessionID?
    public var fix: PositionFix?
    /// Without checksums, which the files themselves have.
    public var registration: KeptRegistration?
  }

  public let entries: [LocationID: Entry]
  public let problems: [ImportProblem]

  /// Reads the table's bytes; rows that are not as an export has them are named.
  public init(_ bytes: [UInt8], file: String) {
    var entries: [LocationID: Entry] = [:]
    var problems: [ImportProblem] = []
    do throws(TableText.Fault) {
      let text = try TableText(bytes)
      let values = SeparatedValues(text.text)
      for damage in text.damages {
        problems.append(
          ImportProblem(
            .warning, file: file, line: damage.line, expected: "letters of UTF-8", found: damage.words))
      }
      let header = values.records.first?.fields ?? []
      let first = ExportTables.firstProvenanceHeader.split(separator: ",").map(String.init)
      if !header.starts(with: first) || Set(header).count != header.count {
        problems.append(
          ImportProblem(
            file: file, line: 1, expected: "the header of a booth's export",
            found: "\"\(header.joined(separator: ",").prefix(80))\"; the file was left out"))
      } else {
        for record in values.records.dropFirst() { Self.read(record, header, file, &entries, &problems) }
      }
    } catch {
      problems.append(ImportProblem(file: file, expected: "a table of text", found: "a file that \(error.words)"))
    }
    self.entries = entries
    self.problems = problems
  }

  private static func read(
    _ record: SeparatedValues.Record, _ header: [String], _ file: String, _ entries: inout [LocationID: Entry],
    _ problems: inout [ImportProblem]
  ) {
    func refuse(_ column: String, _ expected: String, _ found: String) {
      problems.append(ImportProblem(file: file, line: record.line, column: column, expected: expected, found: found))
    }
    if let fault = record.fault { return refuse("", "a row whose quotes are in pairs", "one where \(fault)") }
    guard record.fields.count == header.count else {
      return refuse("", "\(header.count) fields", "\(record.fields.count)")
    }
    let cells = Dictionary(zip(header, record.fields)) { first, _ in first }
    func text(_ column: String) -> String? { cells[column].flatMap { $0.isEmpty ? nil : $0 } }
    guard let id = LocationID(text("id") ?? "") else {
      return refuse("id", "a location's id", "\"\(cells["id"] ?? "")\"")
    }
    var entry = entries[id] ?? Entry(pair: text("pair") ?? id.text)
    for (column, place) in [("created_at", \Entry.createdAt), ("updated_at", \Entry.updatedAt)] {
      guard let words = text(column) else { continue }
      guard let time = TimeText.read(words) else { return refuse(column, "a time of ISO 8601", "\"\(words)\"") }
      entry[keyPath: place] = time
    }
    for (column, place, range) in [
      ("bearing", \Entry.bearing, 0.0..<360.0), ("accuracy", \Entry.accuracy, 0.0..<40_100_001),
    ] {
      guard let words = text(column) else { continue }
      guard let number = Double(words), range.contains(number) else {
        return refuse(column, "a number", "\"\(words)\"")
      }
      entry[keyPath: place] = number
    }
    entry.provenance.archive = text("archive")
    entry.provenance.signature = text("signature")
    entry.provenance.author = text("author")
    entry.provenance.date = text("date")
    entry.provenance.licence = text("licence")
    entry.provenance.link = text("link")
    entry.historicalImageURL = text("historical_image_url") ?? ""
    entry.newImageURL = text("new_image_url")
    entry.chosen = text("chosen")
    if let words = text("crop") {
      guard let crop = KeptCrop(kept: words), crop.isWithin(nil) else {
        return refuse("crop", "x,y,width,height or none", "\"\(words.prefix(80))\"")
      }
      entry.crop = crop
    }
    if let version = text("version") {
      guard LocationID(version) != nil, !entry.versions.contains(where: { $0.id == version }) else {
        return refuse("version", "a version's id, once", "\"\(version.prefix(80))\"")
      }
      guard let words = text("taken_at"), let takenAt = TimeText.read(words) else {
        return refuse("taken_at", "a time of ISO 8601", "\"\(cells["taken_at"] ?? "")\"")
      }
      var read = Version(
        id: version, file: text("file") ?? "", takenAt: takenAt, session: text("session").flatMap { SessionID($0) })
      if let latitude = text("taken_latitude"), let longitude = text("taken_longitude") {
        let accuracy = text("taken_accuracy")
        read.fix = Double(latitude).flatMap { north in
          Double(longitude).flatMap {
            PositionFix(latitude: north, longitude: $0, accuracy: accuracy.flatMap { Double($0) })
          }
        }
        if read.fix == nil || accuracy.map({ Double($0) == nil }) ?? false {
          return refuse("taken_latitude", "a place on the earth", "\"\(latitude), \(longitude)\"")
        }
      }
      if let verdict = text("verdict") {
        var kept = KeptRegistration(
          verdict: verdict, method: text("method") ?? "", confidence: text("confidence").flatMap { Double($0) } ?? -1,
          transform: text("transform").flatMap(KeptRegistration.transform), program: text("program") ?? "", old: "0",
          new: "0")
        kept.region = text("region").flatMap { KeptRegion(text: $0) }
        kept.deviation = text("deviation").flatMap { Double($0) }
        kept.cells = text("cells").flatMap { KeptCells(text: $0) }
        guard kept.isSane, (text("cells") == nil) == (kept.cells == nil),
          (text("transform") == nil) == (kept.transform == nil),
          (text("region") == nil) == (kept.region == nil), (text("deviation") == nil) == (kept.deviation == nil)
        else {
          return refuse("verdict", "how a version lies, as an export has it", "something else")
        }
        read.registration = kept
      }
      entry.versions.append(read)
    }
    entries[id] = entry
  }
}
