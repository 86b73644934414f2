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

    public init(month: PhotoMonth?, count: Int) {
      self.month = month
      self.count = count
    }
  }

  /// Changes with whatever a view may show.
  public var version: Int64
  /// In the view's order.
  public var stretches: [Stretch]

  public init(version: Int64, stretches: [Stretch]) {
    self.version = version
    self.stretches = stretches
  }

  /// All of them.
  public var count: Int { stretches.reduce(0) { $0 + $1.count } }
}

/// Where a list goes on, of photos that follow each other in an order; opaque to its holder. It holds all that any order goes
/// by, so it leads on though its photo is gone.
public struct PhotoCursor: Sendable, Hashable {
  /// The last photo's number in the index.
  public var number: Int64
  /// ``PhotoRecord/shownSeconds`` of the last photo that was seen.
  public var shownSeconds: Int64
  /// What is behind that second, in nanoseconds.
  public var fraction: Int64
  /// ``NaturalName/key(_:)`` of its name.
  public var name: String
  /// ``PhotoTurn/of(_:in:)``.
  public var turn: Int64
  /// Its size; 0 where that is not known.
  public var bytes: Int64

  public init(number: Int64, shownSeconds: Int64, fraction: Int64, name: String, turn: Int64, bytes: Int64) {
    self.number = number
    self.shownSeconds = shownSeconds
    self.fraction = fraction
    self.name = name
    self.turn = turn
    self.bytes = bytes
  }

  /// What an address or a command line may hold, as one word without quotes.
  public var text: String {
    var text = "\(number).\(shownSeconds).\(fraction).\(turn).\(bytes)~"
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
        UInt8(ascii: "_"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += (byte < 16 ? "-0" : "-") + String(byte, radix: 16)
      }
    }
    return text
  }

  /// The reverse of ``text``; nil for anything else.
  public init?(_ text: String) {
    let halves = text.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let parts = halves[0].split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int64($0) }
    guard parts.count == 5, numbers.count == 5, let name = Self.name(halves[1]) else { return nil }
    self.init(
      number: numbers[0], shownSeconds: numbers[1], fraction: numbers[2], name: name, turn: numbers[3],
      bytes: numbers[4])
  }

  /// Nil for what no cursor's text ends with.
  private static func name(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "-") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

/// Which of two photos comes first that have the same moment and the same name: the same in every index.
public enum PhotoTurn {
  /// By whose it is, and where it lies there.
  public static func of(_ id: String, in source: String) -> Int64 {
    StableHash.of { hash in
      hash.add(source)
      hash.add(id)
    }
  }
}
