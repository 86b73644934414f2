import BoothCore

/// A session that is being taken over lies half in its folder here before the database knows it. A mark says so, so that a
/// start after a kill neither takes it up from what happens to be there (its history, and what the operator cancelled,
/// would be lost) nor throws it away (the other disk may be dead by now).
extension Vault {
  /// What the mark in the session's folder is called: the first file in it, and the last to go.
  static let adoptingName = "adopting"

  /// Before the first file. What an earlier run left half written goes.
  func mark(_ session: SessionID) throws(StoreError) {
    let folder = Self.folder(of: session)
    try sweepParts(of: session)
    try disk.create("\(folder)/\(Self.adoptingName)").close()
    try disk.syncFolder(folder)
  }

  /// When the database has the session.
  func clearMark(of session: SessionID) throws(StoreError) {
    let folder = Self.folder(of: session)
    guard try disk.names(in: folder).contains(Self.adoptingName) else { return }
    try disk.remove("\(folder)/\(Self.adoptingName)")
    try disk.syncFolder(folder)
  }

  /// Of a folder that the database does not know: a sentence if it is half taken over.
  func wordsIfAdopting(_ session: SessionID) throws(StoreError) -> String? {
    let names = try disk.names(in: Self.folder(of: session))
    guard names.contains(Self.adoptingName) else { return nil }
    let count = names.count { AssetName($0) != nil }
    return """
      \(Self.folder(of: session)) is half taken over from another booth's disk (\(count) file\(count == 1 ? "" : "s")): run booth adopt again to \
      finish it
      """
  }
}
