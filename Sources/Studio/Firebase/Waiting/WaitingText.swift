import StudioServer

/// What the page of unsent changes says.
enum WaitingText: String, PageText {
  case waiting, help, nothing, waits, refused, again, forget, critique, report, template, change

  static let words = PageWords("studio", "waiting")
}
