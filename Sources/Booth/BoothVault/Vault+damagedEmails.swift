public import BoothCore

/// Files of addresses that cannot be read as such: put aside under a number, so that nothing that may be in them is lost,
/// and nothing replaces the gallery's list until a person has mended them or moved them away.
extension Vault {
  private static let damagedPrefix = "damaged_"
  /// In bytes: some hundred thousand guests.
  private static let largestEmails: Int64 = 64 << 20

  static func isDamagedEmails(_ name: String) -> Bool { name.hasPrefix(damagedPrefix) }

  /// The event's, as paths.
  func damagedEmails(of event: EventID) throws(StoreError) -> [String] {
    try disk.names(in: Self.emailsFolder).filter { $0.hasPrefix("\(Self.damagedPrefix)\(event).") }
      .map { "\(Self.emailsFolder)/\($0)" }
  }

  /// What has this name, as addresses; nil where nothing has it, or where it cannot be read as such.
  func readableStore(_ path: String) throws(StoreError) -> (isThere: Bool, list: EmailList?) {
    guard let isOrdinary = try disk.isOrdinary(path) else { return (false, nil) }
    guard isOrdinary, try disk.sizeBytes(path) ?? 0 <= Self.largestEmails else { return (true, nil) }
    let bytes = try disk.read(path)
    do { return (true, try EmailList(json: bytes)) } catch { return (true, nil) }
  }

  func putEmailsAside(of event: EventID) throws(StoreError) {
    let names = Set(try disk.names(in: Self.emailsFolder))
    var number = 1
    while names.contains("\(Self.damagedPrefix)\(event).\(number).json") { number += 1 }
    let aside = "\(Self.emailsFolder)/\(Self.damagedPrefix)\(event).\(number).json"
    try disk.renameDurably(Self.emailsPath(of: event), to: aside)
  }

  /// What a person has mended is the event's again.
  /// - Returns: whether there was any.
  func takeUpMendedEmails(of event: EventID) throws(StoreError) -> Bool {
    var hasAny = false
    for path in try damagedEmails(of: event) {
      guard let mended = try readableStore(path).list else { continue }
      var list = try emailList(of: event)
      list.entries += mended.entries.filter { !list.has($0) }
      try write(list, of: event)
      try disk.remove(path)
      try disk.syncFolder(Self.emailsFolder)
      hasAny = true
    }
    return hasAny
  }

  /// Takes out of the event's damaged files what the session left there, where that can be told from what others left.
  func blankEmails(of session: SessionRecord) throws(StoreError) {
    for path in try damagedEmails(of: session.event) {
      guard let bytes = try damagedBytes(path), let rest = EmailList.blanking(session.id, in: bytes) else { continue }
      _ = try disk.writeDurably(rest, to: path)
    }
  }

  /// What of an erased session may still be here and at the gallery, in words after "but"; nil where nothing is.
  ///
  /// A damaged file may name its guests where it cannot be read, and keeps the gallery's list from being replaced by
  /// one without them. The job that replaces it is made with the erasure, and ends when that is done.
  public func leftOfErased(_ session: SessionRecord) throws(StoreError) -> String? {
    let jobs = try ledger.jobs(of: session.id).filter { $0.kind == .emails }
    let paths: [String]
    do throws(StoreError) { paths = try damagedEmails(of: session.event) } catch {
      guard jobs.contains(where: { $0.state != .done }) else { return nil }
      return "its guests' e-mail address may be in \(Self.emailsFolder), which \(error.detail)"
    }
    for path in paths {
      let isNamed = try damagedBytes(path).map { EmailList.names(session.id, in: $0) } ?? false
      guard isNamed || jobs.contains(where: { $0.state != .done }) else { continue }
      return """
        its guests' e-mail address \(isNamed ? "is" : "may be") in \(path), which cannot be read as a list, and in the \
        gallery's list, which nothing replaces meanwhile: mend the file, or move it out of the data folder; then booth \
        queue retry
        """
    }
    guard let job = jobs.last(where: \.state.needsOperator) else { return nil }
    return "the gallery's list of addresses waits for the operator: \(job.lastFailure ?? "booth queue list")"
  }

  /// Nil where they cannot be had.
  private func damagedBytes(_ path: String) throws(StoreError) -> [UInt8]? {
    do throws(StoreError) {
      guard try disk.isOrdinary(path) == true, try disk.sizeBytes(path) ?? 0 <= Self.largestEmails else { return nil }
      return try disk.read(path)
    } catch {
      return nil
    }
  }
}
