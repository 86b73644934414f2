/// Something that a person named, and why it could not be done: a photo, a part of what is looked for.
public struct PhotoComplaint<Reason: Sendable & Hashable>: Sendable, Hashable {
  /// A photo's name, or what was typed.
  public var name: String
  /// Why.
  public var reason: Reason

  public init(name: String, reason: Reason) {
    self.name = name
    self.reason = reason
  }
}

/// A part of what a person looks for that makes no sense, as it was typed. It filters nothing, and the person who typed
/// it is told.
public typealias PhotoSearchMistake = PhotoComplaint<PhotoSearchReason>

/// Why a part of what a person looks for makes no sense.
public enum PhotoSearchReason: String, Sendable, CaseIterable {
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
