/// Why a photo of a library is as it is: the names that entries carry as their remark, with words for people.
public enum LibraryRemark: String, Sendable, CaseIterable {
  /// Only iCloud has the original.
  case inICloud
  /// The original should be in the library, and is not.
  case originalMissing
  /// The original lies where it was when Photos was told of it, outside of the library, and is not there now.
  case referencedMissing
  /// The original lies outside of the library's folder and disk, where this program does not look.
  case referencedElsewhere
  /// It was edited, and what came of it is not in the library: the original is shown.
  case editMissing
  /// One of a burst that was not picked.
  case leftOfBurst
  /// Photos does not show it among the others: it is of a shared album, or a person sent it.
  case aside

  /// For people, with what is to be done.
  public var words: String {
    switch self {
    case .inICloud:
      "Its original is in iCloud and not on this disk. In Photos, choose “Download Originals to this Mac”, and copy the library again."
    case .originalMissing: "Its original is not in the library: the library is half copied, or the file was lost."
    case .referencedMissing:
      "Its original was never copied into the library, and is not where it was: attach the disk that it is on."
    case .referencedElsewhere:
      "Its original lies outside of the library, where this program does not look: put the library on the same disk, or beside it."
    case .editMissing: "It was edited, and what came of it is not in this copy of the library: the original is shown."
    case .leftOfBurst: "One of a burst that nobody picked."
    case .aside: "Photos does not show it among the others: it is of a shared album, or somebody sent it."
    }
  }
}
