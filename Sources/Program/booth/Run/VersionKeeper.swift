import BoothCore
import BoothRuntime
import BoothStore
import BoothVault
import CommandSupport
import GalleryClient
import Imaging
import Locations

/// Keeps the photos of a session as versions of the location at which they were taken.
struct VersionKeeper: JobWorker {
  let store: any SessionStore
  /// Gives the store, as soon as it can be opened.
  let open: @Sendable () throws(StoreError) -> any LocationStore
  let clock: any BoothClock
  /// Where a position comes from; nil: from nowhere.
  var gps: GPSReceiver?

  func work(on job: Job, progress: @escaping @Sendable () -> Void) async -> JobFault? {
    do throws(StoreError) {
      guard let id = job.session, let session = try await store.session(id), session.state != .discarded else {
        return .sessionGone
      }
      let locationStore = try open()
      guard let text = session.plan.location, let location = LocationID(text),
        try await locationStore.location(location) != nil
      else {
        // The pictures stay with their session.
        return JobFault(
          .impossible,
          "location \(session.plan.location ?? "?") is not there any more; the photos stay in session \(id.short)")
      }
      for photo in session.photos {
        progress()
        let bytes = try OutsideFile.read(store.absolutePath(of: photo), limit: LocationVault.largestPicture)
        // What a disk has changed must not be kept for ever in the place of what was taken.
        guard Checksum.of(bytes) == photo.checksum else {
          return JobFault(
            .needsOperator,
            "\(photo.path) is not as it was kept: its checksum is another. Put a good copy in its place, then: "
              + "booth queue retry")
        }
        var version = NewVersion(of: photo)
        // What says no size is kept all the same, and looked at when it is laid over the old picture.
        do throws(ImageError) { version.size = try PictureFacts(of: bytes).size } catch {}
        version.fix = await fix(at: photo.takenAt)
        _ = try await locationStore.addVersion(version, of: location, from: .bytes(bytes))
      }
      return nil
    } catch {
      return JobFault(error)
    }
  }

  /// Where the booth stands, if it was there as the photo was taken: a job that waited for its time says nothing of it.
  private func fix(at time: WallTime) async -> PositionFix? {
    guard let gps, abs(clock.wallTime.unixSeconds - time.unixSeconds) < Self.longestWalk else { return nil }
    do throws(GPSDFault) { return try await gps.fix(at: clock.wallTime) } catch { return nil }
  }

  /// Seconds in which no one can have packed a booth up.
  private static let longestWalk = 60.0
}
