package import PhotoModel

extension DataFolderPhotos {
  /// The same, for callers that need the source alone.
  package func addFolder(_ path: String) async throws(PhotoLibraryError) -> PhotoSourceID {
    try await addSource(path).id
  }

  /// Each photo, and behind it the raw picture of the same moment, which stands behind it on the page: who takes originals away wants both.
  package func withRaws(_ photos: [PhotoRecord]) async throws(PhotoLibraryError) -> [PhotoRecord] {
    var all: [PhotoRecord] = []
    let chosen = Set(photos.map(\.number))
    for photo in photos {
      all.append(photo)
      if let raw = try await raw(of: photo), !chosen.contains(raw.number) { all.append(raw) }
    }
    return all
  }

  /// The raw picture of the same moment.
  package func raw(of photo: PhotoRecord) async throws(PhotoLibraryError) -> PhotoRecord? {
    guard let partner = photo.partner else { return nil }
    return try await self.photo(partner)
  }

  /// What was damaged and set aside, what cannot be kept, and sources that could not be read for another reason than that they are away.
  package func remarks() async -> [PhotosRemark] {
    var remarks = await setAside() + troubles().map { PhotosRemark(.notSaved, $0) }
    do throws(PhotoLibraryError) {
      for source in try await sources() where source.state == .failed {
        remarks.append(PhotosRemark(.source(source.displayName), "\(source.displayName): \(source.remark)"))
      }
    } catch {
      if case .unavailable(let why) = error { remarks.append(PhotosRemark(.unread, why)) }
    }
    return remarks
  }
}
