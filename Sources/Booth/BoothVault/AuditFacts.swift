import BoothCore

/// All that the database and the disk say of one session, read for an audit.
struct AuditFacts: Sendable, Equatable {
  enum Reading: Sendable, Equatable {
    case read(Fingerprint)
    /// There; not opened.
    case unread
    case unreadable(String)
  }

  /// Nil: a folder that the database does not know.
  var record: SessionRecord?
  var id: SessionID
  /// Every asset the session ever had.
  var entries: [AssetEntry] = []
  var jobs: [Job] = []
  var decisions: [Decision] = []
  /// What is in its folder, by path.
  var files: [String: Reading] = [:]
  /// Why its `session.json`, or the mark in its place, cannot be used, if it cannot.
  var sheetFault: String?
  /// Why its folder cannot be listed, if it cannot.
  var folderFault: String?
  /// What of an erased session may still be here, in a sentence.
  var leftOfErased: String?
  /// Why it leaves, where that was decided while its database took nothing, and they still have it.
  var leaving: DiscardReason?
  /// Of an export: the files that stand at its end with the right bytes.
  var copies: Set<String> = []
}

/// The rules of an audit, over facts alone.
extension AuditFacts {
  /// That it was erased on its guests' request.
  var erasure: Decision? { decisions.last { $0.asset == nil && $0.reason == .erase } }

  /// Whether the file was read, and has the bytes it was kept with.
  func isWhole(_ asset: Asset) -> Bool {
    if case .read(let read) = files[asset.path] { read.checksum == asset.checksum } else { false }
  }

  func lines(_ rule: AuditRule) -> [Audit.Line] {
    guard let record else { return unknownFolder(rule) }
    var lines = entries.map { entry in
      if entry.discarded || record.state == .discarded { return left(entry) }
      return leaving.map { leaves(entry, $0) } ?? kept(entry, rule)
    }
    lines += unrecorded(record, rule) + duplicates() + notMade(record) + sessionLines(record)
    return lines
  }

  func line(_ subject: String, _ verdict: Audit.Verdict, _ words: String, path: String? = nil) -> Audit.Line {
    Audit.Line(
      session: id, event: record?.eventSlug ?? "", subject: subject, strip: -1, path: path, verdict: verdict,
      words: words)
  }

  private func line(of entry: AssetEntry) -> Audit.Line {
    let asset = entry.asset
    var line = line(asset.kind.rawValue, .fine, "", path: asset.path)
    line.strip = asset.strip
    line.takenAt = asset.takenAt
    line.sizeBytes = asset.sizeBytes
    line.checksum = asset.checksum
    line.confirmedAt = entry.confirmedAt
    return line
  }

  private func kept(_ entry: AssetEntry, _ rule: AuditRule) -> Audit.Line {
    var line = keptHere(entry, rule)
    if line.file != .verified, line.file != .present, copies.contains(entry.asset.path) {
      line.words += "; the copy is the good one"
    }
    return line
  }

  private func keptHere(_ entry: AssetEntry, _ rule: AuditRule) -> Audit.Line {
    var line = line(of: entry)
    let asset = entry.asset
    let confirmed = entry.confirmedAt != nil
    switch files[asset.path] {
    case nil:
      line.file = .missing
      line.verdict = confirmed ? .fine : .gap
      line.words = confirmed ? "not here any more; the gallery has it" : "the file is missing, and no gallery has it"
      return line
    case .unreadable(let words):
      line.file = .unreadable
      line.verdict = .gap
      line.words = "the disk cannot read it: \(words)" + (confirmed ? "; the gallery has it" : "")
      return line
    case .read(let read) where read.sizeBytes != asset.sizeBytes || read.checksum != asset.checksum:
      line.file = .differs
      line.verdict = .gap
      line.words = "the bytes are not those that were kept" + (confirmed ? "; the gallery has those" : "")
      return line
    case .read: line.file = .verified
    case .unread: line.file = .present
    }
    if confirmed {
      line.words = "at the gallery"
    } else if record?.staysHere == true {
      line.words = record?.plan.location.map { "here only, for location \($0)" } ?? "here only, as its guests wish"
    } else {
      line.verdict = rule.uploaded ? .gap : .pending
      line.words = waiting
    }
    return line
  }

  /// Why something is not at the gallery yet.
  private var waiting: String {
    if record?.state == .capturing { return "its session is not finished" }
    guard let upload = jobs.last(where: { $0.kind == .upload }) else { return "not uploaded" }
    switch upload.state {
    case .held: return "waits for the operator: \(upload.lastFailure ?? "booth queue list")"
    case .expired: return "the event's expiry passed before it was uploaded"
    case .failed: return "its upload failed: \(upload.lastFailure ?? "booth queue list")"
    case .cancelled: return "its upload was cancelled"
    case .ready, .running, .done: return "not uploaded yet"
    }
  }

  private func left(_ entry: AssetEntry) -> Audit.Line {
    var line = line(of: entry)
    let own = decisions.last { $0.asset == entry.asset.id }
    line.reason = (own ?? decisions.last { $0.asset == nil })?.reason
    let isThere = files[entry.asset.path] != nil
    line.file = isThere ? .present : .missing
    if line.reason == .keepPolicy, entry.confirmedAt == nil {
      line.verdict = .gap
      line.words = "left by the keep-policy, yet no gallery has it"
    } else if let reason = line.reason {
      line.words = "left: \(reason.rawValue)"
      if isThere {
        line.verdict = entry.fileGone ? .gap : .pending
        line.words +=
          entry.fileGone
          ? ", but its file is still here: it came back after it was deleted, and nothing needs it; delete it"
          : "; its file goes at the next start"
      }
    } else {
      line.verdict = .gap
      line.words = "left without a decision"
    }
    return line
  }

  /// Decided by its guests, whatever is left of it.
  private func leaves(_ entry: AssetEntry, _ reason: DiscardReason) -> Audit.Line {
    var line = line(of: entry)
    line.reason = reason
    line.file = files[entry.asset.path] == nil ? .missing : .present
    line.verdict = .pending
    line.words = "leaves: \(reason.rawValue); the books take it at the next start at the latest"
    return line
  }

  /// Files that the database does not name.
  private func unrecorded(_ record: SessionRecord, _ rule: AuditRule) -> [Audit.Line] {
    let mark = "\(Vault.folder(of: id))/\(Vault.adoptingName)"
    let named = Set(entries.map(\.asset.path) + [Vault.sheetPath(of: id), mark])
    let busy = record.state == .capturing || jobs.contains { !$0.state.isOver }
    return files.keys.filter { !named.contains($0) }.sorted().map { path in
      let part = path.hasSuffix(Vault.partSuffix)
      if record.state == .discarded || leaving != nil {
        return line("file", .pending, "goes at the next start", path: path)
      }
      if part { return line("file", .pending, "being written, or left by a crash", path: path) }
      // Guests are shown what is recorded, and what is not is taken anew in its place or put aside in the end.
      if record.state == .capturing, !rule.running, AssetName(path)?.kind.isComposite == false {
        return line("file", .pending, "written as the booth died, and shown to nobody", path: path)
      }
      return rule.running && busy
        ? line("file", .pending, "not in the books yet", path: path)
        : line("file", .gap, "unrecorded: the books do not name it", path: path)
    }
  }

  private func unknownFolder(_ rule: AuditRule) -> [Audit.Line] {
    if let folderFault { return [line("session", .gap, "the books do not know it, and its folder \(folderFault)")] }
    let folder = Vault.folder(of: id)
    if files["\(folder)/\(Vault.adoptingName)"] != nil {
      return [line("session", .gap, "is half taken over from another booth's disk: run booth adopt again")]
    }
    if files["\(folder)/\(Vault.erasedName)"] != nil {
      if let sheetFault { return [line("session", .gap, "was erased, and the gallery cannot be told: \(sheetFault)")] }
      return [line("session", .pending, "was erased; the books take it, and the gallery's part, at the next start")]
    }
    if files["\(folder)/\(Vault.cancelledName)"] != nil {
      return [line("session", .pending, "was cancelled by its guests; its folder goes at the next start")]
    }
    let contents = files.keys.filter { $0 != Vault.sheetPath(of: id) && !$0.hasSuffix(Vault.partSuffix) }.sorted()
    guard !contents.isEmpty else {
      return [line("session", .pending, "an empty folder that the books do not know; goes at the next start")]
    }
    return contents.map { line("file", .gap, "unrecorded: the books do not know its session", path: $0) }
  }

  private func duplicates() -> [Audit.Line] {
    var lines: [Audit.Line] = []
    var seen: Set<String> = []
    var places: Set<String> = []
    for entry in entries {
      let asset = entry.asset
      if !seen.insert(asset.path).inserted { lines.append(line("file", .gap, "recorded twice", path: asset.path)) }
      guard !entry.discarded else { continue }
      if !places.insert("\(asset.kind.rawValue) \(asset.strip)").inserted {
        lines.append(line("file", .gap, "a second \(asset.kind.rawValue) of the same strip is kept", path: asset.path))
      }
    }
    return lines
  }
}
