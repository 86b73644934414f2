import BoothCore
import BoothVault

/// The books in a write-ahead log on a ``ForgetfulDisk``: a commit is appended and flushed before it counts, and what a
/// power cut tore off the end is not read.
///
/// On the disk stand frames of sixteen bytes, a record's number and its checksum; what a record says is kept beside
/// them by number, as a value. So a record is there exactly as far as its frame is.
final class LogLedger: Ledger, @unchecked Sendable {
  // Sendable: a night owns its books, and runs on one thread at a time.

  /// What the records say: part of the medium, so it outlives every process.
  final class Medium {
    fileprivate var records: [UInt64: [LedgerChange]] = [:]
    fileprivate var lastRecord: UInt64 = 0
  }

  static let path = "ledger.log"
  private static let frameSize = 16

  private(set) var state = LedgerState()
  /// The changes of the commits since the last look.
  var committed: [LedgerChange] = []
  private let medium: Medium
  private let gate: DiskGate
  private let disk: any Disk
  private let file: ForgetfulDisk.File
  private var length = 0

  /// - Parameter disk: what flushes go through; the gate, or something broken in front of it.
  init(medium: Medium, gate: DiskGate, disk: any Disk, memory: ForgetfulDisk) throws(StoreError) {
    self.medium = medium
    self.gate = gate
    self.disk = disk
    if memory.file(Self.path) == nil {
      _ = try disk.create(Self.path)
      try disk.sync(Self.path)
      try disk.syncFolder("")
    }
    var frames: [UInt8] = []
    let bytes = try disk.read(Self.path)
    while frames.count + Self.frameSize <= bytes.count {
      let frame = Array(bytes[frames.count..<frames.count + Self.frameSize])
      guard let number = Self.record(in: frame), let changes = medium.records[number] else { break }
      state.apply(changes)
      frames += frame
    }
    // What was read may not have been flushed; nothing may be built on it before it is.
    if !frames.isEmpty { _ = try disk.writeDurably(frames, to: Self.path) }
    guard let file = memory.file(Self.path) else {
      throw StoreError(.notFound, subject: Self.path, detail: "the log is not there")
    }
    self.file = file
    length = frames.count
    if file.bytes.count > length { try gate.write([], into: file, at: length, Self.path) }
  }

  private static func frame(_ number: UInt64) -> [UInt8] {
    let digits = (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    let check = digits.fnv1a
    return digits + (0..<8).map { UInt8(truncatingIfNeeded: check >> ($0 * 8)) }
  }

  private static func record(in frame: [UInt8]) -> UInt64? {
    let number = (0..<8).reduce(UInt64(0)) { $0 | UInt64(frame[$1]) << ($1 * 8) }
    return number > 0 && frame == Self.frame(number) ? number : nil
  }

  /// Whether every commit would survive a power cut at this moment.
  var isStable: Bool { file.stable.count >= length }

  func commit(_ changes: [LedgerChange]) throws(StoreError) {
    medium.lastRecord += 1
    medium.records[medium.lastRecord] = changes
    let frame = Self.frame(medium.lastRecord)
    try gate.write(frame, into: file, at: length, Self.path)
    try disk.sync(Self.path)
    length += frame.count
    state.apply(changes)
    committed += changes
  }

  func nextAssetID() throws(StoreError) -> AssetID { state.nextAssetID }
  func nextJobID() throws(StoreError) -> JobID { state.nextJobID }
  func sessionStates() throws(StoreError) -> [SessionID: SessionRecord.State] { state.sessionStates }
  func session(_ id: SessionID) throws(StoreError) -> SessionRecord? { state.session(id) }
  func sessions(in states: Set<SessionRecord.State>) throws(StoreError) -> [SessionRecord] {
    state.sessions.filter { states.contains($0.state) }
  }
  func newestSessions(limit: Int) throws(StoreError) -> [SessionRecord] {
    Array(state.sessions.reversed().prefix(limit))
  }
  func assets(of session: SessionID) throws(StoreError) -> [AssetEntry] { state.assets(of: session) }
  func undeletedAssets() throws(StoreError) -> [AssetEntry] { state.undeletedAssets }
  func jobs(of subject: JobSubject) throws(StoreError) -> [Job] { state.jobs(of: subject) }
  func jobs(all: Bool) throws(StoreError) -> [Job] { all ? state.jobs : state.jobs.filter { !$0.state.isOver } }
  func decisions(about session: SessionID?) throws(StoreError) -> [Decision] {
    state.decisions.filter { session == nil || $0.session == session }
  }
  func setting(_ key: String) throws(StoreError) -> String? { state.setting(key) }
}
