import BoothCore

/// Why a camera's lag could not be measured, in a sentence with what to do about it.
public struct CalibrationFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of fault, by what the operator can do about them.
  public enum Code: String, Sendable {
    /// The camera itself failed.
    case camera
    /// Its exposures come at moments too different to fire ahead of zero by one lag.
    case spread
    /// Nothing in the live view moved.
    case still
    /// The photos could not be found in the live view.
    case notFound
  }

  /// Which kind it is, for programs.
  public var code: Code
  /// What is wrong and what to do, in one sentence for the operator.
  public var description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  init(_ error: CameraError) { self.init(.camera, error.description) }

  init(_ trouble: ExposureSearch.Fault, shots: Int) {
    switch trouble {
    case .still:
      self.init(
        .still,
        "nothing moves before the camera: let something cross the whole picture all the time (a hand, a film on a "
          + "screen), and measure again")
    case .noFrames, .noCounter:
      self.init(.notFound, "too few live pictures came around \(shots) photos; see that live view runs all the time")
    case .unlike:
      self.init(
        .notFound, "the photos look like none of the live pictures: both must see the same scene, and the flash be off")
    case .pause(let gap):
      let milliseconds = gap.wholeNanoseconds / 1_000_000
      self.init(
        .notFound,
        "live view pauses for \(milliseconds) ms around the exposure, so its moment cannot be told from it; "
          + "write what is known of this body into its profile as triggerLagMilliseconds")
    }
  }
}
