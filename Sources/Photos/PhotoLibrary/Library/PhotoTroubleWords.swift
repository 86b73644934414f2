import ImageMetadata

/// Why a photo cannot be shown, for people; programs get the names.
package enum PhotoTroubleWords {
  /// - Parameter text: as the index keeps it; as the end of "this photo …".
  package static func of(_ text: String) -> String { NoPicture(text: text)?.words ?? "cannot be shown (\(text))" }

  /// The same, and what helps.
  package static func withRemedy(_ text: String) -> String {
    NoPicture(text: text).map { "\($0.words); \($0.remedy)" } ?? of(text)
  }
}
