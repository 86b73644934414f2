public import BoothCore

/// One camera as the console shows it.
public struct CameraStatus: Sendable, Codable, Equatable {
  public var role: CameraRole
  public var name: String
  public var model: String?
  public var driver: String?
  /// Whether its frames are the ones that are shown.
  public var serves: Bool
  public var usable: Bool
  /// Where it stands on the recovery ladder; nil on the ground.
  public var rung: RecoveryRung?
  /// How often all rungs were climbed.
  public var round: Int
  public var lastError: String?
  /// What is done next about it, and in how many seconds at the latest.
  public var next: RecoveryRung?
  public var nextSeconds: Double?
  /// What the operator can do, in words.
  public var remedy: String?
  /// The rungs this camera has here.
  public var rungs: [RecoveryRung]

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
    remedy = supervisor.remedy
    rungs = supervisor.ladder.steps.rungs
  }

  /// One line for the operator.
  public var words: String {
    var words = model.map { "\($0) (\(driver ?? ""))" } ?? name
    if usable { return words + (serves ? "" : ", standing by") }
    if let lastError { words += ": \(lastError)" } else { words += ": not open yet" }
    if let next {
      words += "; next: \(next) in \(Int((nextSeconds ?? 0).rounded(.up))) s at the latest"
      if round > 0 { words += ", round \(round + 1)" }
    }
    if let remedy { words += ". \(remedy)" }
    return words
  }
}
