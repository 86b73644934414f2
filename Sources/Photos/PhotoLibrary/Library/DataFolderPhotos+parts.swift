import BoothCore
import ImageMetadata
package import PhotoModel
import PhotoSources
import Synchronization
import Thumbnails

/// Parts of photographs that a person has zoomed into. They are in memory alone, whatever the source of the photo.
extension DataFolderPhotos {
  /// How many pixels can be seen of it, of a raw file those of the picture inside; nil if unknown.
  package func pixels(_ photo: PhotoRecord) async throws(PhotoLibraryError) -> PhotoPixels? {
    let details = photo.entry.details
    guard details.trouble == nil, photo.entry.flags.isDisjoint(with: [.missing, .film]) else { return nil }
    let isRaw = details.format?.hasPrefix("RAW") ?? true
    let source = try source(photo.source)
    // What the index read is of these bytes; a library may say something else of them, and raw files have a picture inside.
    if !isRaw, source.kind == .folder || source.kind == .s3, let width = details.width, let height = details.height {
      return PhotoPixels(width: width, height: height)
    }
    guard source.kind != .s3, case .file(let file) = try await content(photo) else { return nil }
    defer { withExtendedLifetime(file) {} }
    return ThumbnailMaker.pixels(of: .file(file.path)).map { PhotoPixels(width: $0.width, height: $0.height) }
  }

  /// A part of it at its own size or less: a JPEG, upright, in sRGB, without metadata. It is kept in memory for a while, and never on a disk.
  /// - Parameter asker: who looks; of much that one person asks for only the last is made.
  /// - Throws: ``PhotoLibraryError/notFound`` for a part that is too large, or that the photo has nothing of.
  package func part(
    _ photo: PhotoRecord, _ part: PhotoPart, for asker: String
  ) async throws(PhotoLibraryError) -> [UInt8] {
    guard photo.entry.details.trouble == nil, photo.entry.flags.isDisjoint(with: [.missing, .film]),
      let wanted = PicturePart(
        level: part.level, column: part.column, row: part.row, columns: part.columns, rows: part.rows)
    else { throw .notFound }
    let service = try parts()
    let key = Self.pictureKey(photo)
    let opened: PhotoContent
    do throws(PhotoLibraryError) {
      if let folder = try source(photo.source) as? FolderPhotos, folder.isOwn(photo.entry.id) {
        throw PhotoLibraryError.notFound
      }
      // Asked for at each look: what guests have had erased is no longer shown.
      opened = try await content(photo)
    } catch {
      service.forget(key)
      throw error
    }
    defer { withExtendedLifetime(opened) {} }
    do throws(ThumbnailError) {
      switch opened {
      case .bytes(let bytes): return try await service.picture(of: .bytes(bytes), key: key, part: wanted, for: asker)
      case .file(let file): return try await service.picture(of: .file(file.path), key: key, part: wanted, for: asker)
      }
    } catch {
      if let reason = Self.reason(error, photo) { throw .noPicture(reason.text) }
      throw .unavailable(error.detail)
    }
  }

  /// Opened when a person looks closely for the first time.
  private func parts() throws(PhotoLibraryError) -> PicturePartService {
    let result: Result<PicturePartService, ThumbnailError> = details.withLock { kept in
      if let kept { return .success(kept) }
      do throws(ThumbnailError) {
        let opened = try PicturePartService(program: .ourselves())
        kept = opened
        return .success(opened)
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let service): return service
    case .failure(let error): throw .unavailable(error.detail)
    }
  }
}
