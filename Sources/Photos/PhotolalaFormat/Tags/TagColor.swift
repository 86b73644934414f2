/// The seven colours that photographs are tagged with, by the number that files have.
public enum TagColor: Int, Sendable, CaseIterable, Comparable {
  case red = 1
  case orange
  case yellow
  case green
  case blue
  case purple
  case gray

  /// By their numbers.
  public static func < (a: TagColor, b: TagColor) -> Bool { a.rawValue < b.rawValue }
}

/// Which photograph a tag is on: `md5#` and the hash, `icl#` and iCloud's id, `apl#` and the id in a library.
public struct TaggedID: Hashable, Sendable, CustomStringConvertible {
  /// Whose id it is.
  public enum Kind: String, Sendable, CaseIterable {
    case md5
    case icl
    case apl
  }

  /// Whose id it is.
  public let kind: Kind
  /// The id itself.
  public let value: String

  /// Nil for what a file could not hold: nothing, a comma, a control character, over 512 bytes, or no hash after `md5#`.
  public init?(_ kind: Kind, _ value: some StringProtocol) {
    guard !value.isEmpty, value.utf8.count <= 512, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != 0x2C })
    else { return nil }
    self.kind = kind
    if kind == .md5 {
      guard let md5 = PhotoMD5(value) else { return nil }
      self.value = md5.text
    } else {
      self.value = String(value)
    }
  }

  /// Reads `md5#900150983cd24fb0d6963f7d28e17f72`.
  public init?(_ text: some StringProtocol) {
    guard let sign = text.firstIndex(of: "#"), let kind = Kind(rawValue: String(text[..<sign])) else { return nil }
    self.init(kind, text[text.index(after: sign)...])
  }

  /// As files have it.
  public var description: String { "\(kind.rawValue)#\(value)" }
}

/// Colours of one photograph, a bit each: bit 0 is ``TagColor/red``.
public struct TagColors: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// One colour.
  public init(_ color: TagColor) { rawValue = 1 << (color.rawValue - 1) }

  /// Those of a row's numbers that are colours.
  public init(flags: some Sequence<Int>) {
    rawValue = flags.reduce(0) { TagColor(rawValue: $1) == nil ? $0 : $0 | 1 << ($1 - 1) }
  }

  /// In the order of their numbers.
  public var colors: [TagColor] { TagColor.allCases.filter { contains(TagColors($0)) } }
}
