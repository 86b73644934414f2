import PhotolalaFormat
import Testing

@Suite struct KeptCatalogTests {
  /// Files by name; fails at the n-th change, or always, and can lose what a hostile hand would.
  private final class MemoryFolder: CatalogFolder {
    var files: [String: [UInt8]] = [:]
    var changesLeft = Int.max
    var fault = CatalogFolderError.Code.readOnly
    var names: [String] { files.keys.sorted() }

    func read(_ name: String, limit: Int) throws(CatalogFolderError) -> [UInt8]? {
      guard let bytes = files[name] else { return nil }
      guard bytes.count <= limit else { throw CatalogFolderError(.tooLarge, "\(name) is too large") }
      return bytes
    }

    private func change() throws(CatalogFolderError) {
      guard changesLeft > 0 else { throw CatalogFolderError(fault, "no change of this folder") }
      changesLeft -= 1
    }

    func write(_ name: String, _ bytes: [UInt8]) throws(CatalogFolderError) {
      try change()
      files[name] = bytes
    }

    func remove(_ name: String) throws(CatalogFolderError) {
      try change()
      files[name] = nil
    }

    func names(beginning: String) throws(CatalogFolderError) -> [String] { names.filter { $0.hasPrefix(beginning) } }
  }

  private func catalog(_ number: Int) throws -> PhotoCatalog {
    let md5 = try #require(PhotoMD5(String(repeating: "\(number)", count: 32)))
    return PhotoCatalog(rows: [
      CatalogRow(head: md5, sizeBytes: Int64(number), md5: md5, date: Int64(number), format: .jpeg)
    ])
  }

  @Test func `what is published is found, alone, and the cache has its copy`() throws {
    let (root, cache) = (MemoryFolder(), MemoryFolder())
    root.files["holiday.jpg"] = [1]
    let kept = KeptCatalog(root: root, cache: cache)
    #expect(kept.find().found == nil)
    #expect(kept.find().root == KeptCatalog<MemoryFolder, MemoryFolder>.Missing.none)
    _ = try kept.publish(try catalog(1))
    let (md5, refused) = try kept.publish(try catalog(2))
    #expect(refused == nil)
    #expect(kept.find().found?.catalog == (try catalog(2)))
    #expect(root.names == [".photolala.\(md5).csv", ".photolala.md5", "holiday.jpg"])
    #expect(cache.names == [".photolala.\(md5).csv", ".photolala.csv", ".photolala.md5"])
    #expect(root.files[".photolala.md5"] == Array(md5.text.utf8))
  }

  @Test func `wherever a publication ends, the old catalog or the new is found`() throws {
    for steps in 0..<12 {
      let (root, cache) = (MemoryFolder(), MemoryFolder())
      let kept = KeptCatalog(root: root, cache: cache)
      _ = try kept.publish(try catalog(1))
      root.fault = .full
      cache.fault = .full
      cache.changesLeft = steps
      root.changesLeft = max(steps - 4, 0)
      do { _ = try kept.publish(try catalog(2)) } catch let error as CatalogFolderError {
        #expect(error.code == .full)
      }
      let found = try #require(kept.find().found)
      #expect(try [catalog(1), catalog(2)].contains(found.catalog), "after \(steps) steps")
      #expect(found.place == .root)
      #expect(try (found.catalog == catalog(2)) == (steps >= 6))
    }
  }

  @Test func `a root that is read-only keeps what it had, and the cache has the new one`() throws {
    let (root, cache) = (MemoryFolder(), MemoryFolder())
    root.changesLeft = 0
    let kept = KeptCatalog(root: root, cache: cache)
    let (_, refused) = try kept.publish(try catalog(1))
    #expect(refused?.code == .readOnly)
    let found = try #require(kept.find().found)
    #expect(try found.place == .cache && found.catalog == catalog(1))
    // Without a cache there is nowhere to put it.
    #expect(throws: CatalogFolderError.self) {
      try KeptCatalog(root: root, cache: MemoryFolder?.none).publish(try catalog(1))
    }
  }

  @Test func `a root that is damaged is named, and the cache counts`() throws {
    typealias Missing = KeptCatalog<MemoryFolder, MemoryFolder>.Missing
    let (root, cache) = (MemoryFolder(), MemoryFolder())
    let kept = KeptCatalog(root: root, cache: cache)
    let md5 = try kept.publish(try catalog(1)).md5
    let snapshot = CatalogPointer.snapshotName(md5)
    let good = root.files
    let damages: [(Missing, (MemoryFolder) -> Void)] = [
      (.none, { $0.files[".photolala.md5"] = nil }), (.badPointer, { $0.files[".photolala.md5"] = [0] }),
      (.badPointer, { $0.files[".photolala.md5"] = [UInt8](repeating: 0x61, count: 100_000) }),
      (.noSnapshot(md5), { $0.files[snapshot] = nil }), (.changed(md5), { $0.files[snapshot]?.append(0x0A) }),
    ]
    for (missing, damage) in damages {
      root.files = good
      damage(root)
      let (found, why, _) = kept.find()
      #expect(found?.place == .cache)
      #expect(why == missing)
      #expect(why?.words.isEmpty == false)
    }
  }

  @Test func `a list of a folder is written as it is read, whatever names there are`() throws {
    let entries = [
      DirectoryList.Entry(name: Array("b, with comma.jpg".utf8), sizeBytes: 5, modified: 1_700_000_013),
      DirectoryList.Entry(name: [0xFF, 0xFE, 0x2E, 0x6A], sizeBytes: 0, modified: -1),
      DirectoryList.Entry(name: Array("a.jpg".utf8), sizeBytes: 1 << 40, modified: 1_700_000_019),
    ]
    let list = DirectoryList(entries)
    let bytes = try #require(list.bytes)
    #expect(bytes.starts(with: "filename,file_size,mod_time\na.jpg,1099511627776,9\nb, with comma.jpg,5,3\n".utf8))
    #expect(list.entries.last?.time == 9)
    var skipped: [SkippedRow: Int] = [:]
    #expect(DirectoryList.read(bytes, skipped: &skipped) == list)
    #expect(DirectoryList.read(Array(bytes.dropFirst(DirectoryList.header.utf8.count + 1)), skipped: &skipped) == list)
    #expect(skipped.isEmpty)
    _ = DirectoryList.read(Array("a,1,2\nb,2\nc,-1,3\nd,1,12\n".utf8), skipped: &skipped)
    #expect(skipped == [.tooFewColumns: 1, .badNumber: 2])
    #expect(DirectoryList([DirectoryList.Entry(name: [0x0A], sizeBytes: 0, modified: 0)]).bytes == nil)
    // Ten seconds are one.
    #expect(
      DirectoryList([DirectoryList.Entry(name: [1], sizeBytes: 1, modified: 25)])
        == DirectoryList([DirectoryList.Entry(name: [1], sizeBytes: 1, modified: 5)]))
  }
}
