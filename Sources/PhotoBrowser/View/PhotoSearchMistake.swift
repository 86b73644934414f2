/// A part of what somebody looks for that makes no sense. It filters nothing, and whoever typed it is told.
public struct PhotoSearchMistake: Sendable, Hashable {
  /// What is wrong with it.
  public enum Kind: String, Sendable, CaseIterable {
    /// A field without a value: `camera:`.
    case noValue
    /// A day, a month or a year that no calendar has, or an end before its beginning.
    case noDate
    /// A field that there is none of: `colour:red`.
    case noField
    /// A colour that there is none of.
    case noColour
    /// A kind of file that there is none of.
    case noFormat
    /// No four numbers, or ones that lie nowhere.
    case noBox
    /// No place, or a distance that is none.
    case noPlace
    /// A quotation mark that nothing closes.
    case openQuote
  }

  /// As it was typed.
  public var part: String
  /// What is wrong with it.
  public var kind: Kind

  /// Takes both as they are.
  public init(part: String, kind: Kind) {
    self.part = part
    self.kind = kind
  }
}
