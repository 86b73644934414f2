import BoothCore

/// How long the calls of a ``MockCamera`` take, from the command to the answer. A list is played in turn, and from its
/// beginning again; an empty one takes as long as the machine does. In a script's file they are seconds:
///
/// ```json5
/// delays: {open: 1.2, start: [0.4, 0.6], firstFrame: 0.2, stop: 0.1, still: [0.8, 1.1], lag: 0.12, focus: 0.4}
/// ```
public struct MockDelays: Sendable, Equatable {
  /// Opening the camera.
  public var open: [Duration] = []
  /// The whole call that starts live view; ``firstFrame`` is about what comes after.
  public var start: [Duration] = []
  /// Stopping live view.
  public var stop: [Duration] = []
  /// A photo's whole call, with its lag.
  public var still: [Duration] = []
  /// From the start of live view to its first frame.
  public var firstFrame: Duration?
  /// From a photo's command to its exposure. With it, a test pattern's photos show what live view showed just then.
  public var lag: [Duration] = []
  /// How long the lens takes; empty for a camera that cannot focus before a photo.
  public var focus: [Duration] = []

  /// No delays: every call is as fast as the machine.
  public init() {}

  /// The delay of a kind's n-th call, from 1.
  static func at(_ number: Int, of list: [Duration]) -> Duration? {
    list.isEmpty ? nil : list[(number - 1) % list.count]
  }
}
