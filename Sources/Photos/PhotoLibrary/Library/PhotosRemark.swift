/// What is wrong with an organisation's photos, for those who keep the machine.
package struct PhotosRemark: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// A file of our own was damaged, and is set aside under this name.
    case damaged(String)
    /// What should be saved is not, as the disk takes nothing.
    case notSaved
    /// The source of this name cannot be read.
    case source(String)
    /// None of the photos can be read.
    case unread
  }

  package var kind: Kind
  /// The same with the file and the remedy, for the log and for commands.
  package var words: String

  package init(_ kind: Kind, _ words: String) { (self.kind, self.words) = (kind, words) }
}
