package import BoothCore
import BoothRuntime
import Imaging
package import Locations
import Synchronization

/// Keeps points that are marked on the screen with their location, and knows those of this run's locations, for the
/// adviser. From any thread.
package final class LocationMarkKeeper: MarkKeeper {
  private let store: any LocationStore
  /// By the event's folder name.
  private let anchors = Mutex<[String: AimAnchor]>([:])

  /// - Parameter locations: of the run, as they are at the start.
  package init(_ locations: [Location], in store: any LocationStore) {
    self.store = store
    for location in locations { note(location) }
  }

  private func note(_ location: Location) {
    let anchor = location.marks.map { marks in
      AimAnchor(path: store.path(of: marks.anchor, in: location.id), points: marks.points)
    }
    anchors.withLock { $0[location.slug] = anchor }
  }

  /// Where a person has shown how the old picture lies; nil if none was shown.
  package func anchor(ofEvent slug: String) -> AimAnchor? { anchors.withLock { $0[slug] } }

  /// Looks at the store again, as points may have been set or cleared beside this booth. What cannot be read stays as it was.
  package func refresh(event slug: String) async {
    guard let id = Location.id(ofEvent: slug) else { return }
    do throws(StoreError) { if let location = try await store.location(id) { note(location) } } catch {}
  }

  package func uprightSize(of frame: [UInt8]) throws(ImageError) -> PixelSize {
    try PictureFacts(of: frame, subject: "the frame").size
  }

  package func keep(
    _ pairs: [MarkPair], in frame: [UInt8], size: PixelSize, of location: String, at time: WallTime
  ) async throws(StoreError) {
    guard let id = LocationID(location) else {
      throw StoreError(.notFound, subject: location, detail: "is no location's id")
    }
    try await store.setMarks(NewMarks(points: pairs, frame: .bytes(frame), size: size), of: id, at: time)
    if let kept = try await store.location(id) { note(kept) }
  }
}
