/// How good the photos are that are kept at locations, and how large their files.
public enum PhotoQuality: String, Sendable, Codable, CaseIterable {
  /// Everything the camera gives: its own JPEG as it is, in the highest resolution it has.
  case high
  /// Good enough for a page.
  case medium
  /// For slow lines and full disks.
  case low

  /// The quality of the JPEG, by libjpeg's scale of 1 to 100. On the app's scale of 0 to 1 these are 1.0, 0.7 and 0.4.
  public var jpegQuality: Int {
    switch self {
    case .high: 100
    case .medium: 70
    case .low: 40
    }
  }
}
