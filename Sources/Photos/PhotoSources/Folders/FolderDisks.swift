import BoothSystem
import Glibc
import PhotoModel

/// The disks that are mounted in a folder, by which one that goes away is told from photos that were removed.
struct FolderDisks {
  /// Which disk is mounted where, by the beginnings of ids.
  private(set) var names: [String: String] = [:]

  /// None.
  init() {}

  /// Says which disk is at a place; nil for none.
  mutating func set(_ prefix: String, _ name: String?) { names[prefix] = name }

  /// As they are now.
  /// - Parameters:
  ///   - root: the folder's path.
  ///   - table: what is mounted.
  init(in root: [UInt8], _ table: MountTable) {
    guard let real = FolderPath.withName(root, { realpath($0, nil) }) else { return }
    defer { free(real) }
    let path = Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    for (below, disk) in table.disks(in: path == [UInt8(ascii: "/")] ? [] : path) {
      names[NameBytes.text(below)] = Self.name(disk)
    }
  }

  /// As the kernel has them now; none where it does not say.
  static func now(in root: [UInt8]) -> FolderDisks {
    guard let list = OrdinaryFile.bytes(MountTable.path) else { return FolderDisks() }
    return FolderDisks(in: root, MountTable(list))
  }

  /// Whether a name stays with its disk wherever that is attached: otherwise another name may be the same disk.
  static func isFirm(_ name: String) -> Bool { name.hasPrefix("uuid ") || name.hasPrefix("net ") }

  /// By its file system's own number; a server's by its address; anything else by the kernel's number, which lasts until it goes.
  private static func name(_ disk: MountTable.Disk) -> String {
    let folder = disk.root.isEmpty ? "" : " " + NameBytes.text(disk.root)
    let source = String(decoding: disk.source, as: UTF8.self)
    if source.hasPrefix("/dev/"), let uuid = uuid(of: source) { return "uuid \(uuid)\(folder)" }
    if source.contains(":/") || source.hasPrefix("//") { return "net \(source)\(folder)" }
    return "\(disk.kind) \(source) \(disk.device)\(folder)"
  }

  private static func uuid(of device: String) -> String? {
    var facts = stat()
    guard stat(device, &facts) == 0, let folder = opendir(uuids) else { return nil }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let start = UnsafeRawPointer(entry) + FolderWalk.nameOffset
      let name = String(cString: start.assumingMemoryBound(to: CChar.self))
      var its = stat()
      if !name.hasPrefix("."), stat(uuids + "/" + name, &its) == 0, its.st_rdev == facts.st_rdev { return name }
    }
    return nil
  }

  private static let uuids = "/dev/disk/by-uuid"
}

/// What a walk found on each disk that is, or was, mounted in its folder.
struct DiskWatch {
  private struct Watched {
    var prefix: String
    var names: [String]
    /// Which disk is there as the walk begins; nil where none is.
    var now: String?
    var photos = 0
    var known = 0
    /// Whether a part of it could not be read.
    var isUnreadable = false
  }

  private var disks: [Watched] = []

  /// - Parameters:
  ///   - before: what the last scan said.
  ///   - now: what is mounted as this one begins.
  init(_ before: [FolderMark.Disk], _ now: FolderDisks) {
    for disk in before {
      disks.append(Watched(prefix: disk.prefix, names: disk.names, now: now.names[disk.prefix]))
    }
    for (prefix, name) in now.names where !before.contains(where: { $0.prefix == prefix }) {
      disks.append(Watched(prefix: prefix, names: [name], now: name))
    }
  }

  /// Where a folder is counted: its own disk, or the one that the folder above is on.
  func place(of prefix: String, above: Int?) -> Int? { disks.firstIndex { $0.prefix == prefix } ?? above }

  mutating func found(_ photos: Int, known: Int, on place: Int?) {
    guard let place else { return }
    disks[place].photos += photos
    disks[place].known += known
  }

  /// Notes a subfolder that cannot be read. Whether it still has photos is unknown.
  mutating func failed(on place: Int?) {
    if let place { disks[place].isUnreadable = true }
  }

  /// What is away, and what the next scan has to know.
  /// - Parameters:
  ///   - now: what is mounted as the walk ends: what went or came meanwhile was seen in part.
  ///   - isTold: whether the walk knew what was known.
  func end(_ now: FolderDisks, isTold: Bool) -> (away: [PhotoAway], disks: [FolderMark.Disk]) {
    var (away, kept): ([PhotoAway], [FolderMark.Disk]) = ([], [])
    for disk in disks {
      var names = disk.names
      let (first, last) = (disk.now, now.names[disk.prefix])
      guard let first, first == last else {
        away.append(PhotoAway(prefix: disk.prefix + "/", why: .notMounted))
        kept.append(FolderMark.Disk(prefix: disk.prefix, names: names))
        continue
      }
      let isOther: Bool
      if first == names[0] {
        isOther = false
      } else if disk.photos == 0 && !disk.isUnreadable || names.contains(first) {
        isOther = true
      } else if FolderDisks.isFirm(first), FolderDisks.isFirm(names[0]) {
        isOther = true
      } else {
        // The kernel numbers disks anew: it is the same one where there is a photo as it was.
        isOther = isTold && disk.known == 0
      }
      if isOther {
        away.append(PhotoAway(prefix: disk.prefix + "/", why: .otherDisk))
        if !names.contains(first) { names.append(first) }
        kept.append(FolderMark.Disk(prefix: disk.prefix, names: names))
      } else if disk.photos > 0 || disk.isUnreadable {
        kept.append(FolderMark.Disk(prefix: disk.prefix, names: disk.photos > 0 ? [first] : names))
      }
    }
    return (away.sorted { $0.prefix < $1.prefix }, kept.sorted { $0.prefix < $1.prefix })
  }
}
