/// What came from a panel: the guests' buttons, or the operator's keys.
public enum PanelSignal: Sendable, Equatable {
  /// A guest pressed this; the driver has debounced it.
  case press(Press)
  /// The operator asks for something, by a key or a panel of their own.
  case request(OperatorRequest)
  /// A key of a keyboard, and what it means outside of typing.
  indirect case typed(AddressKey, otherwise: PanelSignal?)
  /// An arrow key, as often as it repeats, and what it means where nothing is moved.
  indirect case arrow(MarkStep.Way, otherwise: PanelSignal?)
  /// A button of the panel's profile moved; ``PanelLogic`` decides what it means.
  case contact(PanelContact)
  /// A knob of the panel's profile, by its place there, went on by so many steps; the other way where they are negative.
  case turned(knob: Int, steps: Int, at: Instant)
  /// What is wrong with the panel, in words with the remedy; nil when it is fine again.
  case condition(String?)
}

/// A button that closed or opened, as its wires say: not debounced.
public struct PanelContact: Sendable, Equatable {
  /// Its place among the profile's buttons.
  public var button: Int
  /// True when it closed (pressed, touched), false when it opened.
  public var isClosed: Bool
  /// When it happened, by the kernel's monotonic clock.
  public var at: Instant
  /// False where the button was found so when it was looked at first: it was not pressed just now.
  public var isNews: Bool
  /// Where a finger came down, in fractions of what guests see, from the top left; nil for anything but a touch.
  public var point: PicturePoint?

  /// News, and no touch, unless told otherwise.
  public init(button: Int, isClosed: Bool, at: Instant, isNews: Bool = true, point: PicturePoint? = nil) {
    self.button = button
    self.isClosed = isClosed
    self.at = at
    self.isNews = isNews
    self.point = point
  }
}

/// Buttons, keys, pedals: anything guests press; and its lights.
public protocol PanelDriver: Sendable {
  /// Names the panel for people, in the log and in troubles.
  var name: String { get }
  /// What the buttons mean that ``signals`` reports as contacts; nil for a panel that reports presses itself.
  var profile: PanelProfile? { get }
  /// Presses, already debounced, or contacts, which are not; ends when the panel is gone. Read by one task.
  var signals: AsyncStream<PanelSignal> { get }
  /// Shows this with the panel's lights from now on. Returns at once.
  func show(_ cue: PanelCue)
}

extension PanelDriver {
  /// For panels that report presses themselves: nil.
  public var profile: PanelProfile? { nil }
  /// For panels without lights: nothing happens.
  public func show(_ cue: PanelCue) {}
}
