/// What photos are called where they are copied to.
public enum ExportNames {
  /// Its own name, without what no disk or archive would take.
  public static func file(_ photo: PhotoRecord, isOriginal: Bool) -> String {
    var name = ""
    for scalar in photo.entry.name.unicodeScalars {
      let isBad =
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
      name.unicodeScalars.append(isBad ? "_" : scalar)
    }
    while name.hasPrefix(".") { name.removeFirst() }
    if name.isEmpty { name = "photo" }
    guard !isOriginal else { return name }
    let dot = name.lastIndex(of: ".")
    return (dot.map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name) + ".jpg"
  }

  /// The second of a name is `name-2.jpg`.
  public static func numbered(_ name: String, _ number: Int) -> String {
    guard number > 1 else { return name }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(name)-\(number)" }
    return "\(name[..<dot])-\(number)\(name[dot...])"
  }
}
