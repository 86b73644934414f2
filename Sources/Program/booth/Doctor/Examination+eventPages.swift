import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import StudioModel

/// Whether the pages of events that are by link only stay shut for people without the key: the gallery may be another
/// machine's, which knows of an event what booths have told it.
extension Examination {
  /// - Parameters:
  ///   - base: where guests reach the gallery.
  ///   - token: the booth's, where it has one of its own for the gallery.
  func eventPages(at base: String, token: String) async -> [Finding] {
    let events: [Event]
    do { events = try EventPlaces.load(settings).events.filter { $0.gallery == .link } } catch { return [] }
    return await AskedGallery.at(base, token: token) { gallery in
      var findings: [Finding] = []
      for event in events {
        do throws(GalleryError) { findings.append(try await page(of: event, gallery)) } catch {
          // One that is away has a line of its own.
          if error.code == .unreachable { break }
          findings.append(
            .warning(
              "event page",
              "\(event.slug) is by link only; whether its page opens without a key is not known: \(advice: error)",
              "open /e/\(event.id) there without a key, in a browser",
              .init(.eventPageUnknown, event.slug)))
        }
      }
      return findings
    }
  }

  private func page(of event: Event, _ gallery: AskedGallery) async throws(GalleryError) -> Finding {
    guard try await gallery.opensWithoutKey(event.id) else {
      return .fine(
        "event page", "\(event.slug) is by link only, and its page opens with its key alone",
        .init(.eventPageShut, event.slug))
    }
    let count = try await gallery.sessionsWithoutKey(event.id)
    guard try await gallery.makesLinks(to: event.id) else {
      return .bad(
        "event page", "\(event.slug) is by link only, and this gallery opens its page to everybody (/e/\(event.id))",
        "a FotoX Worker knows no keys: use `booth gallery`, or say \"gallery\": \"open\" in the event's file",
        .init(.eventPageKeyless, event.slug))
    }
    guard count > 0 else {
      return .fine(
        "event page", "\(event.slug) is by link only: the gallery learns this with the first upload",
        .init(.eventPageLater, event.slug))
    }
    return .bad(
      "event page",
      "\(event.slug) is by link only, and its page opens without a key (/e/\(event.id), \(counted(count, "session")))",
      "the next upload closes it; or give the gallery that event's folder (`booth gallery --events`)",
      .init(.eventPageOpen, event.slug))
  }
}
