public import BoothCore
import ImageRegistration

/// What points that a person marks say together, before the photo is aligned by them.
public struct MarkedFit: Sendable, Equatable {
  /// `accepted`, `tooFewPoints`, `pointsInLine` or `pointsContradicting`, as a registration's.
  public var verdict: String
  /// How far each point of the photo is off, as a share of the old picture's width; empty where nothing is known.
  public var misses: [Double]
  /// The points that do not fit, by their place in the list, the worst first: left out where the verdict is `accepted`.
  public var wrong: [Int]
  /// Whether the points lie along a line.
  public var isFlat: Bool
  /// How far the alignment may be off over the whole old picture, as a share of its width; nil where nothing is claimed.
  public var deviation: Double?
  /// How much of the old picture the points cover, 0 to 1; nil where nothing is claimed.
  public var share: Double?
  /// The corners of that part.
  public var region: [PicturePoint]?
  /// Nine numbers, row by row, from fractions of the old picture to those of the photo; nil where nothing is known.
  public var transform: [Double]?

  /// - Parameters:
  ///   - old: the old picture's size in pixels, upright.
  ///   - new: the photo's.
  public init(_ points: [MarkPair], old: PixelSize, new: PixelSize) {
    func pixel(_ point: PicturePoint, _ size: PixelSize) -> SIMD2<Double> {
      SIMD2(point.x * Double(size.width) - 0.5, point.y * Double(size.height) - 0.5)
    }
    let marked = points.map { MarkedPoint(old: pixel($0.old, old), new: pixel($0.frame, new)) }
    let fit = PointsFit(marked, old: (old.width, old.height), new: (new.width, new.height))
    (verdict, misses, wrong, isFlat) = (fit.verdict.rawValue, fit.misses, fit.wrong, fit.isFlat)
    (deviation, share) = (fit.deviation, fit.region?.share)
    let (width, height) = (Double(old.width), Double(old.height))
    region = fit.region?.corners.map { PicturePoint(x: ($0.x + 0.5) / width, y: ($0.y + 0.5) / height) }
    let toPixels = Homography([width, 0, -0.5, 0, height, -0.5, 0, 0, 1])
    let (newWidth, newHeight) = (Double(new.width), Double(new.height))
    let toShares = Homography([1 / newWidth, 0, 0.5 / newWidth, 0, 1 / newHeight, 0.5 / newHeight, 0, 0, 1])
    transform = fit.transform.flatMap { fitted in
      let values = (toShares * fitted * toPixels).values
      return values.allSatisfy(\.isFinite) ? values : nil
    }
  }
}

/// Matches that the studio has found in an old picture and a photo, for a person to confirm.
public struct FoundMatches: Sendable, Equatable {
  /// The surest first; at most 12.
  public var pairs: [MarkPair]
  /// `features` or `gradients`.
  public var method: String

  /// Unchecked.
  public init(pairs: [MarkPair], method: String) { (self.pairs, self.method) = (pairs, method) }
}
