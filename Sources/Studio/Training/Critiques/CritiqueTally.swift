import Documents
public import StudioModel

/// How many critiques everybody has, kept up with each change rather than counted.
public struct CritiqueTally: Sendable, Equatable {
  private var entries: [String: CritiqueEntry] = [:]
  /// By photographer; who has none is not in it.
  public private(set) var counts: [UserID: CritiqueCounts] = [:]

  /// None.
  public init() {}

  /// The newest of those that can be shown, and whom each is for.
  public func newest(_ count: Int) -> [(id: String, photographer: UserID)] {
    entries.compactMap { id, entry -> (id: String, photographer: UserID, sent: Int64)? in
      guard entry.kind != nil, let photographer = entry.photographer else { return nil }
      return (id, photographer, entry.createdAt?.microseconds ?? 0)
    }.sorted { ($0.sent, $0.id) > ($1.sent, $1.id) }.prefix(count).map { ($0.id, $0.photographer) }
  }

  /// A document is as this now.
  /// - Parameter entry: nil for one that is gone, or counts no more.
  public mutating func set(_ id: String, _ entry: CritiqueEntry?) {
    let before = entries[id]
    guard before != entry else { return }
    entries[id] = entry
    if let before { take(before) }
    if let photographer = entry?.photographer, let entry {
      counts[photographer, default: CritiqueCounts()].add(entry)
    }
  }

  private mutating func take(_ entry: CritiqueEntry) {
    guard let photographer = entry.photographer, var rest = counts[photographer] else { return }
    switch entry.kind {
    case .example?: rest.good -= 1
    case .improvement?: rest.improvement -= 1
    case nil: rest.unreadable -= 1
    }
    if rest.total + rest.unreadable == 0 {
      counts[photographer] = nil
      return
    }
    // The one sent last is gone: who is last now is looked for.
    if entry.kind != nil, entry.createdAt == rest.last {
      rest.last = entries.values.lazy.filter { $0.photographer == photographer && $0.kind != nil }
        .compactMap(\.createdAt).max()
    }
    counts[photographer] = rest
  }
}
