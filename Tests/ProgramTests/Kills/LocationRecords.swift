import BoothCore
import BoothStore
import BoothVault
import FoundationEssentials
import Locations

/// Whether the locations of a data folder balance after deaths: what was promised is there, what is there is whole, and
/// nothing half made is left.
enum LocationRecords {
  /// What the list outside of the process says of locations: the checksums of all their pictures, as they were last.
  static func promises(_ list: [String]) -> [String: Set<String>] {
    var promised: [String: Set<String>] = [:]
    for line in list {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "location" where words.count >= 3:
        promised[words[1]] = Set([words[2]] + (words.count > 3 ? words[3].split(separator: ",").map(String.init) : []))
      case "location-left" where words.count == 2: promised[words[1]] = nil
      default: continue
      }
    }
    return promised
  }

  /// All that is wrong, in words.
  static func faults(in data: String, after list: [String]) async throws -> [String] {
    var faults: [String] = []
    let disk = POSIXDisk(existing: data)
    let store = try FolderLocationStore.openForReading(folder: data)
    defer { store.close() }
    let kept = try await store.locations()
    for (id, checksums) in promises(list) {
      guard let location = kept.first(where: { $0.id.text == id }) else {
        faults.append("lost: location \(id) was promised")
        continue
      }
      let known = Set([location.old.checksum] + location.versions.map(\.picture.checksum))
      if !checksums.isSubset(of: known) { faults.append("lost: a picture of \(id) was promised") }
    }
    var expected: Set<String> = []
    for location in kept {
      let folder = LocationVault.folder(of: location.id)
      expected.insert("\(folder)/location.json")
      for picture in [location.old] + location.versions.map(\.picture) {
        expected.insert("\(folder)/\(picture.name)")
        if try disk.fingerprint("\(folder)/\(picture.name)")?.checksum != picture.checksum {
          faults.append("lost: the bytes of \(folder)/\(picture.name), which a row names")
        }
      }
    }
    let found = try FileManager.default.subpathsOfDirectory(atPath: data + "/locations").filter { path in
      var isFolder = false
      return FileManager.default.fileExists(atPath: "\(data)/locations/\(path)", isDirectory: &isFolder) && !isFolder
    }
    for path in Set(found.map { "locations/\($0)" }).subtracting(expected).sorted() { faults.append("stray: \(path)") }
    return faults
  }
}
