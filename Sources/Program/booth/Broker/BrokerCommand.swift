import BoothCore
import BoothRuntime

/// What a booth may be asked through its broker: what a person in front of it could do as well, or what changes nothing that lasts.
/// It is neither ended nor is anything erased from afar.
enum BrokerCommand: String, CaseIterable {
  case pause
  case resume
  /// Begins a session, as the start button does.
  case next
  /// Tries all that failed once more.
  case retry

  /// The longest payload that is one.
  private static let mostBytes = 16

  /// Nil for what is none.
  init?(payload: [UInt8]) {
    guard payload.count <= Self.mostBytes, let text = String(validating: payload, as: UTF8.self) else { return nil }
    self.init(rawValue: text)
  }

  /// The same as the control socket's.
  var request: OperatorCommand {
    switch self {
    case .pause: .pause
    case .resume: .resume
    case .next: .press(.start)
    case .retry: .retry(nil)
    }
  }

  /// On a button.
  var name: String {
    switch self {
    case .pause: "Pause"
    case .resume: "Resume"
    case .next: "Next session"
    case .retry: "Retry uploads"
    }
  }

  var icon: String {
    switch self {
    case .pause: "mdi:pause"
    case .resume: "mdi:play"
    case .next: "mdi:camera-timer"
    case .retry: "mdi:refresh"
    }
  }
}

/// How often a booth takes commands from afar: three at once, and then one every two seconds. Pure.
struct CommandPace {
  private static let burst = 3
  private static let interval = Duration.seconds(2)
  /// When those of the burst were taken, the eldest first.
  private var taken: [Instant] = []

  /// Whether a command that comes now is carried out.
  mutating func takes(at now: Instant) -> Bool {
    let window = Self.interval * Self.burst
    taken.removeAll { now - $0 >= window }
    guard taken.count < Self.burst else { return false }
    taken.append(now)
    return true
  }
}
