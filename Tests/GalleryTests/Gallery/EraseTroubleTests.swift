import BoothCore
import BoothTesting
import Glibc
import Testing
import WebSupport

@testable import BoothStore
@testable import Gallery

/// An erasure that meets something.
@Suite struct `An erasure in trouble` {
  /// Erases a session at the very moment its manifest is looked for.
  private struct ErasingStore: ObjectStore {
    let folder: FolderObjectStore
    let session: SessionName

    func info(_ key: ObjectKey) async throws(ObjectStoreError) -> ObjectInfo? {
      if key == EventNames.manifest(7, session) {
        _ = try await folder.write(session.tombstone, contentType: "application/json", bytes: Array("{}".utf8))
        try await folder.delete(key)
      }
      return try await folder.info(key)
    }
    func read(_ key: ObjectKey, range: Range<Int64>?) async throws(ObjectStoreError) -> (ObjectInfo, ByteStream)? {
      try await folder.read(key, range: range)
    }
    func write(
      _ key: ObjectKey, contentType: String, condition: WriteCondition, sizeBytes: Int64?, body: ByteStream
    ) async throws(ObjectStoreError) -> ObjectInfo {
      try await folder.write(
        key, contentType: contentType, condition: condition, sizeBytes: sizeBytes, body: body)
    }
    func delete(_ key: ObjectKey) async throws(ObjectStoreError) { try await folder.delete(key) }
    func list(prefix: String, after: ObjectKey?, limit: Int) async throws(ObjectStoreError) -> [ObjectInfo] {
      try await folder.list(prefix: prefix, after: after, limit: limit)
    }
  }

  @Test func `that comes between is what a completion is told of, not that its manifest is missing`() async throws {
    let session = try SessionName(Sample.session)
    let erasing: @Sendable (FolderObjectStore) -> any ObjectStore = { ErasingStore(folder: $0, session: session) }
    try await GalleryLab.run(over: erasing) { lab in
      try lab.folder.put(Sample.folder() + "manifest.json", Array(Sample.manifest().utf8))
      let reply = try await lab.complete()
      #expect(reply.status == 410 && reply.json["error"]?.string == "Session erased")
    }
  }

  /// On a real file system of half a megabyte.
  @Test(arguments: [true, false]) func `is carried out on a disk that is full`(hasReserve: Bool) async throws {
    let folder = try TemporaryFolder()
    let disk = folder.path("disk")
    try #require(mkdir(disk, 0o700) == 0)
    guard mount("gallery", disk, "tmpfs", 0, "size=\(hasReserve ? 4096 : 512)k") == 0 else {
      print("skipped: an erasure on a full disk, as this machine mounts no tmpfs: \(String(cString: strerror(errno)))")
      return
    }
    defer { umount2(disk, Int32(MNT_DETACH)) }
    try await GalleryLab.run(folder: folder, path: disk) { lab in
      try await lab.bring(session: "GOES")
      try await lab.bring(session: "STAYS")
      // As large as one of some thousand sessions: its draft needs the kept room as well.
      if hasReserve {
        let index = try #require(try await lab.store.readAll(EventNames.index(7), limit: 1 << 20)).1
        let padded = Array("{\"pad\":\"\(String(repeating: "x", count: 700_000))\",".utf8) + index.dropFirst()
        _ = try await lab.store.write(EventNames.index(7), contentType: "application/json", bytes: padded)
      }
      // Until the last block is taken, by small ones at the end.
      var size = 64 << 10
      var number = 0
      while size > 0 {
        number += 1
        let url = try await lab.presign(Sample.folder() + "fill_\(number)")
        let reply = try await lab.put(url, Array(repeating: 7, count: size))
        if reply.status == 507 { size = size > 4096 ? size / 2 : 0 } else { #expect(reply.status == 200) }
      }
      let reply = try await lab.send(.delete, "/api/sessions/7/GOES", [("X-FotoX-Key", GalleryLab.token)])
      #expect(reply.status == 200 && reply.json["status"]?.string == "erased", "\(reply.text)")
      #expect(try await lab.get("/s/GOES").status == 410)
      #expect(try await lab.store.list(prefix: "events/7/sessions/GOES/", after: nil, limit: 10).isEmpty)
      let list = try await lab.get("/api/events/7").text
      #expect(!list.contains("GOES") && list.contains("STAYS"))
    }
  }
}
