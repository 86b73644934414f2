/// Which files are one photo: a raw picture and the one that the camera made of it.
public enum PhotoPairs {
  /// Cameras write both within a second or two; copies of cards keep names, and times by their content.
  static let mostSeconds: Int64 = 2

  /// A name without its ending, in lower case; nil where it has none.
  public static func stem(_ name: String) -> String? {
    let lower = name.lowercased()
    guard let dot = lower.lastIndex(of: "."), dot != lower.startIndex else { return nil }
    let stem = lower[..<dot]
    // A Pixel's: `PXL_1.RAW-01.COVER.jpg` or `PXL_1.RAW-01.MP.COVER.jpg`, and `PXL_1.RAW-02.ORIGINAL.dng`.
    guard stem.hasSuffix(".cover") || stem.hasSuffix(".original"), let mark = stem.firstRange(of: ".raw-"),
      mark.lowerBound != stem.startIndex
    else { return String(stem) }
    return String(stem[..<mark.lowerBound])
  }

  /// Whether a raw picture and another one are the same moment: by the content identifier where both have one, else by their
  /// name, their place and the time at which both were taken.
  public static func isPair(_ raw: PhotoRecord, _ other: PhotoRecord) -> Bool {
    guard raw.number != other.number, raw.source == other.source, isRaw(raw), !isRaw(other), other.isRead,
      other.entry.details.trouble == nil
    else { return false }
    if let own = raw.entry.details.contentIdentifier, let its = other.entry.details.contentIdentifier {
      return own == its
    }
    guard raw.entry.place == other.entry.place, let stem = stem(raw.entry.name), stem == self.stem(other.entry.name)
    else { return false }
    switch (raw.entry.details.taken, other.entry.details.taken) {
    case (let own?, let its?): return abs(own.wallSeconds - its.wallSeconds) <= mostSeconds
    case (nil, nil): return abs(raw.shownSeconds - other.shownSeconds) <= mostSeconds
    default: return false
    }
  }

  private static func isRaw(_ photo: PhotoRecord) -> Bool { photo.entry.details.format?.hasPrefix("RAW-") == true }
}
