import Glibc

/// A real folder in which catalogs are kept. Links are never followed, as a folder of others may have any.
public struct DiskCatalogFolder: CatalogFolder {
  private let path: String

  /// - Parameter path: of a folder that is there.
  public init(path: String) { self.path = path }

  /// For a folder's copy in a cache: `{cache}/{MD5 of the folder's path}`, made where it is not there.
  public init(cache: String, of folder: String) throws(CatalogFolderError) {
    let path = cache + "/" + MD5Hash.hex(of: folder.utf8)
    for part in [cache, path] where mkdir(part, 0o755) != 0 && errno != EEXIST {
      throw Self.error(part, "cannot be made")
    }
    self.init(path: path)
  }

  static func error(_ path: String, _ what: String) -> CatalogFolderError {
    let code: CatalogFolderError.Code =
      switch errno {
      case EROFS, EACCES, EPERM: .readOnly
      case ENOSPC, EDQUOT: .full
      default: .unavailable
      }
    return CatalogFolderError(code, "\(path) \(what): \(String(cString: strerror(errno)))")
  }

  /// Reads an ordinary file; anything else of its name is none.
  public func read(_ name: String, limit: Int) throws(CatalogFolderError) -> [UInt8]? {
    let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard errno == ENOENT || errno == ELOOP else { throw Self.error("\(path)/\(name)", "cannot be read") }
      return nil
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    guard status.st_size <= limit else {
      throw CatalogFolderError(.tooLarge, "\(path)/\(name) has \(status.st_size) bytes; at most \(limit) are read")
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.error("\(path)/\(name)", "cannot be read") }
      if count == 0 { return bytes }
      bytes += piece.prefix(count)
    }
    throw CatalogFolderError(.tooLarge, "\(path)/\(name) grows while it is read")
  }

  /// When an ordinary file was written, in nanoseconds since 1970, by the disk's clock; nil where there is none.
  public func written(_ name: String) -> Int64? {
    var facts = stat()
    guard lstat("\(path)/\(name)", &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    let (nanoseconds, isOver) = Int64(facts.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return isOver ? nil : nanoseconds &+ Int64(facts.st_mtim.tv_nsec)
  }

  /// Temporary file, flushed, renamed, and the folder flushed.
  public func write(_ name: String, _ bytes: [UInt8]) throws(CatalogFolderError) {
    let temporary = "\(path)/\(name).\(UInt64.random(in: .min ... .max)).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.error("\(path)/\(name)", "cannot be written") }
    defer {
      close(descriptor)
      unlink(temporary)
    }
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.error("\(path)/\(name)", "cannot be written") }
      done += count
    }
    // All who may look into the folder may read its catalog; disks without rights refuse, and need none.
    _ = fchmod(descriptor, 0o644)
    guard fsync(descriptor) == 0, rename(temporary, "\(path)/\(name)") == 0 else {
      throw Self.error("\(path)/\(name)", "cannot be written")
    }
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Self.error(path, "cannot be read") }
    defer { close(folder) }
    // Disks in networks may have no such thing.
    guard fsync(folder) == 0 || errno == EINVAL else { throw Self.error(path, "cannot be flushed") }
  }

  /// Harmless where there is none.
  public func remove(_ name: String) throws(CatalogFolderError) {
    guard unlink("\(path)/\(name)") == 0 || errno == ENOENT else {
      throw Self.error("\(path)/\(name)", "cannot be removed")
    }
  }

  /// In no order.
  public func names(beginning: String) throws(CatalogFolderError) -> [String] {
    guard let directory = opendir(path) else { throw Self.error(path, "cannot be read") }
    defer { closedir(directory) }
    let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = String(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
      if name.hasPrefix(beginning) { names.append(name) }
    }
    return names
  }
}
