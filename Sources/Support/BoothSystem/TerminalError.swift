/// Why there is no terminal to draw on, or to take keys from.
public struct TerminalError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Which terminal, or what of it: `descriptor 0`, `the screen`.
  public var subject: String
  /// What is wrong with it, and often what to do, in words.
  public var detail: String

  public init(subject: String, detail: String) {
    self.subject = subject
    self.detail = detail
  }

  /// One line for the console and the log: `terminal descriptor 0: is no terminal`.
  public var description: String { "terminal \(subject): \(detail)" }
}
