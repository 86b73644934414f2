import BoothCore
import CommandSupport

extension OperatorRequest {
  /// What the booth will do, for the operator: `uses the event sports-day`.
  var words: String {
    switch self {
    case .pause: "pauses"
    case .resume: "goes on"
    case .changeEvent: "asks which event is next"
    case .useEvent(let slug): "uses the event \(slug)"
    case .openSettings: "shows the settings"
    case .shutDown: "ends"
    }
  }
}
