import BoothCore
import BoothSystem
import BoothVault

/// The commits of the booth's database.
extension FaultPoint {
  /// Runs a commit; `body` calls ``commitHalf(_:)`` when all of several changes are made. What was promised by the commit is told
  /// to the script's list before anybody else hears of it.
  @inline(__always)
  static func commit<Failure: Error>(_ changes: [LedgerChange], _ body: () throws(Failure) -> Void) throws(Failure) {
    guard let script else { return try body() }
    let role = FaultRole.of(changes)
    script.arrive(.ledgerCommit, "before", role)
    try body()
    for change in changes { FaultRole.promise(of: change).map(script.report) }
    script.arrive(.ledgerCommit, "after", role)
  }

  @inline(__always)
  static func commitHalf(_ changes: [LedgerChange]) {
    guard let script else { return }
    script.arrive(.ledgerCommit, "half", FaultRole.of(changes))
  }
}
