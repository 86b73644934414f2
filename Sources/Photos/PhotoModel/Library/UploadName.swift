import BoothCore

/// Where an uploaded photo lies below its source: `YYYY-MM/name.jpg`, and the next names where that one is taken.
public struct UploadName: Sendable, Hashable {
  /// The longest stem in bytes of UTF-8: with a number and an ending it stays below the 255 of file systems.
  static let longestStem = 180

  private let folder: String
  private let stem: String
  private let ending: String

  /// - Parameters:
  ///   - name: as the browser says it. Of a path only the last part counts. Signs that some disks do not take become `_`.
  ///   - usual: the ending, without its dot, where the name has none of a picture's.
  ///   - seconds: since 1970 as a clock would have shown it, of the month.
  public init(_ name: String, usual: String, month seconds: Int64) {
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    var clean = ""
    for scalar in last.unicodeScalars {
      let isRefused = ":*?\"<>|".unicodeScalars.contains(scalar)
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: continue
      default: clean.unicodeScalars.append(isRefused ? "_" : scalar)
      }
    }
    var (stem, ending) = (clean, usual)
    if PhotoNames.isPicture(Array(clean.utf8)), let dot = clean.lastIndex(of: ".") {
      (stem, ending) = (String(clean[..<dot]), String(clean[clean.index(after: dot)...]))
    }
    stem = String(stem.drop { $0 == "." || $0 == " " })
    while stem.utf8.count > Self.longestStem || stem.last == "." || stem.last == " " { stem.removeLast() }
    self.stem = stem.isEmpty ? "photo" : stem
    self.ending = ending
    folder = CivilDate.month(ofUnixSeconds: seconds)
  }

  /// The name that is tried so many tries after the first: `name.jpg`, `name-2.jpg`, `name-3.jpg`.
  public func id(_ tries: Int) -> PhotoID {
    PhotoID("/\(folder)/\(stem)\(tries == 0 ? "" : "-\(tries + 1)").\(ending)")
  }
}
