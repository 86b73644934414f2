import Documents
import FoundationEssentials
import Glibc
package import PhotoLibrary
import PhotoModel
package import StudioModel

/// Lends an organisation's photographs to other parts of the studio, by their numbers: to its people who may see them, and read through
/// their source. Photos of the booth's own sessions are not lent: what guests have erased would stay in what was made
/// of them.
package struct LibraryPhotoLender: PhotoLender {
  private let libraries: any PhotoLibraries
  private let folder: String

  /// - Parameters:
  ///   - libraries: the photographs.
  ///   - folder: where a photo lies while it is lent, of a source that has no files; its own, and made when it is
  ///   needed.
  package init(_ libraries: any PhotoLibraries, folder: String) {
    self.libraries = libraries
    self.folder = folder
  }

  package func name(of id: String, for principal: Principal) async throws(StudioPictureError) -> String? {
    try await photo(id, principal)?.photo.entry.name
  }

  package func lend(
    _ id: String, for principal: Principal,
    _ use: @Sendable (_ file: String) async throws(StudioPictureError) -> KeptPicture
  ) async throws(StudioPictureError) -> KeptPicture? {
    guard let (photo, library) = try await photo(id, principal) else { return nil }
    let content: PhotoContent
    let isOfGuests: Bool
    do throws(PhotoLibraryError) {
      isOfGuests = try await library.canBeErased(photo)
      content = try await library.content(photo, .original)
    } catch {
      guard error != .notFound else { return nil }
      throw Self.picture(error)
    }
    guard !isOfGuests else { throw .refused(.ofGuests) }
    switch content {
    case .file(let file):
      // Open until it was used: its path leads to what is open.
      defer { withExtendedLifetime(file) {} }
      return try await use(file.path)
    case .bytes(let bytes):
      let path = "\(folder)/\(UInt64.random(in: 0 ... .max)).lent"
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data(bytes).write(to: URL(filePath: path))
      } catch {
        throw .unavailable("\(path) cannot be written: \(error)")
      }
      defer { unlink(path) }
      return try await use(path)
    }
  }

  /// One of their own organisation's, which another one's number never leads to.
  private func photo(
    _ id: String, _ principal: Principal
  ) async throws(StudioPictureError) -> (photo: PhotoRecord, library: DataFolderPhotos)? {
    guard principal.may(.seePhotos), let number = Int64(id), number > 0 else { return nil }
    do throws(PhotoLibraryError) {
      let library = try await libraries.library(of: PhotoOwner(principal.organisation))
      return try await library.photo(number).map { ($0, library) }
    } catch {
      guard error != .notFound else { return nil }
      throw Self.picture(error)
    }
  }

  private static func picture(_ error: PhotoLibraryError) -> StudioPictureError {
    switch error {
    case .refused(let words), .offline(_, let words), .unavailable(let words): .unavailable(words)
    case .notFound, .notPossible, .noPicture: .refused(.unknown)
    }
  }
}
