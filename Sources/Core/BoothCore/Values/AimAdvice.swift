/// What a person who aims is told: which way to move so that the live view fits the old picture, or that this is
/// unknown. Only the screen shows it: it decides nothing, and when the photo is taken is the person's own choice.
public struct AimAdvice: Sendable, Equatable {
  /// Which way the camera is to move, as the person behind it sees the scene.
  public enum Way: String, Sendable, CaseIterable {
    case turnLeft, turnRight, tiltUp, tiltDown
    /// Around the lens, as the clock goes or against it.
    case rollClockwise, rollBack
    case zoomIn, zoomOut
    case stepLeft, stepRight, stepNearer, stepBack
  }

  /// What is said.
  public enum Saying: Sendable, Equatable {
    /// The one move that matters most now; `isSmall`: a little of it.
    case move(Way, isSmall: Bool)
    /// Nothing is left to mend that could be seen.
    case fits
    /// It fits as seen from here; a step to the side would show whether here is the right place.
    case fitsStepAside
    /// The old picture was not found in the live view, or what was found is doubtful.
    case unsure
  }

  /// What is said now.
  public var saying: Saying
  /// How near it is, 0 to 1; nil if unknown.
  public var closeness: Double?

  /// Whether nothing is left to turn.
  public var isFit: Bool { saying == .fits || saying == .fitsStepAside }

  /// - Parameter closeness: 0 to 1.
  public init(_ saying: Saying, closeness: Double? = nil) {
    self.saying = saying
    self.closeness = closeness
  }
}
