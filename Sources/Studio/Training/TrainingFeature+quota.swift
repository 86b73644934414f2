import Documents
import StudioModel

/// What one person has sent, and no critique shows: of that there is a quota, so that no person fills the disk for the
/// others.
extension TrainingFeature {
  /// Whether one more picture may be kept for a person. Where it is too much, their own go first, the oldest first,
  /// that were not touched for an hour.
  /// - Parameters:
  ///   - key: of the draft that it is for.
  ///   - left: what the disk has left, in bytes; nil if unknown.
  ///   - requester: this person.
  func takesOne(
    for key: String, from principal: Principal, left: Int64?, as requester: Requester, now: Double
  ) async throws -> Bool {
    let (pictures, documents) = (pictures.store(for: requester), documents.store(for: requester))
    var waiting: [DraftAlbum] = []
    for draft in try await pictures.drafts(of: principal.user.text, in: principal.organisation.text) {
      // Published, and then cut before that was noted.
      if CritiqueDraft.isID(draft.album.name),
        try await documents.document(at: try Critique.path(draft.album.name)) != nil
      {
        try await pictures.note(draft.album, isDraft: false, of: principal.user.text)
      } else {
        waiting.append(draft)
      }
    }
    func fits() -> Bool {
      DraftQuota(left: left, own: waiting.reduce(0) { $0 + $1.bytes }).takesOne(beside: waiting)
    }
    for draft in waiting where draft.album.name != key && draft.touchedAt < now - DraftQuota.patience && !fits() {
      guard drafts.take(draft.album.name) else { continue }
      defer { drafts.giveBack(draft.album.name) }
      try await pictures.remove(draft.album)
      waiting.removeAll { $0 == draft }
    }
    return fits()
  }
}
