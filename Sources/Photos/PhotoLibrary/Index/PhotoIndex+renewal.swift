import GRDB
import Synchronization

/// What becomes of work in whose middle the index is made anew.
extension PhotoIndex {
  /// What work of many steps began with.
  @TaskLocal private static var begun: DatabasePool?

  /// How often it was made anew since it was opened, here or by another process.
  public var renewals: Int { renewal.withLock { $0.count } }

  /// What asks goes on with the new index, as empty as that is, and a person fills it; otherwise it fails in words.
  /// - Parameter body: hears of it, from any thread.
  public func whenRenewed(_ body: @escaping @Sendable () -> Void) { renewal.withLock { $0.heard = body } }

  /// Work of many steps with the numbers of one index: it fails in the middle where that is another one by now.
  func whole<Value>(_ body: () async throws -> Value) async throws -> Value {
    try await Self.$begun.withValue(try current()) { try await body() }
  }

  private func current() throws -> DatabasePool {
    let (pool, isNew) = try file.current()
    if isNew { noteRenewal() }
    return pool
  }

  private func noteRenewal() {
    let heard = renewal.withLock { renewal in
      renewal.count += 1
      return renewal.heard
    }
    heard?()
  }

  /// One step. One that finds the index damaged has it made anew.
  func use<Value>(_ body: (DatabasePool) async throws -> Value) async throws(PhotoIndexError) -> Value {
    do {
      let pool = try current()
      if let begun = Self.begun, begun !== pool { throw PhotoIndexError.renewed }
      do { return try await body(pool) } catch {
        guard IndexFile.isDamaged(error) else { throw error }
        if try file.renew(pool) { noteRenewal() }
        guard Self.begun == nil, renewal.withLock({ $0.heard != nil }) else { throw PhotoIndexError.renewed }
        return try await body(try current())
      }
    } catch {
      throw PhotoIndexError(error)
    }
  }
}

/// How often an index was made anew, and who hears of it.
struct IndexRenewal {
  var count = 0
  var heard: (@Sendable () -> Void)?
}
