import BoothCore
import Locations

extension Location {
  /// A location that comes; its old picture is still to come.
  init(arriving document: SyncedLocation) {
    self.init(
      id: document.id, title: document.title, latitude: document.latitude, longitude: document.longitude,
      pair: document.id.text, old: LocationPicture(name: "", bytes: 0, checksum: ""),
      createdAt: WallTime(microseconds: document.createdAt))
    self = taking(document)
  }

  /// As a document says, but for its new picture where that is another; it was made at the earlier of two moments.
  func taking(_ document: SyncedLocation) -> Location {
    var after = self
    after.title = document.title
    after.notes = document.notes
    after.latitude = document.latitude
    after.longitude = document.longitude
    after.status = LocationStatus(word: document.status)
    after.historicalImageURL = document.historicalImageURL
    after.updatedAt = WallTime(microseconds: document.updatedAt)
    if document.createdAt < createdAt.microseconds { after.createdAt = WallTime(microseconds: document.createdAt) }
    if document.newImageURL == nil { (after.chosen, after.newImageURL) = (nil, nil) }
    return after
  }

  /// Puts a picture that came beside the old one: the version that has it already, or a new one, named by its bytes.
  mutating func choose(_ picture: LocationPicture, at document: SyncedLocation?) {
    newImageURL = document?.newImageURL
    if let there = versions.first(where: { $0.picture.checksum == picture.checksum }) {
      chosen = there.id
      return
    }
    let version = LocationVersion(
      id: "synced-\(picture.checksum.prefix(16))", picture: picture, takenAt: updatedAt)
    versions.append(version)
    chosen = version.id
  }
}
