import BoothCore

/// What a start does about things in the data folder that are not what a booth puts there: a link in place of a folder
/// would be emptied, or written to, wherever it leads.
struct FolderCare {
  let disk: POSIXDisk

  /// Folders that taking photos goes on without: what was in one is to be found where the link leads.
  private static let renewable = ["scratch", "unasked", "emails"]

  /// Moves aside what is in the way, and refuses a place for sessions that is none: where they are is the operator's to
  /// say, as a booth that goes on without them tells guests that their photos are not there.
  /// - Returns: a sentence for each that was moved.
  func tidy() throws(StoreError) -> [String] {
    if let kind = try disk.kind(of: "sessions"), kind != .folder {
      throw StoreError(
        .failed, subject: "\(disk.root)/sessions",
        detail: """
          is \(kind.words), and the sessions must be in a folder of the data folder itself: move that folder here, mount its \
          disk here (mount --bind), or name the data folder beside it with --data
          """)
    }
    var notes: [String] = []
    for name in Self.renewable {
      guard let kind = try disk.kind(of: name), kind != .folder else { continue }
      let aside = try disk.moveAside(name)
      notes.append("\(name) was \(kind.words), no folder, and is now \(aside); what is in it was left as it is")
    }
    return notes + (try BookFiles(disk: disk).moveOddAside())
  }
}
