/// What came of a photo that was uploaded.
public struct PhotoUploaded: Sendable, Hashable {
  /// Where it is, below the source: `/2024-05/IMG_1.jpg`.
  public var id: PhotoID
  /// Whether it was stored now; false: the same bytes lay there under its name.
  public var isNew: Bool

  public init(id: PhotoID, isNew: Bool) {
    self.id = id
    self.isNew = isNew
  }
}

/// Why a photo that was uploaded is not stored. Nothing of it is left then.
public enum PhotoUploadFault: Error, Hashable, Sendable {
  /// No source takes uploads.
  case noPlace
  /// The source's disk has no room for it.
  case full
  /// It is no picture of a kind that is read; why, by the name of a reason that there is no picture.
  case notAPicture(String?)
  /// The source is away.
  case away
  /// The studio may not write there, or the disk failed; in words for who may know where it is.
  case failed(String)
}
