public import BoothCore
import Dispatch
public import FoundationEssentials
import GRDB
import Glibc

/// Sessions, assets and jobs in `booth.sqlite`, files under `sessions/<ID>/`, in one data folder.
///
/// Everything that writes runs on one serial queue of its own, so that a flush never occupies a thread of Swift's
/// pool and the order of decisions is the order on disk. WAL with `synchronous=FULL`: a commit is on disk when the
/// call returns.
public final class SQLiteSessionStore: SessionStore {
  /// The data folder, absolute.
  public let folder: String
  private let database: any DatabaseWriter
  private let queue = DispatchQueue(label: "booth.store")
  /// Held for the life of the store: two booths never share a data folder.
  private let lock: LockFile?

  /// Opens the data folder for the booth that owns it, making what is missing, and deletes what earlier decisions
  /// meant to delete.
  public static func open(folder: String) throws(StoreError) -> SQLiteSessionStore {
    try DurableFile.makeFolder(folder)
    try DurableFile.makeFolder(folder + "/sessions")
    try DurableFile.makeFolder(folder + "/scratch")
    let lock = try LockFile(path: folder + "/booth.lock")
    let store = try SQLiteSessionStore(folder: folder, lock: lock)
    try store.sweep()
    return store
  }

  /// Opens the data folder for looking only, beside a running booth or without one.
  public static func openForReading(folder: String) throws(StoreError) -> SQLiteSessionStore {
    guard access(folder + "/booth.sqlite", R_OK) == 0 else {
      throw StoreError(
        .notFound, subject: folder, detail: "holds no booth's data (no readable booth.sqlite); name it with --data")
    }
    return try SQLiteSessionStore(folder: folder, lock: nil)
  }

  private init(folder: String, lock: LockFile?) throws(StoreError) {
    self.folder = folder
    self.lock = lock
    let path = folder + "/booth.sqlite"
    var configuration = Configuration()
    configuration.label = "booth"
    configuration.busyMode = .timeout(5)
    configuration.readonly = lock == nil
    do {
      if lock == nil {
        database = try DatabaseQueue(path: path, configuration: configuration)
      } else {
        database = try DatabasePool(path: path, configuration: configuration)
        // GRDB sets NORMAL when it opens a WAL database; a commit must survive a power cut.
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous=FULL") }
      }
      let migrator = Schema.migrator
      if try database.read(migrator.hasBeenSuperseded) {
        throw StoreError(
          .newerVersion, subject: path, detail: "was made by a newer version of booth; update this one, or use --data")
      }
      if lock != nil { try migrator.migrate(database) }
    } catch {
      throw StoreError(wrapping: error, path)
    }
  }

  /// Runs `body` on the store's own queue.
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable (any DatabaseWriter) throws -> Value
  ) async throws(StoreError) -> Value {
    let (database, folder) = (database, folder)
    let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
      queue.async {
        do {
          continuation.resume(returning: .success(try body(database)))
        } catch {
          continuation.resume(returning: .failure(StoreError(wrapping: error, folder)))
        }
      }
    }
    return try result.get()
  }

  /// The value of `PRAGMA synchronous` on the connection that writes: 2 is FULL.
  package func synchronousLevel() async throws(StoreError) -> Int? {
    try await perform { try $0.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") } }
  }

  public func openSession(
    event: Event, plan: CapturePlan, linkBase: String, at date: Date
  ) async throws(StoreError) -> SessionRecord {
    var random = SystemRandomNumberGenerator()
    let id = SessionID(randomBytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
    let record = SessionRecord(
      id: id, event: event.id, eventSlug: event.slug, plan: plan, createdAt: date,
      link: GalleryPath.link(base: linkBase, session: id))
    let path = folder(of: id)
    return try await perform { database in
      try DurableFile.makeFolder(path)
      try database.write(record.insert)
      return record
    }
  }

  public func add(_ asset: NewAsset, from source: AssetSource) async throws(StoreError) -> Asset {
    let folder = folder
    return try await perform { database in
      let name = try database.read { db in
        guard
          try String.fetchOne(db, sql: "SELECT state FROM session WHERE id = ?", arguments: [asset.session.text])
            .map({ $0 != SessionRecord.State.discarded.rawValue }) == true
        else {
          // A clip that was finished after its guests cancelled: it goes with them.
          if case .file(let file) = source { try DurableFile.remove(file) }
          throw StoreError(.notFound, subject: asset.session.text, detail: "the session is unknown or was discarded")
        }
        let earlier =
          try Int.fetchOne(
            db, sql: "SELECT COUNT(*) FROM asset WHERE session = ? AND kind = ? AND strip = ?",
            arguments: [asset.session.text, asset.kind.rawValue, asset.strip]) ?? 0
        let base = asset.kind.isComposite ? asset.kind.rawValue : "\(asset.kind.rawValue)_\(asset.strip)"
        return (earlier == 0 ? base : "\(base).\(earlier + 1)") + "." + asset.kind.fileExtension
      }
      let path = "sessions/\(asset.session)/\(name)"
      let written =
        switch source {
        case .bytes(let bytes): try DurableFile.write(bytes, to: folder + "/" + path)
        case .file(let file): try DurableFile.adopt(file, as: folder + "/" + path)
        }
      var record = Asset(
        id: 0, session: asset.session, kind: asset.kind, strip: asset.strip, path: path,
        sizeBytes: written.sizeBytes, checksum: written.checksum, duration: asset.duration, frames: asset.frames,
        droppedFrames: asset.droppedFrames, fromLiveView: asset.fromLiveView)
      record.id = try database.write(record.insert)
      return record
    }
  }

  public func discard(
    _ assets: [AssetID], of session: SessionID, _ reason: DiscardReason
  ) async throws(StoreError) {
    try await perform { [self] database in
      try database.write { db in
        for asset in assets {
          try db.execute(
            sql: "UPDATE asset SET discarded = 1 WHERE id = ? AND session = ? AND NOT discarded",
            arguments: [asset, session.text])
          if db.changesCount > 0 { try record(reason, session, asset, db) }
        }
      }
      try deleteDiscardedFiles()
    }
  }

  public func discardSession(_ session: SessionID, _ reason: DiscardReason) async throws(StoreError) {
    try await perform { [self] database in
      try database.write { db in
        try db.execute(
          sql: "UPDATE session SET state = ? WHERE id = ? AND state <> ?",
          arguments: [SessionRecord.State.discarded.rawValue, session.text, SessionRecord.State.discarded.rawValue])
        guard db.changesCount > 0 else { return }
        try record(reason, session, nil, db)
        try db.execute(sql: "UPDATE asset SET discarded = 1 WHERE session = ?", arguments: [session.text])
        try db.execute(
          sql: "UPDATE job SET state = ? WHERE session = ? AND state <> ?",
          arguments: [Job.State.cancelled.rawValue, session.text, Job.State.done.rawValue])
      }
      try deleteDiscardedFiles()
      rmdir(folder(of: session))
    }
  }

  public func finishSession(_ session: SessionID, quiet: Bool) async throws(StoreError) -> [Job] {
    try await perform { database in
      try database.write { db in
        try db.execute(
          sql: "UPDATE session SET state = ?, quiet = ? WHERE id = ? AND state = ?",
          arguments: [
            SessionRecord.State.finished.rawValue, quiet, session.text, SessionRecord.State.capturing.rawValue,
          ])
        if db.changesCount > 0 {
          let assets = try Asset.kept(of: session, db)
          if assets.contains(where: { $0.kind == .photo }) { try Job.insert(.composite, of: session, db) }
          try Job.insert(.upload, of: session, db)
          if assets.contains(where: { $0.kind == .video }) { try Job.insert(.filmStrip, of: session, db) }
        }
        return try Job.fetch(db, "WHERE session = ? ORDER BY id", [session.text])
      }
    }
  }

  public func addUpload(of session: SessionID) async throws(StoreError) -> [Job] {
    try await perform { database in
      try database.write { db in
        let waiting = try Job.fetch(
          db, "WHERE session = ? AND kind = ? AND state NOT IN ('running', 'done', 'cancelled')",
          [session.text, Job.Kind.upload.rawValue])
        guard waiting.isEmpty else { return [] }
        try Job.insert(.upload, of: session, db)
        return try Job.fetch(db, "WHERE id = ?", [db.lastInsertedRowID])
      }
    }
  }

  public func record(_ job: Job) async throws(StoreError) {
    try await perform { database in
      try database.write { db in
        let update = try db.cachedStatement(sql: "UPDATE job SET state = ?, attempts = ?, lastFailure = ? WHERE id = ?")
        try update.execute(arguments: [job.state.rawValue, job.attempts, job.lastFailure, job.id])
      }
    }
  }

  public func markUploaded(_ asset: AssetID) async throws(StoreError) {
    try await perform { database in
      try database.write { try $0.execute(sql: "UPDATE asset SET uploaded = 1 WHERE id = ?", arguments: [asset]) }
    }
  }

  public func markSessionUploaded(_ session: SessionID) async throws(StoreError) {
    try await perform { database in
      try database.write { db in
        try db.execute(
          sql: "UPDATE session SET state = ? WHERE id = ? AND state = ?",
          arguments: [
            SessionRecord.State.uploaded.rawValue, session.text, SessionRecord.State.finished.rawValue,
          ])
      }
    }
  }

  private func record(_ reason: DiscardReason, _ session: SessionID, _ asset: AssetID?, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO decision (at, session, asset, reason) VALUES (?, ?, ?, ?)",
      arguments: [Date.now.timeIntervalSince1970, session.text, asset, reason.rawValue])
  }

  /// Deletes the files of discarded assets; a file that is gone already is fine, and so is doing it twice.
  private func deleteDiscardedFiles() throws {
    let gone = try database.read { db in
      try Row.fetchAll(db, sql: "SELECT id, path FROM asset WHERE discarded AND NOT fileGone").map {
        (id: $0["id"] as AssetID, path: $0["path"] as String)
      }
    }
    guard !gone.isEmpty else { return }
    for file in gone {
      try DurableFile.remove(folder + "/" + file.path)
      try DurableFile.syncFolder(DurableFile.parent(of: folder + "/" + file.path))
    }
    try database.write { db in
      for file in gone { try db.execute(sql: "UPDATE asset SET fileGone = 1 WHERE id = ?", arguments: [file.id]) }
    }
  }

  /// After a crash: carries out the deletions that were decided, and empties the scratch folder.
  private func sweep() throws(StoreError) {
    do {
      try deleteDiscardedFiles()
      let scratch = folder + "/scratch"
      for name in try FileManager.default.contentsOfDirectory(atPath: scratch) {
        try DurableFile.remove(scratch + "/" + name)
      }
    } catch {
      throw StoreError(wrapping: error, folder)
    }
  }

  private func folder(of session: SessionID) -> String { "\(folder)/sessions/\(session)" }
  public func scratchPath(for name: String) -> String { "\(folder)/scratch/\(name)" }
  public func absolutePath(of asset: Asset) -> String { "\(folder)/\(asset.path)" }
}
