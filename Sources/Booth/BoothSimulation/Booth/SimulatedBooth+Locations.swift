import BoothCore
import BoothVault
import Locations

/// What is done with old photographs and the places where they were taken.
extension SimulatedBooth {
  /// Keeps a session's photos as versions of its location.
  func keepVersions(of session: SessionRecord, _ work: JobWork) throws(StoreError) {
    guard let id = session.plan.location.flatMap(LocationID.init), try locations.ledger.location(id) != nil else {
      return finish(work, JobFault(.impossible, "the location is not there any more"))
    }
    for photo in session.photos {
      let bytes = try night.gate.read(photo.path)
      guard night.gate.fingerprint(of: bytes).checksum == photo.checksum else {
        return finish(work, JobFault(.needsOperator, "\(photo.path) is not as it was kept"))
      }
      let kept = try night.machines.keepVersion(
        locations, NewVersion(of: photo), id, SimulatedEvents.picture(bytes))
      night.watch.kept(kept, at: id, bytes)
    }
    finish(work, nil)
  }

  /// `booth location delete`, run beside the booth.
  func deleteLocation(_ number: Int) {
    let time = night.wallTime
    inStore { [unowned self] _ in
      do throws(StoreError) {
        let ids = try locations.ledger.ids().sorted()
        guard !ids.isEmpty else { return }
        let id = ids[number % ids.count]
        night.watch.leaves(id)
        try locations.delete(id, at: time)
        night.watch.left(id)
      } catch {
        guard !night.gate.isKilled else { return }
        refused(error)
      }
    }
  }
}
