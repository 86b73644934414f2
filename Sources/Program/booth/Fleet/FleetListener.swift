import BoothCore
import Logging
import MQTT
import StudioModel
import StudioServer

/// Hears at a broker how all booths are. One connection, for whatever asks.
actor FleetListener: FleetSource {
  /// A message of a booth's is of a few hundred bytes; one that is longer is passed over.
  private static var limits: BrokerWatch.Limits {
    var limits = BrokerWatch.Limits()
    limits.mostLength = FleetMessage.mostBytes + 256
    limits.skipsLong = true
    // What the broker keeps of hundreds of booths comes at once.
    limits.mostPackets = 20_000
    limits.deliveryBurst = 20_000
    limits.deliveryInterval = .milliseconds(1)
    limits.mostWaiting = 4096
    return limits
  }
  /// So long without a message, and what the broker keeps has been heard. A broker says not when that is.
  private static let quiet = Duration.seconds(1)
  /// How often it is read what others have written down, and how many times before what was seen is written down.
  private static let (interval, rounds) = (Duration.seconds(30), 20)
  private static let moment = Duration.milliseconds(50)
  /// How long a broker that is away is tried before that is said.
  private static let patience = Duration.seconds(5)

  private let client: BrokerClient
  private let file: FleetMemoryFile?
  private let clock: any BoothClock
  private let note: @Sendable (String) -> Void
  /// Why booths are not remembered; said once.
  private var fault: String?
  private var fleet: Fleet
  private var connection = FleetReport.Connection.connecting
  private var trouble: String?
  /// The last moment at which the broker was there, in seconds since 1970; nil while it is, or never was.
  private var lostAt: Double?
  private var newsAt: Instant

  /// - Parameters:
  ///   - file: where booths are remembered; nil: nowhere.
  ///   - id: eight letters and digits, other than those of each other client beside this booth.
  ///   - log: takes what becomes of the connection.
  ///   - note: takes why booths are not remembered, in a sentence without an ending.
  /// - Throws: `CommandError` where the broker's certificates cannot be read.
  init(
    _ choice: BrokerChoice, file: FleetMemoryFile?, id: String, clock: any BoothClock, log: Logger,
    note: @escaping @Sendable (String) -> Void
  ) throws {
    (self.file, self.clock, self.note) = (file, clock, note)
    fleet = Fleet(prefix: choice.topics.prefix)
    newsAt = clock.now
    client = try choice.client(
      id: id, filters: fleet.filters, keepsSession: false, limits: Self.limits, clock: clock, log: log)
  }

  /// Eight signs by chance: a broker drops the elder of two clients with one id.
  static func id() -> String { String((0..<8).map { _ in FleetMark.signs[Int.random(in: FleetMark.signs.indices)] }) }

  /// Runs until it is cancelled, or ``end()``.
  func run() async {
    recall()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [client] in await client.run() }
      group.addTask { await self.hear() }
      group.addTask { await self.follow() }
      group.addTask { await self.keep() }
      await group.next()
      group.cancelAll()
    }
  }

  /// Ends the connection, and writes down what was seen.
  func end() async {
    _ = await client.end(within: .seconds(1))
    remember()
  }

  func report() -> FleetReport {
    let at = lostAt ?? clock.wallTime.unixSeconds
    let isKnown = connection == .connected || lostAt != nil
    return FleetReport(
      connection: connection, trouble: trouble, at: at, booths: isKnown ? fleet.rows(at: at) : [],
      isFull: fleet.isFull)
  }

  /// Waits until the broker has told all that it keeps.
  /// - Returns: whether it has; ``report()`` says why not.
  func settle(within time: Duration) async -> Bool {
    let begun = clock.now
    while clock.now - begun < time {
      switch connection {
      // A command is waited for by a person.
      case .away where clock.now - begun > Self.patience: return false
      case .connected where clock.now - newsAt >= Self.quiet: return true
      case .refused, .deaf, .unusable, .unset: return false
      case .connected, .connecting, .away: break
      }
      do { try await clock.sleep(until: clock.now + Self.moment) } catch { return false }
    }
    return false
  }

  /// Writes down which booths were seen.
  func remember() {
    let now = lostAt ?? clock.wallTime.unixSeconds
    do throws(FleetMemoryFile.Fault) {
      try file?.change { memory in memory = fleet.remember(in: memory, at: now) }
      fault = nil
    } catch { tell(error) }
  }

  private func recall() {
    do throws(FleetMemoryFile.Fault) {
      if let file { fleet.recall(try file.read()) }
    } catch { tell(error) }
  }

  private func tell(_ error: FleetMemoryFile.Fault) {
    guard fault != error.words else { return }
    fault = error.words
    note(error.words)
  }

  private func hear() async {
    for await message in client.messages {
      fleet.hear(
        message.topic, message.payload, isRetained: message.isRetained, at: clock.wallTime.unixSeconds)
      newsAt = clock.now
    }
  }

  private func follow() async {
    for await condition in client.conditions {
      let now = clock.wallTime.unixSeconds
      if condition == .connected {
        lostAt = nil
        fleet.connected(at: now)
      } else if connection == .connected {
        lostAt = now
        fleet.disconnected()
      }
      connection =
        switch condition {
        case .connected: .connected
        case .deaf: .deaf
        case .away: .away
        case .refused: .refused
        }
      (trouble, newsAt) = (condition.trouble, clock.now)
    }
  }

  private func keep() async {
    var round = 0
    while !Task.isCancelled {
      do { try await clock.sleep(until: clock.now + Self.interval) } catch { return }
      round += 1
      if round % Self.rounds == 0 { remember() } else { recall() }
    }
  }
}

/// Where no booth can be heard, and why.
struct SilentFleet: FleetSource {
  let connection: FleetReport.Connection
  let trouble: String?

  func report() -> FleetReport { FleetReport(connection: connection, trouble: trouble, at: 0) }
}
