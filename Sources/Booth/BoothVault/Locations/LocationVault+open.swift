public import BoothCore
import Locations

/// A start: what a crash left half done is finished, and what cannot be is said.
extension LocationVault {
  /// Finishes deletions, sweeps away what was never complete, and writes into the database what only the folders tell.
  /// - Returns: what had to be found again or could not be put in order, one sentence each; nothing at any usual start.
  public func open() throws(StoreError) -> [String] {
    try disk.makeFolderDurably(Self.folder)
    var notes: [String] = []
    for id in try ledger.leaving() {
      do throws(StoreError) { try clear(id) } catch { try note(error, &notes) }
    }
    try settlePending()
    try disk.remove(Self.pendingPath + Vault.partSuffix)
    let known = try ledger.ids()
    var found = 0
    for name in try disk.names(in: Self.folder) {
      do throws(StoreError) {
        if name.hasPrefix(Self.stagedPrefix) || name.hasPrefix(Self.droppedPrefix) {
          try empty("\(Self.folder)/\(name)")
        } else if let id = LocationID(name), !known.contains(id), try takeUp(id, &notes) {
          found += 1
        }
      } catch {
        try note(error, &notes)
      }
    }
    if found > 0 {
      notes.insert(
        found == 1
          ? "1 location that the books did not know was found in its folder"
          : "\(found) locations that the books did not know were found in their folders", at: 0)
    }
    return notes
  }

  /// A damaged database is not one location's trouble.
  private func note(_ error: StoreError, _ notes: inout [String]) throws(StoreError) {
    guard error.code != .damaged else { throw error }
    notes.append("\(error.subject): \(error.detail)")
  }

  /// Writes a location into the database that only its folder knows. A folder that cannot be read is kept, and said at every
  /// start.
  private func takeUp(_ id: LocationID, _ notes: inout [String]) throws(StoreError) -> Bool {
    let folder = Self.folder(of: id)
    let names = try disk.names(in: folder)
    guard !names.isEmpty else {
      if try disk.isOrdinary(folder) == false { try disk.removeFolder(folder) }
      return false
    }
    guard names.contains(LocationSheet.name) else {
      notes.append("\(folder) has no \(LocationSheet.name), so nobody knows which location it is; it was left as it is")
      return false
    }
    switch LocationSheet.read(try disk.read(Self.sheetPath(in: folder)), of: id) {
    case .failure(let fault):
      notes.append("\(folder)/\(LocationSheet.name) \(fault.words); the folder was left as it is")
      return false
    case .success(let sheet):
      guard sheet.deletedAt == nil else {
        try empty(folder)
        try disk.syncFolder(Self.folder)
        return false
      }
      let location = sheet.location
      for picture in location.pictures {
        if let words = try fault(of: picture, in: folder) { notes.append(words) }
      }
      try ledger.commit([.put(location)])
      try sweep(location)
      return true
    }
  }

  /// What is wrong with a picture's file; nil where it is as the sheet says.
  private func fault(of picture: LocationPicture, in folder: String) throws(StoreError) -> String? {
    guard let fingerprint = try disk.fingerprint("\(folder)/\(picture.name)") else {
      return "\(folder)/\(picture.name) is not there any more"
    }
    guard fingerprint == Fingerprint(sizeBytes: picture.bytes, checksum: picture.checksum) else {
      return "\(folder)/\(picture.name) is not as it was kept: its checksum is another"
    }
    return nil
  }

  /// Holds sheet and database of the location together that was being changed when a process died: what its sheet tells in
  /// full is true, else what the database says.
  func settlePending() throws(StoreError) {
    guard try disk.isOrdinary(Self.pendingPath) == true else { return }
    if let id = LocationID(String(decoding: try disk.read(Self.pendingPath), as: UTF8.self)),
      let recorded = try ledger.location(id)
    {
      let told = try toldLocation(id)
      if let told, told != recorded {
        try ledger.commit([.put(told)])
        try sweep(told)
      } else {
        if told == nil { try writeSheet(of: recorded) }
        try sweep(recorded)
      }
    }
    try end()
  }

  /// The location as its sheet has it, where all of its pictures are there as they were kept.
  private func toldLocation(_ id: LocationID) throws(StoreError) -> Location? {
    let folder = Self.folder(of: id)
    guard try disk.isOrdinary(Self.sheetPath(in: folder)) == true,
      case .success(let sheet) = LocationSheet.read(try disk.read(Self.sheetPath(in: folder)), of: id),
      sheet.deletedAt == nil
    else { return nil }
    for picture in sheet.location.pictures
    where try fault(of: picture, in: folder) != nil {
      return nil
    }
    return sheet.location
  }

  /// Deletes new pictures that were never reported, and what was not written to its end.
  private func sweep(_ location: Location) throws(StoreError) {
    let folder = Self.folder(of: location.id)
    for name in try disk.names(in: folder) {
      let isAnchor = name.hasPrefix(LocationMarks.prefix) && name != location.marks?.anchor.name
      if name.hasSuffix(Vault.partSuffix) || isAnchor { try disk.remove("\(folder)/\(name)") }
    }
    let kept = Set(location.versions.map(\.picture.name))
    for name in try disk.names(in: "\(folder)/\(Self.versions)") where !kept.contains("\(Self.versions)/\(name)") {
      let path = "\(folder)/\(Self.versions)/\(name)"
      if try disk.isOrdinary(path) == true { try disk.remove(path) }
    }
  }
}
