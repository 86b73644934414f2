import BoothTesting
import FoundationEssentials
import Testing

/// `booth photos scan`, killed at every call of the system that changes a file. After each death the next scan goes on where the
/// last one was, and finds what one finds that was not disturbed.
///
/// The quick run takes some; `BOOTH_FULL=1` takes every one. It needs strace, which counts the calls and kills.
@Suite(.serialized, .timeLimit(.minutes(60))) struct PhotoKillTests {
  private struct Scan: Decodable {
    struct One: Decodable {
      var found: Int
      var added: Int
      var gone: Int
      var read: Int
    }
    var scans: [One]
  }

  private struct Known: Decodable {
    struct Photo: Decodable, Equatable {
      var id: String
      var key: String?
      var shown: String
      var width: Int?
      var trouble: String?
    }
    var photos: [Photo]
  }

  private struct Sources: Decodable {
    struct One: Decodable {
      var photos: Int
      var unread: Int
      var state: String
    }
    var sources: [One]
  }

  private static let count = 1300

  private static func fill(_ folder: TemporaryFolder) throws {
    for number in 0..<count {
      // A head that says a size, and nothing else: quickly read, and each another.
      let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, UInt8(1 + number % 200), 1, UInt8(number >> 8), 1, 1, 0x11, 0]
      try folder.put(
        "pictures/\(number % 7)/\(number).jpg",
        [0xFF, 0xD8, 0xFF, 0xFE, 0, 4, UInt8(number & 255), UInt8(number >> 8)] + frame)
    }
  }

  private static func json<Value: Decodable>(_ arguments: [String], _ data: String) async throws -> Value {
    let outcome = try await Program.run(arguments + ["--json", "--data", data])
    try #require(outcome.code == 0, "\(outcome.errors)\(outcome.output)")
    return try JSONDecoder().decode(Value.self, from: Data(outcome.output.utf8))
  }

  private static func known(_ data: String) async throws -> [Known.Photo] {
    let all: Known = try await json(["photos", "list", "--order", "name", "--count", "10000"], data)
    return all.photos
  }

  @Test func `a scan that is killed anywhere goes on where it was`() async throws {
    guard let strace = Program.tool("strace") else {
      return print("skipped: scans that are killed, as strace is not installed")
    }
    let isFull = ProcessInfo.processInfo.environment["BOOTH_FULL"] == "1"
    let folder = try TemporaryFolder()
    try Self.fill(folder)
    func add(_ data: String) async throws {
      let outcome = try await Program.run(["photos", "add", folder.path("pictures"), "--later", "--data", data])
      try #require(outcome.code == 0, "\(outcome.errors)")
    }
    try await add(folder.path("undisturbed"))
    let _: Scan = try await Self.json(["photos", "scan"], folder.path("undisturbed"))
    let expected = try await Self.known(folder.path("undisturbed"))
    #expect(expected.count == Self.count && expected.allSatisfy { $0.key != nil && $0.width != nil })
    var (kills, wentOn) = (0, 0)
    for call in ["pwrite64", "fdatasync", "ftruncate"] {
      var number = 1
      // strace takes no greater number.
      while number <= 65_535 {
        let data = folder.path("data-\(call)-\(number)")
        try await add(data)
        let outcome = try await Program.run(
          strace,
          ["-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(call):signal=KILL:when=\(number)"]
            + [Program.path, "photos", "scan", "--data", data])
        let wasKilled = outcome.code != 0
        let after: Scan = try await Self.json(["photos", "scan"], data)
        let one = try #require(after.scans.first)
        #expect(one.found == Self.count && one.gone == 0, "\(call) \(number)")
        if one.added < Self.count || one.read < Self.count { wentOn += 1 }
        let known = try await Self.known(data)
        #expect(known == expected, "\(call) \(number)")
        let sources: Sources = try await Self.json(["photos", "sources"], data)
        #expect(
          sources.sources.map(\.photos) == [Self.count] && sources.sources.map(\.unread) == [0], "\(call) \(number)")
        try FileManager.default.removeItem(atPath: data)
        guard wasKilled else { break }
        kills += 1
        // Near the beginning each, then further and further apart.
        number = isFull ? number + 1 : number * 4
      }
    }
    #expect(kills >= 4 && wentOn >= 1, "\(kills) deaths, after \(wentOn) of which something was there already")
    print("kills: \(kills) scans of photos, each a death and a return; after \(wentOn) something was there already")
  }
}
