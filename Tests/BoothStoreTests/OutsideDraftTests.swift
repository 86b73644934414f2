import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@testable import BoothStore

/// What is written outside of the data folder, as an export is.
@Suite struct OutsideDraftTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func names() throws -> [String] { try folder.files().sorted() }

  @Test func `a file has its name when it is whole, and not before`() throws {
    let draft = try OutsideDraft(folder.path("a.zip"), .file)
    try draft.write([1, 2])
    #expect(!folder.exists("a.zip"))
    try draft.write([3])
    try draft.finish()
    draft.giveUp()
    #expect(try folder.read("a.zip") == [1, 2, 3])
    #expect(try names() == ["a.zip"])
  }

  @Test func `a folder has its name when all of its files are there`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("out"), withIntermediateDirectories: false)
    let draft = try OutsideDraft(folder.path("out"), .folder)
    try draft.put([1], at: "a.csv")
    try draft.put([2], at: "images/new/b.jpg")
    #expect(!folder.exists("out/a.csv"))
    try draft.finish()
    #expect(try names() == ["out/a.csv", "out/images/new/b.jpg"])
  }

  @Test func `what has the name stays, unless a file may be replaced`() throws {
    try folder.put("a.zip", [9])
    try folder.put("out/mine.txt", [9])
    for (name, kind) in [("a.zip", .file), ("a.zip", .folder), ("out", .folder), ("out", .file)]
      as [(String, OutsideDraft.Kind)]
    {
      let error = #expect(throws: StoreError.self) { try OutsideDraft(folder.path(name), kind) }
      #expect(error?.code == .inUse)
    }
    #expect(throws: StoreError.self) { try OutsideDraft(folder.path("out"), .folder, mayReplace: true) }
    let draft = try OutsideDraft(folder.path("a.zip"), .file, mayReplace: true)
    try draft.write([1])
    #expect(try folder.read("a.zip") == [9])
    try draft.finish()
    #expect(try folder.read("a.zip") == [1])
    #expect(try folder.read("out/mine.txt") == [9])
  }

  @Test func `what comes to have the name meanwhile stays, too`() throws {
    let draft = try OutsideDraft(folder.path("a.zip"), .file)
    try folder.put("a.zip", [9])
    #expect(throws: StoreError.self) { try draft.finish() }
    draft.giveUp()
    #expect(try names() == ["a.zip"])
    #expect(try folder.read("a.zip") == [9])
  }

  @Test func `what a dead process has left of it goes with the next one, and what another one writes stays`() throws {
    try folder.put("a.zip.part-1", [1])
    try folder.put("a.zip.part-999999/images/b.jpg", [1])
    // No drafts of this.
    for name in ["a.zip.part-x", "b.zip.part-1", "a.zip.part-"] { try folder.put(name, [1]) }
    try folder.put("a.zip.part-2", [1])
    let held = try POSIXDisk(existing: folder.path).open("a.zip.part-2")
    #expect(try held.tryLock())
    let draft = try OutsideDraft(folder.path("a.zip"), .file)
    draft.giveUp()
    #expect(try names() == ["a.zip.part-", "a.zip.part-2", "a.zip.part-x", "b.zip.part-1"])
    held.close()
  }

  @Test func `a folder that is not there is said`() {
    let error = #expect(throws: StoreError.self) { try OutsideDraft(folder.path("none/a.zip"), .file) }
    #expect(error?.code == .notFound)
  }
}
