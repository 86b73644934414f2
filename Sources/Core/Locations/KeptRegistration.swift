/// How a new picture lies on its old one, as a person found out once: kept with the version, so that a pair can be
/// cited with it. It is true of two files, and of no others.
public struct KeptRegistration: Sendable, Equatable, Codable {
  /// `accepted` where the transform is claimed, else why it is not, as `booth location align` words it.
  public var verdict: String
  /// `features`, `gradients` or `points`.
  public var method: String
  /// 0 to 1; ½ is only just enough.
  public var confidence: Double
  /// Nine numbers, row by row, from pixels of the old picture to those of the new one, both upright and whole; nil where
  /// nothing is claimed.
  public var transform: [Double]?
  /// The part of the old picture that the transform was found by; nil where nothing is claimed, gradients alone claim it, or
  /// an earlier program kept it.
  public var region: KeptRegion?
  /// How far the transform may be off over the whole old picture: a deviation, as a share of its width; nil as ``region``.
  public var deviation: Double?
  /// How sure it is in each part of the old picture; nil as ``region``.
  public var cells: KeptCells?
  /// The version of the program that found it.
  public var program: String
  /// The checksums of the two files.
  public var old: String
  public var new: String

  /// Unchecked.
  public init(
    verdict: String, method: String, confidence: Double, transform: [Double]?, program: String, old: String, new: String
  ) {
    self.verdict = verdict
    self.method = method
    self.confidence = confidence
    self.transform = transform
    self.program = program
    self.old = old
    self.new = new
  }

  /// Whether the transform is claimed.
  public var isAccepted: Bool { verdict == "accepted" && transform != nil }

  /// Whether it is true of these two files.
  public func isOf(_ old: LocationPicture, _ new: LocationPicture) -> Bool {
    self.old == old.checksum && self.new == new.checksum
  }

  /// Whether it can have been kept by a booth.
  var isSane: Bool {
    let words = [verdict, method, program, old, new]
    return words.allSatisfy { (1...80).contains($0.utf8.count) } && (0...1).contains(confidence)
      && (transform.map { $0.count == 9 && $0.allSatisfy(\.isFinite) } ?? true)
      && (region?.isSane ?? true) && (cells?.isSane ?? true) && (deviation.map { $0 >= 0 && $0.isFinite } ?? true)
  }

  /// The nine numbers as one text, for a database that has one column for them.
  public var transformText: String? { transform.map { $0.map { "\($0)" }.joined(separator: " ") } }

  /// Reads ``transformText``; nil for anything else.
  public static func transform(_ text: String) -> [Double]? {
    let numbers = text.split(separator: " ").map { Double($0) }
    guard numbers.count == 9 else { return nil }
    return numbers.contains { $0?.isFinite != true } ? nil : numbers.compactMap { $0 }
  }
}
