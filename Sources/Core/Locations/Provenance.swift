/// Where an old picture comes from, so that a pair can be cited.
public struct Provenance: Sendable, Equatable, Codable {
  /// The archive, library or person that has it.
  public var archive: String?
  /// Under which it is found there.
  public var signature: String?
  /// The photographer.
  public var author: String?
  /// When it was taken, as people write it: `1898`, `about 1910`, `1898–1914`.
  public var date: String?
  /// Under which it may be shown.
  public var licence: String?
  /// Its page on the web.
  public var link: String?

  /// Nothing is known.
  public init() {}
}
