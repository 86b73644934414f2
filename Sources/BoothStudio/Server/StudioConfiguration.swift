/// What a studio is told once, at its start.
public struct StudioConfiguration: Sendable {
  /// Where people reach it, if it is behind a proxy: `https://studio.example.org`. Nil: under whatever address it was asked.
  public var publicBaseURL: String?
  /// The program's version, for the foot of its pages.
  public var version: String

  /// Takes both as they are.
  public init(publicBaseURL: String? = nil, version: String) {
    self.publicBaseURL = publicBaseURL
    self.version = version
  }
}
