/// What was measured of the cameras at this booth, by their identities; it stands above what a profile says of a kind.
///
/// A file in the data folder, written by `booth devices calibrate` and read when the booth starts.
public struct Calibrations: Sendable, Equatable, Codable {
  /// One camera's measurement.
  public struct Entry: Sendable, Equatable, Codable {
    /// For people: `Canon EOS 2000D`.
    public var model: String
    /// From the command to the middle of the exposure: the median of the shots.
    public var lagMilliseconds: Int
    /// How far the shot that is farthest from the median is from it.
    public var spreadMilliseconds: Int
    /// How many photos the median is of.
    public var shots: Int
    /// How it was found out: `counter`, `match`.
    public var way: String
    /// When, in ISO 8601.
    public var measured: String

    /// Checks nothing; ``Calibrations/apply(to:)`` ignores a lag that is out of range.
    public init(
      model: String, lagMilliseconds: Int, spreadMilliseconds: Int, shots: Int, way: String, measured: String
    ) {
      self.model = model
      self.lagMilliseconds = lagMilliseconds
      self.spreadMilliseconds = spreadMilliseconds
      self.shots = shots
      self.way = way
      self.measured = measured
    }
  }

  /// By ``CameraDescription/id``.
  public var cameras: [String: Entry]

  /// An empty store: what the profiles say stands.
  public init(cameras: [String: Entry] = [:]) { self.cameras = cameras }

  /// The longest lag that a booth waits for: a longer one is a mistake of the file.
  public static let longestLagMilliseconds = 5000

  /// Puts what was measured in place of what the camera's profile says.
  public func apply(to description: inout CameraDescription) {
    guard let entry = cameras[description.id], (0...Self.longestLagMilliseconds).contains(entry.lagMilliseconds) else {
      return
    }
    var timing = description.shutter ?? ShutterTiming()
    timing.lag = .milliseconds(entry.lagMilliseconds)
    description.shutter = timing
  }
}
