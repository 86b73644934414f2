/// Sessions that guests cancelled while the books took nothing.
extension Vault {
  /// What the sheet of such a session is called.
  static let cancelledName = "cancelled.json"

  static func cancelledPath(of session: SessionID) -> String { "\(folder(of: session))/\(cancelledName)" }

  /// The books refuse to say that a session leaves (the disk is full, the database is damaged), and the process may not
  /// live to ask them again: the sheet gets another name, which needs no room, and the pictures go at once. The next
  /// start knows the name (``cancelledSessions()``) and tells the books. What fails here is tried again with the whole.
  func cancelBesideBooks(_ session: SessionID) {
    let folder = Self.folder(of: session)
    do throws(StoreError) {
      let names = try disk.names(in: folder)
      guard !names.isEmpty else { return }
      if names.contains(SessionSheet.name) {
        try disk.rename(Self.sheetPath(of: session), to: Self.cancelledPath(of: session))
      } else if !names.contains(Self.cancelledName) {
        // Of a version that wrote no sheets.
        try disk.create(Self.cancelledPath(of: session)).close()
      }
      try disk.syncFolder(folder)
      let pictures = names.filter { $0 != SessionSheet.name && $0 != Self.cancelledName }
      for name in pictures { try disk.remove("\(folder)/\(name)") }
      if !pictures.isEmpty { try disk.syncFolder(folder) }
    } catch {}  // the caller reports that the books refused
  }

  /// Sessions that the books call capturing, and that their guests had cancelled.
  public func cancelledSessions() throws(StoreError) -> [SessionID] {
    var cancelled: [SessionID] = []
    for session in try ledger.sessions(in: [.capturing]) where try isCancelled(session.id) {
      cancelled.append(session.id)
    }
    return cancelled
  }

  func isCancelled(_ session: SessionID) throws(StoreError) -> Bool {
    try disk.names(in: Self.folder(of: session)).contains(Self.cancelledName)
  }
}
