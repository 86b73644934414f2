import BoothSystem
import FoundationEssentials
import GRDB
import Glibc

/// Saves what can be read of a damaged database into a new file, and sets the damaged one aside as it is.
///
/// Rows are read in the order of their numbers, from both ends, and those between by what the indexes say is there; a row of which a
/// byte has changed is mended by its sum. All of it takes as long as reading and writing the file some times, however it is
/// damaged. What is lost is counted, and named where an index still knows its name.
final class DatabaseRescue {
  private let path: String
  private let plan: DatabasePlan
  private let notes: DamageNotes
  private var saved = 0
  private var mended = 0
  private var lost: [String] = []
  /// Parts of which is not known how much was in them.
  private var unknown: [String] = []

  private init(_ path: String, _ plan: DatabasePlan) {
    (self.path, self.plan, notes) = (path, plan, DamageNotes(path: path))
  }

  /// Takes up what a kill has left: a new file that is whole takes its place, one that is not goes.
  static func finish(_ path: String) throws {
    let notes = DamageNotes(path: path)
    for ending in DamageNotes.endings + ["-journal"] {
      for draft in [notes.saving, notes.saving + ".source"] where access(draft + ending, F_OK) == 0 {
        unlink(draft + ending)
      }
    }
    guard access(notes.saved, F_OK) == 0 else { return }
    // A new database must never find the log of an old one.
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
    guard rename(notes.saved, path) == 0 else { throw fault("\(path) cannot be replaced") }
    try DurableFile.flushFolder(of: path)
  }

  private static func fault(_ words: String) -> StudioDatabase.DamagedFault {
    StudioDatabase.DamagedFault(words: "\(words): \(SystemWords.of(errno))")
  }

  /// Replaces the database.
  /// - Parameter words: what is wrong with it.
  /// - Returns: what came of it, in words.
  /// - Throws: `DamagedFault` where nothing could be read, or something of which nothing may be missing; the database stays as it is.
  static func run(_ path: String, _ plan: DatabasePlan, because words: String) throws -> String {
    let rescue = DatabaseRescue(path, plan)
    try finish(path)
    try rescue.fill(words)
    return try rescue.exchange(words)
  }

  // MARK: Reading

  private func fill(_ words: String) throws {
    var configuration = DatabasePlan.configuration()
    configuration.readonly = true
    let source: DatabaseQueue
    do {
      source = try DatabaseQueue(path: path, configuration: configuration)
    } catch {
      // Its first bytes say only how it was made: those are known.
      guard DatabaseCheck.isDamageAtOpening(error), let copy = try copyWithHeader() else { throw error }
      do { source = try DatabaseQueue(path: copy, configuration: configuration) } catch {
        throw StudioDatabase.DamagedFault(words: words)
      }
    }
    configuration.readonly = false
    let target = try DatabaseQueue(path: notes.saving, configuration: configuration)
    try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous=FULL") }
    try plan.migrator.migrate(target)
    try target.write { new in
      // Without a transaction: what fails in one of a damaged file fails at its end once more.
      try source.unsafeRead { old in
        for table in plan.tables { try copy(table, from: old, to: new, words) }
        if let words = try tried({ try plan.missing(old, new, lost.count) }), let words { unknown.append(words) }
      }
      try plan.order(new)
    }
    guard saved > 0 || (lost.isEmpty && unknown.isEmpty) else { throw StudioDatabase.DamagedFault(words: words) }
    if let fault = try target.read({ try DatabaseCheck.fault($0, plan) }) {
      throw StudioDatabase.DamagedFault(words: "\(words); what was saved of it is not whole either: \(fault)")
    }
    try target.close()
    try source.close()
  }

  /// A copy that begins as SQLite has made it; nil where there is no more than a beginning.
  private func copyWithHeader() throws -> String? {
    let copy = notes.saving + ".source"
    for ending in ["", "-wal"] where access(path + ending, F_OK) == 0 {
      try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending)
    }
    let file = open(copy, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw Self.fault("\(copy) cannot be written") }
    defer { close(file) }
    var facts = stat()
    var header = [UInt8](repeating: 0, count: 100)
    guard fstat(file, &facts) == 0, facts.st_size >= 4096, pread(file, &header, 100, 0) == 100 else { return nil }
    func put(_ number: Int64, _ count: Int, at place: Int) {
      for index in 0..<count {
        header[place + index] = UInt8(truncatingIfNeeded: number >> (8 * Int64(count - 1 - index)))
      }
    }
    // "Database File Format", sqlite.org, 1.3.
    header.replaceSubrange(0..<16, with: Array("SQLite format 3\0".utf8))
    put(4096, 2, at: 16)
    put(0x0202, 2, at: 18)
    put(0x0040_2020, 4, at: 20)
    put(Int64(facts.st_size) / 4096, 4, at: 28)
    put(4, 4, at: 44)
    put(0, 4, at: 52)
    put(1, 4, at: 56)
    put(0, 4, at: 64)
    header.replaceSubrange(92..<96, with: header[24..<28])
    guard pwrite(file, header, 100, 0) == 100 else { throw Self.fault("\(copy) cannot be written") }
    return copy
  }

  private func tried<Value>(_ body: () throws -> Value) throws -> Value? {
    do { return try body() } catch {
      guard DatabaseCheck.isDamageAtOpening(error) || DatabaseCheck.isUnread(error) else { throw error }
      return nil
    }
  }

  private func copy(_ table: DatabasePlan.Table, from old: Database, to new: Database, _ words: String) throws {
    let before = lost.count
    let columns = try new.columns(in: table.name).map(\.name.quotedDatabaseIdentifier)
    let reading = try TableReading(table, old, new) { values in
      let names = columns.prefix(values.count).joined(separator: ", ")
      let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
      do {
        try new.cachedStatement(sql: "INSERT INTO \(table.name) (\(names)) VALUES (\(marks))").execute(
          arguments: StatementArguments(values))
        self.saved += 1
        return true
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        return false
      }
    }
    let isComplete = try tried { try reading.run() } ?? false
    mended += reading.mended
    for key in reading.lost.sorted() { lost.append(reading.names[key] ?? "\(table.name) \(key)") }
    if !isComplete { unknown.append("of the table \(table.name) not all is known") }
    if table.isNeededWhole, lost.count > before || !isComplete {
      throw StudioDatabase.DamagedFault(words: "\(words); not all of the table \(table.name) can be read")
    }
  }

  // MARK: Exchanging

  /// Each step can be repeated after a kill: what was there has its new name before it loses the old one.
  private func exchange(_ words: String) throws -> String {
    let aside = notes.asidePath
    var told = "\(path) was damaged (\(words)); it is set aside as \(aside), and what could be read of it is kept: "
    told += saved == 1 ? "1 row" : "\(saved) rows"
    if mended > 0 { told += ", \(mended) of them mended by their sums" }
    told +=
      lost.isEmpty && unknown.isEmpty
      ? "; \(DamageNotes.nothingLost)" : "; \(lost.isEmpty ? "some" : "\(lost.count)") could not be read"
    if !unknown.isEmpty { told += " (\(unknown.joined(separator: ", ")))" }
    told +=
      lost.isEmpty && unknown.isEmpty
      ? "; look at the health of its disk, then move \(aside) away"
      : "; they are in a copy of before, if there is one (\(aside).txt names them); then move \(aside) away"
    let file = open(notes.saving, O_RDONLY | O_CLOEXEC)
    guard file >= 0, fsync(file) == 0 else { throw Self.fault("\(notes.saving) cannot be kept") }
    close(file)
    for ending in DamageNotes.endings where access(path + ending, F_OK) == 0 {
      // A second name; where the disk has none, a copy.
      if link(path + ending, aside + ending) != 0 {
        try FileManager.default.copyItem(atPath: path + ending, toPath: aside + ending)
      }
    }
    do throws(DurableFile.Fault) {
      try DamageNotes.say(([told] + lost).joined(separator: "\n"), of: aside)
    } catch { throw StudioDatabase.DamagedFault(words: "\(words); \(aside).txt cannot be written: \(error.words)") }
    guard rename(notes.saving, notes.saved) == 0 else { throw Self.fault("\(notes.saved) cannot be named") }
    do throws(DurableFile.Fault) { try DurableFile.flushFolder(of: path) } catch {
      throw StudioDatabase.DamagedFault(words: "\(words); its folder cannot be written: \(error.words)")
    }
    try Self.finish(path)
    notes.clear()
    guard !lost.isEmpty else { return told }
    let shown = lost.prefix(20).joined(separator: ", ")
    return "\(told); not read: \(shown)\(lost.count > 20 ? " and \(lost.count - 20) more" : "")"
  }
}
