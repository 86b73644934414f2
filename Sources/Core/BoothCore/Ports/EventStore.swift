/// The events a booth can use, and their artwork.
public protocol EventStore: Sendable {
  /// Those that can be used, in the order of the list.
  var events: [Event] { get }
  /// The event of this folder name, also where it is not offered; nil if it is unknown, and for nil.
  func event(slug: String?) -> Event?
  /// The artwork's bytes; whatever is missing or unreadable is nil. Reads files: call it off hot paths.
  func artwork(of event: Event) -> Artwork
}

extension EventStore {
  /// The one among those that can be used.
  public func event(slug: String?) -> Event? { events.first { $0.slug == slug } }
}
