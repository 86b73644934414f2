import BoothTesting
import DailyReports
import FoundationEssentials
import ReportCommands
import Testing

@Suite struct ReportFilesTests {
  /// SHA-256 of `abc` (FIPS 180-4, example B.1).
  private static let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  /// A file that has come.
  private static func sent(_ text: String, _ folder: TemporaryFolder) throws -> String {
    let path = folder.path("sent")
    guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) else { throw CancellationError() }
    return path
  }

  @Test func `what is kept is whole, and lies under its hash`() async throws {
    let folder = try TemporaryFolder()
    let files = FolderReportFiles(folder: folder.path("reports"))
    #expect(try await files.size(of: Self.hash, in: "here", from: "ben") == nil)
    await #expect(throws: ReportFilesError.wrongHash) {
      try await files.keep(file: try Self.sent("", folder), size: 0, as: Self.hash, in: "here", from: "ben")
    }
    for _ in 0..<2 {
      let file = try Self.sent("abc", folder)
      try await files.keep(file: file, size: 3, as: Self.hash, in: "here", from: "ben")
    }
    #expect(try await files.size(of: Self.hash, in: "here", from: "ben") == 3)
    #expect(try await files.size(of: Self.hash, in: "there", from: "ben") == nil)
    #expect(try await files.size(of: Self.hash, in: "here", from: "carl") == nil, "who has not sent it has not got it")
    #expect(try await files.picture(Self.hash, in: "here", side: 320) == nil, "what is no picture is not shown")
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("reports/here/ba"))
    #expect(kept == [Self.hash], "nothing is left beside it")
  }

  @Test func `a file that nobody has touched goes, with who has sent it, and one that somebody asks for stays`()
    async throws
  {
    let folder = try TemporaryFolder()
    let files = FolderReportFiles(folder: folder.path("reports"))
    try await files.keep(file: try Self.sent("abc", folder), size: 3, as: Self.hash, in: "here", from: "ben")
    let path = folder.path("reports/here/ba/\(Self.hash)")
    let now = Date().timeIntervalSince1970
    #expect(try await files.untouched(since: now - 86_400, in: "here") == [])
    func age() throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: path)
    }
    try age()
    #expect(try await files.untouched(since: now - 86_400, in: "here") == [Self.hash])
    #expect(try await files.untouched(since: now - 86_400, in: "there") == [])
    // Somebody who has not sent it asks in vain, and keeps nothing; whoever has does.
    #expect(try await files.size(of: Self.hash, in: "here", from: "carl") == nil)
    #expect(try await files.untouched(since: now - 86_400, in: "here") == [Self.hash])
    #expect(try await files.size(of: Self.hash, in: "here", from: "ben") == 3)
    #expect(try await files.untouched(since: now - 86_400, in: "here") == [])
    try await files.remove(Self.hash, in: "here", untouchedSince: now - 86_400)
    #expect(try await files.size(of: Self.hash, in: "here", from: "ben") == 3, "it was touched meanwhile")
    try age()
    try await files.remove(Self.hash, in: "here", untouchedSince: now - 86_400)
    #expect(try await files.size(of: Self.hash, in: "here", from: "ben") == nil)
    let senders = try FileManager.default.contentsOfDirectory(atPath: folder.path("reports/here/senders"))
    for person in senders {
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path("reports/here/senders/\(person)")).isEmpty)
    }
  }

  @Test(arguments: ["", "..", "a/b", "a.b", "é"])
  func `an organisation's name leads nowhere else`(name: String) async throws {
    let folder = try TemporaryFolder()
    let files = FolderReportFiles(folder: folder.path("reports"))
    await #expect(throws: ReportFilesError.wrongHash) {
      try await files.keep(file: try Self.sent("abc", folder), size: 3, as: Self.hash, in: name, from: "ben")
    }
    #expect(try await files.size(of: "../" + Self.hash.dropFirst(3), in: "here", from: "ben") == nil)
  }
}
