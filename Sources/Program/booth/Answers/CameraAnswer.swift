import BoothCore
import Cameras

/// One attached camera, for programs.
struct CameraAnswer: Encodable {
  struct Problem: Encodable {
    /// `error`: it cannot be used. `warning`: it is used, and something is to be done about it soon.
    var severity: String
    /// The camera's name.
    var key: String
    var words: String
  }

  var name: String
  var model: String
  var driver: String
  var usb: String?
  var profile: String?
  var formats: [String]
  var condition: CameraCondition?
  var inUse: Bool
  var problems: [Problem]

  init(_ camera: AttachedCamera) {
    name = camera.name
    model = camera.model
    driver = camera.driver
    usb = camera.usb
    profile = camera.profile
    formats = camera.formats
    condition = camera.condition
    inUse = camera.inUse
    // A camera that could be asked has formats.
    let severity: EventProblem.Severity = camera.formats.isEmpty ? .error : .warning
    problems = camera.problems.map { Problem(severity: severity.rawValue, key: camera.name, words: $0) }
  }
}
