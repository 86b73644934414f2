import BoothCore
import StudioServer

/// What the photos' pages say of searches: what can be written, and what makes no sense.
enum SearchText: String, PageText {
  case hints, byWords, exactly, ofMonth, fromTo, ofCamera, ofSource, ofColour, withStar, ofType, nearPlace, inBox
  case ofHidden, ofBroken, nearHere, leftOut, noValue, noDate, noField, noColour, noFormat, noBox, noPlace
  case openQuote

  static func table(_ language: Language) -> [SearchText: String] {
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
