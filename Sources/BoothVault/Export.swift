import BoothCore

/// What an export of one event's files did, for its receipt and the operator.
public struct Export: Sendable, Equatable, Codable {
  /// Files written now, and files that were there already with the right bytes.
  public var copied = 0
  /// Files not written now: the target has the same bytes, or the bytes here are not those that were kept.
  public var alreadyThere = 0
  /// How many bytes ``copied`` have together; the receipts beside them are not counted.
  public var bytesCopied: Int64 = 0
  /// The event as it stands on this booth, each file read while it was copied.
  public var audit = Audit()

  /// Nothing copied yet; an export counts up from here.
  public init() {}
}

/// How far an export is.
public struct ExportProgress: Sendable, Equatable {
  /// Files that are over, copied or not; the one at ``path`` is not among them.
  public var done: Int
  /// All kept files of the sessions that are exported.
  public var total: Int
  /// The file that is read now, relative to the data folder.
  public var path: String
}

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
