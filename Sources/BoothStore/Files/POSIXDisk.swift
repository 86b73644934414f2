public import BoothCore
import Crypto
import FoundationEssentials
import Glibc

/// A folder of a real file system.
public struct POSIXDisk: Disk {
  public let root: String
  /// Reads files for their checksum past what the kernel remembers of them, as for a stick that was just written.
  private let pastCache: Bool

  /// Takes a folder, making it and its parents where they are missing; each new one is durable.
  public init(root: String, pastCache: Bool = false) throws(StoreError) {
    self.root = root
    self.pastCache = pastCache
    try Self.makeFolders(root)
  }

  /// Looks at a folder that somebody else made.
  public init(existing root: String) {
    self.root = root
    pastCache = false
  }

  func isReadable(_ path: String) -> Bool { access(full(path), R_OK) == 0 }
  func isWritable(_ path: String) -> Bool { access(full(path), W_OK) == 0 }

  private func full(_ path: String) -> String { path.isEmpty ? root : "\(root)/\(path)" }

  public func makeFolder(_ path: String) throws(StoreError) -> Bool { try Self.makeFolder(full(path)) }

  public func create(_ path: String) throws(StoreError) -> any DiskFile { try POSIXFile.create(full(path)) }

  public func sync(_ path: String) throws(StoreError) {
    let file = try POSIXFile.open(full(path))
    defer { file.close() }
    try file.sync()
  }

  public func syncFolder(_ path: String) throws(StoreError) { try Self.syncFolder(full(path)) }

  public func rename(_ path: String, to other: String) throws(StoreError) {
    try FaultPoint.step(.diskRename, other) { () throws(StoreError) in
      guard Glibc.rename(full(path), full(other)) == 0 else {
        throw StoreError(errno: errno, "cannot rename", full(path))
      }
    }
  }

  public func remove(_ path: String) throws(StoreError) {
    try FaultPoint.step(.diskRemove, path) { () throws(StoreError) in
      guard unlink(full(path)) == 0 || errno == ENOENT else {
        throw StoreError(errno: errno, "cannot delete", full(path))
      }
    }
  }

  public func removeFolder(_ path: String) throws(StoreError) {
    try FaultPoint.step(.diskRemoveFolder, path) { () throws(StoreError) in
      guard rmdir(full(path)) == 0 || [ENOENT, ENOTEMPTY, EEXIST].contains(errno) else {
        throw StoreError(errno: errno, "cannot delete the folder", full(path))
      }
    }
  }

  public func read(_ path: String) throws(StoreError) -> [UInt8] {
    let file = try POSIXFile.open(full(path))
    defer { file.close() }
    try refuseHuge(file, path)
    var bytes: [UInt8] = []
    while true {
      let piece = try file.read(upTo: 1 << 18)
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }

  /// The first bytes of a file, and its size.
  func beginning(of path: String, count: Int) throws(StoreError) -> (bytes: [UInt8], sizeBytes: Int64) {
    let file = try POSIXFile.open(full(path))
    defer { file.close() }
    return (try file.read(upTo: count), file.sizeBytes)
  }

  public func fingerprint(_ path: String) throws(StoreError) -> Fingerprint? {
    let file: POSIXFile
    do throws(StoreError) { file = try POSIXFile.open(full(path)) } catch {
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

  public func sizeBytes(_ path: String) throws(StoreError) -> Int64? {
    var facts = stat()
    if stat(full(path), &facts) == 0 { return Int64(facts.st_size) }
    if errno == ENOENT { return nil }
    throw StoreError(errno: errno, "cannot measure", full(path))
  }

  public func fingerprint(of bytes: [UInt8]) -> Fingerprint {
    Fingerprint(sizeBytes: Int64(bytes.count), checksum: Self.hex(SHA256.hash(data: bytes)))
  }

  public func names(in folder: String) throws(StoreError) -> [String] {
    guard let stream = opendir(full(folder)) else {
      if errno == ENOENT { return [] }
      throw StoreError(errno: errno, "cannot list", full(folder))
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw StoreError(errno: errno, "cannot list", full(folder)) }
    return names.sorted()
  }

  public func space() throws(StoreError) -> DiskSpace {
    var facts = statvfs()
    guard statvfs(root, &facts) == 0 else { throw StoreError(errno: errno, "cannot measure the room on", root) }
    let unit = Int64(facts.f_frsize)
    return DiskSpace(freeBytes: Int64(facts.f_bavail) * unit, totalBytes: Int64(facts.f_blocks) * unit)
  }

  private static func makeFolder(_ path: String) throws(StoreError) -> Bool {
    let code = FaultPoint.step(.diskMakeFolder, path) { mkdir(path, 0o700) == 0 ? 0 : errno }
    if code == 0 { return true }
    var facts = stat()
    guard code == EEXIST, stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
      throw StoreError(errno: code == EEXIST ? ENOTDIR : code, "cannot make the folder", path)
    }
    return false
  }

  private static func makeFolders(_ path: String) throws(StoreError) {
    guard access(path, F_OK) != 0 else {
      _ = try makeFolder(path)  // says so when it is no folder
      return
    }
    let parent = parent(of: path)
    if errno == ENOENT, parent != path { try makeFolders(parent) }
    if try makeFolder(path) { try syncFolder(parent) }
  }

  private static func syncFolder(_ path: String) throws(StoreError) {
    let folder = try POSIXFile.open(path, flags: O_RDONLY | O_DIRECTORY)
    defer { folder.close() }
    try folder.syncFolder()
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func hex(_ digest: SHA256.Digest) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

extension StoreError {
  /// An error of the file system, told by what the operator can do about it.
  init(errno code: Int32, _ what: String, _ path: String) {
    let kind: Code =
      switch code {
      case ENOSPC, EDQUOT: .full
      case EROFS, EACCES, EPERM: .readOnly
      case ENOENT: .notFound
      default: .failed
      }
    self.init(kind, subject: path, detail: "\(what): \(String(cString: strerror(code)))")
  }
}
