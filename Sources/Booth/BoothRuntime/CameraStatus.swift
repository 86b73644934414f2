public import BoothCore

/// One camera as the console shows it.
public struct CameraStatus: Sendable, Codable, Equatable {
  /// Which of the booth's cameras.
  public var role: CameraRole
  /// What the camera's source calls it, open or not.
  public var name: String
  /// The model, as the camera says it; nil while it is not open.
  public var model: String?
  /// The driver's name, such as `v4l2`; nil while it is not open.
  public var driver: String?
  /// Whether its frames are the ones that are shown.
  public var serves: Bool
  /// Whether it is open, and nothing speaks against it.
  public var usable: Bool
  /// Where it stands on the recovery ladder; nil on the ground.
  public var rung: RecoveryRung?
  /// How often all rungs were climbed.
  public var round: Int
  /// What went wrong last, in words; nil once the camera has shown that it works. `not needed` of a fallback at rest.
  public var lastError: String?
  /// What is done next about it, and in how many seconds at the latest.
  public var next: RecoveryRung?
  /// Seconds until that, at the latest, 0 or more; nil where nothing is planned.
  public var nextSeconds: Double?
  /// Battery, card and where photos are kept, as the camera says it; nil for one that says nothing.
  public var condition: String?
  /// What is to be seen to while it is in use: a full card, a low battery, and why photos come from the live view.
  public var troubles: [String]?
  /// What the operator can do, in words.
  public var remedy: String?
  /// The rungs this camera has here.
  public var rungs: [RecoveryRung]

  /// - Parameters:
  ///   - name: what to call it while it is not open.
  ///   - serves: whether its frames are the ones that are shown.
  ///   - now: what the seconds are counted from.
  public init(
    _ supervisor: CameraSupervisor, role: CameraRole, name: String, serves: Bool, at now: Instant
  ) {
    self.role = role
    self.name = name
    model = supervisor.connection?.description.model
    driver = supervisor.connection?.description.driver
    self.serves = serves
    usable = supervisor.isUsable
    rung = supervisor.ladder.rung
    round = supervisor.ladder.round
    lastError = supervisor.lastError?.description
    next = supervisor.next?.rung
    nextSeconds = supervisor.next.map { max(0, ($0.at - now).inSeconds) }
    condition = supervisor.condition.map(\.facts).flatMap { $0.isEmpty ? nil : $0 }
    troubles = supervisor.troubles.isEmpty ? nil : supervisor.troubles
    remedy = supervisor.remedy
    rungs = supervisor.ladder.steps.rungs
  }

  /// What a camera is called: `Canon EOS 80D (gphoto2)`; the driver is left out where the model begins with it, as in
  /// `mock camera (drawn guests)`.
  static func words(model: String, driver: String?) -> String {
    guard let driver, !model.lowercased().hasPrefix(driver.lowercased()) else { return model }
    return "\(model) (\(driver))"
  }

  /// One line for the operator.
  public var words: String {
    var words = model.map { Self.words(model: $0, driver: driver) } ?? name
    if usable {
      words += serves ? "" : ", standing by"
      if let condition { words += ", \(condition)" }
      if let troubles { words += ": \(troubles.joined(separator: "; "))" }
      return words
    }
    if let lastError { words += ": \(lastError)" } else { words += ": not open yet" }
    if let next {
      words += "; next: \(next) in \(Int((nextSeconds ?? 0).rounded(.up))) s at the latest"
      if round > 0 { words += ", round \(round + 1)" }
    }
    if let remedy { words += ". \(remedy)" }
    return words
  }
}
