package import StudioModel

/// A setting of the program's, without any secret.
package struct ShownSetting: Sendable, Equatable {
  /// Such as `firebase.project`.
  package var name: String
  /// Nil where it is not set.
  package var value: String?

  package init(_ name: String, _ value: String?) { (self.name, self.value) = (name, value) }
}

/// What a studio is told once, at its start.
public struct StudioConfiguration: Sendable {
  /// Where people reach it, if it is behind a proxy: `https://studio.example.org`. Nil: under whatever address it was asked.
  public var publicBaseURL: String?
  /// The program's version, for the foot of its pages.
  public var version: String
  /// How it was started, without where it listens: `booth studio --data /srv/booth`. Pages that advise another start repeat it.
  public var command = "booth studio"

  /// What is not chosen on a page, as it was set where the studio was started.
  package var fixed: [StudioPreference: String] = [:]
  /// What administrators are shown, and change where the studio is started.
  package var shown: [ShownSetting] = []

  public init(publicBaseURL: String? = nil, version: String) {
    self.publicBaseURL = publicBaseURL
    self.version = version
  }
}
