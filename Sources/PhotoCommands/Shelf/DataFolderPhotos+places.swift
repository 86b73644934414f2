import BoothSystem
import FoundationEssentials
import Glibc
import PhotoBrowser
import PhotoFolders
import PhotoOpening

/// Sources that are no plain folders: buckets, libraries, the booth's own sessions.
extension DataFolderPhotos {
  /// Opens what the list of sources has; nothing is asked of it yet.
  func open(_ listed: PhotosFolder.Source, as id: PhotoSourceID) -> any PhotoProvider {
    guard listed.kind != .folder else { return FolderPhotos(id, root: listed.place) }
    let spool = folder.path + "/spool"
    // Where it cannot be made, whoever needs it says so.
    mkdir(spool, 0o700)
    return PhotoPlace(kind: listed.kind, place: listed.place).open(
      as: id, environment: ProcessInfo.processInfo.environment, spool: spool
    ) { path in OrdinaryFile.bytes(path).map { String(decoding: $0, as: UTF8.self) } }
  }

  /// Adds what is no plain folder; nil for one that is.
  func addPlace(_ text: String) throws(PhotoShelfError) -> PhotoSourceID? {
    let named: PhotoPlace?
    do throws(PhotoPlaceError) {
      named = try PhotoPlace.named(text) { path in
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
      }
    } catch { throw .refused("\(error)") }
    guard let named else { return nil }
    var id = ""
    try folder.change { (list) throws(PhotoShelfError) in
      if let known = list.first(where: { $0.kind == named.kind && $0.place == named.place }) {
        id = known.id
        return
      }
      id = Self.name(Array(named.displayName.utf8), besides: Set(list.map(\.id)))
      list.append(PhotosFolder.Source(id: id, kind: named.kind, place: named.place))
    }
    return PhotoSourceID(id)
  }

  /// A picture of a photo: of a small one that its source has, where that will do or there is nothing else; else of its bytes.
  func made(
    _ photo: PhotoRecord, _ size: PhotoSize, by renderer: any PhotoRenderer
  ) async throws -> [UInt8] {
    let isMissing = photo.entry.flags.contains(.missing)
    let source = try source(photo.source)
    if source.kind != .folder, size == .thumbnail || isMissing || photo.entry.flags.contains(.film) {
      let own: [UInt8]?
      do throws(PhotoSourceError) {
        own = try await source.thumbnail(of: photo.entry.id, shortSide: Int(size.rawValue) ?? 256)
      } catch {
        guard !isMissing else { throw Self.shelf(error) }
        // The photo itself is there, perhaps.
        own = nil
      }
      if let own {
        var details = photo.entry.details
        details.format = "JPEG"
        return try await renderer.render(.bytes(own), details, as: size)
      }
    }
    return try await renderer.render(try await content(photo), photo.entry.details, as: size)
  }
}
