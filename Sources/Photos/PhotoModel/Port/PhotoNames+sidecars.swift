/// Names of small files that lie in one folder, to be asked which of them speak of a photo.
public struct SidecarNames: Sendable {
  /// In the order of their lower-case letters.
  private let names: [(lower: String, name: String)]

  /// Takes them in any order.
  public init(_ names: [String]) {
    self.names = names.map { ($0.lowercased(), $0) }.sorted { $0.0 < $1.0 }
  }

  /// Whether there are none.
  public var isEmpty: Bool { names.isEmpty }

  /// Those of a photo, what counts most first. Of many thousands only those are looked at that begin as its companions do.
  public func of(_ photo: String) -> [String] {
    let start = PhotoNames.sidecarStart(of: photo)
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle].lower < start { low = middle + 1 } else { high = middle }
    }
    return PhotoNames.sidecars(of: photo, among: names[low...].prefix { $0.lower.hasPrefix(start) }.map(\.name))
  }
}

/// Small files beside photos that speak of them, by their names.
extension PhotoNames {
  /// Names under which a photo's companion may lie, of those that its folder has.
  ///
  /// `IMG_1.xmp` and `IMG_1.jpg.xmp`; `IMG_1.jpg.json`, `IMG_1.jpg.supplemental-metadata.json`, which Takeout cuts to 46 letters before its
  /// ending, and `IMG_1.jpg(2).json` of `IMG_1(2).jpg`; of an edited picture (`IMG_1-edited.jpg`) that of the first one.
  public static func sidecars(of photo: String, among names: [String]) -> [String] {
    let lower = photo.lowercased()
    guard let dot = lower.lastIndex(of: "."), dot != lower.startIndex else { return [] }
    let stem = String(lower[..<dot])
    let ending = lower[dot...]
    var whole = [lower]
    if stem.hasSuffix("-edited") { whole.append("\(stem.dropLast(7))\(ending)") }
    var numbered: [String] = []
    if stem.hasSuffix(")"), let open = stem.lastIndex(of: "("),
      stem[stem.index(after: open)...].dropLast().allSatisfy(\.isNumber)
    {
      numbered.append("\(stem[..<open])\(ending)\(stem[open...]).json")
    }
    return names.filter { name in
      let name = name.lowercased()
      if name == stem + ".xmp" || name == lower + ".xmp" || numbered.contains(name) { return true }
      guard name.hasSuffix(".json") else { return false }
      let own = name.dropLast(5)
      return whole.contains { photo in
        own == photo
          || (own.count <= 46 && own.count >= min(photo.count, 46) && "\(photo).supplemental-metadata".hasPrefix(own))
          || (own.count == 46 && photo.hasPrefix(own))
      }
    }.sorted { left, right in
      // What people write themselves counts before what a service exported.
      (left.lowercased().hasSuffix(".json") ? 1 : 0, left) < (right.lowercased().hasSuffix(".json") ? 1 : 0, right)
    }
  }

  /// How the names of all companions of a photo begin, in lower case.
  public static func sidecarStart(of photo: String) -> String {
    var stem = photo.lowercased()[...]
    if let dot = stem.lastIndex(of: "."), dot != stem.startIndex { stem = stem[..<dot] }
    if stem.hasSuffix("-edited") { stem = stem.dropLast(7) }
    if stem.hasSuffix(")"), let open = stem.lastIndex(of: "("), open != stem.startIndex { stem = stem[..<open] }
    return String(stem.prefix(46))
  }

  /// Whether a name in memory may be a companion's.
  public static func isSidecar(_ name: UnsafeRawBufferPointer) -> Bool {
    func ends(_ ending: StaticString) -> Bool {
      guard name.count > ending.utf8CodeUnitCount else { return false }
      let last = name.suffix(ending.utf8CodeUnitCount)
      return ending.withUTF8Buffer { ending in zip(last, ending).allSatisfy { $0 | 0x20 == $1 | 0x20 } }
    }
    return ends(".xmp") || ends(".json")
  }
}
