/// The e-mail addresses that guests leave for their link: kept apart from the pictures, one file an event.
extension Vault {
  static let emailsFolder = "emails"
  static func emailsPath(of event: EventID) -> String { "\(emailsFolder)/emails_\(event).json" }

  /// Keeps a guest's address and queues the upload of its event's file. The job is in the books before the address is in
  /// the file: at whatever moment the power fails, an address that is kept has a job that brings it.
  /// - Returns: that job; none where the same address was left for the session before.
  public func keepEmail(_ address: EmailAddress, of id: SessionID, at time: WallTime) throws(StoreError) -> [Job] {
    guard let session = try ledger.session(id), session.state != .discarded else {
      throw StoreError(.notFound, subject: id.text, detail: "the session is unknown or was discarded")
    }
    var book = try emailBook(of: session.event)
    let entry = EmailBook.Entry(address, of: id, event: session.event, at: time)
    guard !book.has(entry) else { return [] }
    let jobs = try queueEmails(of: id)
    book.entries.append(entry)
    try write(book, of: session.event)
    return jobs
  }

  /// All addresses of an event as they go to the gallery, or nil where there never was one. Throws where the file is not
  /// what it was: the gallery's copy is better than half of this one.
  public func emails(of event: EventID) throws(StoreError) -> [UInt8]? {
    let path = Self.emailsPath(of: event)
    guard try disk.sizeBytes(path) != nil else { return nil }
    let bytes = try disk.read(path)
    do { return try EmailBook(json: bytes).json } catch {
      throw StoreError(
        .failed, subject: "\(disk.root)/\(path)", detail: "cannot be read as a list of addresses; mend it")
    }
  }

  /// Takes a session's addresses out of its event's file, which goes to the gallery once more.
  func removeEmails(of session: SessionRecord) throws(StoreError) {
    guard try disk.sizeBytes(Self.emailsPath(of: session.event)) != nil else { return }
    var book = try emailBook(of: session.event)
    let others = book.entries.filter { $0.session != session.id.text }
    guard others.count < book.entries.count else { return }
    _ = try queueEmails(of: session.id)
    book.entries = others
    try write(book, of: session.event)
  }

  /// Adds what another booth's file has and this one's has not, but for sessions that were erased here.
  func adoptEmails(from source: any Disk, _ adoption: inout Adoption) throws(StoreError) {
    for name in try source.names(in: Self.emailsFolder) {
      guard let event = Self.emailsEvent(of: name) else { continue }
      let found: EmailBook
      do { found = try EmailBook(json: try source.read("\(Self.emailsFolder)/\(name)")) } catch {
        adoption.notes.append("\(Self.emailsFolder)/\(name) was left out: it cannot be read as a list of addresses")
        continue
      }
      var book = try emailBook(of: event)
      var last: SessionID?
      for entry in found.entries where !book.has(entry) {
        guard let id = SessionID(entry.session), let session = try ledger.session(id), session.state != .discarded
        else {
          continue
        }
        book.entries.append(entry)
        last = id
      }
      guard let last else { continue }
      adoption.jobs += try queueEmails(of: last).count
      try write(book, of: event)
    }
  }

  /// A start: what a cut left of an erasure is finished, and where commits were lost, the jobs that bring the files are
  /// made anew.
  func tidyEmails(jobsWereLost: Bool) throws(StoreError) {
    let names = try disk.names(in: Self.emailsFolder)
    guard !names.isEmpty else { return }
    let states = try ledger.sessionStates()
    for name in names {
      if name.hasSuffix(Self.partSuffix) {
        try disk.remove("\(Self.emailsFolder)/\(name)")
        continue
      }
      guard let event = Self.emailsEvent(of: name) else { continue }
      var book = try emailBook(of: event)
      func state(_ entry: EmailBook.Entry) -> SessionRecord.State? { SessionID(entry.session).flatMap { states[$0] } }
      let kept = book.entries.filter { state($0) != .discarded }
      guard jobsWereLost || kept.count < book.entries.count,
        let known = book.entries.last(where: { state($0) != nil }).flatMap({ SessionID($0.session) })
      else { continue }
      _ = try queueEmails(of: known)
      guard kept.count < book.entries.count else { continue }
      book.entries = kept
      try write(book, of: event)
    }
  }

  private static func emailsEvent(of name: String) -> EventID? {
    guard name.hasPrefix("emails_"), name.hasSuffix(".json") else { return nil }
    return EventID(name.dropFirst(7).dropLast(5))
  }

  private func queueEmails(of session: SessionID) throws(StoreError) -> [Job] {
    let job = Job(id: try ledger.nextJobID(), kind: .emails, session: session)
    try ledger.commit([.put(job)])
    return [job]
  }

  private func write(_ book: EmailBook, of event: EventID) throws(StoreError) {
    try disk.makeFolderDurably(Self.emailsFolder)
    _ = try disk.writeDurably(book.json, to: Self.emailsPath(of: event))
  }

  /// A file that is none any more is put aside under a number: nothing that may be in it is lost.
  private func emailBook(of event: EventID) throws(StoreError) -> EmailBook {
    let path = Self.emailsPath(of: event)
    guard try disk.sizeBytes(path) != nil else { return EmailBook() }
    let bytes = try disk.read(path)
    do { return try EmailBook(json: bytes) } catch {
      let names = Set(try disk.names(in: Self.emailsFolder))
      let number = (1...).first { !names.contains("damaged_\(event).\($0).json") } ?? 1
      try disk.renameDurably(path, to: "\(Self.emailsFolder)/damaged_\(event).\(number).json")
      return EmailBook()
    }
  }
}
