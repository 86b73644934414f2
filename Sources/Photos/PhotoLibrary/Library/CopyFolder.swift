import BoothSystem
import Glibc
package import PhotoModel

/// A folder that photos are copied into: each under its own name, or the next free one, and never over another file.
package struct CopyFolder: Sendable {
  /// What became of one.
  package enum Outcome: Sendable, Equatable {
    case copied
    /// It lay there already, byte for byte.
    case same
  }

  /// Why the folder takes nothing more, in words.
  package struct Fault: Error, Equatable {
    package var words: String
    init(_ words: String) { self.words = words }
  }

  package let path: String
  /// How many bytes may still be written there, beside what others need; nil if unknown.
  package var left: @Sendable () -> Int64? = { nil }
  /// The most that may have one name.
  private static let most = 10_000
  private static let piece = 1 << 20
  /// Linux's `O_TMPFILE`, which Swift does not see: its own bit, with that of folders.
  private static let unnamed = 0x40_0000 | O_DIRECTORY

  package init(path: String, left: @escaping @Sendable () -> Int64? = { nil }) { (self.path, self.left) = (path, left) }

  /// Writes beside the names, and gives the whole file its name then, so that none is ever seen half. Blocks.
  /// - Parameter modified: when the photo was changed, in nanoseconds since 1970: the copy says the same.
  /// - Throws: ``Fault`` where the folder takes nothing; a `PhotoSourceError` where the photo does not come.
  /// - Returns: what became of it, and the name that it has there.
  package func put(_ content: PhotoContent, as plain: String, modified: Int64?) throws -> (
    outcome: Outcome, name: String
  ) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Self.fault(path) }
    defer { close(folder) }
    let temporary = ".booth-copy-" + DataFolderPhotos.secret()
    // Without a name at first, where the disk can do that, so that nothing stays behind whatever happens.
    var file = openat(folder, ".", O_RDWR | Self.unnamed | O_CLOEXEC, 0o644)
    let isUnnamed = file >= 0
    if !isUnnamed { file = openat(folder, temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644) }
    guard file >= 0 else { throw Self.fault(path) }
    defer {
      close(file)
      if !isUnnamed { unlinkat(folder, temporary, 0) }
    }
    try pour(content, into: file)
    if let modified {
      let time = timespec(
        tv_sec: Int(FileMoment.seconds(modified)), tv_nsec: Int(FileMoment.nanoseconds(modified)))
      let times = [time, time]
      // A disk that keeps no such time keeps the photo nevertheless.
      _ = futimens(file, times)
    }
    guard fsync(file) == 0 else { throw Self.fault(path) }
    for number in 1...Self.most {
      let name = ExportNames.numbered(plain, number)
      let linked =
        isUnnamed
        ? linkat(AT_FDCWD, "/proc/self/fd/\(file)", folder, name, AT_SYMLINK_FOLLOW)
        : linkat(folder, temporary, folder, name, 0)
      if linked == 0 { return (.copied, name) }
      if !isUnnamed, [EPERM, EOPNOTSUPP, EMLINK].contains(errno) {
        // Disks without second names (FAT) are asked first.
        if faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0 {
          guard renameat(folder, temporary, folder, name) == 0 else { throw Self.fault(path) }
          return (.copied, name)
        }
        errno = EEXIST
      }
      guard errno == EEXIST else { throw Self.fault(path + "/" + name) }
      if Self.isSame(folder, name, file) { return (.same, name) }
    }
    throw PhotoSourceError.loadFailed("\(Self.most) files have its name already")
  }

  private func pour(_ content: PhotoContent, into file: Int32) throws {
    var offset: Int64 = 0
    let count = ContentRange.count(content)
    while offset < count {
      let piece = try ContentRange.read(content, at: offset, count: Self.piece)
      if let left = left(), left < piece.count {
        throw Fault("there is no room left at \(path) beside what the booth needs of that disk")
      }
      guard !piece.isEmpty else { throw PhotoSourceError.loadFailed("it became shorter while it was copied") }
      var done = 0
      while done < piece.count {
        let written = piece[done...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { throw Self.fault(path) }
        done += written
      }
      offset += Int64(piece.count)
    }
  }

  private static func isSame(_ folder: Int32, _ name: String, _ file: Int32) -> Bool {
    let other = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard other >= 0 else { return false }
    defer { close(other) }
    var (own, its) = (stat(), stat())
    guard fstat(file, &own) == 0, fstat(other, &its) == 0, its.st_mode & S_IFMT == S_IFREG, own.st_size == its.st_size
    else { return false }
    var (one, two) = ([UInt8](repeating: 0, count: 1 << 16), [UInt8](repeating: 0, count: 1 << 16))
    var at: off_t = 0
    while at < own.st_size {
      let (left, right) = (pread(file, &one, one.count, at), pread(other, &two, two.count, at))
      guard left > 0, left == right, one[..<left] == two[..<left] else { return false }
      at += off_t(left)
    }
    return true
  }

  /// The system's words with the remedy.
  private static func fault(_ place: String) -> Fault {
    switch errno {
    case ENOSPC, EDQUOT: Fault("there is no room left at \(place)")
    case EACCES, EPERM, EROFS: Fault("nothing may be written to \(place)")
    case ENOENT, ENOTDIR: Fault("\(place) is not there any longer")
    default: Fault("\(place): \(SystemWords.of(errno))")
    }
  }
}
