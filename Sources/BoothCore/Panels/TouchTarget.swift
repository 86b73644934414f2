/// What a part of the guests' screen means when it is touched.
public enum TouchTarget: Sendable, Hashable {
  case press(Press)
  /// A line of the list of events, by the event's folder name.
  case useEvent(String)
  /// An answer to the event's question, whichever is highlighted.
  case answer(ConsentChoice)
}

extension ConsentQuestion {
  /// The presses by which guests give this answer while another may be highlighted: to it, and start.
  func presses(from highlighted: ConsentChoice, to choice: ConsentChoice) -> [Press] {
    guard let from = choices.firstIndex(of: highlighted), let to = choices.firstIndex(of: choice) else { return [] }
    return Array(repeating: .next, count: (to - from + choices.count) % choices.count) + [.start]
  }
}
