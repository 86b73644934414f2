package import StudioModel

/// All booths that can be known of: those at a broker, and those that are asked over the network, each by itself, so that one that does
/// not answer keeps no other from being seen. None is asked while no one looks.
package actor NetworkFleet: FleetSource {
  /// One that is asked.
  package struct Booth: Sendable {
    /// By which its answers are kept.
    var id: String
    /// What people here call it; nil: this machine's.
    var name: String?
    /// Its own page.
    var page: String
    var report: @Sendable () async -> Result<BoothReport, OperatedBoothError>
    /// What this machine's is called while it does not answer; nil: none is missed.
    var resting: @Sendable () -> RestingBoothName? = { nil }

    package init(
      id: String, name: String?, page: String,
      report: @Sendable @escaping () async -> Result<BoothReport, OperatedBoothError>
    ) {
      (self.id, self.name, self.page, self.report) = (id, name, page, report)
    }

    /// This machine's, which is left out while it does not answer where none has ever run.
    package static func own(
      _ booth: any OperatedBooth, report: @Sendable @escaping () async -> Result<BoothReport, OperatedBoothError>
    ) -> Booth {
      var own = Booth(id: "", name: nil, page: "/booth", report: report)
      own.resting = { booth.resting }
      return own
    }
  }

  /// How long an answer stands, and after how long it says nothing any more: none looked meanwhile.
  private static let (pause, memory) = (Duration.seconds(5), Duration.seconds(30))
  private static let moment = Duration.milliseconds(20)

  private struct Known {
    var asked: AskedBooth
    var isUnderWay = false
    /// When the last answer came.
    var answered: ContinuousClock.Instant?
  }

  private let broker: any FleetSource
  private let patience: Duration
  private let wallClock: @Sendable () -> Double
  private let booths: @Sendable () async throws(OperatedBoothError) -> [Booth]
  private var known: [String: Known] = [:]

  /// - Parameters:
  ///   - broker: tells of those at a broker.
  ///   - patience: how long first answers are waited for.
  ///   - wallClock: seconds since 1970.
  ///   - booths: those to ask, as it is at the moment of the question.
  package init(
    _ broker: any FleetSource, patience: Duration = .seconds(2), wallClock: @Sendable @escaping () -> Double,
    booths: @Sendable @escaping () async throws(OperatedBoothError) -> [Booth]
  ) {
    (self.broker, self.patience, self.wallClock) = (broker, patience, wallClock)
    self.booths = booths
  }

  /// How all are. Waits for first answers, for a moment; who has not answered then is said to be asked.
  package func report() async -> FleetReport {
    let all: [Booth]
    do throws(OperatedBoothError) { all = try await booths() } catch {
      var report = await broker.report()
      report.obstacle = error
      report.trouble = report.trouble ?? error.words
      return report
    }
    let ids = Set(all.map(\.id))
    known = known.filter { ids.contains($0.key) }
    for booth in all { ask(booth) }
    let begun = ContinuousClock.now
    while known.values.contains(where: { $0.asked.outcome == nil }), ContinuousClock.now - begun < patience {
      do { try await Task.sleep(for: Self.moment) } catch { break }
    }
    let asked = all.compactMap { booth in known[booth.id].flatMap { Self.shown($0.asked, booth) } }
    return await broker.report().joined(by: asked, at: wallClock())
  }

  private static func shown(_ asked: AskedBooth, _ booth: Booth) -> AskedBooth? {
    guard booth.name == nil else { return asked }
    if case .success(let report) = asked.outcome { return report.fleet == nil ? nil : asked }
    guard let resting = booth.resting() else { return nil }
    var asked = asked
    asked.name = resting.name
    asked.mark = asked.mark ?? resting.mark
    return asked
  }

  private func ask(_ booth: Booth) {
    var now = known[booth.id] ?? Known(asked: AskedBooth(name: booth.name, page: booth.page))
    now.asked.name = booth.name
    defer { known[booth.id] = now }
    if now.isUnderWay { return }
    if let answered = now.answered {
      let age = ContinuousClock.now - answered
      if age < Self.pause { return }
      if age > Self.memory { now.asked.outcome = nil }
    }
    now.isUnderWay = true
    Task {
      let outcome = await booth.report()
      took(outcome, from: booth.id)
    }
  }

  private func took(_ outcome: Result<BoothReport, OperatedBoothError>, from id: String) {
    guard var now = known[id] else { return }
    now.asked.take(outcome, at: wallClock())
    (now.isUnderWay, now.answered) = (false, .now)
    known[id] = now
  }
}

/// The watch over all booths of each organisation, begun when a person of it first looks.
actor FleetWatches {
  private let broker: any FleetSource
  private let booths: BoothWatches
  private let wallClock: @Sendable () -> Double
  private var watches: [OrganisationID: FleetWatch] = [:]
  private var isOver = false

  init(_ broker: any FleetSource, _ booths: BoothWatches, wallClock: @Sendable @escaping () -> Double) {
    (self.broker, self.booths, self.wallClock) = (broker, booths, wallClock)
  }

  func watch(of organisation: OrganisationID) async -> FleetWatch {
    if let known = watches[organisation] { return known }
    let booths = booths
    let watch = FleetWatch(
      NetworkFleet(broker, wallClock: wallClock) { () async throws(OperatedBoothError) in
        let own = NetworkFleet.Booth.own(booths.own.booth) { await booths.own.report() }
        let others = try await booths.others?.list(of: organisation) ?? []
        return [own]
          + others.map { booth in
            NetworkFleet.Booth(id: booth.id, name: booth.name, page: "/booths/\(booth.id)") {
              do throws(OperatedBoothError) {
                guard let watch = try await booths.watch(booth.id, of: organisation) else {
                  throw OperatedBoothError(.failed, "it was removed", .noAnswer)
                }
                return await watch.report()
              } catch { return .failure(error) }
            }
          }
      })
    watches[organisation] = watch
    if isOver { await watch.end() }
    return watch
  }

  /// Lets all go who wait for news.
  func end() async {
    isOver = true
    for watch in watches.values { await watch.end() }
  }
}
