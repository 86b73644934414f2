/// How soon a picture is needed. The page that shows it says so by the case's number.
public enum PictureUrgency: Int, Sendable, CaseIterable, Comparable {
  /// A person looks at its place.
  case visible
  /// Just beside that.
  case near
  /// Perhaps soon.
  case prefetch
  /// Whenever nothing else is to be done.
  case background

  /// The more urgent first.
  public static func < (left: PictureUrgency, right: PictureUrgency) -> Bool { left.rawValue < right.rawValue }
}
