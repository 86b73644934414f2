public import BoothCore

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
  /// Of the words around the facts, where the facts are not written from right to left.
  public var language = Language.english

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

  /// Where the old picture comes from, line by line, each fact after its name: `Archive: City archive, Reference: A-12/3`.
  public var origin: [String] {
    let lines: [[(PairWord, String?)]] = [
      [(.archive, archive), (.reference, signature)], [(.photographer, author)], [(.rights, licence)],
      [(.source, source)],
    ]
    return lines.compactMap { parts in
      let known = parts.compactMap { word, text in
        text.map(Self.plain).flatMap { $0.isEmpty ? nil : "\(word.text(in: words)): \($0)" }
      }
      return known.isEmpty ? nil : known.joined(separator: ", ")
    }
  }

  /// When the old picture and the new one were taken, or that it is not known.
  public var dates: (then: String, now: String) {
    func known(_ date: String?) -> String {
      let date = Self.plain(date ?? "")
      return date.isEmpty ? PairWord.dateUnknown.text(in: words) : date
    }
    return (known(then), known(now))
  }

  /// Of the words around the facts: those of facts in Hebrew or Arabic are in that language, as lines of both are hard to read.
  public var words: Language {
    let facts = [title, then, now, archive, author].compactMap(\.self).joined(separator: " ")
    guard !language.isRightToLeft, VisualText.isRightToLeft(facts) else { return language }
    return facts.unicodeScalars.contains { (0x0590...0x05FF).contains($0.value) } ? .hebrew : .arabic
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
