public import BoothCore

extension GalleryServer {
  /// What of a published session the gallery does not have any more.
  /// - Parameter paths: of its files, as they were uploaded.
  /// - Returns: those that are missing, and whether its page is; nothing for a session that was erased here.
  public func missing(
    of session: SessionID, _ paths: [String]
  ) async throws(ObjectStoreError) -> (paths: Set<String>, page: Bool) {
    guard let name = SessionName(listed: session.text) else { return ([], false) }
    guard try await gallery.store.info(name.tombstone) == nil else { return ([], false) }
    var missing: Set<String> = []
    for path in paths {
      guard let key = ObjectKey(path), try await gallery.store.info(key) == nil else { continue }
      missing.insert(path)
    }
    return (missing, try await gallery.store.info(name.manifestCopy) == nil)
  }
}
