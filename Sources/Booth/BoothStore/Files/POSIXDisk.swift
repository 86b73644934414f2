public import BoothCore
import BoothSystem
public import BoothVault
import CLinux
import Crypto
import FoundationEssentials
import Glibc

/// A folder of a real file system.
///
/// The folder itself may be reached through links, as its operator made it; below it none is followed. It is opened for
/// every call, so that a drive that was mounted again is found.
public struct POSIXDisk: Disk {
  /// The data folder, as it was given.
  public let root: String
  /// Reads files for their checksum past what the kernel remembers of them, as for a stick that was just written.
  private let pastCache: Bool

  /// Takes a folder, making it and its parents where they are missing; each new one is durable.
  public init(root: String, pastCache: Bool = false) throws(StoreError) {
    self.root = root
    self.pastCache = pastCache
    try Self.makeFolders(root)
  }

  /// Looks at a folder that another program made.
  public init(existing root: String) {
    self.root = root
    pastCache = false
  }

  private func full(_ path: String) -> String { path.isEmpty ? root : "\(root)/\(path)" }

  /// Makes system calls about a path, in the folder that it is in.
  func at<Value>(
    _ path: String, _ what: String, _ body: (OpenFile, String) throws(SystemFault) -> Value
  ) throws(StoreError) -> Value {
    do throws(SystemFault) {
      let (folder, name) = try OpenFile.folder(at: root).parent(of: path)
      return try body(folder, name)
    } catch {
      throw StoreError(errno: error.number, what, full(path))
    }
  }

  private func folder<Value>(
    _ path: String, _ what: String, _ body: (OpenFile) throws(SystemFault) -> Value
  ) throws(StoreError) -> Value {
    do throws(SystemFault) { return try body(try OpenFile.folder(at: root).walk(path)) } catch {
      throw StoreError(errno: error.number, what, full(path))
    }
  }

  /// Opens an ordinary file.
  func open(_ path: String, flags: Int32 = O_RDONLY) throws(StoreError) -> POSIXFile {
    try at(path, "cannot open") { folder, name throws(SystemFault) in
      try POSIXFile(name, in: folder, full(path), flags: flags)
    }
  }

  /// Made with mode 0700, for this user alone. Something else of that name is `failed`.
  public func makeFolder(_ path: String) throws(StoreError) -> Bool {
    guard !path.isEmpty else { return false }
    return try at(path, "cannot make the folder") { folder, name throws(SystemFault) in
      let code = FaultPoint.step(.diskMakeFolder, path) { mkdirat(folder.descriptor, name, 0o700) == 0 ? 0 : errno }
      if code == 0 { return true }
      guard code == EEXIST else { throw SystemFault("mkdir", code) }
      guard try folder.kind(of: name) == .folder else { throw SystemFault("mkdir", ENOTDIR) }
      return false
    }
  }

  /// Whatever else than a file has the name is moved aside before: a pipe would be waited for, and a link followed.
  public func create(_ path: String) throws(StoreError) -> any DiskFile {
    try at(path, "cannot open") { folder, name throws(SystemFault) in
      if let kind = try folder.kind(of: name), kind != .file { _ = try folder.moveAside(name) }
      return try FaultPoint.step(.diskCreate, path) { () throws(SystemFault) in
        try POSIXFile(name, in: folder, full(path), flags: O_WRONLY | O_CREAT | O_TRUNC)
      }
    }
  }

  /// `fsync` of the file, waiting for the drive.
  public func sync(_ path: String) throws(StoreError) {
    let file = try open(path)
    defer { file.close() }
    try file.sync()
  }

  /// `fsync` of the folder, waiting for the drive.
  public func syncFolder(_ path: String) throws(StoreError) {
    try folder(path, "cannot flush") { folder throws(SystemFault) in try folder.syncFolder(.diskSyncFolder) }
  }

  /// `syncfs` of the file system that the folder is on: everything that was written before lasts when it returns. It says
  /// what failed since the folder was opened, as kernels from 5.8 do (syncfs(2)).
  public func syncTogether(files: [String], folders: [String]) throws(StoreError) {
    try folder("", "cannot flush") { folder throws(SystemFault) in
      try FaultPoint.sync(.diskSync, "together") { () throws(SystemFault) in
        _ = try uninterrupted("syncfs") { clinux_syncfs(folder.descriptor) }
      }
    }
  }

  /// A folder in the file's place is moved aside, as no file can replace it.
  public func rename(_ path: String, to other: String) throws(StoreError) {
    try at(path, "cannot rename") { from, name throws(SystemFault) in
      let (to, newName) = try OpenFile.folder(at: root).parent(of: other)
      func rename() throws(SystemFault) {
        guard renameat(from.descriptor, name, to.descriptor, newName) == 0 else { throw SystemFault("rename") }
      }
      try FaultPoint.step(.diskRename, other) { () throws(SystemFault) in
        do throws(SystemFault) { try rename() } catch let error where error.number == EISDIR {
          _ = try to.moveAside(newName)
          try rename()
        }
      }
    }
  }

  /// `unlink`: a link goes itself, and not what it leads to.
  public func remove(_ path: String) throws(StoreError) {
    do throws(StoreError) {
      try at(path, "cannot delete") { folder, name throws(SystemFault) in
        try FaultPoint.step(.diskRemove, path) { () throws(SystemFault) in
          guard unlinkat(folder.descriptor, name, 0) == 0 else { throw SystemFault("unlink") }
        }
      }
    } catch let error where error.code == .notFound {}
  }

  /// `rmdir`; throws for what is no folder.
  public func removeFolder(_ path: String) throws(StoreError) {
    do throws(StoreError) {
      try at(path, "cannot delete the folder") { folder, name throws(SystemFault) in
        try FaultPoint.step(.diskRemoveFolder, path) { () throws(SystemFault) in
          guard unlinkat(folder.descriptor, name, AT_REMOVEDIR) == 0 || [ENOTEMPTY, EEXIST].contains(errno) else {
            throw SystemFault("rmdir")
          }
        }
      }
    } catch let error where error.code == .notFound {}
  }

  /// Into memory, as it is on the disk. A file over 4 GiB is `failed`, and not read.
  public func read(_ path: String) throws(StoreError) -> [UInt8] {
    let file = try open(path)
    defer { file.close() }
    try refuseHuge(file, path)
    var bytes: [UInt8] = []
    while true {
      let piece = try file.read(upTo: 1 << 18)
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }

  /// Reads to the end in pieces of 256 KiB; SHA-256. A file over 4 GiB is `failed`, and not read. A folder, link or
  /// pipe of that name throws.
  public func fingerprint(_ path: String) throws(StoreError) -> Fingerprint? {
    let file: POSIXFile
    do throws(StoreError) { file = try open(path) } catch {
      if error.code == .notFound { return nil }
      throw error
    }
    defer { file.close() }
    try refuseHuge(file, path)
    if pastCache { file.forgetCache() }
    var hasher = SHA256()
    var size: Int64 = 0
    while true {
      let piece = try file.read(upTo: 1 << 18)
      if piece.isEmpty { break }
      hasher.update(data: piece)
      size += Int64(piece.count)
    }
    return Fingerprint(sizeBytes: size, checksum: Self.hex(hasher.finalize()))
  }

  /// A damaged file system can give a photo any size; no picture, clip or sheet of a booth comes near this.
  static let largestBytes: Int64 = 4 << 30

  private func refuseHuge(_ file: POSIXFile, _ path: String) throws(StoreError) {
    guard file.sizeBytes > Self.largestBytes else { return }
    throw StoreError(
      .failed, subject: full(path), detail: "has \(file.sizeBytes) bytes, more than anything a booth keeps; not read")
  }

  /// Looks at the name, and reads nothing. A folder, link or pipe of that name throws.
  public func sizeBytes(_ path: String) throws(StoreError) -> Int64? {
    do throws(StoreError) {
      return try at(path, "cannot measure") { folder, name throws(SystemFault) in
        guard let status = try folder.status(of: name) else { return nil }
        guard status.isFile else { throw SystemFault("stat", SystemFault.noOrdinaryFile) }
        return Int64(status.st_size)
      }
    } catch let error where error.code == .notFound { return nil }
  }

  /// SHA-256 in lower-case hex, on the thread that asks.
  public func fingerprint(of bytes: [UInt8]) -> Fingerprint {
    Fingerprint(sizeBytes: Int64(bytes.count), checksum: Self.hex(SHA256.hash(data: bytes)))
  }

  /// With `.` and `..` left out. A name that is not UTF-8 comes with its odd bytes replaced, so it cannot be opened by
  /// it.
  public func names(in path: String) throws(StoreError) -> [String] {
    do throws(StoreError) {
      return try folder(path, "cannot list") { folder throws(SystemFault) in
        try folder.names(repaired: true).map(\.name).sorted()
      }
    } catch let error where error.code == .notFound { return [] }
  }

  /// Looks at the name, and opens nothing.
  public func isOrdinary(_ path: String) throws(StoreError) -> Bool? { try kind(of: path).map { $0 == .file } }

  /// What the file system has for this user, not counting what is set aside for root; in bytes.
  public func space() throws(StoreError) -> DiskSpace {
    var facts = statvfs()
    guard statvfs(root, &facts) == 0 else { throw StoreError(errno: errno, "cannot measure the room on", root) }
    return DiskSpace(freeBytes: facts.bytes(of: facts.f_bavail), totalBytes: facts.bytes(of: facts.f_blocks))
  }

  private static func hex(_ digest: SHA256.Digest) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

extension statvfs {
  /// As many blocks in bytes; a file system that claims more than there can be has as much as one can say.
  func bytes(of blocks: UInt) -> Int64 {
    let (bytes, isTooMuch) = Int64(clamping: blocks).multipliedReportingOverflow(by: Int64(clamping: f_frsize))
    return isTooMuch ? .max >> 1 : min(bytes, .max >> 1)
  }
}
