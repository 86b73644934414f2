/// What came from a panel: the guests' buttons, or the operator's keys.
public enum PanelSignal: Sendable, Equatable {
  case press(Press)
  case request(OperatorRequest)
}

/// Buttons, keys, pedals: anything guests press.
public protocol PanelDriver: Sendable {
  var name: String { get }
  /// What is pressed, already debounced; ends when the panel is gone. Read by one task.
  var signals: AsyncStream<PanelSignal> { get }
}
