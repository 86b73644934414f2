import PhotoFiles

/// Why a photo cannot be shown, for people; programs get the names.
enum PhotoTroubleWords {
  /// - Parameter text: as the index keeps it; as the end of "this photo …".
  static func of(_ text: String) -> String { NoPicture(text: text)?.words ?? "cannot be shown (\(text))" }

  /// The same, and what helps.
  static func withRemedy(_ text: String) -> String {
    NoPicture(text: text).map { "\($0.words); \($0.remedy)" } ?? of(text)
  }
}
