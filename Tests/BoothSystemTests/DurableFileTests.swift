import BoothSystem
import BoothTesting
import Glibc
import Testing

@Suite struct DurableFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a file is made, and replaced whole, with nothing left beside it`() throws {
    let path = folder.path("facts.json")
    try DurableFile.replace(path, with: Array("one".utf8))
    try DurableFile.replace(path, with: Array("two, and longer".utf8))
    #expect(OrdinaryFile.bytes(path) == Array("two, and longer".utf8))
    #expect(try folder.names("") == ["facts.json"])
  }

  @Test func `where it cannot be written the old file stays, and the call and its reason are told`() throws {
    let path = folder.path("facts.json")
    // A folder has the name: the rename is refused.
    try folder.put("facts.json/inside", [1])
    let error = #expect(throws: DurableFile.Fault.self) { try DurableFile.replace(path, with: [2]) }
    #expect(error?.call == "rename" && error?.words.hasPrefix("rename: ") == true)
    #expect(try folder.names("") == ["facts.json"], "nothing half written is left")
    let missing = #expect(throws: DurableFile.Fault.self) {
      try DurableFile.replace(folder.path("nowhere/facts.json"), with: [2])
    }
    #expect(missing?.errno == ENOENT)
  }
}
