/// Which album: one of the studio's own, a person's basket, or one that a source has.
public enum PhotoAlbumID: Sendable, Hashable {
  /// The studio's own, by letters and digits that cannot be guessed.
  case own(String)
  /// What a person collects, of any source: by the id of their account.
  case basket(String)
  /// One of a source's, by its title there; the view says of which source.
  case ofSource(String)

  /// As the database has it; nil for a source's, which is not kept there.
  public var kept: String? {
    switch self {
    case .own(let id): "own:" + id
    case .basket(let person): "basket:" + person
    case .ofSource: nil
    }
  }

  /// Whether it is a word of 1 to 32 lower-case letters and digits, as ids of own albums are.
  public static func isOwn(_ text: some StringProtocol) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }
}

/// An album, and how many photos are seen in it.
public struct PhotoAlbum: Sendable, Hashable {
  /// Which one.
  public var id: PhotoAlbumID
  /// For people; empty for a basket.
  public var title: String
  /// Whose it is; nil for the studio's own.
  public var source: PhotoSourceID?
  /// Photos in it that are there.
  public var count: Int

  public init(id: PhotoAlbumID, title: String, source: PhotoSourceID? = nil, count: Int) {
    self.id = id
    self.title = title
    self.source = source
    self.count = count
  }
}

/// Where photos go in an album of one's own.
public enum PhotoMove: String, Sendable, CaseIterable {
  /// To the beginning.
  case first
  /// One place towards the beginning.
  case earlier
  /// One place towards the end.
  case later
  /// To the end.
  case last

  /// The new order: those that are moved keep theirs among themselves.
  public func carriedOut<Item: Hashable>(on all: [Item], of moved: Set<Item>) -> [Item] {
    switch self {
    case .first: return all.filter(moved.contains) + all.filter { !moved.contains($0) }
    case .last: return all.filter { !moved.contains($0) } + all.filter(moved.contains)
    case .earlier:
      var order = all
      for place in order.indices.dropFirst() where moved.contains(order[place]) && !moved.contains(order[place - 1]) {
        order.swapAt(place, place - 1)
      }
      return order
    case .later:
      return Self.earlier.carriedOut(on: all.reversed(), of: moved).reversed()
    }
  }
}
