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

  /// `Sources/Core/BoothCore/Flow/Scene.swift` is in the domain `Core`.
  static func domain(of path: String) -> String {
    let parts = path.split(separator: "/")
    return parts.count > 2 ? String(parts[1]) : path
  }

  /// `Sources/Core/BoothCore/Flow/Scene.swift` is of the module `BoothCore`.
  static func module(of path: String) -> String {
    let parts = path.split(separator: "/")
    return parts.count > 3 ? String(parts[2]) : path
  }

  /// The domain of every module, by the module's name.
  static func modules() throws -> [String: String] {
    var modules: [String: String] = [:]
    for path in try files(under: "Sources") { modules[module(of: path)] = domain(of: path) }
    return modules
  }
}
