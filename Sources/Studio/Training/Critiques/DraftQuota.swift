import Documents
public import StudioModel

/// How many pictures one person may have sent that no critique shows yet: of a small disk no more than half of what others do not need.
public struct DraftQuota: Sendable, Equatable {
  /// How many drafts full of pictures, each with its thumbnail.
  private static let files = 16 * CritiqueDraft.mostPictures * 2
  /// What a picture that is made ready takes at most, or little more, with its thumbnail: 2 MiB.
  public static let pictureBytes: Int64 = 2 << 20
  /// How long nothing goes of what a person has sent: the pictures come first, and what is said of them afterwards. An
  /// hour, in seconds.
  public static let patience: Double = 3600

  private let bytes: Int64

  /// - Parameters:
  ///   - left: what the disk has left for what comes in, in bytes; nil if unknown.
  ///   - own: what the person has there already.
  public init(left: Int64?, own: Int64) {
    bytes = min(256 << 20, left.map { max(0, $0 + own) / 2 } ?? .max)
  }

  /// Whether one more picture fits.
  public func takesOne(beside drafts: [DraftAlbum]) -> Bool {
    drafts.reduce(2) { $0 + $1.files } <= Self.files
      && drafts.reduce(Self.pictureBytes) { $0 + $1.bytes } <= bytes
  }
}
