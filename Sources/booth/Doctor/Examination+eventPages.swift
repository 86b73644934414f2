import BoothCore
import BoothRemote
import BoothStore

/// Whether the pages of events that are by link only stay shut for whoever has no key: the gallery may be another
/// machine's, which knows of an event what booths have told it.
extension Examination {
  /// - Parameters:
  ///   - base: where guests reach the gallery.
  ///   - token: the booth's, where it has one of its own for the gallery.
  func eventPages(at base: String, token: String) async -> [Finding] {
    let events: [Event]
    do { events = try EventPlaces.load(settings).events.filter { $0.gallery == .link } } catch { return [] }
    let client = HTTPGalleryClient(base: base, token: token)
    var findings: [Finding] = []
    for event in events {
      do throws(GalleryError) { findings += try await page(of: event, client).map { [$0] } ?? [] } catch {
        // One that is away has a line of its own.
        if error.code == .unreachable { break }
        findings.append(
          .warning(
            "event page", "\(event.slug) is by link only; whether its page opens without a key is not known: \(error)",
            "open /e/\(event.id) there without a key, in a browser"))
      }
    }
    do { try await client.shutdown() } catch { return findings }
    return findings
  }

  private func page(of event: Event, _ client: HTTPGalleryClient) async throws(GalleryError) -> Finding? {
    guard try await client.opensWithoutKey(event.id) else {
      return .fine("event page", "\(event.slug) is by link only, and its page opens with its key alone")
    }
    let count = try await client.sessionsWithoutKey(event.id)
    let isOurs: Bool
    do throws(GalleryError) { isOurs = try await client.eventLink(event.id) != nil } catch {
      // It knows the question, whatever it thinks of the token.
      isOurs = error.code == .unauthorized
    }
    guard isOurs else {
      return .bad(
        "event page", "\(event.slug) is by link only, and this gallery opens its page to everybody (/e/\(event.id))",
        "a FotoX Worker knows no keys: use `booth gallery`, or say \"gallery\": \"open\" in the event's file")
    }
    guard count > 0 else {
      return .fine("event page", "\(event.slug) is by link only: the gallery hears so with its first upload")
    }
    return .bad(
      "event page",
      "\(event.slug) is by link only, and its page opens without a key (/e/\(event.id), \(count) sessions)",
      "the next upload closes it; or give the gallery that event's folder (`booth gallery --events`)")
  }
}
