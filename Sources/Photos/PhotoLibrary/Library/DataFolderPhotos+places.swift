import BoothSystem
import FoundationEssentials
import Glibc
package import PhotoModel
package import PhotoSources

extension PhotosFolder {
  /// What sources are called, by their ids; nothing is opened. Of a list that cannot be read nothing is said here: a
  /// caller that needs a source is told.
  @Sendable func names() -> [String: String] {
    do throws(PhotoLibraryError) {
      let named = try sources().map { source in
        let place = source.kind == .folder ? NameBytes.shown(source.place) : source.place
        return (source.id, PhotoPlace(kind: source.kind, place: place).displayName)
      }
      return Dictionary(named) { $1 }
    } catch { return [:] }
  }
}

/// Sources that are no plain folders: buckets, libraries, the booth's own sessions.
extension DataFolderPhotos {
  /// Opens what the list of sources has; nothing is asked of it yet.
  func open(_ listed: PhotosFolder.Source, as id: PhotoSourceID) -> any PhotoProvider {
    guard listed.kind != .folder else { return FolderPhotos(id, root: listed.place, own: own) }
    return PhotoPlace(kind: listed.kind, place: listed.place).open(
      as: id, environment: ProcessInfo.processInfo.environment, spool: folder.spool, told: told
    ) { path in OrdinaryFile.bytes(path).map { String(decoding: $0, as: UTF8.self) } }
  }

  /// The folders of this data folder, of which no source shows anything but the sessions.
  package var own: OwnFolders { OwnFolders(data: folder.data) }

  package static func refusal(ofOwn path: String) -> PhotoLibraryError {
    .refused(
      "\(path) is the booth's own data folder, or lies in it: what the studio keeps there is not for everybody, so nothing of it "
        + "can be a source. The sessions of a booth are one, by the data folder's own path, once a booth has run there")
  }

  /// What is said of a source that was listed before such folders were refused.
  static let ownRemark =
    "this folder lies in the booth's own data, and what the studio keeps there is not for everybody: nothing of it is shown; forget "
    + "this source"

  /// Adds what is no plain folder; nil for one that is.
  /// - Parameter mayUseKeys: whether it may be a bucket, which the studio's own keys open.
  func addPlace(_ text: String, withKeys mayUseKeys: Bool) throws(PhotoLibraryError) -> PhotoSourceID? {
    let named: PhotoPlace?
    do throws(PhotoPlaceError) {
      named = try PhotoPlace.named(text, environment: ProcessInfo.processInfo.environment) { path in
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
      }
    } catch { throw .refused("\(error)") }
    guard let named else { return nil }
    let now = own.now()
    if named.kind != .s3, now.hold(named.place), named.kind != .sessions || !now.areIn(named.place) {
      throw Self.refusal(ofOwn: text)
    }
    if let owner = folder.owner {
      // The guests of a booth are the guests of its keeper.
      guard named.kind != .sessions else { throw PhotosFolder.refusal(of: text) }
      guard named.kind != .s3 || mayUseKeys else {
        throw .refused(
          "\(text): buckets are opened with the studio's own keys, so they are added where it runs: "
            + "booth photos add --organisation \(owner.text) ADDRESS")
      }
    }
    var id = ""
    try folder.change { (list) throws(PhotoLibraryError) in
      guard try !folder.isForeign(named.place, named.kind) else { throw PhotosFolder.refusal(of: text) }
      if let known = list.first(where: { $0.kind == named.kind && $0.place == named.place }) {
        id = known.id
        return
      }
      id = Self.name(Array(named.displayName.utf8), besides: Set(list.map(\.id)))
      list.append(PhotosFolder.Source(id: id, kind: named.kind, place: named.place))
    }
    return PhotoSourceID(id)
  }
}
