import BoothCore

/// What a location may be: whatever comes from people, files and disks is held against it before it is kept.
extension Location {
  /// In bytes of UTF-8: more than any caption, and what a list can still be made of.
  public static let longestTitle = 2_000
  /// In bytes of UTF-8.
  public static let longestNotes = 65_536
  /// In bytes of UTF-8, of each of provenance's texts and of the links.
  public static let longestText = 8_192

  /// What is wrong with it, in words that go on after "the location"; nil where it can be kept.
  public var fault: String? {
    if title.allSatisfy(\.isWhitespace) { return "has no title" }
    if title.utf8.count > Self.longestTitle { return "has a title of over \(Self.longestTitle) bytes" }
    if notes.utf8.count > Self.longestNotes { return "has notes of over \(Self.longestNotes) bytes" }
    if !(-90...90).contains(latitude) { return "has a latitude that is not between -90 and 90 degrees" }
    if !(-180...180).contains(longitude) { return "has a longitude that is not between -180 and 180 degrees" }
    if let bearing, !(bearing >= 0 && bearing < 360) {
      return "has a bearing that is not from 0 up to, but not, 360 degrees"
    }
    if let accuracy, !(accuracy >= 0 && accuracy <= 40_100_000) {
      return "has an accuracy that is no distance on the earth in metres"
    }
    // One by one: thousands are looked at for a list, and arrays of texts would take longer than all the rest.
    func isLong(_ text: String?) -> Bool { text.map { $0.utf8.count > Self.longestText } ?? false }
    if isLong(historicalImageURL) || isLong(newImageURL) || isLong(pair) || isLong(provenance.archive)
      || isLong(provenance.signature) || isLong(provenance.author) || isLong(provenance.date)
      || isLong(provenance.licence) || isLong(provenance.link)
    {
      return "has a text of over \(Self.longestText) bytes"
    }
    if pair.isEmpty { return "has no pair's name" }
    guard old.isKept(at: "old") else { return "has an old picture whose file is not as the booth names it" }
    for version in versions {
      guard LocationID(version.id) != nil, version.picture.isKept(at: "versions/\(version.id)") else {
        return "has a version whose file is not as the booth names it"
      }
      guard version.fix?.isSane ?? true, version.registration?.isSane ?? true else {
        return "has a version whose place or transform is none"
      }
    }
    if versions.count > 1, Set(versions.map(\.id)).count != versions.count { return "has two versions of one id" }
    if let chosen, !versions.contains(where: { $0.id == chosen }) { return "has chosen a version that is not there" }
    if let crop, !crop.isWithin(old.size) { return "has a crop that is no part of its old picture" }
    return marks?.fault
  }
}

extension LocationPicture {
  /// Its file is where the booth puts it: never anywhere else, whatever is written on the disk.
  func isKept(at stem: String) -> Bool {
    let ending = name.utf8.dropFirst(stem.utf8.count)
    return name.utf8.starts(with: stem.utf8) && Self.endings.contains { ending.elementsEqual($0.utf8) } && bytes > 0
      && (1...64).contains(checksum.utf8.count)
      && checksum.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private static let endings = PictureFormat.allCases.compactMap(\.fileExtension).map { ".\($0)" }
}

extension Provenance {
  /// What is known, by its name in tables; in the order in which it is cited.
  public var texts: [(name: String, text: String)] {
    [
      ("archive", archive), ("signature", signature), ("author", author), ("date", date), ("licence", licence),
      ("link", link),
    ].compactMap { name, text in text.map { (name, $0) } }
  }
}
