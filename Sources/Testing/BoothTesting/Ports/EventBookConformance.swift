public import BoothCore
public import Testing

/// What every ``EventBook`` promises: run all `checks`, each on a book of the events `slugs`, none of which has artwork.
public struct EventBookConformance: Sendable, CustomTestStringConvertible {
  /// In the order of the list.
  public static let slugs = ["autumn", "party", "wedding"]

  public let testDescription: String
  public let run: @Sendable (any EventBook) throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (any EventBook) throws -> Void) {
    testDescription = promise
    self.run = run
  }

  public static let checks: [EventBookConformance] = [
    EventBookConformance("the events come in the order of the list, each time") { book in
      for _ in 0..<2 { #expect(book.events.map(\.slug) == slugs) }
      #expect(Set(book.events.map(\.id)).count == slugs.count, "no two events have one number")
    },
    EventBookConformance("a folder's name finds its event, and any other none") { book in
      for slug in slugs { #expect(book.event(slug: slug)?.slug == slug) }
      for slug in ["", "Party", "part", "../party"] { #expect(book.event(slug: slug) == nil) }
      #expect(book.event(slug: nil) == nil)
    },
    EventBookConformance("artwork that is not there is nil, of a known event and of one that never was") { book in
      for event in book.events { #expect(book.artwork(of: event) == Artwork()) }
      var other = try #require(book.events.first)
      other.slug = "nowhere"
      other.theme.logo = "logo.png"
      #expect(book.artwork(of: other) == Artwork())
    },
  ]
}
