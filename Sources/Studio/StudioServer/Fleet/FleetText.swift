/// What the page of all booths says.
enum FleetText: String, PageText {
  case all, allWell, needAttention, none, unset, unusable, connecting, away, awayNever, refused, deaf, full
  case booth, state, lastSeen, uploads, sessions, prints
  case starting, ready, session, paused, waiting, outOfOrder, stopped
  case lost, missing, silent, gone, unknown, unreachable, notRunning, asking
  case lostText, missingText, silentText, goneText, unknownText, notRunningText, attentionText, clockAhead, clockBehind
  case notKnown, justNow, minutesAgo, hoursAgo, daysAgo

  static let words = PageWords("studio", "fleet")

  /// What a booth's own word for its state is called; nil for one of a newer version.
  static func state(_ word: String) -> FleetText? {
    switch word {
    case "starting": .starting
    case "ready": .ready
    case "session": .session
    case "paused": .paused
    case "waiting": .waiting
    case "out_of_order": .outOfOrder
    case "stopped": .stopped
    default: nil
    }
  }
}
