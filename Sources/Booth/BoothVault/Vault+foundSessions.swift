import BoothCore

/// What another booth's database and folders hold.
extension Vault {
  /// The other booth's sessions in the order they were opened: those of its database, then those that only its folders
  /// know. Of sessions that are known here nothing is read but whether they were erased.
  func foundSessions(
    on source: any Disk, _ database: (any Ledger)?, _ commitsWereLost: Bool, _ here: Set<SessionID>,
    _ adoption: inout Adoption
  ) throws(StoreError) -> [FoundSession] {
    var found: [FoundSession] = []
    var named: Set<SessionID> = []
    if let database {
      for record in try database.sessions(in: [.capturing, .finished, .uploaded, .discarded]) {
        named.insert(record.id)
        var session = try FoundSession(record, in: database)
        do throws(StoreError) {
          if !here.contains(record.id) {
            try session.believeFolder(on: source, commitsWereLost)
          } else if session.erasure == nil {
            session.decisions += FoundSession.erasures(of: record.id, on: source)
          }
        } catch {
          adoption.leave(record.id, error)
          continue
        }
        found.append(session)
      }
    }
    for sheet in try sheets(on: source, besides: named, &adoption) {
      if here.contains(sheet.session) {
        found.append(
          FoundSession(record: sheet.record, entries: [], decisions: FoundSession.decisions(of: sheet), jobs: []))
        continue
      }
      do throws(StoreError) { found.append(try FoundSession.read(sheet, on: source)) } catch {
        adoption.leave(sheet.session, error)
      }
    }
    return found
  }

  /// The sheets of the folders that that database does not name, in the order in which their sessions were opened.
  private func sheets(
    on source: any Disk, besides named: Set<SessionID>, _ adoption: inout Adoption
  ) throws(StoreError) -> [SessionSheet] {
    var sheets: [SessionSheet] = []
    for name in try source.names(in: Self.sessionsFolder) {
      guard let id = SessionID(name), !named.contains(id) else { continue }
      let names: [String]
      do throws(StoreError) { names = try source.names(in: Self.folder(of: id)) } catch {
        adoption.leave(id, error)
        continue
      }
      let files = names.filter { !$0.hasSuffix(Self.partSuffix) }
      // Its guests cancelled, or it was erased, while that booth's database took nothing.
      if files.contains(Self.erasedName), let sheet = Self.erasedSheet(of: id, on: source, &adoption.notes) {
        sheets.append(sheet)
        continue
      }
      guard !files.isEmpty, Self.mark(among: files) == nil,
        let sheet = Self.readSheet(of: id, on: source, &adoption.notes)
      else { continue }
      if sheet.state != .capturing || files != [SessionSheet.name] { sheets.append(sheet) }
    }
    return sheets.sorted(by: Self.opensBefore)
  }
}

extension FoundSession {
  /// That a session's folder is marked as erased, as that booth's database took nothing.
  fileprivate static func erasures(of id: SessionID, on disk: any Disk) -> [Decision] {
    var notes: [String] = []
    return Vault.erasedSheet(of: id, on: disk, &notes).map { decisions(of: $0) } ?? []
  }
}
