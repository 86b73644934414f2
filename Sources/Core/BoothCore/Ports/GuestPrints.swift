/// Prints that guests order later, on the page of their session: the booth that took it has the printer.
public protocol GuestPrints: Sendable {
  /// What is offered for a session now; nil where nothing is: its event does not allow it, it is not the one that the booth plays, or
  /// the printer is away and nothing was ordered.
  func printOffer(of session: SessionID) async -> GuestPrintOffer?
  /// Orders one print, durable when it returns.
  /// - Parameter ordered: how many were ordered when the page was made. The same form sent twice orders once.
  func orderPrint(of session: SessionID, after ordered: Int) async -> GuestPrintReply
}

/// What guests may order for a session.
public struct GuestPrintOffer: Sendable, Hashable {
  /// How many the guests have ordered, here or at the booth.
  public var ordered: Int
  /// How many more they may.
  public var left: Int

  /// Both are 0 or more.
  public init(ordered: Int, left: Int) {
    self.ordered = ordered
    self.left = left
  }
}

/// What became of an order.
public enum GuestPrintReply: Sendable, Equatable {
  /// It comes out. Or the form is of a page that is no longer so, sent twice as a rule: nothing more is ordered, and the page says what
  /// is.
  case ordered
  /// A limit of the session or the event is reached, or the paper.
  case noneLeft
  /// Not now: the printer is out of order, or the booth cannot write it down.
  case notNow
}
