import BoothSystem
import BoothTesting
import Glibc
import Testing

@Suite struct RotatingFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ files: Int = 3) -> RotatingFile {
    let path = folder.path("log")
    return RotatingFile(files: files) { $0 == 0 ? path : "\(path).\($0)" }
  }

  private func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }

  @Test func `what is full gets the next name, and the oldest goes`() throws {
    var log = file(2)
    for line in ["one\n", "two\n", "three\n"] {
      #expect(log.append(Array(line.utf8)) == nil)
      log.rotate()
    }
    #expect(try text("log") == "" && text("log.1") == "three\n")
    #expect(try folder.names("").count == 2)
  }

  @Test func `a line that the last process could not end swallows none of this one's`() throws {
    try folder.put("log", Array("half a li".utf8))
    var log = file()
    #expect(log.append(Array("whole\n".utf8)) == nil)
    #expect(try text("log") == "half a li\nwhole\n" && log.size == 16)
  }

  @Test func `a pipe in its place is waited for by nobody, and a full disk is told`() throws {
    try #require(mkfifo(folder.path("log"), 0o600) == 0)
    var log = file()
    #expect(log.append([10])?.contains("is a pipe") == true && !log.isOpen)
    unlink(folder.path("log"))
    try #require(symlink("/dev/full", folder.path("log")) == 0)
    #expect(log.append([10])?.contains("No space left") == true)
    unlink(folder.path("log"))
    log.close()
    #expect(log.append([10]) == nil)
  }

  /// Where the next one cannot be made, the old one goes on, and is not pushed out by trying again and again.
  @Test func `while the next file cannot be made, the old one is written on`() throws {
    var log = file()
    #expect(log.append(Array("one\n".utf8)) == nil)
    // Its name will be taken by a pipe.
    try folder.put("aside", [])
    log.rotate()
    #expect(log.append(Array("two\n".utf8)) == nil && log.size == 4)
    #expect(try text("log") == "two\n" && text("log.1") == "one\n")
  }
}
