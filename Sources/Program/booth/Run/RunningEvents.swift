import BoothCore
import BoothStore
import BoothSystem
import BoothVault
import CommandSupport
import FoundationEssentials

/// Which folder of events a data folder's booth uses: a small file in the data folder, for the commands that are asked beside it and after
/// it, and for the next start.
///
/// Its first line is the folder of the booth that runs or ran last, the second the folder that the next start takes where nothing else
/// names one: the last that a flag or a variable has named, as these are not to be seen from elsewhere. `-` is none.
enum RunningEvents {
  static let noteName = "events.place"
  private static let none = "-"

  /// Of the booth that runs; nil where none does, or it has not said.
  static func folder(of data: String) -> String? {
    guard VaultSessionStore.isOwned(folder: data), let named = note(in: data)?.used, isThere(named) else { return nil }
    return named
  }

  /// The folder that a flag or a variable has named last, whether it is there or not; nil where none has, or a file of settings has named one
  /// since.
  static func remembered(in data: String) -> String? { note(in: data)?.named }

  private static func note(in data: String) -> (used: String, named: String?)? {
    guard let bytes = OrdinaryFile.bytes("\(data)/\(noteName)"), bytes.count < 16_384 else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    guard lines[0].hasPrefix("/") else { return nil }
    // An earlier version has written the first line alone. What it found by itself is found again.
    guard lines.count > 2 else {
      let isFound = lines[0] == "\(data)/events" || BundledPlaces.of("Events").contains(lines[0])
      return (lines[0], isFound ? nil : lines[0])
    }
    return (lines[0], lines[1].hasPrefix("/") ? lines[1] : nil)
  }

  private static func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Written by the booth that owns the data folder.
  /// - Parameter isTrial: it uses the bundled events whatever is named, and changes nothing for the next start.
  static func note(_ folder: String, _ settings: Settings, isTrial: Bool) throws(StoreError) {
    let named: String?
    if let value = settings.values[.events], !isTrial {
      let path = Settings.absolute(value.text)
      let isSeen = value.source.hasPrefix("file ") || path == settings.data + "/events"
      named = isSeen ? nil : path
    } else {
      named = remembered(in: settings.data)
    }
    let text = "\(folder)\n\(named ?? none)\n"
    _ = try POSIXDisk(root: settings.data).writeDurably(Array(text.utf8), to: noteName)
  }
}
