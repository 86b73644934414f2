/// How a damaged database is treated when it is opened: it is looked at, and what can be read of a damaged one is saved
/// into a new file. For who has it alone: the studio at its start.
public struct DatabaseCare: Sendable {
  /// Hears what was found, and what came of it, in words; from any thread.
  let told: @Sendable (String) -> Void
  /// A larger one is looked at while it is in use (`check()`), so that the start stays short.
  let longest: Int64
  /// Whether it is a copy of what another store has: a damaged one is made anew.
  let isCopy: Bool

  /// - Parameters:
  ///   - isCopy: a damaged one is thrown away and made anew: nothing is lost with it.
  ///   - longest: how many bytes are looked at before it is used.
  ///   - told: hears what was found, and what came of it, in words; from any thread.
  public init(isCopy: Bool = false, longest: Int64 = 32 << 20, told: @escaping @Sendable (String) -> Void) {
    (self.isCopy, self.longest, self.told) = (isCopy, longest, told)
  }
}
