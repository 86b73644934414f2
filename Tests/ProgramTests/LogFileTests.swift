import BoothTesting
import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport
@testable import booth

@Suite struct LogFileTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("booth.log") }

  init() throws { folder = try TemporaryFolder() }

  private func lines(_ name: String) throws -> [String] {
    String(decoding: try folder.read(name), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `grows to its limit, in so many files, and loses no line in between`() throws {
    let log = LogFile(path, limit: LogFile.Limit(bytes: 100, files: 3))
    for number in 0..<24 { #expect(log.append(Array("line number \(100 + number)\n".utf8))) }
    // Of 16 bytes each six fit.
    #expect(try lines("booth.log") == (18..<24).map { "line number \(100 + $0)" })
    #expect(try lines("booth.log.1") == (12..<18).map { "line number \(100 + $0)" })
    #expect(try lines("booth.log.2") == (6..<12).map { "line number \(100 + $0)" })
    #expect(try folder.names("").filter { $0.hasPrefix("booth.log") }.count == 3, "the oldest went")
  }

  @Test func `goes on where the last booth ended, and takes a line longer than the limit whole`() throws {
    let limit = LogFile.Limit(bytes: 20, files: 2)
    #expect(LogFile(path, limit: limit).append(Array("from yesterday\n".utf8)))
    let log = LogFile(path, limit: limit)
    #expect(log.append(Array("today's\n".utf8)))
    #expect(try lines("booth.log") == ["today's"] && lines("booth.log.1") == ["from yesterday"])
    let long = String(repeating: "x", count: 50)
    #expect(log.append(Array((long + "\n").utf8)))
    #expect(try lines("booth.log") == [long] && lines("booth.log.1") == ["today's"])
  }

  @Test func `lines of many threads are whole, and all there`() async throws {
    let log = LogFile(path, limit: LogFile.Limit(bytes: 1000, files: 100))
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask { for line in 0..<200 { _ = log.append(Array("\(writer) says \(line)\n".utf8)) } }
      }
    }
    let all = try folder.names("").filter { $0.hasPrefix("booth.log") }.flatMap { try lines($0) }
    #expect(Set(all) == Set((0..<4).flatMap { writer in (0..<200).map { "\(writer) says \($0)" } }) && all.count == 800)
  }

  @Test func `what cannot be written is said, and tried again`() throws {
    let log = LogFile(folder.path("missing/booth.log"))
    #expect(!log.append(Array("lost\n".utf8)))
    try folder.put("missing/here", [])
    #expect(log.append(Array("found\n".utf8)))
    #expect(try lines("missing/booth.log") == ["found"])
  }
}
