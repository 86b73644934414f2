import BoothCore
import BoothRuntime
import ThenAndNow

/// Keeps the photos of a session as versions of the location at which they were taken.
struct VersionKeeper: JobWorker {
  let store: any SessionStore
  let book: any LocationBook
  let clock: any BoothClock

  func work(on job: Job, progress: @escaping @Sendable () -> Void) async -> JobFault? {
    do throws(StoreError) {
      guard let id = job.session, let session = try await store.session(id), session.state != .discarded else {
        return .sessionGone
      }
      guard let text = session.plan.location, let location = LocationID(text),
        try await book.location(location) != nil
      else {
        // The pictures stay with their session.
        return JobFault(
          .impossible,
          "location \(session.plan.location ?? "?") is not there any more; the photos stay in session \(id.short)")
      }
      for photo in session.photos {
        progress()
        _ = try await book.addVersion(
          Self.name(of: photo), of: location, from: .file(store.absolutePath(of: photo)), session: id, at: photo.takenAt
        )
      }
      return nil
    } catch {
      return JobFault(error)
    }
  }

  /// A version's id from its photo: the same however often it is asked.
  static func name(of photo: Asset) -> String { "\(photo.session.text)-\(photo.strip)" }
}
