import BoothCore
import BoothRuntime
import BoothTesting
import FoundationEssentials
import Synchronization
import Testing

/// Points marked at a location, from the frame that is kept still to their keeper.
@Suite(.timeLimit(.minutes(15))) struct MarksTests {
  private final class StandInKeeper: MarkKeeper {
    struct Kept: Equatable {
      var pairs: [MarkPair]
      var frame: [UInt8]
      var location: String
    }

    let kept = Mutex<[Kept]>([])
    let refusal = Mutex<StoreError?>(nil)

    func uprightSize(of frame: [UInt8]) throws(ImageError) -> PixelSize { PixelSize(width: 480, height: 640) }

    func keep(
      _ pairs: [MarkPair], in frame: [UInt8], size: PixelSize, of location: String, at time: WallTime
    ) async throws(StoreError) {
      if let refusal = refusal.withLock({ $0 }) { throw refusal }
      kept.withLock { $0.append(Kept(pairs: pairs, frame: frame, location: location)) }
    }
  }

  private static let event: Event = {
    var event = Event(id: 8, slug: "location:gate", name: "Gate", date: "")
    event.plan = FlowEvent.location.plan
    event.timings.patience = .seconds(3600)
    return event
  }()

  /// A person aims at a location, before a camera that delivers.
  private func aiming(
    _ keeper: (any MarkKeeper)?, _ body: @escaping @Sendable (TestBooth, inout States) async throws -> Void
  ) async throws {
    let test = try TestBooth(others: [Self.event], marks: keeper)
    // The double's own disk is in memory.
    let scratch = URL(filePath: test.store.scratchPath(for: "frame")).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    try await test.run { states in
      try await states.next("idle") { $0 == .idle }
      _ = await test.booth.ask(.requested(.useEvent(Self.event.slug)))
      test.booth.post(.pressed(.start))
      try await states.next("aiming") {
        if case .capture(let capture) = $0, case .aiming = capture.phase { true } else { false }
      }
      test.camera.deliverFrame()
      try await body(test, &states)
    }
  }

  private func isMarking(_ state: BoothState, _ stage: Marking.Stage? = nil) -> Bool {
    guard case .capture(let capture) = state, case .marking(let marking, _) = capture.phase else { return false }
    return stage.map { marking.stage == $0 } ?? true
  }

  /// Begins to mark. The camera's frame may still be on its way: who finds none asks again.
  private func begin(_ test: TestBooth, _ states: inout States) async throws {
    let asking = Task {
      while !Task.isCancelled {
        test.camera.deliverFrame()
        test.booth.post(.marked(.begin))
        await test.booth.settle()
      }
    }
    defer { asking.cancel() }
    try await states.next("setting") { isMarking($0, .setting) }
    asking.cancel()
    await asking.value
  }

  private func set(_ pairs: Int, _ booth: Booth) {
    for pair in 0..<pairs {
      for side in Marking.Side.allCases {
        let place = PicturePoint(x: 0.1 + 0.2 * Double(pair), y: pair % 2 == 0 ? 0.2 : 0.7)
        booth.post(.marked(.point(side, place)))
        booth.post(.marked(.set))
      }
    }
  }

  /// The file that the screen shows; the time limit ends a wait for what never comes.
  private func frame(_ test: TestBooth) async throws -> String {
    while true {
      try Task.checkCancellation()
      if let path = test.screen.shown.withLock({ $0.last?.stillFrame?.path }) { return path }
      await test.booth.settle()
    }
  }

  @Test func `the frame that is marked stands on the screen, and is kept with its points`() async throws {
    let keeper = StandInKeeper()
    try await aiming(keeper) { test, states in
      try await begin(test, &states)
      let path = try await frame(test)
      let bytes = Array(try Data(contentsOf: URL(filePath: path)))
      #expect(!bytes.isEmpty)
      // As people see it, whichever way the camera is mounted.
      let size = test.screen.shown.withLock { $0.last?.stillFrame?.size }
      #expect(size == PixelSize(width: 480, height: 640))
      set(4, test.booth)
      test.booth.post(.pressed(.start))
      try await states.next("aiming again") { !isMarking($0) }
      let kept = keeper.kept.withLock { $0 }
      #expect(kept.count == 1 && kept.first?.pairs.count == 4 && kept.first?.location == "jaffa-gate")
      #expect(kept.first?.frame == bytes)
      await test.booth.settle()
      #expect(!FileManager.default.fileExists(atPath: path), "no frame stays behind")
    }
  }

  @Test func `who leaves keeps nothing, and no frame stays behind`() async throws {
    let keeper = StandInKeeper()
    try await aiming(keeper) { test, states in
      try await begin(test, &states)
      let path = try await frame(test)
      set(3, test.booth)
      test.booth.post(.pressed(.cancel))
      try await states.next("aiming again") { !isMarking($0) }
      await test.booth.settle()
      #expect(!FileManager.default.fileExists(atPath: path))
      #expect(keeper.kept.withLock { $0 }.isEmpty)
    }
  }

  @Test func `a keeper that refuses is said, and asked again with another press`() async throws {
    let keeper = StandInKeeper()
    keeper.refusal.withLock { $0 = StoreError(.full, subject: "locations", detail: "no room") }
    try await aiming(keeper) { test, states in
      try await begin(test, &states)
      set(4, test.booth)
      test.booth.post(.pressed(.start))
      try await states.next("refused") {
        guard case .capture(let capture) = $0, case .marking(let marking, _) = capture.phase else { return false }
        return marking.wasRefused
      }
      await test.booth.settle()
      #expect(test.screen.shown.withLock { $0.last?.troubles.contains { $0.contains("no room") } } == true)
      keeper.refusal.withLock { $0 = nil }
      test.booth.post(.pressed(.start))
      try await states.next("aiming again") { !isMarking($0) }
      #expect(keeper.kept.withLock { $0 }.count == 1)
    }
  }

  @Test func `where nobody keeps points, marking leads back to aiming at once`() async throws {
    try await aiming(nil) { test, states in
      test.booth.post(.marked(.begin))
      try await states.next("asked") { isMarking($0) }
      try await states.next("aiming again") { !isMarking($0) }
    }
  }
}
