import BoothCore
import BoothVault

/// Stands between the booth and its disk: counts every step, and makes it fail, or be the process's last, as the night
/// wants it.
final class DiskGate: Disk, @unchecked Sendable {
  // Sendable: a night owns its gate, and runs on one thread at a time.
  var disk: any Disk { didSet { memory = disk as? ForgetfulDisk } }
  private var memory: ForgetfulDisk?

  var isFull = false
  var isReadOnly = false
  /// How many of the next flushes fail.
  var failingSyncs = 0
  /// How many of the next calls fail with an I/O error.
  var failingCalls = 0
  /// The database refuses every commit, for this reason.
  var refusingDatabase: StoreError.Code?
  /// The process is killed at the step with this number.
  var killAt: UInt64?
  var killsBefore = false
  private(set) var isKilled = false
  private(set) var steps: UInt64 = 0

  init(_ disk: any Disk) {
    self.disk = disk
    memory = disk as? ForgetfulDisk
  }

  enum Step { case read, make, write, sync, rename, remove }

  func calm() {
    (isFull, isReadOnly, failingSyncs, failingCalls, killAt) = (false, false, 0, 0, nil)
    // A damaged or replaced database is mended by a start alone, whatever else is over.
    if refusingDatabase == .failed { refusingDatabase = nil }
  }

  /// A new process has nothing to do with the death of the old one.
  func revive() {
    isKilled = false
    killAt = nil
    if refusingDatabase != .failed { refusingDatabase = nil }
  }

  /// Before each commit of the database.
  func checkDatabase() throws(StoreError) {
    guard !isKilled, let code = refusingDatabase else { return }
    throw StoreError(code, subject: root + "/booth.sqlite", detail: "the books refuse")
  }

  private var dead: StoreError { StoreError(.failed, subject: "process", detail: "it was killed") }

  private func fault(_ step: Step, _ path: @autoclosure () -> String) -> StoreError? {
    func error(_ code: StoreError.Code, _ detail: String) -> StoreError {
      StoreError(code, subject: root + "/" + path(), detail: detail)
    }
    if failingCalls > 0 {
      failingCalls -= 1
      return error(.failed, "Input/output error")
    }
    switch step {
    case .read: return nil
    case .make, .write:
      if isReadOnly { return error(.readOnly, "Read-only file system") }
      return isFull ? error(.full, "No space left on device") : nil
    case .rename, .remove: return isReadOnly ? error(.readOnly, "Read-only file system") : nil
    case .sync:
      guard failingSyncs > 0 else { return nil }
      failingSyncs -= 1
      return error(.failed, "Input/output error while flushing")
    }
  }

  /// One step: what a process may die before or after.
  func step<Value>(
    _ step: Step, _ path: @autoclosure () -> String, onFault: () -> Void = {},
    body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    if isKilled { throw dead }
    steps += 1
    let dies = steps == killAt
    if dies, killsBefore {
      isKilled = true
      throw dead
    }
    if let fault = fault(step, path()) {
      onFault()
      throw fault
    }
    let value = try body()
    if dies {
      isKilled = true
      throw dead
    }
    return value
  }

  var root: String { disk.root }
  func makeFolder(_ path: String) throws(StoreError) -> Bool {
    try step(.make, path) { () throws(StoreError) in try disk.makeFolder(path) }
  }
  func create(_ path: String) throws(StoreError) -> any DiskFile {
    try step(.make, path) { () throws(StoreError) in GatedFile(gate: self, file: try disk.create(path), path: path) }
  }
  func sync(_ path: String) throws(StoreError) {
    let fails = { [memory] in _ = memory?.file(path)?.failSync() }
    try step(.sync, path, onFault: fails, body: { () throws(StoreError) in try disk.sync(path) })
  }
  func syncFolder(_ path: String) throws(StoreError) {
    try step(.sync, path) { () throws(StoreError) in try disk.syncFolder(path) }
  }
  func rename(_ path: String, to other: String) throws(StoreError) {
    try step(.rename, path) { () throws(StoreError) in try disk.rename(path, to: other) }
  }
  func remove(_ path: String) throws(StoreError) {
    try step(.remove, path) { () throws(StoreError) in try disk.remove(path) }
  }
  func removeFolder(_ path: String) throws(StoreError) {
    try step(.remove, path) { () throws(StoreError) in try disk.removeFolder(path) }
  }
  func read(_ path: String) throws(StoreError) -> [UInt8] {
    try step(.read, path) { () throws(StoreError) in try disk.read(path) }
  }
  func fingerprint(_ path: String) throws(StoreError) -> Fingerprint? {
    try step(.read, path) { () throws(StoreError) in try disk.fingerprint(path) }
  }
  func fingerprint(of bytes: [UInt8]) -> Fingerprint { disk.fingerprint(of: bytes) }
  func isOrdinary(_ path: String) throws(StoreError) -> Bool? {
    try step(.read, path) { () throws(StoreError) in try disk.isOrdinary(path) }
  }
  func names(in folder: String) throws(StoreError) -> [String] {
    try step(.read, folder) { () throws(StoreError) in try disk.names(in: folder) }
  }
  func space() throws(StoreError) -> DiskSpace {
    let space = try disk.space()
    return isFull ? DiskSpace(freeBytes: 0, totalBytes: space.totalBytes) : space
  }

  /// Writes into a file that stays open, as a database does.
  func write(_ bytes: [UInt8], into file: ForgetfulDisk.File, at offset: Int, _ path: String) throws(StoreError) {
    let fails = { file.write(Array(bytes.prefix(bytes.count / 2)), at: offset) }
    try step(.write, path, onFault: fails, body: { () throws(StoreError) in file.write(bytes, at: offset) })
  }
}

private struct GatedFile: DiskFile {
  let gate: DiskGate
  let file: any DiskFile
  let path: String

  func write(_ bytes: [UInt8]) throws(StoreError) {
    var half = false
    do throws(StoreError) {
      let fails = { half = true }
      try gate.step(.write, path, onFault: fails, body: { () throws(StoreError) in try file.write(bytes) })
    } catch {
      // A disk that fills takes what fits.
      if half { try file.write(Array(bytes.prefix(bytes.count / 2))) }
      throw error
    }
  }

  func sync() throws(StoreError) {
    let fails = { [file] in _ = (file as? OpenMemoryFile)?.file.failSync() }
    try gate.step(.sync, path, onFault: fails, body: { () throws(StoreError) in try file.sync() })
  }

  func close() { file.close() }
}
