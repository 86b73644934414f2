import BoothCore

/// Each session's folder carries what is needed to write the database anew.
extension Vault {
  static func sheetPath(of session: SessionID) -> String { "\(folder(of: session))/\(SessionSheet.name)" }

  /// Writes the sheet of a session as it is about to be: before the commit that it tells of, so that a refusing disk
  /// refuses the whole step. A sheet that is ahead of the database is harmless: it is read only if the database is lost.
  func writeSheet(
    of record: SessionRecord, adding asset: Asset? = nil, _ change: (inout SessionSheet) -> Void = { _ in }
  ) throws(StoreError) {
    var entries = try ledger.assets(of: record.id)
    if let asset { entries.append(AssetEntry(asset: asset)) }
    var sheet = SessionSheet(record, entries: entries, firstNumber: try ledger.nextAssetID())
    // A photo must not wait for a sheet, so the sheet of a session that is being taken names no files at all.
    if record.state == .capturing { sheet.files = [] }
    change(&sheet)
    _ = try disk.writeDurably(sheet.json, to: Self.sheetPath(of: record.id))
  }

  /// In bytes; a file in it takes some three hundred.
  private static let largestSheet: Int64 = 1 << 20

  /// The sheet in a session's folder, or nil and a sentence where there is none that can be used.
  static func readSheet(
    of session: SessionID, named name: String = SessionSheet.name, on disk: any Disk, _ notes: inout [String]
  ) -> SessionSheet? {
    let path = "\(folder(of: session))/\(name)"
    do {
      if let size = try disk.sizeBytes(path), size > Self.largestSheet {
        throw SheetFault("has \(size) bytes, expected at most \(Self.largestSheet)")
      }
      let sheet = try SessionSheet(json: try disk.read(path))
      guard KeptBounds.isLink(sheet.link, of: session) else {
        throw SheetFault("has the link \(sheet.link.printable(limit: 200)), which is not of its session")
      }
      if sheet.session == session { return sheet }
      notes.append("\(path) is of another session, \(sheet.session): what is in the folder was left as it is")
    } catch let fault as SheetFault {
      notes.append("\(path) \(fault.words): what is in the folder was left as it is")
    } catch let error as StoreError {
      notes.append("\(path): \(error.detail): what is in the folder was left as it is")
    } catch {
      notes.append("\(path): \(error): what is in the folder was left as it is")
    }
    return nil
  }

  /// Sessions of a version that wrote no sheets get theirs, once. A refusal is for the next start to try again.
  func writeMissingSheets() throws(StoreError) {
    guard try ledger.setting("sheets") == nil else { return }
    let sessions = try ledger.sessions(in: [.capturing, .finished, .uploaded])
    do throws(StoreError) {
      for record in sessions {
        let names = try disk.names(in: Self.folder(of: record.id))
        if !names.isEmpty, !names.contains(SessionSheet.name) { try writeSheet(of: record) }
      }
      try ledger.commit([.set(key: "sheets", value: "1")])
    } catch {
      guard error.code != .damaged else { throw error }
    }
  }
}
