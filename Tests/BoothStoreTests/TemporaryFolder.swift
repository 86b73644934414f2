import FoundationEssentials

/// A folder that goes with the test.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/booth-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch { print("could not remove \(path): \(error)") }
  }

  /// The files below, relative, sorted; without the database's own.
  func files(under folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path + "/" + folder).filter {
      var isFolder = false
      return FileManager.default.fileExists(atPath: "\(path)/\(folder)/\($0)", isDirectory: &isFolder) && !isFolder
    }.sorted()
  }
}
