/// What is mounted where, as the kernel lists it (proc_pid_mountinfo(5)): a folder may be seen at more places than one.
struct MountTable {
  private struct Mount {
    /// The disk, by its numbers.
    var device: ArraySlice<UInt8>
    /// The folder of that disk that is mounted, by its path there; without a slash at its end, so of all of it empty.
    var root: [UInt8]
    /// Where it is mounted, the same.
    var point: [UInt8]
    /// Which kind of file system it is.
    var kind: [UInt8] = []
    /// What is mounted, in the file system's own words: a device, a server's folder.
    var source: [UInt8] = []
  }

  /// Something that is mounted in a folder.
  struct Disk: Equatable {
    /// Which kind of file system it is.
    var kind: String
    /// What is mounted, in the file system's own words.
    var source: [UInt8]
    /// The kernel's number for it.
    var device: String
    /// The folder of it that is mounted; empty for all of it.
    var root: [UInt8]
  }

  static let path = "/proc/self/mountinfo"
  private static let slash = UInt8(ascii: "/")
  private var mounts: [Mount] = []

  /// - Parameter list: the kernel's; lines that make no sense are left out.
  init(_ list: [UInt8]) {
    for line in list.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
      guard fields.count == 6 else { continue }
      var mount = Mount(device: fields[2], root: Self.plain(fields[3]), point: Self.plain(fields[4]))
      // Behind any number of other fields, and a hyphen.
      let rest = fields[5].split(separator: UInt8(ascii: " "))
      if let hyphen = rest.firstIndex(of: [UInt8(ascii: "-")][...]), rest.count > hyphen + 2 {
        (mount.kind, mount.source) = (Array(rest[hyphen + 1]), Self.plain(rest[hyphen + 2]))
      }
      mounts.append(mount)
    }
  }

  /// Blanks and the like stand as a backslash and three octal digits.
  private static func plain(_ field: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      guard byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }) else {
        bytes.append(byte)
        continue
      }
      bytes.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 << 3 | Int($1 & 7) }))
      rest = rest.dropFirst(3)
    }
    return bytes == [slash] ? [] : bytes
  }

  /// What is mounted in a folder, at any depth of it, by where: with a slash before it. What will be mounted when it is asked for
  /// (autofs) is not yet.
  /// - Parameter folder: absolute, without links; empty for the root of all.
  func disks(in folder: [UInt8]) -> [[UInt8]: Disk] {
    var found: [[UInt8]: Disk] = [:]
    // The last one that was mounted at a point counts.
    for mount in mounts where mount.point.count > folder.count && Self.isIn(mount.point, folder) {
      let kind = String(decoding: mount.kind, as: UTF8.self)
      guard kind != "autofs" else { continue }
      found[Array(mount.point.dropFirst(folder.count))] = Disk(
        kind: kind, source: mount.source, device: String(decoding: mount.device, as: UTF8.self), root: mount.root)
    }
    return found
  }

  private static func isIn(_ path: some Sequence<UInt8>, _ folder: [UInt8]) -> Bool {
    var rest = path.makeIterator()
    for byte in folder where rest.next() != byte { return false }
    let next = rest.next()
    return next == nil || next == slash
  }

  /// The mount points at which something of a folder is seen, at any depth of it, and those in it.
  /// - Parameters:
  ///   - folder: absolute, without links.
  ///   - free: a folder in it that does not count.
  func points(of folder: [UInt8], but free: [UInt8]? = nil) -> [[UInt8]] {
    let outside = free.map { folder + [Self.slash] + $0 }
    // The last one that was mounted there counts.
    let holders = mounts.filter { Self.isIn(folder, $0.point) }
    guard let deepest = holders.map(\.point.count).max(),
      let holder = holders.last(where: { $0.point.count == deepest })
    else { return [] }
    let home = holder.root + folder[deepest...]
    let freeHome = free.map { home + [Self.slash] + $0 }
    let within = mounts.filter { mount in
      mount.point.count > folder.count && Self.isIn(mount.point, folder)
        && !(outside.map { Self.isIn(mount.point, $0) } ?? false)
    }
    return mounts.filter { mount in
      if mount.device == holder.device, Self.isIn(mount.root, home) {
        return !(freeHome.map { Self.isIn(mount.root, $0) } ?? false)
      }
      return within.contains { $0.device == mount.device && Self.isIn(mount.root, $0.root) }
    }.map(\.point)
  }
}
