import BoothTesting
import Glibc
import PhotoModel
import Synchronization
import Testing

@testable import PhotoLibrary
@testable import PhotoSources

/// Disks that are mounted inside a folder of photos, and go away: what is known of their photos stays, and it is said.
@Suite struct MountedDiskTests {
  private let folder: TemporaryFolder
  private let index: PhotoIndex
  private let source: FolderPhotos

  init() throws {
    folder = try TemporaryFolder()
    try folder.put("photos/own.jpg", [1])
    try folder.put("photos/disk/x", [1])
    try folder.put("stick/a.jpg", [1, 2])
    try folder.put("stick/deep/b.jpg", [1, 2, 3])
    try folder.put("other/c.jpg", [1, 2, 3, 4])
    index = try PhotoIndex(
      path: folder.path("index.sqlite"), marks: try PhotoMarks(path: folder.path("marks.sqlite")))
    source = FolderPhotos(PhotoSourceID("one")!, root: folder.path("photos"))
  }

  private var disk: String { folder.path("photos/disk") }

  /// Something to be mounted that can come back.
  private func bind(_ name: String) -> Bool {
    // One file system each, so that they have numbers of their own.
    guard mount(folder.path(name), disk, nil, UInt(MS_BIND), nil) == 0 else {
      print("skipped: a disk inside a folder of photos: this user may not mount (\(String(cString: strerror(errno))))")
      return false
    }
    return true
  }

  private func names() async throws -> [String] {
    try await index.photos(PhotoView(order: .name), after: nil, count: 99).map(\.entry.name)
  }

  @Test func `a disk inside that goes away and comes back loses nothing, and is not read again`() async throws {
    guard bind("stick") else { return }
    defer { umount2(disk, Int32(MNT_DETACH)) }
    var report = try await index.scan(source)
    #expect(report.added == 3 && report.away.isEmpty)
    #expect(try await index.readDetails(of: source, by: EmptyReader(), workers: 1) == 3)
    let before = try await index.photos(PhotoView(order: .name), after: nil, count: 99)

    umount2(disk, Int32(MNT_DETACH))
    // However often it is looked at, and though something lies where the disk is not.
    try folder.put("photos/disk/below.jpg", [9])
    for _ in 0..<2 {
      report = try await index.scan(source)
      #expect(report.gone == 0)
      #expect(report.away.map(\.prefix) == ["/disk/"] && report.away.map(\.why) == [.notMounted])
      #expect(report.away.map(\.count) == [2])
      #expect(try await index.source(source.identifier)?.away == report.away)
      #expect(try await names() == ["a.jpg", "b.jpg", "below.jpg", "own.jpg"])
    }
    // Also where its folder goes with it, as with sticks on a desktop.
    rename(disk, folder.path("photos/gone"))
    report = try await index.scan(source)
    #expect(report.away.map(\.count) == [3] && report.away.map(\.why) == [.notMounted])
    rename(folder.path("photos/gone"), disk)
    // A photo that was removed meanwhile beside it is gone.
    unlink(folder.path("photos/own.jpg"))
    report = try await index.scan(source)
    // It, and the one that was at the other name for a moment.
    #expect(report.gone == 2 && report.away.count == 1)

    guard bind("stick") else { return }
    report = try await index.scan(source)
    #expect(report.away.isEmpty && report.added == 0 && report.changed == 0 && report.gone == 1)
    #expect(try await index.source(source.identifier)?.away == [])
    #expect(try await index.readDetails(of: source, by: EmptyReader(), workers: 1) == 0)
    let after = try await index.photos(PhotoView(order: .name), after: nil, count: 99)
    #expect(
      after.map(\.number) == before.prefix(2).map(\.number) && after.map(\.stamp) == before.prefix(2).map(\.stamp))
    // What is removed from a disk that is there is gone.
    unlink(folder.path("stick/a.jpg"))
    report = try await index.scan(source)
    #expect(report.gone == 1 && report.away.isEmpty)
    #expect(try await names() == ["b.jpg"])
  }

  @Test func `another disk in its place, or an empty one, leaves what is known of the first`() async throws {
    guard bind("stick") else { return }
    defer { for _ in 0..<3 { umount2(disk, Int32(MNT_DETACH)) } }
    _ = try await index.scan(source)
    umount2(disk, Int32(MNT_DETACH))
    guard mount("booth-test", disk, "tmpfs", 0, "size=1m") == 0 else { return print("skipped: no tmpfs here") }
    var report = try await index.scan(source)
    #expect(report.gone == 0 && report.away.map(\.why) == [.otherDisk] && report.away.map(\.count) == [2])
    // It fills.
    try folder.put("photos/disk/c.jpg", [1, 2, 3, 4])
    for _ in 0..<2 {
      report = try await index.scan(source)
      #expect(report.gone == 0 && report.away.map(\.count) == [2])
      #expect(try await names() == ["a.jpg", "b.jpg", "c.jpg", "own.jpg"])
    }
    umount2(disk, Int32(MNT_DETACH))
    guard bind("stick") else { return }
    report = try await index.scan(source)
    #expect(report.away.isEmpty && report.gone == 1)
    #expect(try await names() == ["a.jpg", "b.jpg", "own.jpg"])
  }

  @Test func `a disk that has all photos of a folder is away, and the folder is not`() async throws {
    unlink(folder.path("photos/own.jpg"))
    guard bind("stick") else { return }
    _ = try await index.scan(source)
    umount2(disk, Int32(MNT_DETACH))
    let report = try await index.scan(source)
    #expect(report.gone == 0 && report.away.map(\.count) == [2])
  }

  @Test func `a mounted disk without photos is nobody's loss`() async throws {
    guard mount("booth-test", disk, "tmpfs", 0, "size=1m") == 0 else { return print("skipped: no tmpfs here") }
    _ = try await index.scan(source)
    umount2(disk, Int32(MNT_DETACH))
    let report = try await index.scan(source)
    #expect(report.away.isEmpty && report.found == 1)
  }

  @Test func `a folder's mark keeps its disks, whatever they are called, and reads that of before`() {
    let mark = FolderMark(
      root: "12",
      disks: [.init(prefix: "/a\tb\n%09c", names: ["uuid 1", "tmpfs x\ty"]), .init(prefix: "/z", names: [""])])
    #expect(FolderMark(mark.mark) == mark)
    #expect(FolderMark(PhotoScanMark("4711")) == FolderMark(root: "4711"))
    #expect(FolderMark(root: "4711").mark.text == "4711")
  }

  @Test func `what is mounted in a folder is read from the kernel's list; the last one counts`() {
    let list = """
      22 1 8:1 / / rw - ext4 /dev/sda1 rw
      23 22 0:30 / /photos/a\\040b rw shared:1 master:2 - autofs systemd-1 rw
      24 22 8:17 / /photos/disk rw - vfat /dev/sdb1 rw
      25 22 0:44 /x /photos/disk rw,noatime shared:7 - nfs4 server:/export rw
      26 22 0:45 / /photosother rw - tmpfs tmpfs rw
      """
    let table = MountTable(Array(list.utf8))
    let disks = table.disks(in: Array("/photos".utf8))
    #expect(disks.keys.map { String(decoding: $0, as: UTF8.self) } == ["/disk"])
    let disk = disks.values.first
    #expect(disk?.kind == "nfs4" && disk?.source == Array("server:/export".utf8) && disk?.root == Array("/x".utf8))
  }

  @Test func `disks with a name of their own are told from each other; numbers of the kernel's are not`() {
    func end(_ names: [String], now: String?, photos: Int, known: Int) -> [PhotoAway.Why] {
      var disks = FolderDisks()
      disks.set("/d", now)
      var watch = DiskWatch([.init(prefix: "/d", names: names)], disks)
      watch.found(photos, known: known, on: watch.place(of: "/d", above: nil))
      return watch.end(disks, isTold: true).away.map(\.why)
    }
    #expect(end(["uuid 1"], now: "uuid 1", photos: 0, known: 0) == [])
    #expect(end(["uuid 1"], now: "uuid 2", photos: 5, known: 0) == [.otherDisk])
    #expect(end(["uuid 1", "uuid 2"], now: "uuid 2", photos: 5, known: 5) == [.otherDisk])
    #expect(end(["uuid 1", "uuid 2"], now: "uuid 1", photos: 5, known: 0) == [])
    #expect(end(["uuid 1"], now: nil, photos: 5, known: 5) == [.notMounted])
    // One that cannot be read is remembered until it can, or goes.
    var disks = FolderDisks()
    disks.set("/d", "uuid 1")
    var watch = DiskWatch([.init(prefix: "/d", names: ["uuid 1"])], disks)
    #expect(watch.end(disks, isTold: true).disks == [])
    watch.failed(on: 0)
    #expect(watch.end(disks, isTold: true).disks == [.init(prefix: "/d", names: ["uuid 1"])])
    // The kernel counted anew.
    #expect(end(["fuse x 0:50"], now: "fuse x 0:51", photos: 5, known: 1) == [])
    #expect(end(["fuse x 0:50"], now: "fuse x 0:51", photos: 5, known: 0) == [.otherDisk])
    #expect(end(["fuse x 0:50"], now: "fuse x 0:51", photos: 0, known: 0) == [.otherDisk])
  }
}

private struct EmptyReader: PhotoReader {
  func details(of content: PhotoContent) -> PhotoDetails { PhotoDetails() }
}
