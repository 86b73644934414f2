import BoothCore
import Crypto
import Glibc

/// Files that are still there after a power cut: temp file, fsync, rename, fsync of the folder.
enum DurableFile {
  struct Written {
    var sizeBytes: Int64
    /// SHA-256 in lower-case hex.
    var checksum: String
  }

  /// Writes `bytes` to `path`, replacing what is there in one step.
  static func write(_ bytes: [UInt8], to path: String) throws(StoreError) -> Written {
    let temporary = path + ".part"
    let file = try POSIXFile.create(temporary)
    do throws(StoreError) {
      try file.write(bytes)
      try file.sync()
      file.close()
      try rename(temporary, to: path)
    } catch {
      file.close()
      unlink(temporary)
      throw error
    }
    return Written(sizeBytes: Int64(bytes.count), checksum: hex(SHA256.hash(data: bytes)))
  }

  /// Makes a complete file durable under its final name; both paths must be on one file system.
  static func adopt(_ source: String, as path: String) throws(StoreError) -> Written {
    let file = try POSIXFile.open(source)
    defer { file.close() }
    var hasher = SHA256()
    var size: Int64 = 0
    while true {
      let piece = try file.read(upTo: 1 << 18)
      if piece.isEmpty { break }
      hasher.update(data: piece)
      size += Int64(piece.count)
    }
    try file.sync()
    try rename(source, to: path)
    return Written(sizeBytes: size, checksum: hex(hasher.finalize()))
  }

  /// Makes a folder and its parents; each new one is durable.
  static func makeFolder(_ path: String) throws(StoreError) {
    if mkdir(path, 0o700) != 0 {
      let parent = parent(of: path)
      if errno == ENOENT, parent != path, access(parent, F_OK) != 0 {
        try makeFolder(parent)
        return try makeFolder(path)
      }
      var facts = stat()
      let code = errno
      guard code == EEXIST, stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
        throw StoreError(errno: code == EEXIST ? ENOTDIR : code, "cannot make the folder", path)
      }
      return
    }
    try syncFolder(parent(of: path))
  }

  static func rename(_ source: String, to path: String) throws(StoreError) {
    guard Glibc.rename(source, path) == 0 else { throw StoreError(errno: errno, "cannot rename", source) }
    try syncFolder(parent(of: path))
  }

  static func remove(_ path: String) throws(StoreError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw StoreError(errno: errno, "cannot delete", path) }
  }

  static func syncFolder(_ path: String) throws(StoreError) {
    let folder = try POSIXFile.open(path, flags: O_RDONLY | O_DIRECTORY)
    defer { folder.close() }
    try folder.sync()
  }

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func hex(_ digest: SHA256.Digest) -> String {
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
