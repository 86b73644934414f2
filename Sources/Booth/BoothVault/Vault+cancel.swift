public import BoothCore

/// Sessions that guests cancelled, or took back, while the database took nothing.
extension Vault {
  /// What the sheet of such a session is called: cancelled before it was finished, or erased.
  static let cancelledName = "cancelled.json"
  static let erasedName = "erased.json"

  static func isMark(_ name: String) -> Bool { name == cancelledName || name == erasedName }

  /// The database refuses to say that a session leaves (the disk is full, the database is damaged), and the process may not
  /// live to ask them again: the sheet gets another name, which needs no room, and the pictures go at once. The next
  /// start knows the name (``leavingSessions()``) and tells the database. What fails here is tried again with the whole.
  func leaveBesideDatabase(_ session: SessionID, _ reason: DiscardReason) {
    let folder = Self.folder(of: session)
    let mark = "\(folder)/\(reason == .erase ? Self.erasedName : Self.cancelledName)"
    do throws(StoreError) {
      let names = try disk.names(in: folder)
      guard !names.isEmpty else { return }
      if names.contains(SessionSheet.name) {
        try disk.rename(Self.sheetPath(of: session), to: mark)
      } else if !names.contains(where: Self.isMark) {
        // Of a version that wrote no sheets.
        try disk.create(mark).close()
      }
      try disk.syncFolder(folder)
      let pictures = names.filter { $0 != SessionSheet.name && !Self.isMark($0) }
      for name in pictures { try disk.remove("\(folder)/\(name)") }
      if !pictures.isEmpty { try disk.syncFolder(folder) }
    } catch {}  // the caller reports that the database refused
  }

  /// Sessions whose end was decided and that the database still has, with the reason: their guests cancelled them, or they
  /// were erased, while the database took nothing. Found as the vault was opened.
  public func leavingSessions() throws(StoreError) -> [SessionID: DiscardReason] {
    var leaving: [SessionID: DiscardReason] = [:]
    for (id, reason) in marks.found {
      guard let state = try ledger.session(id)?.state, state != .discarded else { continue }
      leaving[id] = reason
    }
    // A folder that could not be listed then is asked again; one that still cannot be listed is not offered
    // (``interruptedSessions()``), and the next start's.
    for session in try ledger.sessions(in: [.capturing]) {
      do throws(StoreError) {
        if let reason = Self.mark(among: try disk.names(in: Self.folder(of: session.id))) {
          leaving[session.id] = reason
        }
      } catch {}
    }
    return leaving
  }

  /// Sessions that are being taken and whose guests may go on: their folder can be read, and does not say that they left.
  public func interruptedSessions() throws(StoreError) -> [SessionRecord] {
    try ledger.sessions(in: [.capturing]).filter { session in
      do throws(StoreError) { return Self.mark(among: try disk.names(in: Self.folder(of: session.id))) == nil } catch {
        return false
      }
    }
  }

  /// Why a session leaves whose folder holds these files, or nil where none says that it does.
  static func mark(among names: [String]) -> DiscardReason? {
    names.contains(erasedName) ? .erase : names.contains(cancelledName) ? .cancel : nil
  }

  /// The sheet of a session that was to be erased, under the name it has since; it says so.
  static func erasedSheet(of session: SessionID, on disk: any Disk, _ notes: inout [String]) -> SessionSheet? {
    guard var sheet = readSheet(of: session, named: erasedName, on: disk, &notes) else { return nil }
    (sheet.state, sheet.files, sheet.reason) = (.discarded, [], .erase)
    sheet.decidedAt = unknownTime(sheet.openedAt)
    return sheet
  }
}

/// Folders that said, as the vault was opened, that their session leaves.
final class FoundMarks: @unchecked Sendable {
  // Sendable: belongs to a vault, whose calls are made by one thread at a time.
  var found: [SessionID: DiscardReason] = [:]
}
