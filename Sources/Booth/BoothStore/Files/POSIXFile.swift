import BoothCore
import BoothSystem
import BoothVault
import Glibc

/// An open file of the data folder, told by its path where something fails. One thread at a time.
final class POSIXFile: DiskFile {
  private var file: OpenFile?
  private let path: String
  /// When it was opened.
  let sizeBytes: Int64
  private var offset: Int64 = 0

  /// Opens an ordinary file; anything else is refused, at once.
  /// - Parameter path: in full, for words.
  init(_ name: String, in folder: OpenFile, _ path: String, flags: Int32 = O_RDONLY) throws(SystemFault) {
    // A pipe or a device in a file's place would make its reader wait for ever.
    let file = try folder.open(name, flags | O_NONBLOCK | O_NOCTTY, mode: 0o600, label: path)
    let status = try file.status()
    guard status.isFile else { throw SystemFault("open", SystemFault.noOrdinaryFile) }
    self.file = file
    self.path = path
    sizeBytes = Int64(status.st_size)
  }

  private func perform<Value>(
    _ what: String, _ body: (OpenFile) throws(SystemFault) -> Value
  ) throws(StoreError) -> Value {
    guard let file else { throw StoreError(errno: EBADF, what, path) }
    do throws(SystemFault) { return try body(file) } catch { throw StoreError(errno: error.number, what, path) }
  }

  func write(_ bytes: [UInt8]) throws(StoreError) {
    try perform("cannot write") { file throws(SystemFault) in try file.write(bytes, .diskWrite) }
  }

  /// The next bytes, or none at the end.
  func read(upTo count: Int) throws(StoreError) -> [UInt8] {
    let bytes = try perform("cannot read") { file throws(SystemFault) in try file.read(at: offset, count: count) }
    offset += Int64(bytes.count)
    return bytes
  }

  func sync() throws(StoreError) {
    try perform("cannot flush") { file throws(SystemFault) in try file.sync(.diskSync) }
  }

  /// Takes the file's lock for this process, or says that another has it.
  /// - Parameter shared: only looks whether another has it.
  func tryLock(shared: Bool = false) throws(StoreError) -> Bool {
    try perform("cannot lock") { file throws(SystemFault) in try file.tryLock(shared: shared) }
  }

  /// Has the next read come from the disk itself, as far as the kernel lets go of what it holds.
  func forgetCache() { if let file { posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_DONTNEED) } }

  func close() { file = nil }
}
