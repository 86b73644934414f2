package import PhotoModel

/// The photographs of all organisations, each with a library of its own: sources, albums, baskets, stars, bins, copies and links of one are
/// never another's, and a number or an id of one means nothing on another's library.
package protocol PhotoLibraries: Sendable {
  /// The library of an organisation; an empty one where it has no photographs yet.
  func library(of owner: PhotoOwner) async throws(PhotoLibraryError) -> DataFolderPhotos
  /// The libraries of all organisations that are open: of those one has what a link to an album leads to.
  func opened() async -> [DataFolderPhotos]
  /// Why the library of one of the organisations could not be opened; nil: all are open. What is not found in those that are may be there.
  func missing() async -> PhotoLibraryError?
  /// What is wrong, as an organisation may know it.
  /// - Parameter owner: nil: for who keeps the machine; of the organisations that are not the studio's own, that is what concerns the machine's own
  ///   files, and nothing of their sources.
  func remarks(for owner: PhotoOwner?) async -> [PhotosRemark]
}
