import BoothCore
import Testing

@testable import BoothRuntime

@Suite final class JobTroublesTests {
  private var troubles = JobTroubles(.sessions)

  private static func job(_ id: JobID, _ state: Job.State, _ words: String? = nil, kind: Job.Kind = .upload) -> Job {
    Job(
      id: id, kind: kind, session: SessionID(randomBytes: Array(repeating: UInt8(id), count: 16)), state: state,
      lastFailure: words)
  }

  /// What is told, by topic; nil where nothing is.
  private func note(_ jobs: Job...) -> [String: String?] {
    Dictionary(uniqueKeysWithValues: troubles.note(jobs) { $0.lastFailure == "elsewhere" })
  }

  @Test func `each job's stands until that job is over or tried anew`() {
    #expect(note(Self.job(2, .held, "two")) == ["upload": "two"])
    #expect(note(Self.job(3, .failed, "three")) == ["upload": "two (and others; booth queue list)"])
    #expect(note(Self.job(9, .done)) == [:])
    #expect(note(Self.job(4, .failed, "four", kind: .erase)) == ["erase": "four"])
    #expect(note(Self.job(2, .done)) == ["upload": "three"])
    #expect(note(Self.job(3, .cancelled)) == ["upload": nil])
    #expect(note(Self.job(4, .ready, kind: .erase)) == ["erase": nil])
  }

  @Test func `one that asks once more keeps its own until the answer`() {
    #expect(note(Self.job(1, .held, "401"), Self.job(2, .held, "401")).count == 1)
    // The pump lets it go and starts it in one decision.
    #expect(note(Self.job(1, .ready, "401"), Self.job(1, .running, "401")) == [:])
    #expect(note(Self.job(1, .held, "401")) == ["upload": "401 (and others; booth queue list)"])
    // It was taken: the other one goes on by itself.
    #expect(note(Self.job(1, .done), Self.job(2, .ready, "401")) == ["upload": nil])
  }

  @Test func `what is told elsewhere is not told twice`() {
    #expect(note(Self.job(1, .held, "elsewhere")) == ["upload": nil])
    #expect(note(Self.job(1, .held, "here")) == ["upload": "here"])
    #expect(note(Self.job(1, .held, "elsewhere")) == ["upload": nil])
  }
}
