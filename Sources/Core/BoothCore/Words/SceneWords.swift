/// What an event says at its scenes, in place of the booth's own words.
public struct SceneWords: Sendable, Equatable {
  /// By scene, then by BCP 47 code.
  public var texts: [SceneKind: [String: String]]

  /// Empty by default: every scene has the booth's own words.
  public init(_ texts: [SceneKind: [String: String]] = [:]) { self.texts = texts }
}
