import BoothCore
import CommandSupport

extension OperatorRequest {
  /// What the booth will do, for the operator: `change to the event sports-day`.
  var words: String {
    switch self {
    case .pause: "pause"
    case .resume: "take guests again"
    case .changeEvent: "ask for the next event"
    case .useEvent(let slug): "change to the event \(slug)"
    case .openSettings: "show the settings"
    case .shutDown: "stop"
    }
  }
}
