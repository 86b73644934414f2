import BoothCore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Locations

/// What `booth run --location` asks for.
struct LocationPlan: Sendable {
  /// Ids, their beginnings, or `all`.
  var names: [String]
  /// Zero takes the photo at once.
  var countdown: Duration
  /// What the screen speaks (BCP 47); nil: what the system's own language is, or English.
  var language: String?

  /// The codes for the events of the run.
  func languages(environment: [String: String]) -> [String] {
    let system = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let code = language ?? system.flatMap { Language(code: String($0.prefix { $0 != "." })) }?.rawValue
    return [code ?? "en"]
  }
}

/// The locations of a run as the events that the booth's flow knows: what is on the list, and where its pictures are.
struct LocationEvents: EventStore {
  let events: [Event]
  /// The absolute folders of the old pictures, by the event's folder name.
  let folders: [String: String]
  /// Points that were marked at these locations.
  let marks: LocationMarkKeeper
  private let others: any EventStore

  /// - Parameters:
  ///   - locations: in the order in which they are offered.
  ///   - others: guests' events, which are not offered now, but whose sessions may have something left to do.
  init(
    _ locations: [Location], in store: any LocationStore, countdown: Duration, languages: [String],
    others: any EventStore
  ) {
    self.others = others
    marks = LocationMarkKeeper(locations, in: store)
    events = locations.map { $0.event(countdown: countdown, languages: languages) }
    folders = Dictionary(
      locations.map { location in
        let path = store.path(of: location.old, in: location.id)
        return (location.slug, URL(filePath: path).deletingLastPathComponent().path)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// A location has no composite, and so no artwork.
  func artwork(of event: Event) -> Artwork {
    Location.id(ofEvent: event.slug) == nil ? others.artwork(of: event) : Artwork()
  }

  func event(slug: String?) -> Event? { events.first { $0.slug == slug } ?? others.event(slug: slug) }

  /// The locations that `--location` names: their ids, or the first eight signs; `all` are those that can be visited.
  static func choose(_ names: [String], from all: [Location]) throws(CommandError) -> [Location] {
    guard !all.isEmpty else {
      throw CommandError(
        "there is no location yet; `booth location import FOLDER` or `booth location add` makes some",
        code: CommandError.usage)
    }
    var chosen: [Location] = []
    for name in names {
      if name == "all" {
        chosen += all.filter { $0.status != .inaccessible }
        continue
      }
      let found = all.filter { $0.id.text == name || name.count >= 8 && $0.id.text.hasPrefix(name) }
      guard let first = found.first else {
        throw CommandError(
          "there is no location \"\(name)\"; `booth location list` shows them", code: CommandError.usage)
      }
      guard found.count == 1 || first.id.text == name else {
        throw CommandError(
          "\(found.count) locations begin with \"\(name)\"; expected more of the id", code: CommandError.usage)
      }
      chosen.append(found.first { $0.id.text == name } ?? first)
    }
    return chosen
  }
}
