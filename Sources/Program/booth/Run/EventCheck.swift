import BoothCore
import BoothStore
import CommandSupport
import Imaging
import Video

/// What is wrong with events, from their files and from what is drawn of them.
enum EventCheck {
  /// Of all events, or of one; what the reading of their files found comes first.
  static func problems(of eventStore: FolderEventStore, slug: String? = nil, _ settings: Settings) -> [EventProblem] {
    let told = eventStore.problems.filter { problem in
      slug.map { problem.file.hasPrefix("\(eventStore.folder)/\(eventStore.event(slug: $0)?.folder ?? $0)/") } ?? true
    }
    return told
      + (eventStore.events + eventStore.unusable).filter { event in slug.map { $0 == event.slug } ?? true }.flatMap {
        seen($0, in: eventStore, settings) + EventExample.problems(of: $0, in: eventStore)
      }
  }

  private static func seen(_ event: Event, in eventStore: FolderEventStore, _ settings: Settings) -> [EventProblem] {
    let artwork = eventStore.artwork(of: event)
    let inspection = EventInspection(
      of: event, file: eventStore.file(of: event), artwork: artwork, pictures: eventStore.pictures(of: event),
      link: GalleryPath.sampleLink(base: EventLinks.base(settings)))
    return inspection.problems() + film(of: event, artwork, inspection)
  }

  private static func film(of event: Event, _ artwork: Artwork, _ inspection: EventInspection) -> [EventProblem] {
    guard event.films.contains(.strip), event.plan.strips.contains(where: { $0.clip != nil }) else { return [] }
    do throws(ImageError) {
      return try FilmStripComposer.notes(event, artwork: artwork).compactMap { note in
        // A frame for another number of photos has been told of the composite.
        if case .stripFrame(.photos) = note { return nil }
        return inspection.problem(of: note, on: .film)
      }
    } catch {
      return [
        EventProblem(
          .warning, file: inspection.file, key: "films", expected: "a film strip that can be drawn", found: "\(error)",
          consequence: "guests get no film strip")
      ]
    }
  }
}

extension GalleryPath {
  /// As long as every session's, of no session.
  static func sampleLink(base: String) -> String {
    SessionID("00000000-0000-4000-8000-000000000000").map { link(base: base, session: $0) } ?? base
  }
}
