import BoothSystem
package import PhotoModel

/// Films of live photos.
extension DataFolderPhotos {
  /// The film of a live photo.
  /// - Throws: ``PhotoLibraryError/notFound`` where it has none, or another one than when it was looked at last.
  package func film(of photo: PhotoRecord) async throws(PhotoLibraryError) -> OpenFilm {
    if let film = photo.film {
      guard let record = try await self.photo(film.number) else { throw .notFound }
      return OpenFilm(
        name: film.name, mark: record.stamp, modified: record.entry.modified, content: try await content(record))
    }
    let source = try source(photo.source)
    guard photo.isLive, let id = source.film(of: photo.entry.id) else { throw .notFound }
    let content: PhotoContent
    do throws(PhotoSourceError) { content = try await source.open(id) } catch {
      throw try await Self.library(error, of: photo, in: source, isAway: isAway(photo))
    }
    return OpenFilm(
      name: ExportNames.film("film.mov", of: photo.entry.name),
      mark: "\(photo.stamp)-\(ContentRange.count(content))", modified: photo.entry.modified, content: content)
  }

  /// The film that comes along with an original; nil where there is none. One that is known of and not there is said.
  func along(_ photo: PhotoRecord, _ form: PhotoForm) async throws -> OpenFilm? {
    guard form == .original, photo.isLive else { return nil }
    do throws(PhotoLibraryError) { return try await film(of: photo) } catch {
      let gone =
        photo.film == nil
        ? "its library has it no longer, or only in iCloud: in Photos, choose \"Download Originals to this Mac\", and copy the library again"
        : "it is gone, or another one by now"
      let why = error == .notFound ? gone : CommandError(error).message
      throw PhotoSourceError.loadFailed("it is copied, but not its film: \(why)")
    }
  }
}
