public import BoothCore

/// The e-mail addresses that guests leave for their link: kept apart from the pictures, one file an event.
extension Vault {
  static let emailsFolder = "emails"
  static func emailsPath(of event: EventID) -> String { "\(emailsFolder)/emails_\(event).json" }

  /// Keeps a guest's address and queues the upload of its event's file. The job is in the database before the address is in
  /// the file: at whatever moment the power fails, an address that is kept has a job that brings it.
  /// - Returns: that job; none where the same address was left for the session before.
  public func keepEmail(_ address: EmailAddress, of id: SessionID, at time: WallTime) throws(StoreError) -> [Job] {
    guard let session = try ledger.session(id), session.state != .discarded else {
      throw StoreError(.notFound, subject: id.text, detail: "the session is unknown or was discarded")
    }
    var list = try emailList(of: session.event)
    let entry = EmailList.Entry(address, of: id, event: session.event, at: time)
    guard !list.has(entry) else { return [] }
    let jobs = try queueEmails(of: id)
    list.entries.append(entry)
    try write(list, of: session.event)
    return jobs
  }

  /// All addresses of an event as they go to the gallery, but for those of sessions that were erased, or nil where there
  /// never was one. Writes nothing, so that a look while a booth runs takes none of its guests' away. Throws where a
  /// file is not what it was: the gallery's copy is better than half of this one.
  public func emails(of event: EventID) throws(StoreError) -> [UInt8]? {
    guard var list = try readableEmails(of: event) else { return nil }
    _ = try dropErased(from: &list)
    return list.json
  }

  /// Takes out of an event's file what sessions that were erased have left, where the disk refused that before; and takes
  /// up again a damaged one that a person has mended.
  public func dropErasedEmails(of event: EventID) throws(StoreError) {
    _ = try takeUpMendedEmails(of: event)
    guard var list = try readableEmails(of: event), try dropErased(from: &list) else { return }
    try write(list, of: event)
  }

  private func readableEmails(of event: EventID) throws(StoreError) -> EmailList? {
    let path = Self.emailsPath(of: event)
    if let damaged = try damagedEmails(of: event).first { throw unreadable(damaged) }
    let (isThere, list) = try readableStore(path)
    if isThere, list == nil { throw unreadable(path) }
    return list
  }

  /// Takes a session's addresses out of its event's file, which goes to the gallery once more. The job comes first and
  /// does what the disk refuses now: no file of addresses keeps pictures from being erased.
  func eraseEmails(of session: SessionRecord) throws(StoreError) {
    do throws(StoreError) {
      var list = try emailList(of: session.event)
      let isNamed = list.entries.contains { $0.session == session.id.text }
      // What cannot be read may have it: the job waits for the operator, and says so (``leftOfErased(_:)``).
      let isDamaged = try !damagedEmails(of: session.event).isEmpty
      guard isDamaged || isNamed else { return }
      let isQueued = try ledger.jobs(of: session.id).contains { $0.kind == .emails && !$0.state.isOver }
      if isNamed || !isQueued { _ = try queueEmails(of: session.id) }
      if isNamed {
        list.entries.removeAll { $0.session == session.id.text }
        try write(list, of: session.event)
      }
      try blankEmails(of: session)
    } catch {
      if error.code == .damaged { throw error }
      let jobs = try ledger.jobs(of: session.id)
      if !jobs.contains(where: { $0.kind == .emails && !$0.state.isOver }) { _ = try queueEmails(of: session.id) }
    }
  }

  /// Adds what another booth's file has and this one's has not, but for sessions that were erased here.
  func adoptEmails(from source: any Disk, _ adoption: inout Adoption) throws(StoreError) {
    let names: [String]
    do throws(StoreError) { names = try source.names(in: Self.emailsFolder) } catch {
      adoption.notes.append("\(Self.emailsFolder) was left out: \(error.detail)")
      return
    }
    for name in names {
      guard let event = Self.emailsEvent(of: name) else { continue }
      var found: EmailList?
      do throws(StoreError) {
        found = try Vault(disk: source, ledger: ledger).readableStore("\(Self.emailsFolder)/\(name)").list
      } catch {}
      guard let found else {
        adoption.notes.append("\(Self.emailsFolder)/\(name) was left out: it cannot be read as a list of addresses")
        continue
      }
      var list = try emailList(of: event)
      var last: SessionID?
      for entry in found.entries where !list.has(entry) {
        guard let id = SessionID(entry.session), let session = try ledger.session(id), session.state != .discarded
        else {
          continue
        }
        list.entries.append(entry)
        last = id
      }
      guard let last else { continue }
      adoption.jobs += try queueEmails(of: last).count
      try write(list, of: event)
    }
  }

  /// A start: what a cut left of an erasure is finished. An address is in the file only after its job is in the database:
  /// where the last one's is not there, commits were lost, and it is made anew.
  func tidyEmails(_ recovery: inout Recovery) throws(StoreError) {
    let names: [String]
    do throws(StoreError) { names = try disk.names(in: Self.emailsFolder) } catch {
      return try recovery.note(orThrow: error)
    }
    for name in names {
      do throws(StoreError) {
        if name.hasSuffix(Self.partSuffix) { try disk.remove("\(Self.emailsFolder)/\(name)") }
        if let event = Self.emailsEvent(of: name) ?? Self.damagedEvent(of: name) { try tidyEmails(of: event) }
      } catch {
        try recovery.note(orThrow: error)
      }
    }
    do throws(StoreError) {
      for name in try disk.names(in: Self.emailsFolder) where Self.isDamagedEmails(name) {
        recovery.note(unreadable("\(Self.emailsFolder)/\(name)"))
      }
    } catch {
      try recovery.note(orThrow: error)
    }
  }

  private func tidyEmails(of event: EventID) throws(StoreError) {
    let isMended = try takeUpMendedEmails(of: event)
    var list = try emailList(of: event)
    var last: SessionID?
    for entry in list.entries.reversed() where last == nil {
      if let id = SessionID(entry.session), try ledger.session(id) != nil { last = id }
    }
    guard let last else { return }
    let isLeaving = try dropErased(from: &list)
    let jobs = try ledger.jobs(of: last)
    if isLeaving || isMended || !jobs.contains(where: { $0.kind == .emails }) { _ = try queueEmails(of: last) }
    if isLeaving { try write(list, of: event) }
  }

  /// Takes out what sessions that were erased have left. Returns whether there was any.
  private func dropErased(from list: inout EmailList) throws(StoreError) -> Bool {
    var left: Set<String> = []
    for text in Set(list.entries.map(\.session)) {
      if let id = SessionID(text), try ledger.session(id)?.state == .discarded { left.insert(text) }
    }
    list.entries.removeAll { left.contains($0.session) }
    return !left.isEmpty
  }

  private func unreadable(_ path: String) -> StoreError {
    StoreError(
      .failed, subject: "\(disk.root)/\(path)",
      detail: """
        cannot be read as a list of addresses, and nothing replaces the gallery's meanwhile: mend it, or move it out of \
        the data folder; then booth queue retry
        """)
  }

  private static func emailsEvent(of name: String) -> EventID? {
    guard name.hasPrefix("emails_"), name.hasSuffix(".json") else { return nil }
    return number(name.dropFirst(7).dropLast(5))
  }

  /// Of a file that was put aside, `damaged_E.N.json`.
  private static func damagedEvent(of name: String) -> EventID? {
    isDamagedEmails(name) ? number(name.dropFirst(8).prefix { $0 != "." }) : nil
  }

  /// An event's number as the booth writes it: no other name is ever taken for its file's.
  private static func number(_ digits: Substring) -> EventID? {
    guard let event = EventID(digits), "\(event)" == digits, KeptBounds.event.contains(Int64(event)) else { return nil }
    return event
  }

  private func queueEmails(of session: SessionID) throws(StoreError) -> [Job] {
    let job = Job(id: try ledger.nextJobID(), kind: .emails, session: session)
    try ledger.commit([.put(job)])
    return [job]
  }

  func write(_ list: EmailList, of event: EventID) throws(StoreError) {
    try disk.makeFolderDurably(Self.emailsFolder)
    _ = try disk.writeDurably(list.json, to: Self.emailsPath(of: event))
  }

  /// A file that is none any more is put aside under a number: nothing that may be in it is lost.
  func emailList(of event: EventID) throws(StoreError) -> EmailList {
    let (isThere, list) = try readableStore(Self.emailsPath(of: event))
    if isThere, list == nil { try putEmailsAside(of: event) }
    return list ?? EmailList()
  }
}
