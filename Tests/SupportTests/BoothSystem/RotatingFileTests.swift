import BoothSystem
import BoothTesting
import Glibc
import Synchronization
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

  @Test func `while the next file cannot be made, the old one is written on`() throws {
    let folder = folder
    // The first name is asked for when the file is opened, when it is renamed, and when the next one is made: only the
    // last of these has nowhere to go.
    let asked = Mutex(0)
    var log = RotatingFile(files: 3) { number in
      guard number == 0 else { return folder.path("log.\(number)") }
      let count = asked.withLock { count in
        count += 1
        return count
      }
      return folder.path(count == 3 ? "missing/log" : "log")
    }
    #expect(log.append(Array("one\n".utf8)) == nil)
    log.rotate()
    #expect(log.isOpen && log.size == 0, "it is tried again when as much has been written again")
    #expect(log.append(Array("two\n".utf8)) == nil)
    #expect(try text("log.1") == "one\ntwo\n" && folder.names("") == ["log.1"])
    log.rotate()
    #expect(log.append(Array("three\n".utf8)) == nil)
    #expect(try text("log") == "three\n" && text("log.2") == "one\ntwo\n")
  }
}
