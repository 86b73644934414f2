import BoothCore
import BoothStore
import CommandSupport

/// A gallery whose address stood in settings that cannot be read: what is to be uploaded waits until they can be. The booth's own gallery
/// does not stand in for it: what were confirmed there would never come to the one that guests' links lead to.
struct LostGallery: GalleryClient {
  /// What guests' links begin with: as before.
  let linkBase: String

  /// Why uploads wait.
  static let words =
    "the settings that name the gallery cannot be read, and the last session's link leads to one elsewhere: uploads wait until "
    + "gallery.url can be read or is set anew"

  /// Nil where the address can be read, or the booth's own gallery has been used as far as the newest session tells.
  static func found(_ settings: Settings, _ store: VaultSessionStore) async throws(StoreError) -> LostGallery? {
    guard settings.isDoubted(.galleryURL) else { return nil }
    let link = try await store.sessions(limit: 100).lazy.map(\.link).first { !$0.isEmpty }
    guard let link, let path = link.ranges(of: "/s/").last else { return nil }
    let base = String(link[..<path.lowerBound])
    return base.isEmpty || OwnGallery.isBegun(in: settings.data) ? nil : LostGallery(linkBase: base)
  }

  private func fault(_ subject: String) -> GalleryError {
    GalleryError(.unreachable, subject: subject, detail: Self.words)
  }

  func presign(
    event: EventID, session: SessionID, files: [UploadFile], access: Event.GalleryAccess?
  ) async throws(GalleryError) -> [UploadTarget] { throw fault("presign") }

  func upload(_ body: UploadBody, as file: UploadFile, to target: UploadTarget) async throws(GalleryError) {
    throw fault("upload")
  }

  func complete(
    event: EventID, session: SessionID, manifestPath: String, access: Event.GalleryAccess?
  ) async throws(GalleryError) { throw fault("complete") }

  func uploadEmails(_ bytes: [UInt8], event: EventID) async throws(GalleryError) { throw fault("addresses") }

  func erase(event: EventID, session: SessionID) async throws(GalleryError) { throw fault("erase") }

  func size(of path: String, expecting expected: Int64) async throws(GalleryError) -> Int64? { throw fault("size") }

  func health() async throws(GalleryError) { throw fault("health") }
}
