/// What a part of the guests' screen means when it is touched.
public enum TouchTarget: Sendable, Hashable {
  /// The same as this button.
  case press(Press)
  /// A line of the list of events, by the event's folder name.
  case useEvent(String)
  /// An answer to the event's question, whichever is highlighted.
  case answer(ConsentChoice)
  /// A look to choose, whichever is highlighted.
  case look(PhotoFilter)
  /// A layout for the print, by its id, whichever is highlighted; nil: no print.
  case layout(String?)
  /// A number of prints, 0 for none, whichever is highlighted.
  case copies(Int)
  /// A key of the keyboard on the screen.
  case key(AddressKey)
  /// A sign of the bar under a guide.
  case guide(GuideTurn)
  /// A sign by which points are marked; a picture in which they are: the screen fills in where it was touched.
  case mark(MarkStep)
}

extension Array where Element: Equatable {
  /// The presses by which guests choose one of these while another may be highlighted: to it, and start.
  /// - Parameter moves: the highlight moves by itself: it is taken by hand first, once around if need be.
  func presses(from highlighted: Element, to choice: Element, whichMoves moves: Bool = false) -> [Press] {
    guard let from = firstIndex(of: highlighted), let to = firstIndex(of: choice) else { return [] }
    let steps = (to - from + count) % count
    return [Press](repeating: .next, count: moves && steps == 0 ? count : steps) + [.start]
  }
}

extension [PhotoFilter] {
  /// The presses that a touch on one of these looks means: the first shows guests themselves in it, the next takes it.
  /// - Parameter moves: the highlight moves by itself.
  func presses(touching choice: PhotoFilter, highlighted: PhotoFilter, moves: Bool) -> [Press] {
    let taking = presses(from: highlighted, to: choice, whichMoves: moves)
    return choice == highlighted ? taking : taking.filter { $0 != .start }
  }
}
