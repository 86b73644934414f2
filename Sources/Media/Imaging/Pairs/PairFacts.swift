/// What is known of a pair, in words that stand beside its pictures. What is unknown is nil, or empty.
public struct PairFacts: Sendable, Equatable {
  /// The place's name.
  public var title: String
  /// When the old picture was taken, as people write it: `about 1910`.
  public var then: String?
  /// When the new one was taken: `20 June 2026`.
  public var now: String?
  /// Degrees north and east; neither is written without the other.
  public var latitude: Double?
  public var longitude: Double?
  /// The archive, library or person that has the old picture, and under which signature.
  public var archive: String?
  public var signature: String?
  /// The old picture's photographer.
  public var author: String?
  /// Under which the old picture may be shown.
  public var licence: String?
  /// The old picture's page on the web.
  public var source: String?
  /// Names the pair for ever.
  public var pair: String
  /// Where the pair is on the web; nil if not given, as a code must always come true.
  public var link: String?

  /// Nothing but a name and the pair's own.
  public init(title: String, pair: String) {
    self.title = title
    self.pair = pair
  }

  /// As the Then & Now app writes a place: six decimals, a tenth of a metre. Nil where there is none on Earth.
  var place: String? {
    guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    return "\(Self.decimal(latitude)), \(Self.decimal(longitude))"
  }

  /// Where the old picture comes from, line by line.
  var origin: [String] {
    [[archive, signature], [author], [licence], [source]].compactMap { parts in
      let known = parts.compactMap { $0.map(Self.plain) }.filter { !$0.isEmpty }
      return known.isEmpty ? nil : known.joined(separator: ", ")
    }
  }

  /// Without blanks around.
  static func plain(_ text: String) -> String {
    let kept = text.drop { $0.isWhitespace }
    return String(kept.reversed().drop { $0.isWhitespace }.reversed())
  }

  private static func decimal(_ degrees: Double) -> String {
    let millionths = Int((abs(degrees) * 1_000_000).rounded())
    let rest = String(millionths % 1_000_000)
    let sign = degrees < 0 && millionths > 0 ? "-" : ""
    return "\(sign)\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - rest.utf8.count) + rest
  }
}
