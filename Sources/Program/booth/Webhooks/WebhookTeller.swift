import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Logging
import NightReports

/// Watches a booth, and queues what its receivers are to be told. Runs beside the booth: nothing that takes photos waits for it.
actor WebhookTeller {
  /// Of its troubles, which are none of the booth's own; those of the calls are told as their jobs'.
  static let topic = "webhook messages"
  /// How often the printer is looked at, and whether the evening is over.
  private static let interval = Duration.seconds(5)
  /// How long an ending booth waits for receivers.
  private static let farewellTime = Duration.seconds(5)

  /// Why an evening counts as over.
  enum Reason: String { case shutdown, eventChanged, quiet }

  private let webhooks: [Webhook]
  private let outbox: WebhookOutbox
  private let sender: WebhookSender
  private let store: VaultSessionStore
  private let booth: Booth
  private let clock: any BoothClock
  private let mark: String
  private let log: Logger
  private var watch: WebhookWatch
  /// Of each kind one at most.
  private var faults: [OpenFault]
  private var event: String?
  private var lastSession: Instant?

  init(
    _ sender: WebhookSender, store: VaultSessionStore, booth: Booth, mark: String, clock: any BoothClock, log: Logger
  ) {
    self.sender = sender
    webhooks = sender.webhooks
    outbox = sender.outbox
    self.store = store
    self.booth = booth
    self.mark = mark
    faults = sender.outbox.faults
    watch = WebhookWatch(open: faults)
    self.clock = clock
    self.log = log
  }

  /// Runs until it is cancelled, or the booth has ended.
  func run() async {
    await takeUp()
    let states = await booth.states()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await state in states { await self.follow(state) } }
      group.addTask { [clock] in
        while !Task.isCancelled {
          await self.look()
          do { try await clock.sleep(until: clock.now + Self.interval) } catch { return }
        }
      }
      await group.next()
      group.cancelAll()
    }
  }

  /// Messages whose job a kill, or a lost database, has taken: each gets one; and an evening that ended while no booth ran.
  private func takeUp() async {
    for id in outbox.ids() { await queue(id) }
    await endEvening(.quiet)
  }

  private func follow(_ state: BoothState) async {
    if state.isSession { lastSession = clock.now }
    await tell(watch.follow(state, at: clock.now))
  }

  private func look() async {
    let status = await booth.status
    await tell(
      watch.settle(
        status.state, isCameraReady: status.cameraReady, isDiskKnown: status.freeBytes != nil, at: clock.now))
    // One that was not asked yet may still be what it was.
    let isAsked = status.printer.map { $0.status != nil || $0.obstacle != nil } ?? true
    if isAsked { await tell(watch.follow(printer: status.printer?.obstacle, at: clock.now)) }
    if let old = event, let new = status.event, old != new { await endEvening(.eventChanged, ofOthersThan: new) }
    event = status.event ?? event
    let isQuiet = lastSession.map { clock.now - $0 >= .seconds(NightAccount.eveningGap) } ?? false
    if isQuiet {
      lastSession = nil
      await endEvening(.quiet, hasWaited: true)
    }
  }

  /// The booth has ended. Where it was asked to, the evening is over; what waits is tried once more, for a moment.
  func end() async {
    if await booth.status.state == .stopped, await booth.restartReason == nil {
      await endEvening(.shutdown)
    }
    await withTaskGroup(of: Void.self) { [clock, sender, outbox] group in
      group.addTask {
        for id in outbox.ids() {
          guard !Task.isCancelled, let message = outbox.message(id), message.what == .eventEnded else { continue }
          // What fails has its job, for the next start.
          _ = await sender.send(message)
        }
      }
      group.addTask {
        do { try await clock.sleep(until: clock.now + Self.farewellTime) } catch { return }
      }
      await group.next()
      group.cancelAll()
    }
  }

  private func tell(_ news: [WebhookWatch.News]) async {
    for item in news {
      switch item {
      case .sessionFinished(let photos, let prints, let withoutGuests):
        await send(.sessionFinished) {
          $0.session = .init(photos: photos, prints: prints, finishedWithoutGuests: withoutGuests)
        }
      case .faultBegan(let kind):
        // Before its message: whatever a kill leaves, its end will be told.
        if !faults.contains(where: { $0.kind == kind }) {
          faults.append(OpenFault(kind, since: clock.wallTime, isTold: false))
          await keepFaults()
        }
        await send(.faultBegan) {
          $0.fault = .init(kind: kind.rawValue, words: kind.title, remedy: kind.remedy)
        }
        if let index = faults.firstIndex(where: { $0.kind == kind }) { faults[index].isTold = true }
        await keepFaults()
      case .faultEnded(let kind, let known):
        let seconds = known ?? faults.first { $0.kind == kind }?.seconds(until: clock.wallTime)
        await send(.faultEnded) {
          $0.fault = .init(
            kind: kind.rawValue, words: kind.title, remedy: kind.remedy,
            lostSeconds: seconds.map { ($0 * 1000).rounded() / 1000 })
        }
        // Behind its message.
        faults.removeAll { $0.kind == kind }
        await keepFaults()
      }
    }
  }

  private func keepFaults() async {
    do throws(StoreError) { try outbox.keep(faults) } catch {
      await trouble("after a power cut the end of a fault may not be told: \(error)")
    }
  }

  /// Tells the evening's report, once for each newest session.
  /// - Parameters:
  ///   - present: the event that is chosen now: an evening of it goes on.
  ///   - hasWaited: this run has seen no session for so long; else the wall clock says how long ago the last one was.
  private func endEvening(_ reason: Reason, ofOthersThan present: String? = nil, hasWaited: Bool = false) async {
    guard webhooks.contains(where: { $0.what.contains(.eventEnded) }) else { return }
    let account: NightAccount?
    let newest: SessionRecord
    do throws(StoreError) {
      guard let last = try await store.sessions(limit: 1).first, last.id != outbox.told, last.eventSlug != present
      else {
        return
      }
      let now = clock.wallTime
      // A clock that was never set is in 1970, and says no evening over.
      let seconds = now.unixSeconds - last.openedAt.unixSeconds
      guard reason != .quiet || hasWaited || seconds >= NightAccount.eveningGap else { return }
      newest = last
      account = try await NightReading(folder: outbox.folder).account(
        NightQuestion(
          event: last.eventSlug, now: now.unixSeconds, isRunning: reason != .shutdown,
          secondsFromUTC: now.secondsFromUTC),
        store)
    } catch { return await trouble("the evening's report cannot be made: \(error)") }
    guard let account else { return }
    let isKept = await send(.eventEnded) {
      $0.event = newest.eventSlug
      $0.reason = reason.rawValue
      $0.report = NightAnswer(account)
    }
    guard isKept else { return }
    do throws(StoreError) { try outbox.tell(newest.id) } catch { await trouble("\(error)") }
  }

  /// - Returns: whether every receiver's message is kept.
  @discardableResult private func send(
    _ what: WebhookEvent, _ change: (inout WebhookMessage.Body) -> Void
  ) async -> Bool {
    let (time, chosen) = (clock.wallTime, await booth.status.event)
    for webhook in webhooks where webhook.what.contains(what) {
      var body = WebhookMessage.Body(
        id: WebhookMessage.newID(), what: what, booth: mark, time: TimeAnswer(time), event: chosen)
      change(&body)
      do {
        let message = try WebhookMessage(to: webhook.address.text, body, at: time)
        guard try outbox.put(message) else {
          await trouble(
            "\(WebhookOutbox.most) messages wait for receivers that take none: further ones are left out, but for reports of "
              + "evenings; booth queue list")
          return false
        }
        guard await queue(message.id) else { continue }
      } catch {
        await trouble("a message to \(webhook.place) cannot be kept: \(error)")
        return false
      }
      await trouble(nil)
    }
    return true
  }

  /// The file is there: without a job now, it gets one at the next start.
  @discardableResult private func queue(_ id: String) async -> Bool {
    do throws(StoreError) {
      _ = try await booth.queue(.webhook, of: .other(kind: JobPolicy.webhookSubject, id: id))
      return true
    } catch {
      await trouble("a message waits for the next start: \(error)")
      return false
    }
  }

  private func trouble(_ words: String?) async { await booth.noteTrouble(Self.topic, words) }
}
