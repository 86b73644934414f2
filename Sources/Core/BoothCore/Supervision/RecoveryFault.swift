/// What a failure says about the connection to a camera, and so where on the ladder to begin.
public enum RecoveryFault: String, Sendable, Codable, CaseIterable {
  /// It answered, and said no.
  case refused
  /// It answered that it is busy: often a shutter that was not released.
  case busy
  /// Another program has it.
  case taken
  /// It is not there, or went away.
  case gone
  /// It did not answer, or shows no pictures.
  case silent
  /// It offers nothing this program can read.
  case unsupported

  /// What an error means; nil where the connection is fine: a lens without focus, a picture that is none, a full card.
  ///
  /// - Parameter connected: whether the camera was open, and the driver still has it.
  public init?(_ error: CameraError, connected: Bool) {
    switch error.code {
    case .focusFailed, .badPicture, .refusesPhotos: return nil
    case .busy: self = connected ? .busy : .taken
    case .noBandwidth: self = .taken
    case .notFound, .disconnected: self = .gone
    case .timedOut: self = .silent
    case .unsupported: self = .unsupported
    case .failed: self = connected ? .refused : .silent
    }
  }

  /// Whether the driver can go on with the connection it has.
  public var leavesConnection: Bool {
    switch self {
    case .refused, .busy: true
    case .taken, .gone, .silent, .unsupported: false
    }
  }

  /// The lowest rung that can help.
  public var lowestRung: RecoveryRung {
    switch self {
    case .refused: .retry
    case .busy: .release
    case .taken, .gone, .silent: .reopen
    case .unsupported: .fallback
    }
  }
}
