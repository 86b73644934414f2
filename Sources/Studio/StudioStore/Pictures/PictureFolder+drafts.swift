import BoothSystem
import Documents
import Glibc
public import StudioModel

/// Who fills which album: an empty file `pictures/ORGANISATION/.drafts/USER/ALBUM` for each, until it is whole or gone.
extension PictureFolder {
  private static let drafts = ".drafts"

  /// Durable for one that begins.
  public func note(_ album: PictureAlbum, isDraft: Bool, of user: String) async throws(StudioPictureError) {
    guard Self.isPlain(album.organisation), Self.isPlain(album.name), Self.isPlain(user) else { return }
    let folder = "\(path)/\(album.organisation)/\(Self.drafts)/\(user)"
    let file = "\(folder)/\(album.name)"
    guard isDraft else {
      unlink(file)
      return
    }
    guard access(file, F_OK) != 0 else { return }
    do throws(DurableFile.Fault) {
      try DurableFile.makeFolder(folder)
      try DurableFile.replace(file, with: [])
    } catch {
      throw .unavailable("\(file): \(error.words)")
    }
  }

  /// By the times of their folders; of one that is gone nothing is noted any more.
  public func drafts(of user: String, in organisation: String) async throws(StudioPictureError) -> [DraftAlbum] {
    guard Self.isPlain(organisation), Self.isPlain(user) else { return [] }
    let noted = "\(path)/\(organisation)/\(Self.drafts)/\(user)"
    var found: [DraftAlbum] = []
    for name in try Self.names(in: noted) where Self.isPlain(name) {
      let folder = "\(path)/\(organisation)/\(name)"
      var facts = stat()
      guard stat(folder, &facts) == 0 else {
        // Just noted, or nothing of it was a picture.
        if stat("\(noted)/\(name)", &facts) == 0, facts.st_mtim.tv_sec < time(nil) - 3600 { unlink("\(noted)/\(name)") }
        continue
      }
      var draft = DraftAlbum(
        PictureAlbum(organisation: organisation, name: name), files: 0, bytes: 0,
        touchedAt: Double(facts.st_mtim.tv_sec))
      for file in try Self.names(in: folder) {
        guard stat("\(folder)/\(file)", &facts) == 0 else { continue }
        draft.files += 1
        draft.bytes += Int64(facts.st_size)
      }
      found.append(draft)
    }
    return found.sorted { $0.touchedAt < $1.touchedAt }
  }

  /// The person who filled it.
  func forgetDraft(_ album: PictureAlbum) {
    let folder = "\(path)/\(album.organisation)/\(Self.drafts)"
    do throws(StudioPictureError) {
      for user in try Self.names(in: folder) { unlink("\(folder)/\(user)/\(album.name)") }
    } catch {}  // it is looked for in vain then, and takes no room
  }
}
