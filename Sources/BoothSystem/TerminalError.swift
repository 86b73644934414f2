/// Why there is no terminal to draw on, or to take keys from.
public struct TerminalError: Error, Sendable, Equatable, CustomStringConvertible {
  public var subject: String
  public var detail: String

  public init(subject: String, detail: String) {
    self.subject = subject
    self.detail = detail
  }

  public var description: String { "terminal \(subject): \(detail)" }
}
