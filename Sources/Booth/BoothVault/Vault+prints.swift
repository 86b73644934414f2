public import BoothCore
import FoundationEssentials

/// The prints that guests and operator want: one file a session, beside the sessions, in `prints`.
///
/// The file is the truth about a print, and the job only says that there is work: it is written first, so that a print
/// that is told to its guests is never lost, and a start makes the job anew that is not there.
extension Vault {
  /// Where the prints of sessions are.
  public static let printsFolder = "prints"

  static func printsPath(of session: SessionID) -> String { "\(printsFolder)/\(session).json" }

  /// Adds prints of a session that wait, each with its job; durable when it returns.
  /// - Parameters:
  ///   - layout: the id of the layout that is printed; nil: the event's own.
  ///   - most: of the guests' prints of this session, all told; what is more is not ordered. Nil: any number.
  /// - Returns: the prints that were added, and their jobs; fewer than asked for where the limit is reached.
  public func orderPrints(
    _ copies: Int, of id: SessionID, in layout: String? = nil, by origin: PrintRecord.Origin, most: Int?,
    at time: WallTime
  ) throws(StoreError) -> (prints: [PrintRecord], jobs: [Job]) {
    guard let session = try ledger.session(id), session.state != .discarded else {
      throw StoreError(.notFound, subject: id.text, detail: "the session is unknown or was discarded")
    }
    var all = try prints(of: id) ?? SessionPrints(session: id, event: session.eventSlug)
    let left = most.map { max(0, $0 - all.ofGuests) } ?? copies
    let new = all.order(min(copies, left), in: layout, by: origin, at: time)
    guard !new.isEmpty else { return ([], []) }
    try write(all)
    do throws(StoreError) {
      return (new, try queuePrints(new.map { PrintID(session: id, number: $0.number) }))
    } catch {
      // The person who asked is told that nothing is printed. If the disk refuses this, too, they come after the next start.
      for print in new { all[print.number]?.state = .cancelled }
      do throws(StoreError) { try write(all) } catch {}
      throw error
    }
  }

  /// Makes how far a print is durable. One that was cancelled stays so: it was sent no more.
  public func record(_ print: PrintRecord, of id: SessionID) throws(StoreError) {
    guard var all = try prints(of: id), let known = all[print.number] else {
      throw StoreError(.notFound, subject: "print \(id).\(print.number)", detail: "there is no such print")
    }
    guard known != print else { return }
    guard known.state != .cancelled else {
      throw StoreError(.notFound, subject: "print \(id).\(print.number)", detail: "was cancelled")
    }
    all[print.number] = print
    try write(all)
  }

  /// Prints a sheet again that did not come out, or was cancelled. One that waits is queued again only where it has no job: the
  /// database refused it then.
  /// - Returns: its job.
  public func retryPrint(_ id: PrintID) throws(StoreError) -> [Job] {
    var (all, print) = try print(id)
    let hasJob = try ledger.jobs(of: id.subject).contains { !$0.state.isOver }
    let isLeft = print.state == .queued && !hasJob
    guard print.state.isOver || isLeft else {
      throw StoreError(.notFound, subject: "print \(id)", detail: "waits or is being printed: it comes by itself")
    }
    guard let session = try ledger.session(id.session), session.state != .discarded else {
      throw StoreError(.notFound, subject: "print \(id)", detail: "cannot be printed again: its session is gone")
    }
    print.state = .queued
    print.attempt = nil
    print.words = nil
    print.insists = true
    all[id.number] = print
    try write(all)
    return try queuePrints([id])
  }

  /// Records that a sheet came out that nothing counted, as a person says who looked.
  public func confirmPrint(_ id: PrintID) throws(StoreError) {
    var (all, print) = try print(id)
    guard print.state != .out else { return }
    guard print.state.asks else {
      throw StoreError(
        .failed, subject: "print \(id)",
        detail: print.state == .cancelled ? "was cancelled" : "is not over: what becomes of it is still to be seen")
    }
    print.state = .out
    print.words = nil
    all[id.number] = print
    try write(all)
  }

  /// Gives a print up that the printer does not have: it waits, or a person was asked about it.
  /// - Returns: the jobs that end.
  public func cancelPrint(_ id: PrintID) throws(StoreError) -> [Job] {
    var (all, print) = try print(id)
    switch print.state {
    case .queued, .ask, .probably: break
    case .sending, .accepted:
      throw StoreError(
        .failed, subject: "print \(id)", detail: "is in the printer, or may be: cancel it there")
    case .out: throw StoreError(.failed, subject: "print \(id)", detail: "came out already")
    case .cancelled: return []
    }
    print.state = .cancelled
    all[id.number] = print
    try write(all)
    let jobs = try ledger.jobs(of: id.subject).filter { !$0.state.isOver }.map { job in
      var job = job
      job.state = .cancelled
      return job
    }
    if !jobs.isEmpty { try ledger.commit(jobs.map { .put($0) }) }
    return jobs
  }

  /// What the operator decided about printing; the beginning where nothing was.
  public func printDesk() throws(StoreError) -> PrintDesk {
    guard let size = try disk.sizeBytes(Self.deskPath) else { return PrintDesk() }
    let bytes = size <= Self.largestPrints ? try disk.read(Self.deskPath) : []
    let desk: PrintDesk
    do { desk = try JSONDecoder().decode(PrintDesk.self, from: Data(bytes)) } catch {
      throw StoreError(
        .failed, subject: "\(disk.root)/\(Self.deskPath)",
        detail: "cannot be read: move it away; then prints are not paused, and the sheets that are left are not known")
    }
    guard desk.version <= PrintDesk.version else {
      throw StoreError(
        .newerVersion, subject: "\(disk.root)/\(Self.deskPath)", detail: "was written by a newer version of booth")
    }
    return desk
  }

  /// Makes it durable.
  public func keep(_ desk: PrintDesk) throws(StoreError) {
    try disk.makeFolderDurably(Self.printsFolder)
    _ = try disk.writeDurably(Self.encoded(desk), to: Self.deskPath)
  }

  private static var deskPath: String { "\(printsFolder)/desk.json" }

  private func print(_ id: PrintID) throws(StoreError) -> (SessionPrints, PrintRecord) {
    guard let all = try prints(of: id.session), let print = all[id.number] else {
      throw StoreError(
        .notFound, subject: "print \(id)", detail: "there is no such print; `booth print list --all` shows them")
    }
    return (all, print)
  }

  /// All prints of a session; nil where there never was one. Throws where the file is not what it was.
  public func prints(of id: SessionID) throws(StoreError) -> SessionPrints? {
    let path = Self.printsPath(of: id)
    guard let size = try disk.sizeBytes(path) else { return nil }
    guard size <= Self.largestPrints else {
      throw unreadable(path, "it has \(size) bytes, expected at most \(Self.largestPrints)")
    }
    let bytes = try disk.read(path)
    let prints: SessionPrints
    do { prints = try JSONDecoder().decode(SessionPrints.self, from: Data(bytes)) } catch {
      throw unreadable(path, "it is no list of prints as this program writes them")
    }
    guard prints.version <= SessionPrints.version else {
      throw StoreError(
        .newerVersion, subject: "\(disk.root)/\(path)", detail: "was written by a newer version of booth")
    }
    guard prints.session == id, Set(prints.prints.map(\.number)).count == prints.prints.count else {
      throw unreadable(path, "it is of another session, or names a print twice")
    }
    return prints
  }

  /// The prints of all sessions, in the order of the sessions' ids. What cannot be read is said in the second value.
  public func allPrints() throws(StoreError) -> (prints: [SessionPrints], notes: [String]) {
    var all: [SessionPrints] = []
    var notes: [String] = []
    for name in try disk.names(in: Self.printsFolder) {
      guard let id = Self.printsSession(of: name) else { continue }
      do throws(StoreError) {
        if let prints = try prints(of: id) { all.append(prints) }
      } catch {
        notes.append(error.description)
      }
    }
    return (all, notes)
  }

  /// A start: what was being written is swept away, and every print that is not over has a job.
  func tidyPrints(_ recovery: inout Recovery) throws(StoreError) {
    guard jobKinds[.print] != nil else { return }
    do throws(StoreError) {
      let names = try disk.names(in: Self.printsFolder)
      guard !names.isEmpty else { return }
      for name in names where name.hasSuffix(Self.partSuffix) { try disk.remove("\(Self.printsFolder)/\(name)") }
      let open = Set(try ledger.jobs(all: false).filter { $0.kind == .print }.map(\.subject))
      let (all, notes) = try allPrints()
      recovery.notes += notes
      var lacking: [PrintID] = []
      for session in all {
        for print in session.prints where !print.state.isOver {
          let id = PrintID(session: session.session, number: print.number)
          guard !open.contains(id.subject) else { continue }
          // The operator cancelled its job: that stays so.
          if try ledger.jobs(of: id.subject).last?.state == .cancelled {
            try giveUp(print, id)
          } else {
            lacking.append(id)
          }
        }
      }
      _ = try queuePrints(lacking)
    } catch {
      try recovery.note(orThrow: error)
    }
  }

  /// A print whose job was cancelled, and not the print: the printer may have it.
  private func giveUp(_ print: PrintRecord, _ id: PrintID) throws(StoreError) {
    var print = print
    print.state = print.state == .queued ? .cancelled : .ask
    print.words = print.state == .ask ? "Its job was cancelled while the printer had it, or may have had it." : nil
    try record(print, of: id.session)
  }

  /// Sessions with a print that is still to come, or that a person may want again: nothing of them leaves meanwhile. One whose
  /// prints cannot be read is among them.
  package func sessionsToPrint() throws(StoreError) -> Set<SessionID> {
    var sessions: Set<SessionID> = []
    for name in try disk.names(in: Self.printsFolder) {
      guard let id = Self.printsSession(of: name) else { continue }
      do throws(StoreError) {
        let isOver = try prints(of: id)?.prints.allSatisfy { $0.state.isOver && $0.state != .ask } ?? true
        if !isOver { sessions.insert(id) }
      } catch {
        sessions.insert(id)
      }
    }
    return sessions
  }

  private func queuePrints(_ ids: [PrintID]) throws(StoreError) -> [Job] {
    guard !ids.isEmpty else { return [] }
    let first = try ledger.nextJobID()
    let jobs = ids.enumerated().map { Job(id: first + JobID($0), kind: .print, subject: $1.subject) }
    try ledger.commit(jobs.map { .put($0) })
    return jobs
  }

  private func write(_ prints: SessionPrints) throws(StoreError) {
    try disk.makeFolderDurably(Self.printsFolder)
    _ = try disk.writeDurably(Self.encoded(prints), to: Self.printsPath(of: prints.session))
  }

  private static func encoded(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do { return Array(try encoder.encode(value)) } catch {
      preconditionFailure("texts, numbers and times can always be encoded: \(error)")
    }
  }

  private func unreadable(_ path: String, _ why: String) -> StoreError {
    StoreError(
      .failed, subject: "\(disk.root)/\(path)",
      detail: "cannot be read: \(why). Nothing of its session is printed before it is mended, or moved away")
  }

  private static func printsSession(of name: String) -> SessionID? {
    name.hasSuffix(".json") ? SessionID(String(name.dropLast(5))) : nil
  }

  /// In bytes; a print takes some five hundred, and no session has a thousand.
  private static let largestPrints: Int64 = 1 << 20
}
