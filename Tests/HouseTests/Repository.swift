import FoundationEssentials

/// The repository that these tests were built from.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Every file under `folder`, relative to the root, in order; without what starts with a dot or was built.
  static func files(under folder: String) throws -> [String] {
    let path = folder.isEmpty ? root.path : root.appending(path: folder).path
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted().flatMap { name -> [String] in
      guard !name.hasPrefix("."), name != "Package.resolved" else { return [] }
      let relative = folder.isEmpty ? name : folder + "/" + name
      var isFolder = false
      guard FileManager.default.fileExists(atPath: root.appending(path: relative).path, isDirectory: &isFolder) else {
        return []
      }
      return isFolder ? try files(under: relative) : [relative]
    }
  }

  static func read(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }

  static func swiftFiles(under folder: String) throws -> [SourceText] {
    try swift.get().filter { $0.path.hasPrefix(folder + "/") }
  }

  /// Read once for all tests.
  private static let swift = Result {
    try (files(under: "Sources") + files(under: "Tests")).filter { $0.hasSuffix(".swift") }.map {
      SourceText(path: $0, text: try read($0))
    }
  }

  /// `Sources/BoothCore/Flow/Scene.swift` belongs to `BoothCore`.
  static func target(of path: String) -> String {
    let parts = path.split(separator: "/")
    return parts.count > 1 ? String(parts[1]) : path
  }
}
