public import BoothCore

/// Which of a strip's photos stays, where another was asked for in its place and came too late.
extension Vault {
  /// Gives up, by name, whatever else is recorded of this photo's strip. Durable before guests are shown the photo, and
  /// made after whatever was given to the database before: nothing is added later that is not waited for.
  public func settle(_ photo: AssetID, of session: SessionID, at time: WallTime) throws(StoreError) {
    try recordRefused(of: session)
    guard let record = try ledger.session(session), let asset = record.assets.first(where: { $0.id == photo }) else {
      throw StoreError(.notFound, subject: "asset \(photo)", detail: "the photo is unknown or was discarded")
    }
    try giveUp(record.assets.filter { $0.id != photo && $0.kind == asset.kind && $0.strip == asset.strip }, at: time)
  }

  /// Its guests are done, and the flow had the first of a strip's photos, and of its clips, at that moment: the decision
  /// about one that it has replaced stands in the database already. What came later was not waited for, and a decision about
  /// it may be lost with the power: the gallery has one place for each.
  func settleStrips(of record: SessionRecord) throws(StoreError) {
    let captured = record.assets.filter { !$0.kind.isComposite }
    for asset in captured {
      let isFirst = !captured.contains { $0.kind == asset.kind && $0.strip == asset.strip && $0.id < asset.id }
      if !isFirst { try giveUp([asset], at: asset.takenAt) }
    }
  }

  /// Decided when it is recorded; a file that the disk refuses to delete goes at the next start.
  private func giveUp(_ late: [Asset], at time: WallTime) throws(StoreError) {
    guard let session = late.first?.session else { return }
    refused.add(session, late.map { Decision(at: time, session: session, asset: $0.id, reason: .lateAnswer) })
    try recordRefused(of: session)
    _ = try deleteDiscardedFiles()
  }
}
