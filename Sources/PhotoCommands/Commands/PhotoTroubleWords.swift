import PhotoFiles
import PhotoThumbnails

/// Why a photo cannot be shown, for people; programs get the names.
enum PhotoTroubleWords {
  /// - Parameter name: as the index keeps it; as the end of "this photo …".
  static func of(_ name: String) -> String {
    if let trouble = PhotoTrouble(rawValue: name) { return trouble.words }
    if let code = ThumbnailError.Code(rawValue: name) { return of(code) }
    switch name {
    case "gone": return "is gone"
    case "missing": return "is not in its library"
    case "denied": return "may not be read by this user"
    default: return "cannot be shown (\(name))"
    }
  }

  private static func of(_ code: ThumbnailError.Code) -> String {
    switch code {
    case .empty: PhotoTrouble.empty.words
    case .notAPicture: PhotoTrouble.notAPicture.words
    case .cut: PhotoTrouble.cut.words
    case .damaged: "is damaged: it cannot be decoded"
    case .tooLarge: "has more pixels than are decoded"
    case .unsupported: "is of a kind that this machine cannot decode"
    case .noPreview: "is a raw picture without a preview inside that is large enough"
    case .died: "ended the program that decodes pictures"
    case .tookTooLong: "took too long to decode"
    case .unreadable: PhotoTrouble.unreadable.words
    case .withdrawn, .failed: "could not be decoded this time"
    }
  }
}
