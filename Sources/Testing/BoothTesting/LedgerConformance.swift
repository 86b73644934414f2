import BoothCore
public import BoothVault
import Testing

/// What every `Ledger` promises, held against ``LedgerState``: a row of commits made of a seed, and after each every
/// question that can be asked.
public enum LedgerConformance {
  /// - Parameter reopen: gives the ledger as the next process finds it.
  public static func check(
    seed: UInt64, commits: Int = 60, _ ledger: any Ledger, reopen: () throws -> any Ledger
  ) throws {
    var script = Script(random: SeededRandom(seed: seed))
    var state = LedgerState()
    var ledger = ledger
    for number in 1...commits {
      let changes = script.next(for: state)
      try ledger.commit(changes)
      state.apply(changes)
      if number % 7 == 0 { ledger = try reopen() }
      if number % 5 == 0 || number == commits { try compare(ledger, state, "seed \(seed), commit \(number)") }
    }
  }

  private static func compare(_ ledger: any Ledger, _ state: LedgerState, _ place: Comment) throws {
    #expect(try ledger.nextAssetID() == state.nextAssetID, place)
    #expect(try ledger.nextJobID() == state.nextJobID, place)
    #expect(try ledger.sessionStates() == state.sessionStates, place)
    #expect(try ledger.newestSessions(limit: 3) == Array(state.sessions.reversed().prefix(3)), place)
    #expect(
      try ledger.sessions(in: [.finished, .capturing])
        == state.sessions.filter { $0.state == .finished || $0.state == .capturing }, place)
    #expect(try ledger.undeletedAssets() == state.undeletedAssets, place)
    #expect(try ledger.jobs(all: true) == state.jobs, place)
    #expect(try ledger.jobs(all: false) == state.jobs.filter { !$0.state.isOver }, place)
    #expect(try ledger.decisions(about: nil) == state.decisions, place)
    for id in state.sessionStates.keys {
      #expect(try ledger.session(id) == state.session(id), place)
      #expect(try ledger.assets(of: id) == state.assets(of: id), place)
      #expect(try ledger.jobs(of: id) == state.jobs.filter { $0.session == id }, place)
    }
    for subject in Set(state.jobs.map(\.subject)) {
      #expect(try ledger.jobs(of: subject) == state.jobs.filter { $0.subject == subject }, place)
    }
    for id in state.sessionStates.keys {
      #expect(try ledger.decisions(about: id) == state.decisions.filter { $0.session == id }, place)
    }
    for key in ["a", "b", "c"] { #expect(try ledger.setting(key) == state.setting(key), place) }
    let unknown = SessionID(randomBytes: Array(repeating: 0xEE, count: 16))
    #expect(try ledger.session(unknown) == nil, place)
  }

  /// Draws changes that make sense after what is in the database.
  private struct Script {
    var random: SeededRandom

    mutating func next(for state: LedgerState) -> [LedgerChange] {
      var asset = state.nextAssetID
      var job = state.nextJobID
      return (0..<Int.random(in: 1...4, using: &random)).map { _ in change(state, &asset, &job) }
    }

    private mutating func change(_ state: LedgerState, _ asset: inout AssetID, _ job: inout JobID) -> LedgerChange {
      let session = state.sessionStates.keys.sorted { $0.text < $1.text }.randomElement(using: &random)
      let known = session.flatMap { state.assets(of: $0).randomElement(using: &random)?.asset.id }
      switch (Int.random(in: 0..<12, using: &random), session, known) {
      case (0...1, _, _), (_, nil, _): return .open(record())
      case (2...4, let session?, _):
        defer { asset += 1 }
        return .add(picture(asset, session))
      case (5, let session?, _): return .setState(session, [.finished, .uploaded, .discarded][number(3)])
      case (6, let session?, _): return number(2) == 0 ? .setQuiet(session) : .decide(decision(session, known))
      case (7, let session?, _):
        let old = state.jobs.randomElement(using: &random)
        guard var changed = old, number(2) == 0 else {
          defer { job += 1 }
          return .put(
            number(4) == 0
              ? Job(
                id: job, kind: Job.Kind(rawValue: "sync"), subject: .other(kind: "location", id: "مكان \(number(3))"))
              : Job(id: job, kind: SessionJob.allCases[number(SessionJob.allCases.count)].kind, session: session))
        }
        changed.state = [.running, .done, .held, .cancelled, .expired, .ready][number(6)]
        changed.attempts += 1
        changed.lastFailure = number(2) == 0 ? nil : "it's \"late\" — número ٣"
        return .put(changed)
      case (8, _, let known?): return .discard(known)
      case (9, _, let known?): return .noteFileGone(known)
      case (10, _, let known?): return number(4) == 0 ? .forgetConfirmation(known) : .confirm(known, at: time())
      default: return .set(key: ["a", "b", "c"][number(3)], value: "\(number(100))")
      }
    }

    private mutating func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }

    private mutating func time() -> WallTime {
      WallTime(
        unixSeconds: Double(number(2_000_000_000)) + 0.125, secondsFromUTC: (number(27) - 13) * 1800,
        trusted: number(2) == 0)
    }

    private mutating func record() -> SessionRecord {
      let id = SessionID(randomBytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
      return SessionRecord(
        id: id, event: number(9), eventSlug: "fête-\(number(9))",
        plan: .fotoX(clip: .seconds(10), countdown: .seconds(3), review: .seconds(5)), openedAt: time(),
        link: "https://g.example/s/\(id)", consent: number(2) == 0 ? nil : consent())
    }

    private mutating func consent() -> Consent {
      Consent(ConsentGiven(version: "fête \"\(number(9))\"", language: "ar", uploads: number(2) == 0), at: time())
    }

    private mutating func picture(_ id: AssetID, _ session: SessionID) -> Asset {
      let kind = AssetKind.allCases[number(AssetKind.allCases.count)]
      let strip = kind.isComposite ? -1 : number(4)
      let name = kind.isComposite ? kind.baseName : "\(kind.baseName)_\(strip)"
      return Asset(
        id: id, session: session, kind: kind, strip: strip,
        path: "sessions/\(session)/\(name).\(id + 1).\(kind.fileExtension)", sizeBytes: Int64(number(1 << 30)),
        checksum: "\(number(1 << 30))",
        takenAt: time(), duration: number(2) == 0 ? nil : .nanoseconds(number(1 << 40)),
        frames: number(2) == 0 ? nil : number(300), droppedFrames: number(2) == 0 ? nil : number(30),
        fromLiveView: number(2) == 0)
    }

    private mutating func decision(_ session: SessionID, _ asset: AssetID?) -> Decision {
      Decision(at: time(), session: session, asset: number(2) == 0 ? nil : asset, reason: .retake)
    }
  }
}
