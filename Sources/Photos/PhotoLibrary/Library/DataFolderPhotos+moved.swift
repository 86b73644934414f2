import PhotoModel
import PhotoSources

/// Folders that were renamed, or are mounted elsewhere.
extension DataFolderPhotos {
  /// How many files are looked for.
  private static let samples = 50

  /// The source that is not where it was and whose photos lie in a folder now; nil where there is none, or more than one, as where two
  /// copies of one folder are away.
  func moved(to place: String) async throws(PhotoLibraryError) -> PhotosFolder.Source? {
    var found: [PhotosFolder.Source] = []
    let listed = try folder.sources()
    guard !listed.contains(where: { $0.kind == .folder && $0.place == place }) else { return nil }
    for listed in listed where listed.kind == .folder && MovedFolder.isNothing(at: listed.place) {
      guard let id = PhotoSourceID(listed.id) else { continue }
      let (mark, samples) = try await asked { () throws(PhotoIndexError) in
        (try await self.index.source(id)?.mark, try await self.index.samples(of: id, count: Self.samples))
      }
      let known = samples.map { MovedFolder.Sample(id: $0.id, size: $0.size, modified: $0.modified) }
      if MovedFolder(samples: known, mark: mark).is(at: place) { found.append(listed) }
    }
    return found.count == 1 ? found[0] : nil
  }
}
