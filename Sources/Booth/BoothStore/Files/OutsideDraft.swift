public import BoothCore
import BoothVault
import Glibc

/// Something that is written outside of the data folder, as an export is: a file or a folder beside its name,
/// `NAME.part-PID`, which it gets when all of it is on the disk. A reader finds what was there before, or all of it.
///
/// A draft is locked while its process lives. One without a lock is what a process has left that died, and the next
/// draft of the same name takes it away. Calls block, by one thread at a time.
public final class OutsideDraft {
  /// What it becomes.
  public enum Kind: Sendable { case file, folder }

  /// The path that it gets.
  public let path: String
  private let kind: Kind
  private let mayReplace: Bool
  private let disk: POSIXDisk
  private let name: String
  private let draft: String
  private var file: POSIXFile?
  private var lock: OpenFile?
  private var folders: Set<String> = []
  private var isOver = false

  /// Begins it. What stands under the name stays until ``finish()``.
  /// - Parameters:
  ///   - path: absolute; its folder is there.
  ///   - mayReplace: a file may take the place of another. A folder never does, but of an empty one.
  /// - Throws: ``StoreError``: `inUse` for what is there already, and whatever the file system says.
  public init(_ path: String, _ kind: Kind, mayReplace: Bool = false) throws(StoreError) {
    let parts = path.split(separator: "/")
    guard let last = parts.last, last != ".", last != ".." else {
      throw StoreError(.failed, subject: path, detail: "is no name of a file or folder")
    }
    self.path = path
    self.kind = kind
    self.mayReplace = mayReplace
    name = String(last)
    disk = POSIXDisk(existing: "/" + parts.dropLast().joined(separator: "/"))
    draft = "\(name)\(Self.mark)\(getpid())"
    try refuseTaken()
    try sweep()
    try begin()
  }

  private static let mark = ".part-"

  /// Only what may be replaced, or an empty folder, may have the name.
  private func refuseTaken() throws(StoreError) {
    guard let found = try disk.kind(of: name) else { return }
    switch (kind, found) {
    case (.file, .file) where mayReplace: return
    case (.folder, .folder) where try disk.names(in: name).isEmpty: return
    default: throw StoreError(.inUse, subject: path, detail: "is there already")
    }
  }

  /// Takes away the drafts of this name whose processes are gone.
  private func sweep() throws(StoreError) {
    for other in try disk.names(in: "") {
      guard other.hasPrefix(name + Self.mark) else { continue }
      let number = other.dropFirst(name.count + Self.mark.count)
      guard !number.isEmpty, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { continue }
      guard let held = try lock(other) else { continue }
      try remove(other)
      _ = held
    }
  }

  /// Holds a draft, or nil where another process does, or it is none.
  private func lock(_ name: String) throws(StoreError) -> OpenFile? {
    guard let found = try disk.kind(of: name), found == .file || found == .folder else { return nil }
    return try disk.at(name, "cannot lock") { folder, name throws(SystemFault) in
      let file = try folder.open(name, O_RDONLY | O_NONBLOCK)
      return try file.tryLock() ? file : nil
    }
  }

  private func begin() throws(StoreError) {
    // Another export may take the draft for one that was left, in the moment before it is locked.
    for _ in 0..<10 {
      switch kind {
      case .file: file = try disk.open(creating: draft)
      case .folder: _ = try disk.makeFolder(draft)
      }
      lock = try lock(draft)
      if lock != nil, try disk.kind(of: draft) != nil { return }
      (file, lock) = (nil, nil)
    }
    throw StoreError(.inUse, subject: "\(disk.root)/\(draft)", detail: "is being taken away by another export")
  }

  /// Adds bytes to the file.
  public func write(_ bytes: [UInt8]) throws(StoreError) { try file?.write(bytes) }

  /// Puts a file into the folder, with the folders on its way.
  /// - Parameter name: relative, with slashes; new.
  public func put(_ bytes: [UInt8], at name: String) throws(StoreError) {
    let parts = name.split(separator: "/").dropLast()
    for count in 0..<parts.count {
      let folder = parts[...count].joined(separator: "/")
      guard folders.insert(folder).inserted else { continue }
      _ = try disk.makeFolder("\(draft)/\(folder)")
    }
    let file = try disk.create("\(draft)/\(name)")
    defer { file.close() }
    try file.write(bytes)
  }

  /// Makes it last, and gives it its name.
  public func finish() throws(StoreError) {
    switch kind {
    case .file:
      try file?.sync()
      file?.close()
    case .folder: try disk.syncTogether(files: [], folders: [])
    }
    try refuseTaken()
    if kind == .folder, try disk.kind(of: name) != nil { try disk.removeFolder(name) }
    try disk.rename(draft, to: name)
    isOver = true
    lock = nil
    try disk.syncFolder("")
  }

  /// Takes away what is not complete; nothing where it has its name.
  public func giveUp() {
    guard !isOver else { return }
    isOver = true
    file?.close()
    do throws(StoreError) { try remove(draft) } catch {}  // the next draft of this name tries it again
    lock = nil
  }

  private func remove(_ path: String) throws(StoreError) {
    guard try disk.kind(of: path) == .folder else { return try disk.remove(path) }
    for name in try disk.names(in: path) { try remove("\(path)/\(name)") }
    try disk.removeFolder(path)
  }
}

extension POSIXDisk {
  /// A new file, which is also what a name had before.
  fileprivate func open(creating path: String) throws(StoreError) -> POSIXFile {
    guard let file = try create(path) as? POSIXFile else {
      throw StoreError(.failed, subject: path, detail: "is no file of a disk")
    }
    return file
  }
}
