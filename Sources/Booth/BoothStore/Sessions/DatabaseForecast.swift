public import BoothCore
import BoothVault

/// What a start would make of a data folder's database, found out on a copy of them: nothing there is changed, and what the start
/// decides by is what decides here.
public enum DatabaseForecast: Sendable {
  /// There are none, and nothing that they could have named.
  case new
  /// They are used as they are.
  /// - Parameters:
  ///   - database: a copy of them, to look into.
  ///   - remarks: what the start looks for, or brings again, a sentence each; none at any usual start.
  case used(database: VaultSessionStore, remarks: [String])
  /// They are written anew from the session folders: why, and what becomes of those that are there.
  case anew(String, isDamaged: Bool)
  /// The start ends with this.
  case refused(StoreError)
  /// They could not be copied here: the start checks them.
  case unknown(StoreError)

  /// - Parameter folder: which no booth has open. What is moved aside by a start is passed over; ``VaultSessionStore/oddities(in:)``
  ///   says what.
  public static func of(_ folder: String) -> DatabaseForecast {
    let disk = POSIXDisk(existing: folder)
    let files = DatabaseFiles(disk: disk)
    do throws(StoreError) {
      if case .noDatabase = try files.look() {
        let what = try disk.kind(of: DatabaseFiles.name).flatMap { $0 == .file ? nil : $0.words } ?? "no database"
        return .anew("\(folder)/\(DatabaseFiles.name) is \(what); \(try aside(files))", isDamaged: true)
      }
      if case .missing = try files.look() { return try missing(disk, files) }
    } catch { return .refused(error) }
    let copy: DatabaseCopy
    do throws(StoreError) { copy = try DatabaseCopy(of: folder, asStarting: true) } catch {
      return error.code == .newerVersion ? .refused(error) : .unknown(error)
    }
    do throws(StoreError) {
      guard let ledger = copy.ledger else {
        guard let fault = copy.fault else { return .new }
        guard fault.code == .damaged else { return .refused(fault) }
        // Its path is the copy's.
        let words = fault.detail.replacing(StoreError.damageAdvice, with: "")
        return .anew("\(folder)/\(DatabaseFiles.name): \(words); \(try aside(files))", isDamaged: true)
      }
      let vault = Vault(disk: disk, ledger: ledger)
      var remarks: [String] = []
      // A mark that is no file says nothing of the booth before.
      if copy.commitsWereLost, try disk.kind(of: OpenMark.name) == .file {
        remarks.append(
          "the booth before did not end by itself, and the database's log is gone or empty: the start looks in the session "
            + "folders for the newest commits")
      }
      let unknown = try vault.sessionsToTakeUp().count
      if unknown > 0 {
        remarks.append(
          "\(unknown) session\(unknown == 1 ? " is" : "s are") in \(folder)/sessions and not in the database: the start writes "
            + (unknown == 1 ? "it" : "them") + " into the books again")
      }
      return .used(database: VaultSessionStore(folder: folder, vault: vault, copy: copy), remarks: remarks)
    } catch { return error.code == .damaged ? .anew("\(error)", isDamaged: true) : .unknown(error) }
  }

  private static func aside(_ files: DatabaseFiles) throws(StoreError) -> String {
    "the start sets it aside as \(try files.nameAside()) and writes a new one from the session folders"
  }

  private static func missing(_ disk: POSIXDisk, _ files: DatabaseFiles) throws(StoreError) -> DatabaseForecast {
    let hasSessions = try disk.names(in: "sessions").contains { SessionID($0) != nil }
    let isEmpty = try disk.kind(of: DatabaseFiles.name) != nil
    // An empty database goes with what is beside it, where its log is empty, too.
    var hasLog = false
    for name in DatabaseFiles.suffixes.map({ DatabaseFiles.name + $0 }) where name != DatabaseFiles.name {
      guard try disk.kind(of: name) == .file else { continue }
      let isLeft = isEmpty ? name.hasSuffix("-wal") : true
      let size = try disk.sizeBytes(name) ?? 0
      if isLeft, !isEmpty || size > 0 { hasLog = true }
    }
    guard hasSessions || hasLog else { return .new }
    var words = "\(disk.root)/\(DatabaseFiles.name) is \(isEmpty ? "empty" : "gone")"
    if hasLog { words += "; the start sets aside what is left of it as \(try files.nameAside())" }
    if hasSessions { words += "; the start writes a new one from the session folders" }
    return .anew(words, isDamaged: false)
  }
}
