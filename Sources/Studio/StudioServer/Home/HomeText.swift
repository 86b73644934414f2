/// What the home says, by what it is for.
enum HomeText: String, PageText {
  case hello, getStarted, cardMenu, hideCard, cardHidden, undo, showHidden, notShown, nothingYet, nothingYetText,
    andMore
  case boothAttention, sessionsToday, waiting, openBooth
  case connectCamera, connectCameraText
  case inviteTeam, inviteTeamText, invitePeople

  static let words = PageWords("studio", "home")
}

/// What the home says, in one language.
typealias HomeWords = WordTable<HomeText>
