import BoothCore
import BoothVault

/// What leaves by the keep-policy, and on whose word.
extension Watch {
  func keepRunBegins() { servedToKeep = [:] }

  func served(_ size: Int64?, at path: String) { servedToKeep[path] = size }

  /// A keep run lets files go: the gallery has served each of them in it, whole, and no guests are in a session.
  func lets(_ assets: [AssetID], of session: SessionID, goFrom booth: SimulatedBooth, _ night: Night) {
    if booth.flow.state.isSession {
      night.fail(.keepAsks, "files of \(session) leave while guests are in a session")
    }
    let record = read(night) { () throws(StoreError) in try booth.ledger.session(session) }
    for asset in record??.assets ?? [] where assets.contains(asset.id) {
      guard servedToKeep[galleryPath(of: asset)] == asset.sizeBytes else {
        return night.fail(.keepAsks, "\(asset.path) leaves, and the gallery was not seen to have it")
      }
    }
  }

  /// A keep run calls files lost: the gallery has served something of their session in it.
  func callsLost(_ session: SessionID, _ night: Night) {
    guard !servedToKeep.contains(where: { $0.key.contains(session.text) }) else { return }
    night.fail(.keepAsks, "files of \(session) count as lost, and the gallery serves nothing it is asked for")
  }

  /// Uploaded sessions whose files are all whole here, and that the keep-policy will ask the gallery for: not those with a print
  /// to come or to be answered, which keep their photos whatever the gallery has.
  func askedAbout(_ booth: SimulatedBooth) -> [SessionID] {
    let sessions = read(booth.night) { () throws(StoreError) in try booth.ledger.sessions(in: [.uploaded]) }
    let printing: Set<SessionID>
    // A disk that refuses now does not at the night's end.
    do throws(StoreError) { printing = try booth.vault.sessionsToPrint() } catch { printing = [] }
    return (sessions ?? []).filter { session in
      guard !printing.contains(session.id) else { return false }
      return
        SimulatedEvents.event(session.eventSlug)?.keep.untilUploaded ?? false && !session.assets.isEmpty
        && !damagedSessions.contains(session.id)
    }.map(\.id)
  }

  /// Whether a keep run is still to find what the gallery has lost.
  func keepOwes(_ night: Night) -> Bool {
    guard let booth = night.booth, !night.gallery.lost.isEmpty else { return false }
    return askedAbout(booth).contains { session in night.gallery.lost.contains { $0.contains(session.text) } }
  }
}
