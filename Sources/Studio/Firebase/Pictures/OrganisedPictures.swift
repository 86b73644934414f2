import Crypto
import Documents
package import StudioModel
package import StudioStore

/// What features ask for pictures: all are kept in the studio's folder when they are entered; those of an organisation elsewhere go to its
/// bucket with the document that names them, and what is not here yet is fetched from there, with the rights of who asks.
package struct OrganisedPictures: StudioPictures {
  private let folder: PictureFolder
  private let house: FirebaseHouse
  private let requester: Requester

  /// - Parameters:
  ///   - folder: the studio's own.
  ///   - requester: for whom a bucket is asked.
  package init(folder: PictureFolder, house: FirebaseHouse, requester: Requester) {
    (self.folder, self.house, self.requester) = (folder, house, requester)
  }

  /// In the folder.
  package func keep(file: String, in album: PictureAlbum) async throws(StudioPictureError) -> KeptPicture {
    try await folder.keep(file: file, in: album)
  }

  /// Without those that wait for their way to a bucket.
  package func albums(untouchedSince moment: Double) async throws(StudioPictureError) -> [PictureAlbum] {
    let all = try await folder.albums(untouchedSince: moment)
    guard all.contains(where: { !house.isOwn(OrganisationID($0.organisation)) }) else { return all }
    let waiting: Set<String>
    do { waiting = try await house.waitingCritiques() } catch { throw .unavailable("\(error)") }
    return all.filter { house.isOwn(OrganisationID($0.organisation)) || !waiting.contains($0.name) }
  }

  /// From the folder, or once from the bucket: what comes from there is decoded and encoded again before anybody sees it.
  package func jpeg(_ name: String, in album: PictureAlbum) async throws(StudioPictureError) -> [UInt8]? {
    if let known = try await folder.jpeg(name, in: album) { return known }
    guard KeptPicture.isName(name), case .person(let acting) = requester, !house.isOwn(acting.principal.organisation),
      album.organisation == acting.principal.organisation.text, let session = house.session(of: acting.principal.user)
    else { return nil }
    let bytes: [UInt8]
    do throws(PictureStorageError) {
      var address = session.pictured.address("\(album.name)/\(name)")
      if address == nil, !name.hasPrefix(PictureNames.far) {
        address = try await session.storage.look(
          at: PictureNames.object(name, of: album.name, in: acting.principal.organisation))?.address
      }
      guard let address else { return nil }
      bytes = try await session.storage.download(address)
    } catch {
      switch error.kind {
      case .notFound, .permissionDenied, .damaged, .tooLarge: return nil
      case .unauthenticated, .full, .unavailable, .cancelled: throw .unavailable("\(error)")
      }
    }
    // Made here, and still what it was: its name says so.
    let isOurs = name.hasPrefix(PictureNames.hex(SHA256.hash(data: bytes).prefix(16)) + ".")
    guard !isOurs else { return try await folder.put(bytes, as: name, in: album) }
    do {
      return try await folder.put(bytes, as: name, in: album, asThumbnail: name.hasSuffix("-small.jpg"))
    } catch {
      // No picture that can be shown.
      if case .refused = error { return nil }
      throw error
    }
  }

  /// From the folder; from the bucket they go with the document.
  package func remove(_ album: PictureAlbum) async throws(StudioPictureError) { try await folder.remove(album) }

  /// In the folder.
  package func note(_ album: PictureAlbum, isDraft: Bool, of user: String) async throws(StudioPictureError) {
    try await folder.note(album, isDraft: isDraft, of: user)
  }

  /// Of the folder.
  package func drafts(of user: String, in organisation: String) async throws(StudioPictureError) -> [DraftAlbum] {
    try await folder.drafts(of: user, in: organisation)
  }
}
