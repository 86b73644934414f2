/// Why a library, or a part of it, cannot be read.
struct LibraryFault: Error, Equatable {
  enum Kind: Sendable {
    /// It is away: its disk, its network; or it may not be read.
    case away
    /// It is no library, or one that was not made for this.
    case notALibrary
    /// It is not whole: half copied, damaged.
    case damaged
    /// It changes all the time: a person copies it, or Photos is at work.
    case busy
    /// There is no room for the private copy.
    case room
  }

  var kind: Kind
  /// In words, with what is to be done.
  var words: String

  init(_ kind: Kind, _ words: String) {
    self.kind = kind
    self.words = words
  }
}
