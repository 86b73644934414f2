import BoothCore
import LocationLibrary
import StudioServer

/// What the page of the sync says, by what it is for.
enum SyncText: String, PageText {
  case title, help, missing, with, last, never, direction, both, push, pull
  case password, passwordHelp, rehearse, start, looking, running, busy, wouldBe, whole, partly
  case failed, same, pictures, nothing, more, clock, send, receive, deleteHere, deleteThere
  case deleteBoth, leave, done, overtaken, lineFailed, open, changes

  static func table(_ language: Language) -> [SyncText: String] {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    case .hebrew: hebrew
    case .arabic: arabic
    }
  }
}

/// What the page of the sync says, in one language.
typealias SyncWords = WordTable<SyncText>
