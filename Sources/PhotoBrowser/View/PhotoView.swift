/// What is looked at: whose photos, which of them, in which order.
public struct PhotoView: Sendable, Hashable {
  /// Nil: those of all sources.
  public var source: PhotoSourceID?
  /// Nil: all of them.
  public var album: PhotoAlbumID?
  /// In which order.
  public var order: PhotoOrder
  /// Which of them.
  public var filter: PhotoSearch

  /// Takes all as they are.
  public init(
    source: PhotoSourceID? = nil, album: PhotoAlbumID? = nil, order: PhotoOrder = .newest,
    filter: PhotoSearch = PhotoSearch()
  ) {
    self.source = source
    self.album = album
    self.order = order
    self.filter = filter
  }
}

/// How many photos there are, month by month, in the order of a view. An order that goes by anything else is one stretch.
public struct PhotoLayout: Sendable, Equatable {
  /// Photos that follow each other.
  public struct Stretch: Sendable, Equatable {
    /// Nil where the order is no order of dates.
    public var month: PhotoMonth?
    /// Never 0.
    public var count: Int

    /// Takes both as they are.
    public init(month: PhotoMonth?, count: Int) {
      self.month = month
      self.count = count
    }
  }

  /// Changes with whatever a view may show.
  public var version: Int64
  /// In the view's order.
  public var stretches: [Stretch]

  /// Takes both as they are.
  public init(version: Int64, stretches: [Stretch]) {
    self.version = version
    self.stretches = stretches
  }

  /// All of them.
  public var count: Int { stretches.reduce(0) { $0 + $1.count } }
}

/// Where a list goes on, of photos that follow each other in an order; opaque to whoever holds it.
public struct PhotoCursor: Sendable, Hashable {
  /// By what the order goes.
  public enum Key: Sendable, Hashable {
    /// Seconds, or bytes.
    case number(Int64)
    /// A name.
    case text(String)
  }

  /// Of the last photo that was seen.
  public var key: Key
  /// The last photo's number in the index.
  public var number: Int64

  /// Takes both as they are.
  public init(key: Key, number: Int64) {
    self.key = key
    self.number = number
  }

  /// What an address or a command line may hold.
  public var text: String {
    switch key {
    case .number(let value): "\(number).\(value)"
    case .text(let name): "\(number)." + "~" + name
    }
  }

  /// The reverse of ``text``; nil for anything else.
  public init?(_ text: String) {
    let halves = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, let number = Int64(halves[0]) else { return nil }
    self.number = number
    if halves[1].first == "~" {
      key = .text(String(halves[1].dropFirst()))
    } else if let value = Int64(halves[1]) {
      key = .number(value)
    } else {
      return nil
    }
  }
}
