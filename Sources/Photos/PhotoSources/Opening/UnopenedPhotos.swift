import PhotoModel

/// A source that cannot be opened as it was kept: an address that the settings of this machine make no sense of. It stands in the
/// list, and says why.
struct UnopenedPhotos: PhotoProvider {
  let identifier: PhotoSourceID
  let kind: PhotoSourceKind
  let displayName: String
  var capabilities: PhotoCapabilities { .readOnly }
  let words: String

  func scan(since mark: PhotoScanMark?) -> AsyncThrowingStream<PhotoScanStep, any Error> {
    AsyncThrowingStream { $0.finish(throwing: PhotoSourceError.sourceUnavailable(words)) }
  }

  func open(_ id: PhotoID) async throws(PhotoSourceError) -> PhotoContent { throw .sourceUnavailable(words) }

  func identity(of id: PhotoID) async throws(PhotoSourceError) -> PhotoIdentity { throw .sourceUnavailable(words) }
}
