import BoothCore
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import BoothRuntime

@Suite struct JournalFileTests {
  private let folder = FileManager.default.temporaryDirectory.path + "/booth-journal-\(UUID().uuidString)"
  private let time = WallTime(unixSeconds: 1_790_000_000, trusted: true)

  /// A journal with so many presses after the start.
  private func write(_ presses: Int, limit: JournalLimit) {
    let journal = JournalFile(folder: folder, limit: limit)
    var flow = BoothFlow()
    let boot = BoothInput.booted(Boot(events: [], selected: nil, interrupted: []))
    for input in [boot] + Array(repeating: .pressed(.next), count: presses) {
      let effects = flow.handle(input, at: .init(nanoseconds: 0))
      journal.append(input, at: .init(nanoseconds: 0), time: time, flow: flow, effects: effects)
    }
    journal.close()
  }

  private func replay(_ name: String) throws -> Replay {
    var replay = Replay()
    let data = try #require(FileManager.default.contents(atPath: folder + "/" + name))
    for line in data.split(separator: 0x0A) { _ = replay.read(Array(line)) }
    return replay
  }

  @Test func `each file of a long night is judged alone`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    write(40, limit: JournalLimit(fileBytes: 4000, files: 3))
    for name in ["journal.jsonl", "journal.1.jsonl", "journal.2.jsonl"] {
      let replay = try replay(name)
      #expect(replay.isClean && replay.skipped == 0, "\(name)")
    }
    #expect(try replay("journal.1.jsonl").judged > 0)
    #expect(!FileManager.default.fileExists(atPath: folder + "/journal.3.jsonl"))
  }

  @Test func `a disk that is full is told of, and so is its room`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    mkdir(folder, 0o700)
    try #require(symlink("/dev/full", folder + "/journal.jsonl") == 0)
    let told = Mutex<[String?]>([])
    let journal = JournalFile(folder: folder)
    journal.report { words in told.withLock { $0.append(words) } }
    journal.append(.pressed(.start), at: .init(nanoseconds: 0), time: time, flow: BoothFlow(), effects: [])
    journal.append(.pressed(.start), at: .init(nanoseconds: 0), time: time, flow: BoothFlow(), effects: [])
    journal.close()
    #expect(told.withLock { $0.count } == 1)
    #expect(told.withLock { $0.first??.contains("No space left") } == true)
  }
}
