import BoothCore
import Documents
import StudioModel
import WebSupport

/// Looks at a booth for all who look at its page: it is asked once for all of them, and not at all while none does.
actor BoothWatch {
  typealias Outcome = Result<BoothReport, OperatedBoothError>

  nonisolated let booth: any OperatedBooth
  /// How often the booth is asked while a person waits for news.
  private let interval: Duration
  private var readers = EventReaders()
  private var last: (outcome: Outcome, at: ContinuousClock.Instant)?
  /// Counts up whenever the report is another.
  var number: Int { readers.number }
  private var asking: Task<Outcome, Never>?
  private var polling: Task<Void, Never>?
  private var picture: (shown: GuestsScreen, at: ContinuousClock.Instant)?
  private var seeing: Task<Result<GuestsScreen?, OperatedBoothError>, Never>?
  private var sessions: (list: [GuestSession], at: ContinuousClock.Instant)?
  private var listing: Task<Result<[GuestSession], OperatedBoothError>, Never>?
  /// What who waits for it knows already.
  private var seeingKnown = 0
  /// Who shut the booth down from here, and when, in seconds since 1970; nil where it was not, or where it has run since.
  private(set) var shutDown: (person: String, at: Double)?
  private var checking: Task<Result<[BoothReport.Part], OperatedBoothError>, Never>?

  /// Whether the booth is polled, because a page that shows it is open.
  var isPolling: Bool { polling != nil }

  init(_ booth: any OperatedBooth, interval: Duration = .seconds(1)) {
    self.booth = booth
    self.interval = interval
  }

  // MARK: How it is

  /// How the booth is: not older than the interval, asked for all who ask at once.
  func report() async -> Outcome {
    if let last, ContinuousClock.now - last.at < interval, polling != nil { return last.outcome }
    return await ask()
  }

  private func ask() async -> Outcome {
    if let asking { return await asking.value }
    let task = Task { [booth] in
      do throws(OperatedBoothError) { return Outcome.success(try await booth.report()) } catch {
        return .failure(error)
      }
    }
    asking = task
    let outcome = await task.value
    asking = nil
    // Started again.
    if case .failure(let error)? = last?.outcome, error.kind == .notRunning, case .success = outcome { shutDown = nil }
    if outcome != last?.outcome { readers.tell() }
    last = (outcome, .now)
    return outcome
  }

  /// Has the booth do something, and looks at once what came of it.
  /// - Parameters:
  ///   - person: who has it do so, by name.
  ///   - now: in seconds since 1970.
  /// - Returns: how the booth is then; nil where it does not say.
  func perform(_ order: BoothOrder, by person: String, at now: Double) async throws(OperatedBoothError) -> BoothReport?
  {
    do throws(OperatedBoothError) { _ = try await booth.perform(order) } catch {
      Task { await ask() }
      throw error
    }
    sessions = nil
    switch order {
    case .shutDown: shutDown = (person, now)
    case .resume: shutDown = nil
    case .press, .turnGuide, .pause, .chooseEvent, .retry, .cancel, .erase, .prints: break
    }
    // What was asked before the order tells nothing of it.
    _ = await asking?.value
    guard case .success(let report) = await ask() else { return nil }
    return report
  }

  // MARK: Sessions

  /// How many of the newest sessions the booth's page looks at, and how long they stand for all who look.
  private static let (newest, fresh) = (12, Duration.seconds(3))

  /// The newest sessions, the newest first; empty where they cannot be read: what is wrong is said elsewhere.
  func newestSessions() async -> [GuestSession] {
    if let sessions, ContinuousClock.now - sessions.at < Self.fresh { return sessions.list }
    let task =
      listing
      ?? Task { [booth] in
        do throws(OperatedBoothError) { return .success(try await booth.sessions(limit: Self.newest)) } catch {
          return .failure(error)
        }
      }
    listing = task
    let outcome = await task.value
    listing = nil
    guard case .success(let list) = outcome else { return [] }
    sessions = (list, .now)
    return list
  }

  // MARK: News

  /// Events as the browser's `EventSource` reads them (HTML, 9.2), until the reader goes or the studio ends.
  /// - Parameter isStillIn: asked with every heartbeat; who is not is let go.
  func news(while isStillIn: @Sendable @escaping () async -> Bool = { true }) -> ByteStream {
    let stream = readers.join(while: isStillIn) { [weak self] reader in Task { await self?.leave(reader) } }
    if polling == nil, !readers.isEmpty { polling = Task { await poll() } }
    return stream
  }

  private func leave(_ reader: Int) { readers.leave(reader) }

  private func poll() async {
    var spoken = ContinuousClock.now
    while !readers.isEmpty {
      _ = await ask()
      if ContinuousClock.now - spoken >= EventReaders.heartbeat {
        for (number, reader) in readers.all where await !reader.isStillIn() { readers.leave(number) }
        readers.beat()
        spoken = .now
      }
      do { try await Task.sleep(for: interval) } catch { break }
    }
    polling = nil
  }

  /// Lets everybody go who waits for news.
  func end() {
    polling?.cancel()
    readers.end()
  }

  // MARK: What the guests see

  /// A picture that is another than the one with this number; nil where there was none for some seconds.
  func screen(otherThan known: Int) async throws(OperatedBoothError) -> GuestsScreen? {
    // While a person waits for another one, the last one still stands.
    if let picture, picture.shown.number != known, seeing != nil || ContinuousClock.now - picture.at < interval {
      return picture.shown
    }
    // A page that waits for another picture than others know does not wait with them.
    if let seeing, picture != nil || seeingKnown == known { return try await seeing.value.get() }
    let task = Task { [booth] in
      do throws(OperatedBoothError) {
        return Result<GuestsScreen?, OperatedBoothError>.success(try await booth.screen(after: known))
      } catch { return .failure(error) }
    }
    (seeing, seeingKnown) = (task, known)
    let outcome = await task.value
    seeing = nil
    if case .success(let shown?) = outcome { picture = (shown, .now) }
    return try outcome.get()
  }

  // MARK: Checking

  /// What the check says; one runs for all who ask at once.
  func examination() async throws(OperatedBoothError) -> [BoothReport.Part] {
    if let checking { return try await checking.value.get() }
    let task = Task { [booth] in
      do throws(OperatedBoothError) {
        return Result<[BoothReport.Part], OperatedBoothError>.success(try await booth.examination())
      } catch { return .failure(error) }
    }
    checking = task
    let outcome = await task.value
    checking = nil
    return try outcome.get()
  }
}
