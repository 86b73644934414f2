import BoothCore
import BoothSimulation
import BoothStore
import BoothSystem
import BoothVault
import CommandSupport
import FoundationEssentials
import Glibc

/// A simulated night's files and database in the real store: the same vault over a folder and SQLite.
final class RealNightStore: NightStore {
  private let folder: String

  init(folder: String) { self.folder = folder }

  func open() throws(StoreError) -> (disk: any Disk, ledger: any Ledger, locations: any LocationLedger) {
    let disk = try POSIXDisk(root: folder)
    return (
      disk, try SQLiteLedger(path: folder + "/booth.sqlite"),
      try SQLiteLocationLedger(path: folder + "/locations.sqlite")
    )
  }

  /// The connection ends with the ledger's last reference; what was committed stays, as after a kill.
  func close() {}
}

/// The temporary folder of a run.
struct NightFolder: Sendable {
  let path: String

  static func make() throws(CommandError) -> NightFolder {
    let base = String(cString: getenv("TMPDIR") ?? strdup("/tmp"))
    var template = Array("\(base)/booth-simulation-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw CommandError("cannot make a folder in \(base): \(SystemWords.of(errno))")
    }
    return NightFolder(path: String(cString: made))
  }

  func remove() {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      complain("booth: \(path) could not be removed: \(error)")
    }
  }
}
