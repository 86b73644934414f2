/// Names that every file system takes, FAT and exFAT among them.
public enum PortableName {
  /// Gives `name` as it is where it is fine. Refused by FAT: control characters, `" * / : < > ? \ |`, a dot or space at
  /// the end, the names of DOS devices ("Naming Files, Paths, and Namespaces", Microsoft), more than 255 UTF-16 units.
  public static func of(_ name: String) -> String {
    var text = String(
      name.unicodeScalars.map { scalar in
        scalar.value < 0x20 || scalar.value == 0x7F || "\"*/:<>?\\|".unicodeScalars.contains(scalar)
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
}
