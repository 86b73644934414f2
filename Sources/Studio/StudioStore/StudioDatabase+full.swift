import BoothSystem
import GRDB

extension StudioDatabase {
  /// What was set aside beside it for a disk that is full.
  private var ballast: DiskBallast {
    DiskBallast(in: String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)))
  }

  /// One transaction; one that is needed, as it makes room or keeps people out, also on a disk that is full: then what was set aside
  /// for that is given back, and it is tried once more.
  func commit<Value: Sendable>(
    _ what: String, isNeeded: Bool, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    do { return try await commit(what, body) } catch let error as DatabaseError {
      guard isNeeded, [.SQLITE_FULL, .SQLITE_IOERR].contains(error.resultCode), ballast.release() else { throw error }
      return try await commit(what, body)
    }
  }
}
