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
    let (year, month) = Self.month(of: seconds)
    let digits = String(year)
    folder =
      String(repeating: "0", count: max(0, 4 - digits.count)) + digits + (month < 10 ? "-0" : "-") + String(month)
  }

  /// The name that is tried so many tries after the first: `name.jpg`, `name-2.jpg`, `name-3.jpg`.
  public func id(_ tries: Int) -> PhotoID {
    PhotoID("/\(folder)/\(stem)\(tries == 0 ? "" : "-\(tries + 1)").\(ending)")
  }

  /// Years before 1 and after 9999 are the first and the last of them.
  private static func month(of seconds: Int64) -> (year: Int64, month: Int64) {
    // Howard Hinnant, "chrono-compatible low-level date algorithms", civil_from_days.
    let day = Int64((Double(seconds) / 86400).rounded(.down)) + 719_468
    let era = (day >= 0 ? day : day - 146_096) / 146_097
    let ofEra = day - era * 146_097
    let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let part = (5 * ofYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    return (min(9999, max(1, year + era * 400 + (month <= 2 ? 1 : 0))), month)
  }
}
