import BoothCore
import BoothStore
import LocationLibrary
import Locations

/// Writes locations as the Then & Now app's export, with provenance and every version beside it: to an archive, or a
/// folder. One picture is in memory at a time.
struct LocationExporter {
  let store: FolderLocationStore
  private(set) var pictures = 0
  private(set) var notes: [String] = []

  init(_ store: FolderLocationStore) { self.store = store }

  /// Puts everything, file by file, the tables last, as only they know which files there are.
  mutating func write(
    _ locations: [Location], _ put: (_ path: String, _ bytes: [UInt8], _ at: WallTime) throws -> Void, now: WallTime
  ) throws {
    var (table, provenance, points) = (
      [ExportTables.locationsHeader], [ExportTables.provenanceHeader], [String]()
    )
    var taken: Set<String> = []
    // Once, also where the unpacking program takes capital and small letters for the same.
    func own(_ path: String) -> String {
      var (own, number) = (path, 1)
      while !taken.insert(own.lowercased()).inserted {
        number += 1
        let dot = path.lastIndex(of: ".") ?? path.endIndex
        own = "\(path[..<dot])~\(number)\(path[dot...])"
      }
      return own
    }
    for location in locations.sorted(by: { ($0.createdAt.unixSeconds, $0.id) < ($1.createdAt.unixSeconds, $1.id) }) {
      var (historical, new, files) = ("", "", [LocationVersion.ID: String]())
      if let bytes = bytes(of: location.old, in: location) {
        historical = own(ExportTables.historicalPath(of: location))
        try put(historical, bytes, location.createdAt)
        pictures += 1
      }
      for version in location.versions {
        guard let bytes = bytes(of: version.picture, in: location) else { continue }
        let path = own(ExportTables.path(of: version, in: location))
        try put(path, bytes, version.takenAt)
        files[version.id] = path
        pictures += 1
        if version.id == location.chosen, let chosen = ExportTables.newPath(of: location).map(own) {
          try put(chosen, bytes, version.takenAt)
          new = chosen
        }
      }
      if let marks = location.marks, let bytes = bytes(of: marks.anchor, in: location) {
        let path = ExportTables.path(of: marks, in: location)
        try put(path, bytes, location.updatedAt)
        pictures += 1
        points += ExportTables.pointsRows(location, anchor: path)
      }
      table.append(ExportTables.locationsRow(location, historical: historical, new: new))
      provenance += ExportTables.provenanceRows(location, files: files)
    }
    var tables = [(ExportTables.locationsName, table), (ExportTables.provenanceName, provenance)]
    if !points.isEmpty { tables.append((ExportTables.pointsName, [ExportTables.pointsHeader] + points)) }
    for (name, lines) in tables {
      try put(name, Array((lines.joined(separator: "\n") + "\n").utf8), now)
    }
  }

  /// Nil where the file is not there; what is there goes along, also where it is not as it was kept, and that is said.
  private mutating func bytes(of picture: LocationPicture, in location: Location) -> [UInt8]? {
    let path = store.path(of: picture, in: location.id)
    do throws(ImportFault) {
      let bytes = try ImportSource.bytes(path)
      if Checksum.of(bytes) != picture.checksum {
        notes.append("\(path) is not as it was kept: its checksum is another; it was taken along as it is")
      }
      return bytes
    } catch {
      notes.append("\(path) was left out: \(error.found)")
      return nil
    }
  }
}
