import StudioServer

/// What training says on a person's home, by what it is for.
enum TrainingHomeText: String, PageText {
  // For photographers.
  case new, upToDate, viewTraining
  // For managers.
  case team, notSeen, allSeen, viewTeam
  case shareFirst, shareFirstText, shareAction

  static let words = PageWords("training", "home")
}
