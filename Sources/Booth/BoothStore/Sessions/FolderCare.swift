import BoothCore

/// What a start does about things in the data folder that are not what a booth puts there: a link in place of a folder
/// would be emptied, or written to, wherever it leads.
struct FolderCare {
  let disk: POSIXDisk

  /// Folders that taking photos goes on without: what was in one is to be found where the link leads.
  private static let renewable = ["scratch", "unasked", "emails"]

  /// Refuses a place for sessions that is none: where they are is the operator's to say, as a booth that goes on without them tells
  /// guests that their photos are not there.
  func refuseOddSessions() throws(StoreError) {
    if let kind = try disk.kind(of: "sessions"), kind != .folder {
      throw StoreError(
        .failed, subject: "\(disk.root)/sessions",
        detail: """
          is \(kind.words), and the sessions must be in a folder of the data folder itself: move that folder here, mount its \
          disk here (mount --bind), or name the data folder beside it with --data
          """)
    }
  }

  /// What is in the way of something that taking photos goes on without, in the words of its fault.
  private func odd() throws(StoreError) -> [(name: String, fault: String)] {
    var found: [(name: String, fault: String)] = []
    for name in Self.renewable {
      if let kind = try disk.kind(of: name), kind != .folder { found.append((name, "\(kind.words), no folder")) }
    }
    return found
  }

  /// What a start would move aside: a sentence for each.
  func oddities() throws(StoreError) -> [String] {
    let files = try DatabaseFiles(disk: disk).oddBeside() + [try OpenMark.odd(on: disk)].compactMap(\.self)
    return try odd().map { "\(disk.root)/\($0.name) is \($0.fault)" }
      + files.map { "\(disk.root)/\($0.name) is \($0.kind.words), no file" }
  }

  /// While a booth runs: moves aside what is in the way of folders that taking photos goes on without, and makes the one that clips are
  /// recorded into where it is gone.
  /// - Returns: a sentence for each that was moved.
  func keep() throws(StoreError) -> [String] {
    let notes = try moveAside()
    _ = try disk.makeFolder("scratch")
    return notes
  }

  private func moveAside() throws(StoreError) -> [String] {
    var notes: [String] = []
    for (name, fault) in try odd() {
      let aside = try disk.moveAside(name)
      notes.append("\(name) was \(fault), and is now \(aside); what is in it was left as it is")
    }
    return notes
  }

  /// Moves aside what is in the way, and refuses a place for sessions that is none.
  /// - Returns: a sentence for each that was moved.
  func tidy() throws(StoreError) -> [String] {
    try refuseOddSessions()
    return try moveAside() + DatabaseFiles(disk: disk).moveOddAside()
  }
}
