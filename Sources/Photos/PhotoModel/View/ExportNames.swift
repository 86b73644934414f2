import BoothCore

/// What photos are called where they are copied to.
public enum ExportNames {
  /// Its own name, without what no disk or archive would take; of one that was edited with the ending of what is saved.
  public static func file(_ photo: PhotoRecord, isOriginal: Bool) -> String {
    var name = PortableName.signs(of: photo.entry.name)
    while name.hasPrefix(".") { name.removeFirst() }
    while name.hasSuffix(".") || name.hasSuffix(" ") { name.removeLast() }
    if name.isEmpty { name = "photo" }
    guard !isOriginal else { return ended(name, photo.entry) }
    let dot = name.lastIndex(of: ".")
    return (dot.map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name) + ".jpg"
  }

  /// What the film of a live photo is called beside its picture: like that, with its own ending.
  /// - Parameters:
  ///   - film: the film's own name.
  ///   - picture: what the picture is called there.
  public static func film(_ film: String, of picture: String) -> String {
    let dot = picture.lastIndex(of: ".")
    let stem = dot.map { $0 == picture.startIndex ? picture : String(picture[..<$0]) } ?? picture
    let ending = film.split(separator: ".").last ?? "mov"
    let isPlain =
      ending.utf8.count <= 4
      && ending.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) }
    return stem + "." + (isPlain ? ending : "mov")
  }

  /// The most bytes that a name may have on a disk.
  static let most = 255
  /// What is longer behind a dot is no ending.
  private static let longestEnding = 32

  /// The second of a name is `name-2.jpg`. A name that no disk would take is shortened before its number, by whole letters.
  public static func numbered(_ name: String, _ number: Int) -> String {
    let dot = name.lastIndex(of: ".").flatMap { dot in
      dot != name.startIndex && name[dot...].utf8.count <= longestEnding ? dot : nil
    }
    let ending = (number > 1 ? "-\(number)" : "") + (dot.map { String(name[$0...]) } ?? "")
    var stem = dot.map { name[..<$0] } ?? name[...]
    while stem.utf8.count + ending.utf8.count > most { stem.removeLast() }
    return (stem.isEmpty ? "photo" : String(stem)) + ending
  }

  /// What came of editing is often of another kind than what was edited, whose name it has.
  private static func ended(_ name: String, _ entry: PhotoEntry) -> String {
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
    guard entry.flags.contains(.edited), let endings = entry.details.format.flatMap({ endings[$0] }),
      !endings.contains(dot.map { name[name.index(after: $0)...].lowercased() } ?? "")
    else { return name }
    return "\(dot.map { name[..<$0] } ?? name[...]).\(endings[0])"
  }

  /// Of the kinds that edited pictures are kept as, the usual one first.
  private static let endings = [
    "JPEG": ["jpg", "jpeg", "jpe"], "HEIF": ["heic", "heif", "hif"], "PNG": ["png"], "TIFF": ["tif", "tiff"],
  ]
}
