import StudioServer

/// What the photos' page says of selections, of keys, and of sources that are away.
enum ChoiceText: String, PageText {
  case ofThemHidden, alone, together, leftSelection, notThere, noneThere, binHidden, binAll, awaySources
  case awayPhoto, awayTitle, awayHelp, movedHere, keys, keyMove, keyOpen, keySelect, keyMore, keyAll, keyNone, keyStar
  case keyColours, keyBasket, keyBin, keyHelp, keyOpened, keySteps, keyZoom, keyAbout, keyClose

  static let words = PageWords("photos", "choice")

  /// Keys and what they do, as the page lists them: each a key and its meaning, with a stroke between; and what one must be allowed to
  /// do for it, as the page's script knows that.
  static let listed: [(ChoiceText, may: String)] = [
    (.keyMove, ""), (.keyOpen, ""), (.keySelect, ""), (.keyMore, ""), (.keyAll, ""), (.keyNone, ""), (.keyStar, "mark"),
    (.keyColours, "mark"), (.keyBasket, ""), (.keyBin, "manage"), (.keyHelp, ""),
  ]
  /// The same of the photo that is opened, in addition to those above.
  static let listedOpened: [ChoiceText] = [.keySteps, .keyZoom, .keyAbout, .keyClose]
}
