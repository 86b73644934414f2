import BoothCore
import BoothVault

/// Records in a write-ahead log on a ``ForgetfulDisk``: a commit is appended and flushed before it counts, and what a power
/// cut tore off the end is not read.
///
/// On the disk stand frames of sixteen bytes, a record's number and its checksum; what a record says is kept beside
/// them by number, as a value. So a record is there exactly as far as its frame is.
struct RecordLog<Change> {
  /// What the records say: part of the medium, so it outlives every process.
  final class Medium {
    fileprivate var records: [UInt64: [Change]] = [:]
    fileprivate var lastRecord: UInt64 = 0
  }

  private static var frameSize: Int { 16 }

  private let path: String
  private let medium: Medium
  private let gate: DiskGate
  private let disk: any Disk
  private let file: ForgetfulDisk.File
  private var length = 0

  /// Reads the log, and gives each record's changes, in their order.
  /// - Parameter disk: what flushes go through; the gate, or something broken in front of it.
  init(
    _ path: String, medium: Medium, gate: DiskGate, disk: any Disk, memory: ForgetfulDisk, _ read: ([Change]) -> Void
  ) throws(StoreError) {
    self.path = path
    self.medium = medium
    self.gate = gate
    self.disk = disk
    if memory.file(path) == nil {
      _ = try disk.create(path)
      try disk.sync(path)
      try disk.syncFolder("")
    }
    var frames: [UInt8] = []
    let bytes = try disk.read(path)
    while frames.count + Self.frameSize <= bytes.count {
      let frame = Array(bytes[frames.count..<frames.count + Self.frameSize])
      guard let number = Self.record(in: frame), let changes = medium.records[number] else { break }
      read(changes)
      frames += frame
    }
    // What was read may not have been flushed; nothing may be built on it before it is.
    if !frames.isEmpty { _ = try disk.writeDurably(frames, to: path) }
    guard let file = memory.file(path) else {
      throw StoreError(.notFound, subject: path, detail: "the log is not there")
    }
    self.file = file
    length = frames.count
    if file.bytes.count > length { try gate.write([], into: file, at: length, path) }
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

  mutating func commit(_ changes: [Change]) throws(StoreError) {
    medium.lastRecord += 1
    medium.records[medium.lastRecord] = changes
    let frame = Self.frame(medium.lastRecord)
    try gate.write(frame, into: file, at: length, path)
    try disk.sync(path)
    length += frame.count
  }
}
