import Glibc
public import PhotoModel

/// Tells whether a folder is one that was known under another path: renamed, moved, or on a disk that is mounted elsewhere now.
public struct MovedFolder {
  /// A file that was known there.
  public struct Sample: Sendable {
    /// Its path below the folder.
    public var id: PhotoID
    /// In bytes.
    public var size: Int64?
    /// When it was changed last, as ``FileMoment`` writes it.
    public var modified: Int64?

    public init(id: PhotoID, size: Int64?, modified: Int64?) {
      self.id = id
      self.size = size
      self.modified = modified
    }
  }

  private let samples: [Sample]
  private let mark: PhotoScanMark?

  /// - Parameters:
  ///   - samples: some of its files, from all over it.
  ///   - mark: what its last whole scan said last.
  public init(samples: [Sample], mark: PhotoScanMark?) {
    self.samples = samples
    self.mark = mark
  }

  /// Whether nothing is at a path; one that cannot be asked for is not said to be nothing. Blocks for as long as the disk does.
  public static func isNothing(at path: String) -> Bool {
    var facts = stat()
    return FolderPath.withName(NameBytes.bytes(path)) { stat($0, &facts) } != 0 && [ENOENT, ENOTDIR].contains(errno)
  }

  /// Whether it is at a path now: all of the samples lie there with their sizes and times. Where the folder has the inode that it had,
  /// half of them are enough, as photos may have come and gone since; but not of a disk's topmost folder, which has the same
  /// inode on all disks. Opens no file. Blocks for as long as the disk does.
  public func `is`(at path: String) -> Bool {
    let root = FolderPath.withName(NameBytes.bytes(path)) {
      open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    }
    guard root >= 0, !samples.isEmpty else { return false }
    defer { close(root) }
    let found = samples.count { isThere($0, below: root) }
    return found == samples.count || isSame(root) && found * 2 >= samples.count
  }

  private func isSame(_ root: Int32) -> Bool {
    var (own, above) = (stat(), stat())
    guard fstat(root, &own) == 0, fstatat(root, "..", &above, 0) == 0 else { return false }
    return own.st_dev == above.st_dev && mark.map { FolderMark($0).root } == "\(own.st_ino)"
  }

  private func isThere(_ sample: Sample, below root: Int32) -> Bool {
    guard let path = FolderPath(sample.id), let name = path.names.last else { return false }
    let folder = path.openParent(below: root)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    var facts = stat()
    guard FolderPath.withName(name, { fstatat(folder, $0, &facts, AT_SYMLINK_NOFOLLOW) }) == 0 else { return false }
    return facts.st_mode & S_IFMT == S_IFREG && Int64(facts.st_size) == sample.size
      && FolderWalk.nanoseconds(facts) == sample.modified
  }
}
