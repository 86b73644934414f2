/// What has become of photos that a person selected a while ago.
public struct PhotoPresence: Sendable, Equatable {
  /// Those that there are still, by their numbers.
  public var there: Set<Int64> = []
  /// Those of them that a view shows.
  public var shown: Set<Int64> = []
  /// Colours that all of them have; none where none is there.
  public var common: PhotoTags = []
  /// Colours that any of them has.
  public var any: PhotoTags = []

  /// None is there.
  public init() {}
}
