import BoothSystem
import Glibc
public import PhotoModel

/// A photo on its way into a folder: written under a name that no scan sees, synced, and then given its own. What a kill leaves goes with
/// the next upload. For one task.
public final class FolderUpload: Sendable {
  private static let tray = ".booth-uploads"
  /// Compared at a time, in bytes.
  private static let piece = 1 << 20
  /// So many other files of one name in one month, and it is given up.
  private static let mostNames = 10_000

  private let root: Int32
  private let tray: Int32
  private let name: [UInt8]
  private let descriptor: Int32
  private let file: HeldPhoto
  private let source: FolderPhotos

  /// What came until now.
  public var content: PhotoContent { .file(file) }
  /// In bytes.
  public var count: Int64 { file.count }

  /// - Parameter mark: of the source's last scan: the mount point of a disk that is away is no place for photos.
  init(into source: FolderPhotos, seen mark: PhotoScanMark?) throws(PhotoUploadFault) {
    let root: Int32
    do throws(PhotoSourceError) {
      root = try source.openRoot()
    } catch {
      throw .away
    }
    do throws(PhotoUploadFault) {
      var facts = stat()
      guard fstat(root, &facts) == 0 else { throw Self.fault() }
      if let mark, "\(facts.st_ino)" != FolderMark(mark).root { throw .away }
      (tray, name, descriptor) = try Self.begin(in: root, rights: facts.st_mode & 0o666)
    } catch {
      close(root)
      throw error
    }
    self.root = root
    self.source = source
    let other = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard other >= 0, let held = HeldPhoto(other) else {
      let why = Self.fault()
      Self.end(root, tray, name, descriptor)
      throw why
    }
    file = held
  }

  deinit { Self.end(root, tray, name, descriptor) }

  private static func end(_ root: Int32, _ tray: Int32, _ name: [UInt8], _ descriptor: Int32) {
    _ = FolderPath.withName(name) { unlinkat(tray, $0, 0) }
    for one in [descriptor, tray, root] { close(one) }
  }

  private static func begin(
    in root: Int32, rights: mode_t
  ) throws(PhotoUploadFault) -> (tray: Int32, name: [UInt8], file: Int32) {
    guard mkdirat(root, Self.tray, 0o700) == 0 || errno == EEXIST else { throw Self.fault() }
    let folder = FolderPath.openFolder(Array(Self.tray.utf8), in: root)
    guard folder >= 0 else { throw Self.fault() }
    sweep(folder)
    let name = Array(String(UInt64.random(in: .min ... .max), radix: 36).utf8)
    let file = FolderPath.withName(name) {
      openat(folder, $0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard file >= 0 else {
      let why = Self.fault()
      close(folder)
      throw why
    }
    // Held for as long as it comes. A disk that knows no locks is never swept.
    _ = flock(file, LOCK_EX | LOCK_NB)
    // Who may read the folder may read what lies in it.
    _ = fchmod(file, rights | 0o600)
    return (folder, name, file)
  }

  /// Removes what killed programs have left: files whose lock is free, an hour after their last change.
  private static func sweep(_ tray: Int32) {
    guard let list = fdopendir(fcntl(tray, F_DUPFD_CLOEXEC, 0)) else { return }
    defer { closedir(list) }
    rewinddir(list)
    while let entry = readdir(list) {
      withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          let file = openat(tray, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
          guard file >= 0 else { return }
          defer { close(file) }
          var facts = stat()
          guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, time(nil) - facts.st_mtim.tv_sec > 3600,
            flock(file, LOCK_EX | LOCK_NB) == 0
          else { return }
          unlinkat(tray, name, 0)
        }
      }
    }
  }

  /// Behind what came until now. Blocks.
  public func append(_ bytes: [UInt8]) throws(PhotoUploadFault) {
    do throws(PhotoSourceError) { try file.append(bytes) } catch { throw Self.fault(of: error) }
  }

  /// Syncs it and gives it its name; never over another file. The same bytes under the same name are one photo, so that an upload
  /// may be repeated. Blocks.
  /// - Parameter modified: when the file was changed last, in seconds since 1970; nil: now.
  public func finish(as name: UploadName, modified: Int64?) throws(PhotoUploadFault) -> PhotoUploaded {
    if let modified {
      _ = [timespec(tv_sec: Int(modified), tv_nsec: 0), timespec(tv_sec: Int(modified), tv_nsec: 0)]
        .withUnsafeBufferPointer { futimens(descriptor, $0.baseAddress) }
    }
    guard fsync(descriptor) == 0 else { throw Self.fault() }
    for number in 0..<Self.mostNames {
      let id = name.id(number)
      guard let path = FolderPath(id), let last = path.names.last else {
        throw .failed("\(id.text): no name of a file")
      }
      // Sessions and data of the booth's are not added to.
      guard !source.isOwn(path, root, sessions: true) else { throw .failed("it is a folder of the booth's own") }
      let folder: Int32
      do throws(PhotoSourceError) { folder = try path.makeParent(below: root) } catch { throw Self.fault(of: error) }
      defer { close(folder) }
      if let isOne = try isSame(last, in: folder) {
        guard isOne else { continue }
        // The program that gave it its name may have been killed before the name was on the disk.
        guard fsync(folder) == 0, fsync(root) == 0 else { throw Self.fault() }
        return PhotoUploaded(id: id, isNew: false)
      }
      do throws(PhotoSourceError) { try FolderPhotos.move(self.name, from: tray, to: last, in: folder) } catch {
        guard error == .nameTaken else { throw Self.fault(of: error) }
        // Another upload was faster; perhaps of the same photo.
        guard try isSame(last, in: folder) == true else { continue }
        guard fsync(folder) == 0, fsync(root) == 0 else { throw Self.fault() }
        return PhotoUploaded(id: id, isNew: false)
      }
      guard fsync(folder) == 0, fsync(root) == 0 else { throw Self.fault() }
      return PhotoUploaded(id: id, isNew: true)
    }
    throw .failed("too many files have its name")
  }

  /// Whether what has a name has these bytes; nil where nothing has it. A link, a folder and an unreadable file are another thing.
  private func isSame(_ name: [UInt8], in folder: Int32) throws(PhotoUploadFault) -> Bool? {
    let other = FolderPath.withName(name) { openat(folder, $0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK) }
    guard other >= 0 else { return errno == ENOENT ? nil : false }
    guard let held = HeldPhoto(other), held.count == count else { return false }
    do throws(PhotoSourceError) {
      for offset in stride(from: 0, to: count, by: Self.piece) {
        let (one, two) = (
          try held.read(at: offset, count: Self.piece), try file.read(at: offset, count: Self.piece)
        )
        guard one == two else { return false }
      }
    } catch {
      throw Self.fault(of: error)
    }
    return true
  }

  private static func fault() -> PhotoUploadFault {
    [ENOSPC, EDQUOT].contains(errno) ? .full : .failed(FolderPath.words)
  }

  private static func fault(of error: PhotoSourceError) -> PhotoUploadFault {
    switch error {
    case .sourceUnavailable: .away
    case .loadFailed(let words), .invalidData(let words), .binUnusable(let words):
      [ENOSPC, EDQUOT].contains { words.contains(SystemWords.of($0)) } ? .full : .failed(words)
    case .notAuthorized: .failed(SystemWords.of(EACCES))
    case .folderTaken(let folder): .failed("\(folder) is no folder")
    case .itemNotFound, .nameTaken, .anotherFile: .failed("another program has changed the folder")
    }
  }
}

extension FolderPhotos {
  /// Begins to take a photo in.
  public func beginUpload(seen mark: PhotoScanMark?) throws(PhotoUploadFault) -> FolderUpload {
    try FolderUpload(into: self, seen: mark)
  }
}
