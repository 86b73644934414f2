import BoothCore
import BoothStore
import BoothSystem
import BoothVault
import CommandSupport
import FoundationEssentials
import Imaging
import LocationLibrary
import Locations

/// Brings a folder or an archive into the locations, row by row; what is wrong with one keeps no other out.
///
/// Rows come in together, some at a time: a batch's are durable, and counted, when its commit has returned.
struct LocationImporter {
  /// What is held of pictures between two commits: bytes, and rows.
  private static let batch = (bytes: 48 << 20, rows: 256)

  let source: ImportSource
  let store: FolderLocationStore
  let checksOnly: Bool
  let now: WallTime

  private(set) var added: [LocationID] = []
  private(set) var known: [LocationID] = []
  private(set) var problems: [ImportProblem] = []
  private(set) var reading: String?
  /// Whether there was anything to bring in: a table, or a file that may be a picture.
  private(set) var foundAny = false

  /// By their text in small letters, as no file system is to be asked whether it tells them apart.
  private var ids: [String: LocationID] = [:]
  /// Where this source has brought a location, for rows that bring it again: the table's line, or the file.
  private var places: [LocationID: String] = [:]
  /// Checksum of the old picture and folded title: how a row without an id is known again.
  private var pictures: [String: LocationID] = [:]
  private var waiting: [Prepared] = []
  private var waitingBytes = 0

  private struct Prepared: Sendable {
    var location: Location
    var old: [UInt8]
    var fingerprint: Fingerprint
    var versions: [(version: LocationVersion, bytes: [UInt8])]
    var anchor: [UInt8]?
  }

  init(_ source: ImportSource, into store: FolderLocationStore, checksOnly: Bool, now: WallTime) {
    self.source = source
    self.store = store
    self.checksOnly = checksOnly
    self.now = now
  }

  /// - Parameter table: the table's name in the source; nil: it is looked for.
  mutating func run(table: String?) async throws {
    for location in try await store.locations() { note(location) }
    if let name = try table ?? findTable() {
      let bytes: [UInt8]
      do throws(ImportFault) { bytes = try source.bytes(name) } catch {
        throw CommandError("\(name): expected \(error.expected); found \(error.found)", code: CommandError.usage)
      }
      foundAny = true
      try await run(LocationTable(bytes, file: name), in: name.folder)
    } else {
      for name in source.names where Self.looksLikePicture(name) {
        foundAny = true
        try await take(name)
      }
    }
    try await commit()
  }

  private mutating func note(_ location: Location) {
    ids[location.id.text.lowercased()] = location.id
    pictures[Self.key(location.old.checksum, location.title)] = location.id
  }

  /// Rows and files of which nothing came in, each once, however much is wrong with it.
  var leftOut: Int {
    Set(problems.filter { $0.severity == .error }.map { "\($0.line ?? 0) \($0.file)" }).count
  }

  private static func key(_ checksum: String, _ title: String) -> String { "\(checksum) \(FoldedText.of(title))" }

  /// `locations.csv` of an export, or the only table there is.
  private func findTable() throws -> String? {
    let tables = source.names.filter { name in
      [".csv", ".tsv"].contains { name.lowercased().hasSuffix($0) }
        && ![ExportTables.provenanceName, ExportTables.pointsName].contains(name.lastName)
    }
    if let export = tables.first(where: { $0.lastName == ExportTables.locationsName }) { return export }
    guard tables.count <= 1 else {
      throw CommandError(
        "there are \(tables.count) tables (\(tables.prefix(5).joined(separator: ", "))); name the one to import with --table",
        code: CommandError.usage)
    }
    return try tables.first ?? findText()
  }

  /// Excel's "Unicode Text": UTF-16, or any text, with tabs between. A workbook itself is not read, and its rows are not to be
  /// missed in silence.
  private func findText() throws -> String? {
    let texts = source.names.filter { name in
      guard name.lowercased().hasSuffix(".txt"), !name.lastName.hasPrefix(".") else { return false }
      do throws(ImportFault) { return Self.isTable(try source.bytes(name)) } catch { return false }
    }
    guard texts.count <= 1 else {
      throw CommandError(
        "there are \(texts.count) tables (\(texts.prefix(5).joined(separator: ", "))); name the one to import with --table",
        code: CommandError.usage)
    }
    if let text = texts.first { return text }
    let workbook = source.names.first { name in
      !name.lastName.hasPrefix(".") && !name.lastName.hasPrefix("~$")
        && [".xlsx", ".xlsm", ".xls", ".ods", ".numbers"].contains { name.lowercased().hasSuffix($0) }
    }
    if let workbook {
      throw CommandError(
        "\(workbook) is a workbook, which is not read: save its sheet beside the pictures as CSV (in Excel: \"CSV UTF-8\"; in "
          + "LibreOffice: Text CSV), or take it away to import the pictures without it", code: CommandError.usage)
    }
    return nil
  }

  private static func isTable(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= TableText.largest else { return false }
    do throws(TableText.Fault) {
      guard let header = SeparatedValues(try TableText(bytes).text).records.first else { return false }
      return header.fields.count > 1 && header.fields.count(where: { TableColumn(header: $0) != nil }) > 1
    } catch { return false }
  }

  private static func looksLikePicture(_ name: String) -> Bool {
    // Only for what is said of files without GPS; what a file is, its bytes say.
    let others = [
      "csv", "tsv", "txt", "md", "json", "xml", "html", "zip", "db", "ini", "xmp", "doc", "docx", "xls", "xlsx",
    ]
    return !others.contains(name.lastName.split(separator: ".").last.map { $0.lowercased() } ?? "")
  }

  // MARK: A table's rows

  private mutating func run(_ table: LocationTable, in folder: String) async throws {
    reading = table.reading
    problems += table.problems
    var more: [LocationID: ProvenanceTable.Entry] = [:]
    let provenance = folder.isEmpty ? ExportTables.provenanceName : "\(folder)/\(ExportTables.provenanceName)"
    if source.has(provenance) {
      do throws(ImportFault) {
        let read = ProvenanceTable(try source.bytes(provenance), file: provenance)
        (more, problems) = (read.entries, problems + read.problems)
      } catch {
        problems.append(ImportProblem(file: provenance, expected: error.expected, found: error.found))
      }
    }
    let marks = points(in: folder)
    for row in table.rows {
      func problem(_ fault: ImportFault, _ column: String, _ severity: ImportProblem.Severity = .error) -> ImportProblem
      {
        ImportProblem(
          severity, file: table.file, line: row.line, column: column, expected: fault.expected, found: fault.found)
      }
      if let id = row.id, let there = ids[id.text.lowercased()] {
        if let place = places[there] {
          problems.append(
            problem(ImportFault(expected: "each id once", found: "\"\(id)\" again, which \(place) has"), "id"))
        } else if there != id {
          problems.append(
            problem(
              ImportFault(
                expected: "an id that differs by more than capital letters from those that are there",
                found: "\"\(id)\"; there is \"\(there)\""), "id"))
        } else {
          known.append(id)
          places[there] = "line \(row.line)"
        }
        continue
      }
      let picture: BroughtPicture
      do throws(ImportFault) { picture = try self.picture(of: row, in: folder) } catch {
        problems.append(problem(error, "picture"))
        continue
      }
      let exif = picture.facts.exif.place
      guard let place = row.place ?? exif.flatMap({ Coordinate(latitude: $0.latitude, longitude: $0.longitude) }) else {
        problems.append(
          problem(
            ImportFault(
              expected: "a latitude and a longitude, in the table or in the picture's EXIF", found: "neither"), ""))
        continue
      }
      let id = row.id ?? LocationID(newLocationID())!
      let extra = more[id]
      var location = Location(
        id: id, title: row.title ?? picture.title, latitude: place.latitude, longitude: place.longitude,
        pair: extra?.pair ?? id.text, old: picture.picture, createdAt: extra?.createdAt ?? now)
      location.updatedAt = extra?.updatedAt ?? location.createdAt
      location.notes = row.notes
      location.status = row.status
      location.provenance = extra?.provenance ?? row.provenance
      location.bearing = extra?.bearing ?? row.bearing ?? (row.place == nil ? exif?.bearing : nil)
      location.accuracy = extra?.accuracy ?? row.accuracy ?? (row.place == nil ? exif?.accuracy : nil)
      location.historicalImageURL = extra?.historicalImageURL ?? ""
      location.newImageURL = extra?.newImageURL
      if let crop = extra?.crop, crop.isWithin(picture.facts.size) { location.crop = crop }
      var versions: [(version: LocationVersion, bytes: [UInt8])] = []
      var brought =
        extra?.versions.map { version -> (String, LocationVersion) in
          var kept = LocationVersion(
            id: version.id, picture: picture.picture, takenAt: version.takenAt, session: version.session)
          (kept.fix, kept.registration) = (version.fix, version.registration)
          return (version.file, kept)
        } ?? []
      if brought.isEmpty, let new = row.newPicture {
        brought = [(new, LocationVersion(id: "", picture: picture.picture, takenAt: now))]
      }
      for (file, version) in brought {
        do throws(ImportFault) {
          guard !file.isEmpty else {
            throw ImportFault(expected: "the file of version \(version.id)", found: "none in the export")
          }
          let new = try BroughtPicture(bytes: try source.bytes(try source.find(file, from: folder)), name: file)
          var version = version
          version.picture = new.picture
          version.registration?.old = Checksum.of(picture.bytes)
          version.registration?.new = Checksum.of(new.bytes)
          if version.id.isEmpty { version.id = "imported-\(Checksum.of(new.bytes).prefix(16))" }
          versions.append((version, new.bytes))
        } catch {
          problems.append(problem(error, "new_image", .warning))
        }
      }
      let chosen = extra?.chosen ?? versions.last?.version.id
      location.chosen = versions.contains { $0.version.id == chosen } ? chosen : versions.last?.version.id
      var anchor: [UInt8]?
      if let marked = marks[id] {
        do throws(ImportFault) {
          let frame = try BroughtPicture(
            bytes: try source.bytes(try source.find(marked.anchor, from: folder)), name: "")
          let marks = LocationMarks(anchor: frame.picture, points: marked.points)
          guard LocationMarks.counts.contains(marks.points.count) else {
            throw ImportFault(
              expected: "\(LocationMarks.counts.lowerBound) to \(LocationMarks.counts.upperBound) marked points",
              found: "\(marks.points.count), which were left out")
          }
          (location.marks, anchor) = (marks, frame.bytes)
        } catch {
          problems.append(problem(error, ExportTables.pointsName, .warning))
        }
      }
      try await add(location, picture, versions, anchor, hasID: row.id != nil, place: "line \(row.line)") {
        problem($0, "")
      }
    }
  }

  /// What was marked, where an export has it.
  private mutating func points(in folder: String) -> [LocationID: PointsTable.Entry] {
    let name = folder.isEmpty ? ExportTables.pointsName : "\(folder)/\(ExportTables.pointsName)"
    guard source.has(name) else { return [:] }
    do throws(ImportFault) {
      let read = PointsTable(try source.bytes(name), file: name)
      problems += read.problems
      return read.entries
    } catch {
      problems.append(ImportProblem(file: name, expected: error.expected, found: error.found))
      return [:]
    }
  }

  /// The row's picture: as the table names it, else where an export has it, else by the id.
  private func picture(of row: TableRow, in folder: String) throws(ImportFault) -> BroughtPicture {
    func taken(_ name: String) throws(ImportFault) -> BroughtPicture {
      try BroughtPicture(bytes: try source.bytes(name), name: name)
    }
    if let picture = row.picture { return try taken(try source.find(picture, from: folder)) }
    if let id = row.id {
      for stem in ["images/historical/\(id)_historical", "\(id)_historical", "\(id)"] {
        for ending in ["jpg", "jpeg", "png", "JPG"] {
          let name = folder.isEmpty ? "\(stem).\(ending)" : "\(folder)/\(stem).\(ending)"
          if source.has(name) { return try taken(name) }
        }
      }
    }
    throw ImportFault(expected: "the file of the old picture", found: "none")
  }

  // MARK: A picture without a table

  private mutating func take(_ name: String) async throws {
    let picture: BroughtPicture
    do throws(ImportFault) { picture = try BroughtPicture(bytes: try source.bytes(name), name: name) } catch {
      problems.append(ImportProblem(file: name, expected: error.expected, found: error.found))
      return
    }
    let exif = picture.facts.exif
    guard let place = exif.place else {
      problems.append(
        ImportProblem(
          file: name, expected: "a place in the picture's EXIF, or a table (CSV) beside it that says it",
          found: "neither"))
      return
    }
    let id = LocationID(newLocationID())!
    var location = Location(
      id: id, title: picture.title, latitude: place.latitude, longitude: place.longitude, pair: id.text,
      old: picture.picture, createdAt: now)
    (location.bearing, location.accuracy) = (place.bearing, place.accuracy)
    location.provenance.date = exif.dateTimeOriginal
    location.provenance.author = exif.artist
    location.provenance.licence = exif.copyright
    try await add(location, picture, [], nil, hasID: false, place: name) { fault in
      ImportProblem(file: name, expected: fault.expected, found: fault.found)
    }
  }

  // MARK: Keeping

  private mutating func add(
    _ location: Location, _ picture: BroughtPicture, _ versions: [(version: LocationVersion, bytes: [UInt8])],
    _ anchor: [UInt8]?, hasID: Bool, place: String, _ problem: (ImportFault) -> ImportProblem
  ) async throws {
    var bare = location
    bare.marks = nil
    if let fault = bare.fault, !fault.contains("picture"), !fault.contains("version") {
      problems.append(problem(ImportFault(expected: "a location that can be kept", found: "one that \(fault)")))
      return
    }
    let fingerprint = Fingerprint(
      sizeBytes: Int64(picture.bytes.count), checksum: Checksum.of(picture.bytes))
    let key = Self.key(fingerprint.checksum, location.title)
    if !hasID, let there = pictures[key] {
      if let place = places[there] {
        problems.append(
          problem(
            ImportFault(
              expected: "each picture once under one title; rows of one picture have titles or ids of their own",
              found: "the picture and the title of \(place)")))
      } else {
        known.append(there)
        places[there] = place
      }
      return
    }
    for (name, small) in [("an old picture", picture.picture)] + versions.map({ ("a new picture", $0.version.picture) })
    {
      guard let words = SmallPicture.words(small.size) else { continue }
      var warning = problem(
        ImportFault(expected: "pictures that can be aligned", found: "\(name) of \(words); it comes in as it is"))
      warning.severity = .warning
      problems.append(warning)
    }
    ids[location.id.text.lowercased()] = location.id
    places[location.id] = place
    pictures[key] = location.id
    guard !checksOnly else {
      added.append(location.id)
      return
    }
    waiting.append(
      Prepared(
        location: location, old: picture.bytes, fingerprint: fingerprint, versions: versions, anchor: anchor))
    waitingBytes += picture.bytes.count + (anchor?.count ?? 0) + versions.reduce(0) { $0 + $1.bytes.count }
    if waitingBytes >= Self.batch.bytes || waiting.count >= Self.batch.rows { try await commit() }
  }

  /// Makes what waits durable. What one location's disk refuses ends the import; what was counted before stays.
  private mutating func commit() async throws {
    guard !waiting.isEmpty else { return }
    let prepared = waiting
    (waiting, waitingBytes) = ([], 0)
    do throws(StoreError) {
      added += try await store.inBatch { batch throws(StoreError) in
        for one in prepared {
          try batch.stage(
            one.location, old: one.old, known: one.fingerprint, versions: one.versions, anchor: one.anchor)
        }
        return try batch.commit().map(\.id)
      }
    } catch {
      throw CommandError(
        "\(advice: error); \(added.count) locations had come in before and are kept; another import goes on from there",
        code: error.code == .full || error.code == .readOnly ? CommandError.cannotCreate : CommandError.failed)
    }
  }
}

extension String {
  /// The folder that a path is in; empty for none.
  fileprivate var folder: String { split(separator: "/").dropLast().joined(separator: "/") }
  fileprivate var lastName: String { split(separator: "/").last.map(String.init) ?? self }
}
