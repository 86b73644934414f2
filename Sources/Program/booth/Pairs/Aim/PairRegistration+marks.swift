package import BoothCore
package import ImageRegistration
import Locations

extension PairRegistration {
  /// Registers a new photo; where nothing is found by itself, by the points that a person marked once in the old picture and
  /// in another frame of the same place.
  ///
  /// The points belong to that frame, not to the photo: the frame is found in the photo first, which is easy, as both are of
  /// today, and the points go along. Where that is not sure, or fewer than four lie within the photo, nothing is claimed.
  /// - Parameters:
  ///   - anchor: the frame that the points were marked in.
  ///   - marks: in fractions of the old picture and of the frame.
  package init(
    old: UprightPicture, new: UprightPicture, anchor: UprightPicture, marks: [MarkPair],
    matcher: (any FeatureMatcher)?
  ) {
    let found = PairRegistration(old: old, new: new, points: [], matcher: matcher)
    self = Self.found(found, old: old, new: new, anchor: anchor, marks: marks, matcher: matcher)
  }

  private static func found(
    _ found: PairRegistration, old: UprightPicture, new: UprightPicture, anchor: UprightPicture, marks: [MarkPair],
    matcher: (any FeatureMatcher)?
  ) -> PairRegistration {
    guard !found.result.isAccepted,
      let across = PairRegistration(old: anchor, new: new, points: [], matcher: matcher).transform
    else { return found }
    let points = marks.compactMap { pair -> MarkedPoint? in
      var point = MarkedPoint(pair, old: old.size, frame: anchor.size)
      point.new = across(point.new)
      let isInside =
        (0...Double(new.size.width)).contains(point.new.x) && (0...Double(new.size.height)).contains(point.new.y)
      return isInside ? point : nil
    }
    guard points.count >= LocationMarks.counts.lowerBound else { return found }
    let marked = PairRegistration(old: old, new: new, points: points, matcher: matcher)
    return marked.result.isAccepted ? marked : found
  }
}
