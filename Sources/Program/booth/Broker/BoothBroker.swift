import BoothCore
import BoothRuntime
import BoothSystem
import Gallery
import Logging
import MQTT
import StudioModel
import Synchronization

/// Tells a broker how the booth is, and carries out what it is asked through it. Runs beside the booth: nothing that takes photos waits
/// for it.
struct BoothBroker: Sendable {
  /// Of its troubles, which are none of the booth's own.
  static let topic = "broker"
  /// How long a broker may be away before the operator is told.
  private static let patience = Duration.seconds(60)
  /// How often the booth is looked at where nothing changes its state: uploads and sheets of paper do not.
  private static let interval = Duration.seconds(5)
  /// How often the booth says how it is though nothing has changed: a connection may look whole that is not.
  private static let heartbeat = Duration.seconds(Fleet.heartbeat)
  /// How long the farewell may take.
  private static let farewellTime = Duration.seconds(2)

  private let client: BrokerClient
  private let topics: BrokerTopics
  private let takesCommands: Bool
  private let discovery: [UInt8]?
  private let photo: LastPhoto?
  private let name: String
  private let last = LastReport()
  private let clock: any BoothClock
  private let log: Logger

  /// - Parameter photo: the newest picture; nil where it is not shown.
  init(_ choice: BrokerChoice, photo: LastPhoto?, clock: any BoothClock, log: Logger) throws {
    topics = choice.topics
    takesCommands = choice.takesCommands
    name = choice.name
    self.photo = photo
    self.clock = clock
    self.log = log
    discovery = try DeviceDiscovery(
      topics, hasPrinter: choice.hasPrinter, takesCommands: choice.takesCommands, showsPhoto: photo != nil)?.bytes()
    let offline = Message(topics.availability, BrokerTopics.offline)
    client = try choice.client(
      will: offline, farewell: offline,
      filters: (choice.takesCommands ? [topics.command] : []) + (topics.discovery.map { [$0.birth] } ?? []),
      keepsSession: true, clock: clock, log: log)
  }

  /// Runs until it is cancelled, or ``end()``.
  func run(_ booth: Booth) async {
    await client.publish(Message(topics.availability, BrokerTopics.online))
    // Where pictures were shown before, and are not any more, the broker has one still.
    if photo == nil { await client.publish(Message(topics.photo, [UInt8]())) }
    await withTaskGroup(of: Bool.self) { group in
      func add(_ isClient: Bool, _ work: @escaping @Sendable () async -> Void) {
        group.addTask {
          await work()
          return isClient
        }
      }
      add(true) { await client.run() }
      add(false) { await tell(booth) }
      add(false) { await note(booth) }
      add(false) { await follow(booth) }
      // A booth that has ended says farewell first.
      for await isClient in group where isClient { group.cancelAll() }
    }
  }

  /// Says farewell to the broker, if it is there: that the booth was ended tells it from one that was lost.
  func end() async {
    if var report = last.end() {
      report.state = .stopped
      await publish(report)
    }
    _ = await client.end(within: Self.farewellTime)
  }

  /// What it publishes of itself whenever Home Assistant begins.
  private func introduce() async {
    if let discovery, let config = topics.discovery?.config { await client.publish(Message(config, discovery)) }
  }

  private func tell(_ booth: Booth) async {
    await introduce()
    let (looks, look) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let states = await booth.states()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in states { look.yield() }
        look.finish()
      }
      group.addTask {
        while !Task.isCancelled {
          look.yield()
          do { try await clock.sleep(until: clock.now + Self.interval) } catch { return }
        }
      }
      group.addTask {
        var told: (report: BrokerReport, at: Instant)?
        var shown = LastPhoto.Shown.unknown
        for await _ in looks {
          let report = BrokerReport(await booth.status)
          let now = clock.now
          if told.map({ $0.report != report || now - $0.at >= Self.heartbeat }) ?? true, last.note(report) {
            told = (report, now)
            await publish(report)
          }
          // Guests' pictures are not made smaller while others are taken.
          if report.state != .session, let photo { shown = await publish(photo, shown) }
        }
      }
      await group.next()
      group.cancelAll()
    }
  }

  private func publish(_ report: BrokerReport) async {
    do {
      await client.publish(Message(topics.state, try report.bytes(name: name, at: clock.wallTime.unixSeconds)))
    } catch {
      log.error("broker", metadata: ["broker.report": "\(error)"])
    }
  }

  /// - Returns: what is shown then.
  private func publish(_ photo: LastPhoto, _ shown: LastPhoto.Shown) async -> LastPhoto.Shown {
    guard let look = await photo.look(shown) else { return shown }
    await client.publish(Message(topics.photo, look.jpeg))
    return look.shown
  }

  /// What the operator is to know of the broker.
  private func note(_ booth: Booth) async {
    var waiting: Task<Void, Never>?
    for await condition in client.conditions {
      switch condition {
      case .connected:
        waiting?.cancel()
        waiting = nil
        await booth.noteTrouble(Self.topic, nil)
      case .deaf(let words), .refused(let words):
        waiting?.cancel()
        waiting = nil
        await booth.noteTrouble(Self.topic, words)
      // A broker that is started anew is no trouble.
      case .away(let words):
        guard waiting == nil else { continue }
        waiting = Task { [clock] in
          do { try await clock.sleep(until: clock.now + Self.patience) } catch { return }
          await booth.noteTrouble(Self.topic, words)
        }
      }
    }
    waiting?.cancel()
  }

  private func follow(_ booth: Booth) async {
    let handler = OperatorHandler(booth)
    var pace = CommandPace()
    for await message in client.messages {
      if message.topic == topics.discovery?.birth {
        // Home Assistant has forgotten what was not retained, and asks in its way.
        if message.payload == Array(BrokerTopics.online.utf8) { await introduce() }
        continue
      }
      guard takesCommands, message.topic == topics.command else { continue }
      // One that was kept is of another time.
      guard !message.isRetained else {
        log.warning("broker", metadata: ["broker.command": "a retained command is not carried out"])
        continue
      }
      guard let command = BrokerCommand(payload: message.payload) else {
        log.warning(
          "broker",
          metadata: [
            "broker.command":
              "expected \(BrokerCommand.allCases.map(\.rawValue).joined(separator: ", ")), found \(message.payload.count) bytes"
          ])
        continue
      }
      guard pace.takes(at: clock.now) else {
        log.warning("broker", metadata: ["broker.command": "\(command.rawValue): too many at once; left out"])
        continue
      }
      do throws(OperatorError) {
        _ = try await handler.perform(command.request)
        log.notice("broker", metadata: ["broker.command": "\(command.rawValue)"])
      } catch {
        log.notice("broker", metadata: ["broker.command": "\(command.rawValue): \(error)"])
      }
    }
  }
}

/// What was told last, until the end is told.
private final class LastReport: Sendable {
  private let state = Mutex((report: BrokerReport?.none, isOver: false))

  /// - Returns: whether it may still be told.
  func note(_ report: BrokerReport) -> Bool {
    state.withLock { state in
      guard !state.isOver else { return false }
      state.report = report
      return true
    }
  }

  /// - Returns: what was told last.
  func end() -> BrokerReport? {
    state.withLock { state in
      state.isOver = true
      return state.report
    }
  }
}
