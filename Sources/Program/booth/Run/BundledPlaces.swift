import FoundationEssentials

/// Where a folder that came with the program may be.
enum BundledPlaces {
  /// Beside the program, in its share folder, or in the folders above it, as in a checkout.
  static func of(_ folder: String) -> [String] {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    var places = [program.appending(path: folder).path, program.appending(path: "../share/booth/\(folder)").path]
    var above = program
    for _ in 0..<5 {
      above = above.deletingLastPathComponent()
      places.append(above.appending(path: folder).path)
    }
    return places
  }
}
