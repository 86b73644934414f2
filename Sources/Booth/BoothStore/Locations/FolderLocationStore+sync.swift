public import BoothCore
import BoothVault
public import Locations

/// What a sync of locations needs of a data folder. Each call is durable when it returns, and a call that throws has changed nothing.
extension FolderLocationStore {
  /// When each location that was deleted was, the last time; also of those that are here again.
  public func departures() async throws(StoreError) -> [LocationID: WallTime] {
    try await perform { files throws(StoreError) in try files.lookingAtDatabase()?.departures() ?? [:] }
  }

  /// The texts that were kept for a target, by their names.
  public func notes(for target: String) async throws(StoreError) -> [String: String] {
    try await perform { files throws(StoreError) in try files.lookingAtDatabase()?.notes(for: target) ?? [:] }
  }

  /// The text that was kept for a target under this name; nil where there is none.
  public func note(_ name: String, for target: String) async throws(StoreError) -> String? {
    try await perform { files throws(StoreError) in try files.lookingAtDatabase()?.note(name, for: target) }
  }

  /// Keeps texts for a target, all or none; nil takes one away.
  public func keep(_ notes: [String: String?], for target: String) async throws(StoreError) {
    try await perform { files throws(StoreError) in
      try files.locked { _ throws(StoreError) in try files.lookingAtDatabase()?.keep(notes, for: target) }
    }
  }

  /// Keeps a location as it was changed elsewhere: see ``LocationVault/take(_:over:new:)``.
  public func take(
    _ after: Location, over before: Location, new bytes: [UInt8]?
  ) async throws(StoreError) -> Location? {
    try await perform { files throws(StoreError) in
      try files.locked { vault throws(StoreError) in try vault.take(after, over: before, new: bytes) }
    }
  }

  /// Adds a location from elsewhere with its pictures.
  /// - Returns: as it is kept; nil, and nothing is changed, where there is one of its id already.
  public func take(_ location: Location, old: [UInt8], new bytes: [UInt8]?) async throws(StoreError) -> Location? {
    try await perform { files throws(StoreError) in
      try files.locked { vault throws(StoreError) in
        guard try vault.ledger.location(location.id) == nil else { return nil }
        var batch = LocationBatch(vault)
        defer { batch.dropStaged() }
        var versions: LocationBatch.Versions = []
        if let bytes, let version = location.versions.last { versions.append((version, bytes)) }
        try batch.stage(location, old: old, versions: versions)
        return try batch.commit().first
      }
    }
  }

  /// Deletes a location that is as it was when that was decided.
  /// - Returns: false, and nothing is changed, where it is not.
  public func delete(_ before: Location, at time: WallTime) async throws(StoreError) -> Bool {
    try await perform { files throws(StoreError) in
      try files.locked { vault throws(StoreError) in
        guard try vault.ledger.location(before.id) == before else { return false }
        try vault.delete(before.id, at: time)
        return true
      }
    }
  }

  /// The bytes of one of a location's pictures.
  /// - Throws: `failed` also where they are not those that were kept.
  public func bytes(of picture: LocationPicture, in location: LocationID) async throws(StoreError) -> [UInt8] {
    let path = path(of: picture, in: location)
    return try await perform { _ throws(StoreError) in
      let bytes = try OutsideFile.read(path, limit: LocationVault.largestPicture)
      guard Checksum.of(bytes) == picture.checksum else {
        throw StoreError(.failed, subject: path, detail: "is not as it was kept: its checksum is another")
      }
      return bytes
    }
  }
}
