/// Names that every file system takes, FAT and exFAT among them.
public enum PortableName {
  /// Gives `name` as it is where it is fine. Refused by FAT: control characters, `" * / : < > ? \ |`, a dot or space at
  /// the end, the names of DOS devices ("Naming Files, Paths, and Namespaces", Microsoft), more than 255 UTF-16 units.
  public static func of(_ name: String) -> String {
    var text = String(
      name.unicodeScalars.map { scalar in
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || Self.turns(scalar)
          || "\"*/:<>?\\|".unicodeScalars.contains(scalar)
          ? "_" : Character(scalar)
      })
    while text.utf16.count > 200 { text.removeLast() }
    while let last = text.last, last == "." || last == " " { text.removeLast() }
    while text.hasPrefix(" ") { text.removeFirst() }
    let stem = text.prefix { $0 != "." }.uppercased()
    let devices = ["CON", "PRN", "AUX", "NUL"] + (0...9).flatMap { ["COM\($0)", "LPT\($0)"] }
    if text.isEmpty || devices.contains(stem) { text = "_" + text }
    return text
  }

  /// Line breaks, and what turns the order of the letters around it: a name that reads `gpj.exe` is not what it seems.
  private static func turns(_ scalar: Unicode.Scalar) -> Bool {
    (0x2028...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }
}
