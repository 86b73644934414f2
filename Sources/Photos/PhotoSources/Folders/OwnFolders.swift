import BoothSystem
import Glibc
import PhotoModel

/// A booth's data folder, of which no folder of photographs shows anything but the sessions: what the studio keeps there is not for
/// everybody, and none of it may be moved to a bin.
///
/// Folders are known by device and inode, so that links, mounts and other spellings of a path change nothing.
public struct OwnFolders: Sendable {
  /// Which folder it is, whatever it is called.
  struct Identity: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64

    init(_ facts: stat) { (device, inode) = (UInt64(facts.st_dev), UInt64(facts.st_ino)) }
    /// Nil where there is no such folder.
    init?(at path: [UInt8]) {
      var facts = stat()
      guard FolderPath.withName(path, { stat($0, &facts) }) == 0, facts.st_mode & S_IFMT == S_IFDIR else { return nil }
      self.init(facts)
    }
    /// Of an open one.
    init?(_ folder: Int32) {
      var facts = stat()
      guard fstat(folder, &facts) == 0 else { return nil }
      self.init(facts)
    }
  }

  /// What guests may see anyway.
  static let sessions = Array("sessions".utf8)
  /// Folders that may lie elsewhere, behind a link: the studio's, and what is kept of photos.
  private static let linked = [Array("studio".utf8), Array("photos".utf8)]
  private let data: [UInt8]
  private let mounts: @Sendable () -> [UInt8]

  /// - Parameter data: the data folder's path, as ``NameBytes`` writes it; nothing has to be there.
  public init(data: String) {
    // Without such a list nothing is known to be mounted elsewhere.
    self.init(data: data) { OrdinaryFile.bytes(MountTable.path) ?? [] }
  }

  /// - Parameter mounts: the kernel's list of mounts.
  init(data: String, mounts: @escaping @Sendable () -> [UInt8]) {
    self.data = NameBytes.bytes(data)
    self.mounts = mounts
  }

  /// As they are now. Blocks for as long as the disk does.
  public func now() -> OwnFoldersNow {
    let home = Identity(at: data)
    var closed = closed()
    for point in points() {
      if let identity = Identity(at: point), identity != home { closed.insert(identity) }
    }
    return OwnFoldersNow(home: home, closed: closed)
  }

  /// Where else something of them is mounted, at any depth: no list of folders would name all that could be.
  private func points() -> [[UInt8]] {
    guard let home = Self.real(data) else { return [] }
    let table = MountTable(mounts())
    var points = table.points(of: home, but: Self.sessions)
    for name in Self.linked {
      guard let path = Self.real(home + [UInt8(ascii: "/")] + name), path != home + [UInt8(ascii: "/")] + name else {
        continue
      }
      points += table.points(of: path)
    }
    return points
  }

  private static func real(_ path: [UInt8]) -> [UInt8]? {
    guard let real = FolderPath.withName(path, { realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }

  /// Whether the data folder lies in another one, or something of it is mounted there, by their paths.
  func lie(in root: [UInt8]) -> Bool {
    guard let home = Self.real(data), let other = Self.real(root) else { return false }
    return home.starts(with: other) || points().contains { $0.starts(with: other) }
  }

  /// The folders in the data folder and those in them, the sessions apart.
  private func closed() -> Set<Identity> {
    var closed: Set<Identity> = []
    for name in Self.folders(in: data, linked: Self.linked) where name != Self.sessions {
      let path = data + [UInt8(ascii: "/")] + name
      if let identity = Identity(at: path) { closed.insert(identity) }
      for below in Self.folders(in: path, linked: []) {
        if let identity = Identity(at: path + [UInt8(ascii: "/")] + below) { closed.insert(identity) }
      }
    }
    return closed
  }

  /// - Parameter linked: names that count also where they are links.
  private static func folders(in path: [UInt8], linked: [[UInt8]]) -> [[UInt8]] {
    guard let stream = FolderPath.withName(path, { opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var found: [[UInt8]] = []
    while let entry = readdir(stream) {
      let start = UnsafeRawPointer(entry) + FolderWalk.nameOffset
      let name = Array(
        UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
      guard name != [UInt8(ascii: ".")], name != Array("..".utf8) else { continue }
      var facts = stat()
      let flags = linked.contains(name) ? 0 : AT_SYMLINK_NOFOLLOW
      guard FolderPath.withName(name, { fstatat(dirfd(stream), $0, &facts, flags) }) == 0,
        facts.st_mode & S_IFMT == S_IFDIR
      else { continue }
      found.append(name)
    }
    return found
  }
}

/// A data folder's own folders as they were at a moment.
public struct OwnFoldersNow: Sendable {
  /// The data folder; nil where there is none.
  let home: OwnFolders.Identity?
  /// Folders in it that no source shows.
  let closed: Set<OwnFolders.Identity>

  /// Whether a folder is the data folder, or lies in it, or would.
  /// - Parameter path: absolute, as ``NameBytes`` writes it; its last parts need not be there.
  public func hold(_ path: String) -> Bool { hold(NameBytes.bytes(path)) }

  func hold(_ path: [UInt8]) -> Bool {
    Self.ways(path).contains { identity in identity == home || closed.contains(identity) }
  }

  /// Whether a path leads to the data folder itself.
  public func areIn(_ path: String) -> Bool {
    guard let home else { return false }
    return OwnFolders.Identity(at: NameBytes.bytes(path)) == home
  }

  /// Whether a folder is another one, or lies in it, or would.
  /// - Parameters:
  ///   - path: absolute; its last parts need not be there.
  ///   - root: which the other one is.
  public static func isPath(_ path: String, in root: String) -> Bool {
    guard let identity = OwnFolders.Identity(at: NameBytes.bytes(root)) else { return false }
    return ways(NameBytes.bytes(path)).contains(identity)
  }

  /// The folder and all those that it lies in, without links.
  private static func ways(_ path: [UInt8]) -> [OwnFolders.Identity] {
    var way = path
    if let real = FolderPath.withName(path, { realpath($0, nil) }) {
      defer { free(real) }
      way = Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
    var found: [OwnFolders.Identity] = []
    while way.count > 1, let slash = way.lastIndex(of: UInt8(ascii: "/")) {
      if let identity = OwnFolders.Identity(at: way) { found.append(identity) }
      way = Array(way[..<slash])
    }
    return found
  }
}

extension FolderPath {
  /// Whether the way to a file leads through a folder of the booth's own that no source shows.
  /// - Parameter sessions: whether the sessions' folder counts, too: nothing of theirs is moved.
  func leads(through own: OwnFoldersNow, below root: Int32, sessions: Bool = false) -> Bool {
    var folder = fcntl(root, F_DUPFD_CLOEXEC, 0)
    defer { if folder >= 0 { close(folder) } }
    for name in names {
      guard folder >= 0, let identity = OwnFolders.Identity(folder) else { return false }
      if own.closed.contains(identity) { return true }
      if identity == own.home, sessions || name != OwnFolders.sessions { return true }
      let next = Self.openFolder(name, in: folder)
      close(folder)
      folder = next
    }
    return false
  }
}
