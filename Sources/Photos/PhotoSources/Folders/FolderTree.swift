import BoothSystem
import Glibc
import PhotoModel

/// The kernel's watches (inotify(7)) on a folder and all folders below it, one each, as changes come. One thread at a time.
///
/// A folder is watched before its list is read, so that nothing is missed between the two. Hidden folders and packages are none of
/// ours, as in ``FolderWalk``.
final class FolderTree {
  /// What of a folder's own and of what lies in it is wanted. Links are not followed, as a descriptor is watched.
  private static let wanted = UInt32(
    IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
      | IN_ONLYDIR | IN_EXCL_UNLINK)
  private static let deepest = 200

  /// What came of events.
  struct News: Equatable {
    /// Whether something may be different.
    var isChanged = false
    /// Whether the root is not there any more.
    var isLost = false
    /// Whether the kernel had no room for all events: it is unknown what else happened.
    var hasOverflown = false
  }

  /// What events come from; -1 where the machine has no room for another one.
  let descriptor: Int32
  private let root: [UInt8]
  private let identity: OwnFolders.Identity
  private let most: Int
  private let own: OwnFoldersNow?
  private var paths: [Int32: [UInt8]] = [:]
  /// Why not all folders are watched, in words; nil where they are.
  private(set) var trouble: String?

  /// Watches everything that is there.
  /// - Parameters:
  ///   - path: the root's.
  ///   - most: watches at most; the kernel has a limit of its own.
  ///   - own: folders of the booth's own, which are not watched.
  /// - Returns: nil where the root is not there.
  init?(_ path: [UInt8], most: Int = .max, own: OwnFoldersNow? = nil) {
    let root = FolderPath.withName(path) { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK) }
    guard root >= 0 else { return nil }
    defer { close(root) }
    guard let identity = OwnFolders.Identity(root) else { return nil }
    // Known by path and identity, and not held open: a disk that a person wants to eject is not busy because of us.
    (self.root, self.identity) = (path, identity)
    self.most = most
    self.own = own
    // The two flags have the values of open(2)'s.
    descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 {
      trouble =
        errno == EMFILE
        ? "the system lets this user watch no more folders\(Self.limit("max_user_instances"))" : FolderPath.words
    } else {
      add([])
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// How many folders are watched.
  var count: Int { paths.count }

  /// Whether a path still leads to the folder that is watched.
  func isStill(_ path: [UInt8]) -> Bool {
    let now = openRoot(path)
    guard now >= 0 else { return false }
    close(now)
    return true
  }

  /// Takes what the kernel has to say, without waiting.
  func take() -> News {
    var news = News()
    // Events begin where numbers of four bytes may stand.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
    defer { bytes.deallocate() }
    while true {
      let count = read(descriptor, bytes.baseAddress, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return news }
      take(UnsafeRawBufferPointer(rebasing: bytes[..<count]), &news)
      if news.isLost || news.hasOverflown { return news }
    }
  }

  func take(_ bytes: UnsafeRawBufferPointer, _ news: inout News) {
    let head = MemoryLayout<inotify_event>.size
    var at = 0
    while at + head <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
      let end = min(bytes.count, at + head + Int(event.len))
      let name = Array(bytes[(at + head)..<end].prefix { $0 != 0 })
      at = end
      heard(event.wd, event.mask, name, &news)
    }
  }

  private func heard(_ watch: Int32, _ mask: UInt32, _ name: [UInt8], _ news: inout News) {
    func has(_ flags: Int32) -> Bool { mask & UInt32(bitPattern: flags) != 0 }
    if has(IN_Q_OVERFLOW) {
      news.hasOverflown = true
      news.isChanged = true
      return
    }
    guard let path = paths[watch] else { return }
    let isRoot = path.isEmpty
    if has(IN_IGNORED) { paths[watch] = nil }
    if has(IN_UNMOUNT) || (isRoot && (has(IN_IGNORED) || has(IN_DELETE_SELF) || has(IN_MOVE_SELF))) {
      news.isLost = true
      news.isChanged = true
      return
    }
    guard let first = name.first, first != UInt8(ascii: ".") else { return }
    guard mask & UInt32(IN_ISDIR) != 0 else {
      if PhotoNames.isPicture(name) || PhotoNames.isFilm(name) || name.withUnsafeBytes({ PhotoNames.isSidecar($0) }) {
        news.isChanged = true
      }
      return
    }
    guard !PhotoNames.isPackage(name) else { return }
    news.isChanged = true
    let below = path + [UInt8(ascii: "/")] + name
    if has(IN_MOVED_FROM) || has(IN_DELETE) { forget(below) }
    // One that may be read since a person changed its rights is new, too.
    if has(IN_CREATE) || has(IN_MOVED_TO) || has(IN_ATTRIB) { add(below) }
  }

  /// What was moved away is none of ours any more, wherever it is.
  private func forget(_ path: [UInt8]) {
    let prefix = path + [UInt8(ascii: "/")]
    for (watch, known) in paths where known == path || known.starts(with: prefix) {
      inotify_rm_watch(descriptor, watch)
      paths[watch] = nil
    }
  }

  /// A folder and all below it.
  private func add(_ path: [UInt8]) {
    var waiting = [path]
    while let path = waiting.popLast() {
      let folder = open(path)
      guard folder >= 0 else { continue }
      let identity = OwnFolders.Identity(folder)
      if let own, let identity, own.closed.contains(identity) {
        close(folder)
        continue
      }
      guard watch(folder, path) else {
        close(folder)
        continue
      }
      let isHome = identity != nil && identity == own?.home
      waiting += Self.folders(in: folder, below: path).filter { below in
        !isHome || below == path + [UInt8(ascii: "/")] + OwnFolders.sessions
      }
    }
  }

  /// -1 where the path does not lead to the folder that is watched.
  private func openRoot(_ path: [UInt8]) -> Int32 {
    let folder = FolderPath.withName(path) { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK) }
    guard folder >= 0 else { return -1 }
    guard OwnFolders.Identity(folder) == identity else {
      close(folder)
      return -1
    }
    return folder
  }

  /// -1 where it is gone since, or may not be read.
  private func open(_ path: [UInt8]) -> Int32 {
    let names = path.split(separator: UInt8(ascii: "/"))
    guard names.count <= Self.deepest else { return -1 }
    var folder = openRoot(root)
    for name in names {
      guard folder >= 0 else { return -1 }
      let next = FolderPath.openFolder(Array(name), in: folder)
      close(folder)
      folder = next
    }
    return folder
  }

  private func watch(_ folder: Int32, _ path: [UInt8]) -> Bool {
    let link = Array("/proc/self/fd/\(folder)".utf8)
    let watch =
      paths.count < most ? FolderPath.withName(link) { inotify_add_watch(descriptor, $0, Self.wanted) } : -1
    guard watch < 0 else {
      paths[watch] = path
      return true
    }
    if paths.count >= most || errno == ENOSPC {
      trouble = "the system watches no more folders\(Self.limit("max_user_watches"))"
      return false
    }
    // Gone since, or may not be read: then nothing in it can be shown either.
    return false
  }

  private static func limit(_ name: String) -> String {
    guard let bytes = OrdinaryFile.bytes("/proc/sys/fs/inotify/\(name)") else { return "" }
    let number = String(decoding: bytes.filter { (0x30...0x39).contains($0) }, as: UTF8.self)
    return " (fs.inotify.\(name) is \(number): a higher number in /etc/sysctl.d helps)"
  }

  /// The folders in one; it is closed.
  private static func folders(in folder: Int32, below path: [UInt8]) -> [[UInt8]] {
    guard let stream = fdopendir(folder) else {
      close(folder)
      return []
    }
    defer { closedir(stream) }
    var found: [[UInt8]] = []
    while let entry = readdir(stream) {
      let start = UnsafeRawPointer(entry) + FolderWalk.nameOffset
      let name = Array(
        UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
      guard let first = name.first, first != UInt8(ascii: "."), !PhotoNames.isPackage(name) else { continue }
      var type = Int(entry.pointee.d_type)
      if type == Int(DT_UNKNOWN) {
        var facts = stat()
        let isThere = FolderPath.withName(name) { fstatat(folder, $0, &facts, AT_SYMLINK_NOFOLLOW) } == 0
        if isThere, facts.st_mode & S_IFMT == S_IFDIR { type = Int(DT_DIR) }
      }
      if type == Int(DT_DIR) { found.append(path + [UInt8(ascii: "/")] + name) }
    }
    return found
  }
}
