extension Interrupted {
  /// What the database holds of a session that was never finished.
  public init(_ record: SessionRecord) {
    var takes = record.plan.strips.map { _ in Take() }
    for asset in record.assets where takes.indices.contains(asset.strip) {
      switch asset.kind {
      case .photo: takes[asset.strip].photo = asset
      case .video: takes[asset.strip].clip = asset
      case .stripPhoto, .stripVideo, .boomerang, .boomerangGIF: break
      }
    }
    self.init(
      session: SessionRef(record), event: record.eventSlug, plan: record.plan, takes: takes,
      lastTakenAt: record.assets.max { $0.id < $1.id }?.takenAt ?? record.openedAt)
  }
}
