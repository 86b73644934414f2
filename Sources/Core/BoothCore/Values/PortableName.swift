/// Names that every file system takes, FAT and exFAT among them, and that are what they seem to a reader.
public enum PortableName {
  /// Gives `name` as it is where it is fine. Refused by FAT: control characters, `" * / : < > ? \ |`, a dot or space at
  /// the end, the names of DOS devices ("Naming Files, Paths, and Namespaces", Microsoft), more than 255 UTF-16 units.
  public static func of(_ name: String) -> String {
    var text = signs(of: name)
    while text.utf16.count > most { text.removeLast() }
    while let last = text.last, last == "." || last == " " { text.removeLast() }
    while text.hasPrefix(" ") { text.removeFirst() }
    let stem = text.prefix { $0 != "." }.uppercased()
    let devices = ["CON", "PRN", "AUX", "NUL"] + (0...9).flatMap { ["COM\($0)", "LPT\($0)"] }
    if text.isEmpty || devices.contains(stem) { text = "_" + text }
    return text
  }

  /// What a file that people have named is saved as elsewhere: ``of(_:)`` of the name without the folders before it and without dots
  /// at its beginning, and with its ending where it is shortened.
  /// - Parameter spare: its name where nothing is left.
  public static func file(_ name: String, orElse spare: String) -> String {
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    var text = signs(of: last)
    while text.first == "." || text.first == " " { text.removeFirst() }
    let dot = text.lastIndex(of: ".").flatMap { text[$0...].utf16.count <= longestEnding ? $0 : nil }
    let ending = dot.map { String(text[$0...]) } ?? ""
    var stem = dot.map { text[..<$0] } ?? text[...]
    while stem.utf16.count + ending.utf16.count > most || stem.utf8.count + ending.utf8.count > mostBytes {
      stem.removeLast()
    }
    text = of(stem + ending)
    return text == "_" ? spare : text
  }

  /// `name` with a `_` for every sign that a name must not have, however long that is.
  public static func signs(of name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      let isRefused =
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || isUnseen(scalar)
        || "\"*/:<>?\\|".unicodeScalars.contains(scalar)
      text.unicodeScalars.append(isRefused ? "_" : scalar)
    }
    return text
  }

  /// Line breaks, what turns the order of the letters around it (a name that reads `gpj.exe` is not what it seems), and
  /// other invisible characters. What joins letters, or keeps them apart, is part of words and of pictures made of
  /// signs.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C, 0x200D: false
    case 0x2028...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB: true
    default: scalar.properties.isDefaultIgnorableCodePoint && scalar.properties.generalCategory != .nonspacingMark
    }
  }

  /// In UTF-16 units, and in bytes: what disks take, with room for a number.
  private static let most = 200
  private static let mostBytes = 240
  /// What is longer behind a dot is no ending.
  private static let longestEnding = 32
}
