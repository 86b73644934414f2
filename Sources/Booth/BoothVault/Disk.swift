public import BoothCore

/// The part of a file system that durable files are made of, rooted at the data folder.
///
/// ```swift
/// _ = try disk.writeDurably(bytes, to: "sessions/check")
/// try disk.names(in: "sessions").contains("check")  // true
/// ```
///
/// Nothing here is durable by itself: a file's bytes last from ``DiskFile/sync()``, its name from ``syncFolder(_:)``.
/// The order that makes a file survive a power cut is written once, above this port (`Disk+durable.swift`), so that the
/// simulator's disk, which forgets what was not flushed, runs the very order that the real one runs.
///
/// All paths are relative to ``root``; the empty path is the root itself. No link is followed below it, and a path never
/// leads above: a disk refuses both. Calls block, and are made by one thread at a
/// time. Errors carry the full path.
public protocol Disk: Sendable {
  /// The data folder: an absolute path on a real disk.
  var root: String { get }
  /// Makes one folder; false when it is there already.
  func makeFolder(_ path: String) throws(StoreError) -> Bool
  /// Creates or empties a file for writing.
  func create(_ path: String) throws(StoreError) -> any DiskFile
  /// Flushes the bytes of a complete file that another program wrote.
  func sync(_ path: String) throws(StoreError)
  /// Flushes a folder: the names in it.
  func syncFolder(_ path: String) throws(StoreError)
  /// Flushes files and folders that were written one after the other; when it returns, all of them last.
  func syncTogether(files: [String], folders: [String]) throws(StoreError)
  /// Gives a file another name in one step, replacing what has it; or a folder, where nothing has that name.
  func rename(_ path: String, to other: String) throws(StoreError)
  /// Deletes a file; one that is gone already is fine.
  func remove(_ path: String) throws(StoreError)
  /// Deletes a folder if it is empty; anything else is left as it is.
  func removeFolder(_ path: String) throws(StoreError)
  /// The whole file.
  func read(_ path: String) throws(StoreError) -> [UInt8]
  /// Size and checksum of a file as it is now, read from the disk; nil when there is none.
  func fingerprint(_ path: String) throws(StoreError) -> Fingerprint?
  /// The same of bytes in memory.
  func fingerprint(of bytes: [UInt8]) -> Fingerprint
  /// The size of a file as it is now; nil when there is none.
  func sizeBytes(_ path: String) throws(StoreError) -> Int64?
  /// Whether what has this name is an ordinary file, no folder, link, pipe or device; nil when nothing has it.
  func isOrdinary(_ path: String) throws(StoreError) -> Bool?
  /// The names in a folder, sorted; none when there is no such folder.
  func names(in folder: String) throws(StoreError) -> [String]
  /// How much room there is.
  func space() throws(StoreError) -> DiskSpace
}

extension Disk {
  /// For a disk that has no quicker way: one flush after the other.
  public func syncTogether(files: [String], folders: [String]) throws(StoreError) {
    for file in files { try sync(file) }
    for folder in folders { try syncFolder(folder) }
  }
  /// For a disk that cannot measure otherwise: reads the whole file.
  public func sizeBytes(_ path: String) throws(StoreError) -> Int64? { try fingerprint(path)?.sizeBytes }
  /// For a disk that has nothing but files: true wherever there is one. Reads the whole file where sizes are read so.
  public func isOrdinary(_ path: String) throws(StoreError) -> Bool? { try sizeBytes(path) == nil ? nil : true }
}

/// A file that is being written.
public protocol DiskFile {
  func write(_ bytes: [UInt8]) throws(StoreError)
  /// Flushes the bytes written so far.
  func sync() throws(StoreError)
  /// Lets the file go. Harmless twice.
  func close()
}
