package import BoothCore
import ImageMetadata
package import PhotoModel
import PhotoSources

/// Photos that people send from their phones and desks.
extension DataFolderPhotos {
  /// How often the disk is asked for room, in bytes.
  private static let roomStep: Int64 = 8 << 20

  /// The folder that takes uploads; nil: none does.
  package func uploadsSource() throws(PhotoLibraryError) -> PhotoSourceID? {
    try folder.uploads().flatMap(PhotoSourceID.init)
  }

  /// Has a folder take uploads, and no other.
  /// - Parameter id: nil: none does from now on.
  /// - Throws: ``PhotoLibraryError/notFound``; ``PhotoLibraryError/notPossible`` for a source that is no folder.
  package func setUploadsSource(_ id: PhotoSourceID?) async throws(PhotoLibraryError) {
    if let id, !(try source(id) is FolderPhotos) { throw .notPossible }
    try folder.setUploads(id?.text)
  }

  /// Stores a photo as `YYYY-MM/name` below the folder that takes uploads: the month that it was taken in, else that of `modified`, else
  /// this one. Begins a scan.
  /// - Parameters:
  ///   - pieces: its bytes.
  ///   - length: how many, where that was said; else nil.
  ///   - name: the file's, as the browser says it.
  ///   - modified: when the file was changed last, in seconds since 1970.
  /// - Throws: ``PhotoUploadFault``, ``PhotoLibraryError``, and what `pieces` throws.
  package func upload(
    _ pieces: ByteStream, length: Int64?, named name: String, modified: Int64?
  ) async throws -> PhotoUploaded {
    guard let id = try uploadsSource(), let source = try source(id) as? FolderPhotos else {
      throw PhotoUploadFault.noPlace
    }
    let mark = try await asked { () throws(PhotoIndexError) in try await self.index.source(id) }?.mark
    let place = try folder.sources().first { $0.id == id.text }.map { NameBytes.shown($0.place) } ?? ""
    func checkRoom(_ wanted: Int64) throws(PhotoUploadFault) {
      if let free = left(place), free < wanted { throw .full }
    }
    let upload = try source.beginUpload(seen: mark)
    try checkRoom(length ?? Self.roomStep)
    var checked: Int64 = 0
    for try await piece in pieces {
      try upload.append(piece)
      if upload.count - checked >= Self.roomStep {
        checked = upload.count
        try checkRoom(0)
      }
    }
    let details = reader.details(of: upload.content)
    guard let format = details.format.flatMap(PhotoFormat.init(rawValue:)), format != .unknown else {
      throw PhotoUploadFault.notAPicture(details.trouble)
    }
    let seconds = details.taken?.wallSeconds ?? modified ?? Self.now
    let stored = try upload.finish(
      as: UploadName(name, usual: format.fileExtension, month: seconds), modified: modified)
    scanSoon(id)
    return stored
  }
}
