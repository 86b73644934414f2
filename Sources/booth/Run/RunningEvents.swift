import BoothCore
import BoothProgram
import BoothStore
import BoothSystem
import BoothVault
import FoundationEssentials

/// Which folder of events the booth that runs on a data folder uses: a small file in the data folder, for commands that
/// are asked beside it. Whatever folder somebody names counts before.
enum RunningEvents {
  static let noteName = "events.place"

  /// Nil where no booth runs, or it has not said.
  static func folder(of data: String) -> String? {
    VaultSessionStore.isOwned(folder: data) ? lastFolder(of: data) : nil
  }

  /// Of the booth that runs, or ran last: what is asked the morning after is asked about its events.
  static func lastFolder(of data: String) -> String? {
    guard let bytes = OrdinaryFile.bytes("\(data)/\(noteName)"),
      bytes.count < 8192
    else { return nil }
    let named = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
    return named.hasPrefix("/") && FileManager.default.fileExists(atPath: String(named)) ? String(named) : nil
  }

  /// Written by the booth that owns the data folder.
  static func note(_ folder: String, in data: String) throws(StoreError) {
    _ = try POSIXDisk(root: data).writeDurably(Array((folder + "\n").utf8), to: noteName)
  }
}
