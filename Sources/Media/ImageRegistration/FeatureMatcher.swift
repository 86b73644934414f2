/// Finds points in pictures that can be found again a century later, and pairs them: the port that learned features
/// fulfil. Calls wait for the answer; make them on a thread of your own.
public protocol FeatureMatcher: Sendable {
  /// The points of a picture, the surest first.
  /// - Parameters:
  ///   - mask: as large as the picture; points are found only where it is not 0. Nil: everywhere.
  ///   - limit: at most so many.
  func features(of picture: GreyPicture, mask: GreyPicture?, limit: Int) throws(FeatureError) -> FeatureSet

  /// Which points of one picture are points of the other: mutual best pairs.
  /// - Parameter least: pairs of a lower probability are left out.
  func matches(_ old: FeatureSet, _ new: FeatureSet, least: Float) throws(FeatureError) -> [FeatureMatch]
}

/// The points found in one picture.
public struct FeatureSet: Sendable, Equatable {
  /// The picture's size in pixels.
  public var width: Int
  public var height: Int
  /// In pixels of the picture.
  public var points: [SIMD2<Float>]
  /// 64 numbers for each point, one after the other, of length 1.
  public var descriptors: [Float]

  /// Stops the program where there are not 64 numbers for each point.
  public init(width: Int, height: Int, points: [SIMD2<Float>], descriptors: [Float]) {
    precondition(descriptors.count == points.count * 64, "64 numbers for each point")
    self.width = width
    self.height = height
    self.points = points
    self.descriptors = descriptors
  }

  /// The surest so many.
  func first(_ limit: Int) -> FeatureSet {
    guard points.count > limit else { return self }
    return FeatureSet(
      width: width, height: height, points: Array(points.prefix(limit)),
      descriptors: Array(descriptors.prefix(64 * limit)))
  }
}

/// One point, seen in both pictures.
public struct FeatureMatch: Sendable, Equatable {
  /// In pixels of the old picture, and of the new one.
  public var old: SIMD2<Double>
  public var new: SIMD2<Double>
  /// 0 to 1, as the matcher believes.
  public var probability: Double

  /// A pair.
  public init(old: SIMD2<Double>, new: SIMD2<Double>, probability: Double) {
    self.old = old
    self.new = new
    self.probability = probability
  }
}

/// Why no features can be had; registration goes on without them.
public struct FeatureError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What, and what to do.
  public var description: String

  /// - Parameter description: a sentence.
  public init(_ description: String) { self.description = description }
}
