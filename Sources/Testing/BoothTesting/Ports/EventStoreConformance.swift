public import BoothCore
public import Testing

/// What every ``EventStore`` promises: run all `checks`, each on a store of the events `slugs`, none of which has artwork.
public struct EventStoreConformance: Sendable, CustomTestStringConvertible {
  /// In the order of the list.
  public static let slugs = ["autumn", "party", "wedding"]

  public let testDescription: String
  public let run: @Sendable (any EventStore) throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (any EventStore) throws -> Void) {
    testDescription = promise
    self.run = run
  }

  public static let checks: [EventStoreConformance] = [
    EventStoreConformance("the events come in the order of the list, each time") { store in
      for _ in 0..<2 { #expect(store.events.map(\.slug) == slugs) }
      #expect(Set(store.events.map(\.id)).count == slugs.count, "no two events have one number")
    },
    EventStoreConformance("a folder's name finds its event, and any other none") { store in
      for slug in slugs { #expect(store.event(slug: slug)?.slug == slug) }
      for slug in ["", "Party", "part", "../party"] { #expect(store.event(slug: slug) == nil) }
      #expect(store.event(slug: nil) == nil)
    },
    EventStoreConformance("artwork that is not there is nil, of a known event and of one that never was") { store in
      for event in store.events { #expect(store.artwork(of: event) == Artwork()) }
      var other = try #require(store.events.first)
      other.slug = "nowhere"
      other.theme.logo = "logo.png"
      #expect(store.artwork(of: other) == Artwork())
    },
  ]
}
