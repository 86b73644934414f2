package import BoothCore
package import ImageRegistration

/// What an ``AimEngine`` is made for: another subject is another engine.
package struct AimSubject: Equatable, Sendable {
  /// The old picture's file, absolute.
  package var old: String
  /// Where a person has shown how the old picture lies; nil if none was shown.
  package var anchor: AimAnchor?
}

/// A frame of the live view in which a person has marked points of the old picture.
package struct AimAnchor: Equatable, Sendable {
  /// The frame's file, absolute: whole and upright, as a photo of the live view would be.
  package var path: String
  /// In fractions of the old picture and of the frame.
  package var points: [MarkPair]
}

extension AimEngine {
  /// Of the old picture, and of the anchor where there is one.
  package convenience init(_ subject: AimSubject, chain: TransformChain, matcher: (any FeatureMatcher)?) throws {
    try self.init(old: subject.old, anchor: subject.anchor, chain: chain, matcher: matcher)
  }
}
