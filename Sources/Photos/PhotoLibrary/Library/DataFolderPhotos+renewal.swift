import BoothSystem
import PhotoModel

/// An index that turns out to be damaged, or is made anew by another process, while it is in use.
extension DataFolderPhotos {
  /// What pages ask goes on from then on, and all sources are read into the new one at once.
  func fillAgain() {
    index.whenRenewed { [weak self] in
      complain("booth: photos: what is known of photos is made anew: all sources are looked at again")
      guard let self else { return }
      Task {
        do {
          for listed in try self.folder.sources() {
            guard let id = PhotoSourceID(listed.id) else { continue }
            // One that is about to end may have told the old one everything.
            if let running = self.runningScan(id) { _ = await running.value }
            try await self.beginScan(id)
          }
        } catch {
          // A list that cannot be read is said at each look; the next look at all sources makes up for it.
        }
      }
    }
  }

  /// Looks for what is new and reads it, once more from the start where the index is another one in the middle of it.
  func read(
    _ source: any PhotoProvider, _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> (report: PhotoScanReport, read: Int, took: PhotoScanTimes) {
    do { return try await readOnce(source, progress) } catch let error as PhotoIndexError where error == .renewed {
      return try await readOnce(source, progress)
    }
  }

  private func readOnce(
    _ source: any PhotoProvider, _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> (report: PhotoScanReport, read: Int, took: PhotoScanTimes) {
    let begun = WorkClock.now()
    let report = try await index.scan(source) { progress(.listing($0)) }
    let listed = WorkClock.now()
    let read = try await index.readDetails(of: source, by: reader, workers: 2) { progress(.reading(done: $0)) }
    return (report, read, PhotoScanTimes(listing: listed - begun, reading: WorkClock.now() - listed))
  }
}
