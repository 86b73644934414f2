import BoothCore
import BoothVault
import Locations

/// A location as it was acknowledged.
struct WatchedPlace {
  var old: [UInt8]
  /// The content of its versions, by their ids.
  var versions: [LocationVersion.ID: [UInt8]] = [:]
  /// A person deletes it, or has.
  var leaves = false
  var isGone = false
}

/// Old photographs, and what was taken at their places.
extension Watch {
  func knowsLocation(_ id: LocationID) -> Bool { places[id] != nil }
  func added(_ id: LocationID, _ old: [UInt8]) { places[id] = WatchedPlace(old: old) }
  func leaves(_ id: LocationID) { places[id]?.leaves = true }
  func left(_ id: LocationID) { places[id]?.isGone = true }

  func kept(_ version: LocationVersion, at id: LocationID, _ content: [UInt8]) {
    places[id]?.versions[version.id] = content
  }

  /// Work that cannot be done: the location of the session's photos is deleted.
  func isPlaceless(_ job: Job) -> Bool {
    guard job.kind == .version, let session = job.session,
      let id = opened[session]?.plan.location.flatMap(LocationID.init)
    else { return false }
    return places[id]?.leaves == true
  }

  /// A process begins: what was acknowledged is in the database and on the disk, with its bytes.
  func restarted(_ night: Night, _ vault: LocationVault) {
    for id in places.keys.sorted() { check(id, vault, night) }
  }

  private func check(_ id: LocationID, _ vault: LocationVault, _ night: Night) {
    guard let place = places[id] else { return }
    do throws(StoreError) {
      guard let location = try vault.ledger.location(id) else {
        if !place.leaves { night.fail(.versionLasts, "the books do not know location \(id) any more") }
        places[id]?.isGone = true
        return
      }
      guard !place.isGone else { return night.fail(.versionLasts, "location \(id) was deleted, and is back") }
      // Its deletion was refused before it was decided.
      places[id]?.leaves = false
      let folder = LocationVault.folder(of: id)
      func isThere(_ picture: LocationPicture, _ bytes: [UInt8]) throws(StoreError) -> Bool {
        try night.gate.disk.fingerprint("\(folder)/\(picture.name)")?.checksum
          == night.gate.fingerprint(of: bytes).checksum
      }
      guard try isThere(location.old, place.old) else {
        return night.fail(.versionLasts, "the old picture of \(id) is not as it was")
      }
      for (version, content) in place.versions.sorted(by: { $0.key < $1.key }) {
        guard let kept = location.versions.first(where: { $0.id == version }),
          try isThere(kept.picture, SimulatedEvents.picture(content))
        else { return night.fail(.versionLasts, "version \(version) of \(id) was kept, and is not there") }
      }
      for version in location.versions where try night.gate.disk.fingerprint("\(folder)/\(version.picture.name)") == nil
      {
        return night.fail(.versionLasts, "the books name \(folder)/\(version.picture.name), which is not there")
      }
    } catch {
      guard !night.gate.isKilled else { return }
      night.fail(.versionLasts, "the books of locations cannot be read: \(error)")
    }
  }

  /// At rest: every kept photo of a session at a location is one version of it, and nothing else is.
  func checkVersions(_ night: Night, _ booth: SimulatedBooth) {
    for id in places.keys.sorted() { check(id, booth.locations, night) }
    guard violation == nil else { return }
    do throws(StoreError) {
      var counts: [LocationID: [String: Int]] = [:]
      for location in try booth.locations.ledger.locations(with: []) {
        counts[location.id] = location.versions.reduce(into: [:]) { $0[$1.picture.checksum, default: 0] += 1 }
      }
      for kept in kept.values.sorted(by: { $0.asset.id < $1.asset.id }) where kept.asset.kind == .photo {
        guard let id = opened[kept.asset.session]?.plan.location.flatMap(LocationID.init), let counted = counts[id],
          !damagedSessions.contains(kept.asset.session), !jobsCancelled.contains(kept.asset.session),
          try booth.ledger.session(kept.asset.session)?.state == .finished
        else { continue }
        let checksum = night.gate.fingerprint(of: SimulatedEvents.picture(kept.bytes)).checksum
        if counted[checksum] != 1 {
          night.fail(.versionLasts, "\(kept.asset.path) is \(counted[checksum] ?? 0) versions of \(id)")
        }
      }
      let names = Set(try booth.locations.ledger.ids().map(\.text))
      let left = try night.gate.disk.names(in: LocationVault.folder).filter { !names.contains($0) }
      if !left.isEmpty { night.fail(.versionLasts, "\(left) are left of locations that nobody knows") }
    } catch {
      night.fail(.versionLasts, "the books of locations cannot be read: \(error)")
    }
  }
}
