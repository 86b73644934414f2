/// What a boomerang is made of: a moment from the middle of a clip, played forth and back.
public struct BoomerangRequest: Sendable, Equatable {
  /// Which kind of file it becomes.
  public enum Format: String, Sendable, CaseIterable {
    /// H.264, as clips are; forth and back three times, as not every player repeats a film.
    case mp4
    /// An animated GIF without end, with a palette of its own: for everything that shows pictures but no films.
    case gif
  }

  /// An MP4 file.
  public var clip: String
  /// The file to write.
  public var path: String
  /// Which kind of file is written.
  public var format: Format
  /// The look that the clip gets.
  public var filter: PhotoFilter

  /// An MP4 in the clip's own colours, unless told otherwise.
  public init(clip: String, path: String, format: Format = .mp4, filter: PhotoFilter = .none) {
    self.clip = clip
    self.path = path
    self.format = format
    self.filter = filter
  }
}

/// Makes the boomerang of a clip.
public protocol BoomerangMaker: Sendable {
  /// Writes `request.path` and says what it wrote. Takes a second or two of CPU on its own low-priority thread.
  func makeBoomerang(_ request: BoomerangRequest) async throws(ClipError) -> RecordedClip
}
