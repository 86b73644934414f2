public import BoothCore

/// Only here: in a module that others import it would change what `AttemptID(7)` means to them.
extension AttemptID: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: UInt64) { self.init(number) }
}
