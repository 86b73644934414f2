/// What is to become of photos' stars and colours; what it does not name stays as it is.
///
/// For example, `PhotoMarkChange(adding: PhotoTags(rawValue: 4))` gives the third colour. A star that another page gives
/// at the same moment stays.
public struct PhotoMarkChange: Sendable, Equatable {
  /// Whether they have a star afterwards; nil leaves each as it is.
  public var star: Bool?
  /// Colours that they get.
  public var added: PhotoTags
  /// Colours that they lose, also where they are added as well.
  public var taken: PhotoTags

  /// Names what changes.
  public init(star: Bool? = nil, adding added: PhotoTags = [], taking taken: PhotoTags = []) {
    self.star = star
    self.added = added
    self.taken = taken
  }
}
