import LocationLibrary
import StudioServer

/// What the page of the sync says, by what it is for.
enum SyncText: String, PageText {
  case title, help, missing, with, last, never, direction, both, push, pull
  case password, passwordHelp, rehearse, start, looking, running, busy, wouldBe, whole, partly
  case failed, same, pictures, nothing, more, clock, send, receive, deleteHere, deleteThere
  case deleteBoth, leave, done, overtaken, lineFailed, open, changes

  static let words = PageWords("locations", "sync")
}

/// What the page of the sync says, in one language.
typealias SyncWords = WordTable<SyncText>
