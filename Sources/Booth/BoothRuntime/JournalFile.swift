public import BoothCore
import BoothSystem
import Dispatch
import FoundationEssentials
import Glibc

/// The booth's diary: one ``JournalLine`` per line, each input of the flow with what was decided. Bounded: a file that
/// is full becomes `journal.1.jsonl`, that one `journal.2.jsonl`, and the oldest goes; each begins with a
/// ``JournalSnapshot``, so that it can be replayed without the ones before.
///
/// Written from its own queue; what a crash loses is at most what the kernel had not written yet. The decisions that
/// must last are in the database.
public final class JournalFile: Sendable {
  private let queue = DispatchQueue(label: "booth.journal", qos: .utility)
  private let folder: String
  private let limit: JournalLimit
  // The rest only on `queue`.
  private nonisolated(unsafe) var file: RotatingFile
  private nonisolated(unsafe) var number: UInt64 = 0
  private nonisolated(unsafe) var isClosed = false
  private nonisolated(unsafe) var trouble: String?
  private nonisolated(unsafe) var send: @Sendable (String?) -> Void = { _ in }

  /// - Parameter folder: made if it is missing. What cannot be written is left out, with a gap in the numbers; each
  ///   line tries again.
  public init(folder: String, limit: JournalLimit = JournalLimit()) {
    self.folder = folder
    self.limit = limit
    file = RotatingFile(files: limit.files) { folder + ($0 == 0 ? "/journal.jsonl" : "/journal.\($0).jsonl") }
    queue.async { [self] in open() }
  }

  /// Says from now on when lines are lost, in words, and (nil) when they are written again.
  func report(_ send: @escaping @Sendable (String?) -> Void) {
    queue.async { [self] in
      self.send = send
      if let trouble { send(trouble) }
    }
  }

  /// - Parameter flow: after the decision.
  func append(_ input: BoothInput, at instant: Instant, time: WallTime, flow: BoothFlow, effects: [BoothEffect]) {
    queue.async { [self] in
      guard !isClosed else { return }
      number += 1
      write(
        JournalLine(
          number: number, at: instant, time: time.date.formatted(.iso8601), trusted: time.trusted, input: input,
          state: flow.state, effects: effects))
      if limit.isFull(after: file.size) { rotate(JournalSnapshot(after: number, flow: flow)) }
    }
  }

  /// A line beside the flow's, which a replay reads past.
  func note(at instant: Instant, _ who: String, _ what: String) {
    queue.async { [self] in
      guard !isClosed else { return }
      write(JournalNote(at: instant, who: who, what: what))
    }
  }

  /// Returns when everything appended so far was handed to the kernel.
  public func close() {
    queue.sync {
      isClosed = true
      file.close()
    }
  }

  /// Writes a line whole, or nothing of it.
  private func write(_ line: some Encodable) {
    var bytes: Data
    do { bytes = try JSONEncoder().encode(line) } catch { return lost("\(error)") }
    bytes.append(0x0A)
    open()
    if let reason = file.append(Array(bytes)) { lost(reason) } else { say(nil) }
  }

  private func lost(_ reason: String) {
    say("the journal in \(folder) cannot be written (\(reason)); nothing of the guests' is lost by that")
  }

  private func say(_ words: String?) {
    guard words != trouble else { return }
    trouble = words
    send(words)
  }

  private func open() {
    guard !file.isOpen else { return }
    mkdir(folder, 0o700)
    if let reason = file.open() { lost(reason) }
  }

  private func rotate(_ snapshot: JournalSnapshot) {
    file.rotate()
    write(snapshot)
  }
}
