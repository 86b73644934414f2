import BoothCore

/// What a session's folder and sheet say beyond a database that lost its newest commits.
struct LostCommits: Sendable, Equatable {
  /// Files that the database does not know.
  var entries: [AssetEntry]
  /// Its guests were done, and the database still calls it capturing.
  var isFinished: Bool
  /// They had walked away.
  var isQuiet: Bool
  /// The jobs that it was finished with.
  var jobs: [Job.Kind]
  /// The session as its folder alone has it.
  var folder: FoundSession

  /// Nil where the sheet says no more than the database: what is at the gallery as they have it is not read again.
  init?(
    of record: SessionRecord, known: [AssetEntry], _ sheet: SessionSheet, on disk: any Disk
  ) throws(StoreError) {
    guard record.state != .uploaded || sheet.state == .finished else { return nil }
    let found = try FoundSession.read(sheet, on: disk)
    folder = found
    entries = found.entries.filter { entry in
      !entry.fileGone && !known.contains { $0.asset.path == entry.asset.path }
    }
    isFinished = record.state == .capturing && sheet.state != .capturing
    isQuiet = sheet.quiet
    jobs = FoundSession.jobs(of: sheet.record, state: .finished, entries: found.entries)
  }
}
