/// The same point of a scene, set by a person in an old picture and in a frame of the live view: in fractions of each
/// picture, whole and upright, from the top left.
public struct MarkPair: Sendable, Equatable, Hashable, Codable {
  /// In the old picture.
  public var old: PicturePoint
  /// In the frame.
  public var frame: PicturePoint

  /// Unchecked.
  public init(old: PicturePoint, frame: PicturePoint) {
    self.old = old
    self.frame = frame
  }

  /// How many are needed, and how many a person is asked for at most.
  public static let counts = 4...6
}
