import BoothCore
public import BoothVault
public import Testing

/// What every ``Disk`` promises: run all `checks`, each on an empty disk of its own. What lasts through a power cut is
/// not asked here: the simulator's disk and the kill tests hold that.
public struct DiskConformance: Sendable, CustomTestStringConvertible {
  public let testDescription: String
  public let run: @Sendable (any Disk) throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (any Disk) throws -> Void) {
    testDescription = promise
    self.run = run
  }

  /// Expects the disk to refuse, to say why, and to name the full path.
  private static func expectRefusal(
    _ code: StoreError.Code? = .notFound, of path: String, on disk: any Disk,
    sourceLocation: SourceLocation = #_sourceLocation, _ call: () throws -> Void
  ) {
    let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try call() }
    if let code { #expect(error?.code == code, sourceLocation: sourceLocation) }
    #expect(
      error?.subject.contains("\(disk.root)/\(path)") == true && error?.detail.isEmpty == false,
      "a refusal names the full path, and says why", sourceLocation: sourceLocation)
  }

  private static func write(_ pieces: [[UInt8]], to path: String, on disk: any Disk) throws {
    let file = try disk.create(path)
    for piece in pieces { try file.write(piece) }
    try file.sync()
    file.close()
  }

  private static func expectRefused(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ call: () throws -> Void
  ) {
    do {
      try call()
      Issue.record("\(what) was not refused", sourceLocation: sourceLocation)
    } catch {
      #expect(error is StoreError, sourceLocation: sourceLocation)
    }
  }

  private static func make(_ path: String, on disk: any Disk) throws { try disk.create(path).close() }

  /// A file is let go twice, then written to and flushed.
  private static func takesMoreOnceClosed(_ path: String, on disk: any Disk) throws -> Bool {
    let file = try disk.create(path)
    try file.write([1])
    file.close()
    file.close()
    var refusals = 0
    do { try file.write([2]) } catch { refusals += 1 }
    do { try file.sync() } catch { refusals += 1 }
    return refusals < 2
  }

  public static let checks: [DiskConformance] = files + folders

  private static let files = [
    DiskConformance("what is written is read, piece after piece, and a file that is made again begins empty") { disk in
      #expect(try disk.makeFolder("a"))
      try write([[1, 2], [], [3]], to: "a/x", on: disk)
      #expect(try disk.read("a/x") == [1, 2, 3])
      #expect(try disk.sizeBytes("a/x") == 3)
      try disk.sync("a/x")
      try write([[9]], to: "a/x", on: disk)
      #expect(try disk.read("a/x") == [9])
      let large = bytePattern(1_000_003)
      try write([large], to: "large", on: disk)
      #expect(try disk.read("large") == large)
    },
    DiskConformance("a file may be let go twice, and takes nothing afterwards") { disk in
      let takesMore = try takesMoreOnceClosed("x", on: disk)
      #expect(!takesMore)
      #expect(try disk.read("x") == [1])
    },
    DiskConformance(
      "what is not there is named: by reading, flushing, renaming, and by whatever its folder should have"
    ) {
      disk in
      expectRefusal(of: "none", on: disk) { _ = try disk.read("none") }
      expectRefusal(of: "none", on: disk) { try disk.sync("none") }
      expectRefusal(of: "none", on: disk) { try disk.syncFolder("none") }
      expectRefusal(of: "none", on: disk) { try disk.rename("none", to: "other") }
      expectRefusal(of: "none/x", on: disk) { try make("none/x", on: disk) }
      expectRefusal(of: "none/x", on: disk) { _ = try disk.makeFolder("none/x") }
      try write([[1]], to: "x", on: disk)
      expectRefused("a rename into a folder that is not there") { try disk.rename("x", to: "none/x") }
      #expect(try disk.read("x") == [1], "a rename that is refused changes nothing")
      #expect(try disk.names(in: "") == ["x"])
    },
    DiskConformance("asking about nothing is harmless: no size, no fingerprint, no names") { (disk: any Disk) throws in
      for path in ["none", "none/x"] {
        #expect(try disk.fingerprint(path) == nil)
        #expect(try disk.sizeBytes(path) == nil)
        #expect(try disk.isOrdinary(path) == nil)
        #expect(try disk.names(in: path) == [])
      }
    },
    DiskConformance("a rename replaces what has the name, in one step, across folders too") { disk in
      for folder in ["a", "b"] { _ = try disk.makeFolder(folder) }
      try write([[1]], to: "a/x", on: disk)
      try write([[2, 2]], to: "b/y", on: disk)
      try disk.rename("a/x", to: "b/y")
      #expect(try disk.read("b/y") == [1])
      #expect(try disk.names(in: "a") == [])
      try disk.rename("b/y", to: "b/z")
      #expect(try disk.names(in: "b") == ["z"])
    },
    DiskConformance("a file that is gone already may be removed, one that is there goes, and its neighbours stay") {
      disk in
      _ = try disk.makeFolder("a")
      try write([[1]], to: "a/x", on: disk)
      try write([[2]], to: "a/xy", on: disk)
      for _ in 0..<2 { try disk.remove("a/x") }
      try disk.remove("none/x")
      #expect(try disk.names(in: "a") == ["xy"])
      try disk.syncFolder("a")
    },
    DiskConformance("a fingerprint is of the bytes that are on the disk now") { disk in
      let bytes = bytePattern(300_001)
      try write([bytes], to: "x", on: disk)
      let first = try disk.fingerprint("x")
      #expect(first == disk.fingerprint(of: bytes) && first?.sizeBytes == 300_001)
      var other = bytes
      other[200_000] ^= 1
      try write([other], to: "x", on: disk)
      #expect(try disk.fingerprint("x") == disk.fingerprint(of: other))
      #expect(try disk.fingerprint("x") != first, "one bit makes another fingerprint")
      try write([], to: "empty", on: disk)
      #expect(try disk.fingerprint("empty") == disk.fingerprint(of: []))
    },
  ]

  private static let folders = [
    DiskConformance("a folder is made once, and a second time it is there") { disk in
      #expect(try disk.makeFolder("a"))
      #expect(try !disk.makeFolder("a"))
      #expect(try disk.makeFolder("a/b"))
      try disk.syncFolder("a")
      try disk.syncFolder("")
      #expect(try disk.names(in: "") == ["a"])
      #expect(try disk.names(in: "a") == ["b"])
    },
    DiskConformance("no folder takes a file's place") { disk in
      try write([[1]], to: "x", on: disk)
      expectRefusal(.failed, of: "x", on: disk) { _ = try disk.makeFolder("x") }
      #expect(try disk.read("x") == [1])
    },
    DiskConformance("names are those in the folder itself, files and folders, sorted") { disk in
      for folder in ["b", "a", "a/z", "ab"] { _ = try disk.makeFolder(folder) }
      for file in ["a/2", "a/10", "a/z/deep", "c.part"] { try write([[1]], to: file, on: disk) }
      #expect(try disk.names(in: "") == ["a", "ab", "b", "c.part"])
      #expect(try disk.names(in: "a") == ["10", "2", "z"])
      #expect(try disk.isOrdinary("a/2") == true)
      #expect(try disk.isOrdinary("a/z") == false, "a folder is no ordinary file")
    },
    DiskConformance("a folder leaves only when it is empty; one that is gone already is fine") { disk in
      for folder in ["a", "a/b", "c"] { _ = try disk.makeFolder(folder) }
      try write([[1]], to: "c/x", on: disk)
      for folder in ["a", "c", "none"] { try disk.removeFolder(folder) }
      #expect(try disk.names(in: "") == ["a", "c"])
      #expect(try disk.names(in: "a") == ["b"] && disk.read("c/x") == [1])
      for folder in ["a/b", "a"] { try disk.removeFolder(folder) }
      #expect(try disk.names(in: "") == ["c"])
      expectRefusal(of: "a/x", on: disk) { try make("a/x", on: disk) }
    },
    DiskConformance("no path leads above the root, or is none") { disk in
      _ = try disk.makeFolder("a")
      try write([[1]], to: "x", on: disk)
      for path in ["../y", "..", "a/../y", "./y", "a//y", "."] {
        expectRefused("create \(path)") { try make(path, on: disk) }
        expectRefused("rename to \(path)") { try disk.rename("x", to: path) }
        expectRefused("makeFolder \(path)") { _ = try disk.makeFolder(path) }
        expectRefused("read \(path)") { _ = try disk.read(path) }
      }
      #expect(try disk.names(in: "") == ["a", "x"] && disk.names(in: "a") == [])
    },
    DiskConformance("the room that is free is part of all there is") { disk in
      let space = try disk.space()
      #expect(space.freeBytes > 0 && space.totalBytes >= space.freeBytes)
    },
  ]
}
