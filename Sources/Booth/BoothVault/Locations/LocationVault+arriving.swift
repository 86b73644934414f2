public import BoothCore
public import Locations

/// Locations that come from elsewhere, over those that are here.
extension LocationVault {
  /// Keeps a location as it was changed elsewhere, all of it or nothing. Its old picture, its pair, marked points and
  /// versions stay; one new version may come with it.
  /// - Parameters:
  ///   - before: as it was when that was decided.
  ///   - bytes: of the one version that `before` does not have.
  /// - Returns: as it is kept; nil, and nothing is changed, where it is not as it was any more.
  public func take(_ after: Location, over before: Location, new bytes: [UInt8]?) throws(StoreError) -> Location? {
    try settlePending()
    guard try ledger.location(before.id) == before else { return nil }
    var kept = after
    (kept.old, kept.pair, kept.marks) = (before.old, before.pair, before.marks)
    (kept.createdAt, kept.updatedAt) = (after.createdAt.kept, after.updatedAt.kept)
    kept.versions = before.versions
    var path: String?
    let folder = Self.folder(of: before.id)
    if let bytes, var version = after.versions.first(where: { new in !before.versions.contains { $0.id == new.id } }) {
      version.takenAt = version.takenAt.kept
      version.picture = try picture("\(Self.versions)/\(version.id)", bytes, size: version.picture.size)
      kept.versions.append(version)
      path = "\(folder)/\(version.picture.name)"
    }
    try Self.check(kept)
    guard kept != before else { return kept }
    try begin(before.id)
    do throws(StoreError) {
      if let path, let bytes {
        try disk.makeFolderDurably("\(folder)/\(Self.versions)")
        _ = try disk.writeDurably(bytes, to: path)
      }
      try writeSheet(of: kept)
      try ledger.commit([.put(kept)])
    } catch {
      takeBack(before, without: path)
      throw error
    }
    try end()
    return kept
  }
}
