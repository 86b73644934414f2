import BoothCore

/// How long the calls of a ``MockCamera`` take, from the command to the answer. A list is played in turn, and from its
/// beginning again; an empty one takes as long as the machine does. In a script's file they are seconds:
///
/// ```json5
/// delays: {open: 1.2, start: [0.4, 0.6], firstFrame: 0.2, stop: 0.1, still: [0.8, 1.1], lag: 0.12, focus: 0.4}
/// ```
public struct MockDelays: Sendable, Equatable {
  public var open: [Duration] = []
  public var start: [Duration] = []
  public var stop: [Duration] = []
  /// A photo's whole call, with its lag.
  public var still: [Duration] = []
  /// From the start of live view to its first frame.
  public var firstFrame: Duration?
  /// From a photo's command to its exposure. With it, a test pattern's photos show what live view showed just then.
  public var lag: [Duration] = []
  /// How long the lens takes; empty for a camera that cannot focus before a photo.
  public var focus: [Duration] = []

  public init() {}

  static let keys = ["open", "start", "stop", "still", "firstFrame", "lag", "focus"]

  /// The delay of a kind's n-th call, from 1.
  static func at(_ number: Int, of list: [Duration]) -> Duration? {
    list.isEmpty ? nil : list[(number - 1) % list.count]
  }
}

extension MockDelays: Decodable {
  public init(from decoder: any Decoder) throws {
    let fields = try ScriptFields(decoder, known: Self.keys)
    open = try fields.delays("open")
    start = try fields.delays("start")
    stop = try fields.delays("stop")
    still = try fields.delays("still")
    lag = try fields.delays("lag")
    focus = try fields.delays("focus")
    let first = try fields.delays("firstFrame")
    guard first.count <= 1 else { throw fields.fault("firstFrame", "expected one number of seconds") }
    firstFrame = first.first
  }
}

extension ScriptFields {
  /// One number of seconds, or a list of them.
  fileprivate func delays(_ key: String) throws -> [Duration] {
    let expected = "seconds from 0 to 3600, or a list of at most 1000 of them"
    guard present.contains(key) else { return [] }
    let seconds: [Double]
    if let one = try? optional(Double.self, key, expected) {
      seconds = [one]
    } else {
      seconds = try optional([Double].self, key, expected) ?? []
    }
    guard seconds.count <= 1000, seconds.allSatisfy({ (0...3600).contains($0) }) else {
      throw fault(key, "expected \(expected)")
    }
    return seconds.map { .seconds($0) }
  }
}
