public import BoothCore

/// Confirmations that turn out to be wrong: the gallery lost what it had, or another gallery counts now.
extension Vault {
  /// Has the database calls these files unconfirmed, so that no keep-policy lets them go and the next upload brings them.
  public func forgetConfirmations(_ assets: [AssetID], of session: SessionID) throws(StoreError) {
    _ = try forget(assets, of: session) { _ in false }
  }

  /// The same of a session that no upload may be waiting for: in the same commit it gets one, unless one waits, or the
  /// operator has cancelled it.
  /// - Parameter whateverWasCancelled: also where the operator cancelled it, as it is the operator who asks.
  /// - Returns: the new job, if there is one.
  public func bringAgain(
    _ assets: [AssetID], of session: SessionID, whateverWasCancelled: Bool = false
  ) throws(StoreError) -> [Job] {
    try forget(assets, of: session) { uploads in
      uploads.allSatisfy(\.state.isOver) && (whateverWasCancelled || uploads.last?.state != .cancelled)
    }
  }

  private func forget(
    _ assets: [AssetID], of id: SessionID, queuesBeside: ([Job]) -> Bool
  ) throws(StoreError) -> [Job] {
    guard var record = try ledger.session(id), record.state == .finished || record.state == .uploaded else { return [] }
    let wrong = record.assets.filter { assets.contains($0.id) && $0.uploaded }
    guard !wrong.isEmpty else { return [] }
    var changes: [LedgerChange] = wrong.map { .forgetConfirmation($0.id) }
    if record.state == .uploaded { changes.append(.setState(id, .finished)) }
    record.state = .finished
    var new: [Job] = []
    if queuesBeside(try ledger.jobs(of: id).filter { $0.kind == .upload }) {
      new = [Job(id: try ledger.nextJobID(), kind: .upload, session: id)]
    }
    let names = Set(wrong.compactMap { $0.path.split(separator: "/").last.map(String.init) })
    try writeSheet(of: record) { sheet in
      for index in sheet.files.indices where names.contains(sheet.files[index].name) {
        sheet.files[index].confirmedAt = nil
      }
    }
    try ledger.commit(changes + new.map { .put($0) })
    return new
  }
}
