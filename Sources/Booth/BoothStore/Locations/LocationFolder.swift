import BoothCore
import BoothVault
import Glibc

/// The locations of one data folder as one process has them open: the database, and the lock by which processes take turns.
/// One thread at a time.
final class LocationFolder {
  static let lockName = "locations.lock"
  let disk: POSIXDisk
  /// What was found again as it was opened.
  private(set) var notes: [String] = []
  private let readOnly: Bool
  private var ledger: SQLiteLocationLedger?
  /// Which file the database is: another process may have set them aside as damaged.
  private var file: UInt64?
  /// How often a database was opened.
  private var openings = 0

  /// For writing: makes what is missing, and puts in order what a crash has left.
  init(_ folder: String) throws(StoreError) {
    disk = try POSIXDisk(root: folder)
    readOnly = false
    try locked { vault throws(StoreError) in }
  }

  /// For looking only.
  init(reading folder: String) throws(StoreError) {
    disk = POSIXDisk(existing: folder)
    readOnly = true
    if try disk.kind(of: SQLiteLocationLedger.name) == nil,
      try disk.names(in: LocationVault.folder).contains(where: { !$0.hasPrefix(".") })
    {
      throw StoreError(
        .notFound, subject: "\(folder)/\(SQLiteLocationLedger.name)",
        detail: "is not there, and locations are: the booth's next start writes it anew from their folders")
    }
  }

  /// Waits up to ten seconds for the process that changes the locations now.
  func locked<Value>(_ body: (LocationVault) throws(StoreError) -> Value) throws(StoreError) -> Value {
    let path = "\(disk.root)/\(Self.lockName)"
    if let kind = try disk.kind(of: Self.lockName), kind != .file {
      throw StoreError(
        .failed, subject: path, detail: "is \(kind.words), which no booth makes: move it away, then try again")
    }
    let lock = try disk.open(Self.lockName, flags: O_RDWR | O_CREAT)
    defer { lock.close() }
    for attempt in 0... {
      if try lock.tryLock() { break }
      guard attempt < 500 else {
        throw StoreError(
          .inUse, subject: path, detail: "another booth command is changing the locations; try again when it has ended")
      }
      var pause = timespec(tv_sec: 0, tv_nsec: 20_000_000)
      nanosleep(&pause, nil)
    }
    return try body(try current())
  }

  /// Without waiting for anybody. Nil where there are no locations yet.
  func looking() throws(StoreError) -> LocationVault? {
    if readOnly, try disk.kind(of: SQLiteLocationLedger.name) == nil { return nil }
    return try current()
  }

  /// The database itself, without waiting for anybody. Nil where there are no locations yet.
  func lookingAtDatabase() throws(StoreError) -> SQLiteLocationLedger? {
    guard try looking() != nil else { return nil }
    return ledger
  }

  /// A different text after another process may have changed the database.
  func mark() throws(StoreError) -> String {
    guard let database = try lookingAtDatabase() else { return "" }
    return "\(openings) \(try database.version())"
  }

  /// Over the database that is in the folder now.
  private func current() throws(StoreError) -> LocationVault {
    let there = try identity()
    if let ledger, let there, there == file { return LocationVault(disk: disk, ledger: ledger) }
    do throws(StoreError) { try ledger?.close() } catch {}  // it was set aside
    ledger = nil
    if let kind = try disk.kind(of: SQLiteLocationLedger.name), kind != .file {
      throw StoreError(
        .damaged, subject: "\(disk.root)/\(SQLiteLocationLedger.name)",
        detail: "is \(kind.words), no file of a database: move it away, then try again")
    }
    let vault = readOnly ? LocationVault(disk: disk, ledger: try open()) : try openForWriting()
    file = try identity()
    return vault
  }

  private func open(_ whenDamaged: () throws -> Void = {}) throws(StoreError) -> SQLiteLocationLedger {
    let opened = try SQLiteLocationLedger(
      path: "\(disk.root)/\(SQLiteLocationLedger.name)", readOnly: readOnly, checked: !readOnly,
      whenDamaged: whenDamaged)
    ledger = opened
    openings += 1
    return opened
  }

  /// A damaged database is set aside once, and written anew from the folders.
  private func openForWriting() throws(StoreError) -> LocationVault {
    var aside: String?
    func openVault() throws(StoreError) -> LocationVault {
      let vault = LocationVault(disk: disk, ledger: try open { aside = try self.setAside() })
      notes += try vault.open()
      return vault
    }
    do throws(StoreError) { return try openVault() } catch {
      guard error.code == .damaged else { throw error }
      do throws(StoreError) { try ledger?.close() } catch {}  // damaged
      ledger = nil
      if aside == nil { aside = try setAside() }
      notes.append("the locations' database was damaged and is set aside as \(aside ?? "another")")
      return try openVault()
    }
  }

  /// The log goes first: a new database must never find the log of an old one.
  private func setAside() throws(StoreError) -> String {
    let name = SQLiteLocationLedger.name
    let names = Set(try disk.names(in: ""))
    var number = 1
    while names.contains(where: { $0.hasPrefix("\(name).damaged-\(number)") }) { number += 1 }
    for suffix in DatabaseFiles.suffixes where names.contains(name + suffix) {
      try disk.rename(name + suffix, to: "\(name).damaged-\(number)\(suffix)")
    }
    try disk.syncFolder("")
    return "\(name).damaged-\(number)"
  }

  private func identity() throws(StoreError) -> UInt64? {
    do throws(StoreError) {
      return try disk.at(SQLiteLocationLedger.name, "cannot look at") { folder, name throws(SystemFault) in
        try folder.status(of: name).map { UInt64($0.st_ino) }
      }
    } catch let error where error.code == .notFound { return nil }
  }

  /// Whatever turned out to be damaged, or replaced, is looked at again with the next call.
  func suspect() { file = nil }

  func close() {
    do throws(StoreError) { try ledger?.close() } catch {}  // nothing that was answered is lost
    ledger = nil
    file = nil
  }
}
