public import BoothCore
import Synchronization
public import Testing

/// What every ``SoundSource`` promises: run all `checks`, on one that has sound to give and on one that cannot.
public struct SoundConformance: Sendable, CustomTestStringConvertible {
  /// Microphones, made anew for each check.
  public struct Subject: Sendable {
    let working: @Sendable () throws -> any SoundSource
    let failing: @Sendable () throws -> any SoundSource

    /// - Parameters:
    ///   - working: gives blocks, each time it is started.
    ///   - failing: ends each time it is started, by itself.
    public init(
      working: @escaping @Sendable () throws -> any SoundSource,
      failing: @escaping @Sendable () throws -> any SoundSource
    ) {
      self.working = working
      self.failing = failing
    }
  }

  public let testDescription: String
  public let run: @Sendable (Subject) async throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (Subject) async throws -> Void) {
    testDescription = promise
    self.run = run
  }

  /// What arrives.
  private final class Ear: SoundSink {
    private let heard = Mutex((blocks: [SoundBlock](), errors: [SoundError]()))
    func receive(_ block: SoundBlock) { heard.withLock { $0.blocks.append(block) } }
    func soundEnded(_ error: SoundError) { heard.withLock { $0.errors.append(error) } }
    var blocks: [SoundBlock] { heard.withLock { $0.blocks } }
    var errors: [SoundError] { heard.withLock { $0.errors } }

    /// Waits for what comes from a thread of the source's; the test's time limit ends a wait for what never comes.
    func waits(_ isThere: (Ear) -> Bool) async throws {
      while !isThere(self) {
        try Task.checkCancellation()
        await Task.moment()
      }
    }
  }

  public static let checks: [SoundConformance] = [
    SoundConformance("sound comes in the order in which it was captured, and no block is empty") { subject in
      let ear = Ear()
      let capture = try subject.working().start(into: ear)
      try await ear.waits { $0.blocks.count >= 3 || !$0.errors.isEmpty }
      capture.stop()
      let blocks = ear.blocks
      #expect(blocks.count >= 3 && blocks.allSatisfy { !$0.samples.isEmpty })
      #expect(zip(blocks, blocks.dropFirst()).allSatisfy { $0.capturedAt < $1.capturedAt })
      #expect(ear.errors == [])
    },
    SoundConformance("it may be stopped twice, and started again for another sink") { subject in
      let source = try subject.working()
      for _ in 0..<2 {
        let ear = Ear()
        let capture = source.start(into: ear)
        try await ear.waits { !$0.blocks.isEmpty || !$0.errors.isEmpty }
        capture.stop()
        capture.stop()
        #expect(!ear.blocks.isEmpty && ear.errors == [])
      }
    },
    SoundConformance("one that fails says so once to whoever started it, in words, and may be stopped afterwards") {
      subject in
      let source = try subject.failing()
      for _ in 0..<2 {
        let ear = Ear()
        let capture = source.start(into: ear)
        try await ear.waits { !$0.errors.isEmpty }
        capture.stop()
        capture.stop()
        #expect(ear.errors.count == 1)
        #expect(ear.errors.allSatisfy { !$0.subject.isEmpty && !$0.detail.isEmpty })
      }
    },
  ]
}
