import StudioServer

/// What the photos' pages say of searches: what can be written, and what makes no sense.
enum SearchText: String, PageText {
  case hints, byWords, exactly, ofMonth, fromTo, ofCamera, ofSource, ofColour, withStar, ofType, nearPlace, inBox
  case ofHidden, ofBroken, nearHere, leftOut, noValue, noDate, noField, noColour, noFormat, noBox, noPlace
  case openQuote

  static let words = PageWords("photos", "search")
}
