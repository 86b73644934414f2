import Glibc
import Synchronization

/// A database of SQLite's that is open, with the folder that it is in, its write-ahead log and that log's index: what is written to it
/// is lost where one of their paths leads elsewhere, or where something else has written over it.
///
///     let held = try HeldDatabase(path)
///     …commit…
///     if let fault = held.fault { throw … }  // it is not confirmed
///
/// A database with a write-ahead log is itself written only by checkpoints. Where all of them are this process's own
/// (``keepLog()``), any other change of its size or time is another program's: a copy over it, a truncation. Where others may make
/// some, too, only a file that has become shorter tells. The log is known by its content (``LogWitness``).
///
/// From any thread.
package final class HeldDatabase: Sendable {
  private struct Look: Equatable {
    /// In bytes.
    var size: Int64
    /// In nanoseconds since 1970.
    var modified: Int64
    /// Of the write-ahead log, in bytes.
    var logSize: Int64
  }

  private struct State: ~Copyable {
    var known: Look
    var log: LogWitness
    var keepsLog = false
    /// How many checkpoints are under way.
    var changing = 0
    /// What was found of the log when all of it was read: a look finds less.
    var found: HeldPlaces.Fault?
  }

  private let path: String
  private let held: HeldPlaces
  private let state: Mutex<State>

  /// - Parameter path: of the database, which is open. As long as it is, no other process removes the log and its index.
  package init(_ path: String) throws(HeldPlaces.Fault) {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let isRelative = !path.hasPrefix("/")
    self.path = path
    held = try HeldPlaces(
      [folder.isEmpty ? (isRelative ? "." : "/") : folder, path], whereThere: [path + "-wal", path + "-shm"])
    guard let look = Self.look(at: path) else { throw .unseen(path, errno) }
    state = Mutex(State(known: look, log: LogWitness(path + "-wal", index: path + "-shm")))
  }

  // By their paths, and nothing is opened: to close a descriptor of a database would give up SQLite's locks.
  private static func look(at path: String) -> Look? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    var log = stat()
    let logSize = stat(path + "-wal", &log) == 0 ? Int64(log.st_size) : 0
    return Look(
      size: Int64(facts.st_size),
      modified: Int64(facts.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(facts.st_mtim.tv_nsec), logSize: logSize)
  }

  /// Every checkpoint is made by this process from now on, and within ``changing(_:)``.
  package func keepLog() {
    state.withLock { state in
      state.keepsLog = true
      if let look = Self.look(at: path) { state.known = look }
      _ = state.log.look(isOwn: true)
    }
  }

  /// Makes a checkpoint: what changes of the files meanwhile is this program's.
  /// - Throws: also ``HeldPlaces/Fault``, before anything is changed: SQLite would bring into the database whatever is in the log.
  package func changing<Value>(_ body: () throws -> Value) throws -> Value {
    try state.withLock { state throws(HeldPlaces.Fault) in
      if state.changing == 0, let fault = look(&state) ?? lookAtLog(&state, wholly: true) { throw fault }
      state.changing += 1
    }
    defer {
      state.withLock { state in
        state.changing -= 1
        // What another process committed before the checkpoint is in the database, too: seen only afterwards, it would count as
        // not yet there, and a log that is rightly begun anew as written over.
        _ = state.log.look(isOwn: state.keepsLog)
        state.log.allowNewBeginning()
        if let look = Self.look(at: path) { state.known = look }
      }
    }
    return try body()
  }

  /// How long the write-ahead log is, in bytes.
  package var logSize: Int64 { Self.look(at: path)?.logSize ?? 0 }

  /// What is not as it was any more; nil where all is.
  package var fault: HeldPlaces.Fault? {
    if let fault = held.fault() { return fault }
    return state.withLock { state in state.changing == 0 ? look(&state) : nil }
  }

  /// What is not as it was in the log any more, by reading all of it; nil where all is. A log that was removed or replaced is looked at
  /// where it is now, as SQLite still has it open.
  package var logFault: HeldPlaces.Fault? {
    state.withLock { state in state.changing == 0 ? lookAtLog(&state, wholly: true) : nil }
  }

  private func look(_ state: inout State) -> HeldPlaces.Fault? {
    guard let now = Self.look(at: path) else { return .unseen(path, errno) }
    let known = state.known
    if now.size < known.size { return .overwritten(path) }
    if state.keepsLog {
      if now.size != known.size || now.modified != known.modified { return .overwritten(path) }
      if now.logSize < known.logSize { return .overwritten(path + "-wal") }
    }
    if let fault = lookAtLog(&state) { return fault }
    state.known = now
    return nil
  }

  private func lookAtLog(_ state: inout State, wholly: Bool = false) -> HeldPlaces.Fault? {
    if let found = state.found { return found }
    switch state.log.look(isOwn: state.keepsLog, wholly: wholly) {
    case .whole: return nil
    case .unseen(let number): return .unseen(path + "-wal", number)
    case .overwritten:
      state.found = .overwritten(path + "-wal")
      return state.found
    }
  }
}
