public import BoothCore
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
  private nonisolated(unsafe) var descriptor: Int32 = -1
  private nonisolated(unsafe) var size = 0
  private nonisolated(unsafe) var number: UInt64 = 0
  private nonisolated(unsafe) var isClosed = false
  private nonisolated(unsafe) var trouble: String?
  private nonisolated(unsafe) var tell: @Sendable (String?) -> Void = { _ in }

  /// - Parameter folder: made if it is missing. What cannot be written is left out, with a gap in the numbers; each
  ///   line tries again.
  public init(folder: String, limit: JournalLimit = JournalLimit()) {
    self.folder = folder
    self.limit = limit
    queue.async { [self] in open() }
  }

  /// Says from now on when lines are lost, in words, and (nil) when they are written again.
  func report(_ tell: @escaping @Sendable (String?) -> Void) {
    queue.async { [self] in
      self.tell = tell
      if let trouble { tell(trouble) }
    }
  }

  /// - Parameter flow: after the decision.
  func append(_ input: BoothInput, at instant: Instant, time: WallTime, flow: BoothFlow, effects: [BoothEffect]) {
    queue.async { [self] in
      guard !isClosed else { return }
      number += 1
      if descriptor < 0 { open() }
      write(
        JournalLine(
          number: number, at: instant, time: time.date.formatted(.iso8601), trusted: time.trusted, input: input,
          state: flow.state, effects: effects))
      if limit.isFull(after: size) { rotate(JournalSnapshot(after: number, flow: flow)) }
    }
  }

  /// A line beside the flow's, which a replay reads past.
  func note(at instant: Instant, _ who: String, _ what: String) {
    queue.async { [self] in
      guard !isClosed else { return }
      if descriptor < 0 { open() }
      write(JournalNote(at: instant, who: who, what: what))
    }
  }

  /// Returns when everything appended so far was handed to the kernel.
  public func close() {
    queue.sync {
      isClosed = true
      if descriptor >= 0 { Glibc.close(descriptor) }
      descriptor = -1
    }
  }

  /// Writes a line whole, or nothing of it.
  private func write(_ line: some Encodable) {
    guard descriptor >= 0 else { return }
    var bytes: Data
    do { bytes = try JSONEncoder().encode(line) } catch { return lost("\(error)") }
    bytes.append(0x0A)
    let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress!, $0.count) }
    if written == bytes.count {
      size += written
      if trouble != nil { say(nil) }
    } else {
      let reason = written < 0 ? String(cString: strerror(errno)) : String(cString: strerror(ENOSPC))
      if written > 0 { ftruncate(descriptor, off_t(size)) }
      lost(reason)
    }
  }

  private func lost(_ reason: String) {
    say("the journal in \(folder) cannot be written (\(reason)); nothing of the guests' is lost by that")
  }

  private func say(_ words: String?) {
    guard words != trouble else { return }
    trouble = words
    tell(words)
  }

  private func open() {
    mkdir(folder, 0o700)
    // A pipe in its place would have the diary, and with it the booth's end, wait for a reader.
    descriptor = Glibc.open(path(0), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return lost(String(cString: strerror(errno))) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT != S_IFIFO else {
      Glibc.close(descriptor)
      descriptor = -1
      return lost("\(path(0)) is a pipe; move it away")
    }
    size = Int(max(lseek(descriptor, 0, SEEK_END), 0))
    // A line that the last process could not end is not to swallow the first of this one.
    var last: UInt8 = 0x0A
    if size > 0, pread(descriptor, &last, 1, off_t(size - 1)) == 1, last != 0x0A {
      size += max(Glibc.write(descriptor, "\n", 1), 0)
    }
  }

  private func path(_ number: Int) -> String { folder + (number == 0 ? "/journal.jsonl" : "/journal.\(number).jsonl") }

  private func rotate(_ snapshot: JournalSnapshot) {
    Glibc.close(descriptor)
    descriptor = -1
    for number in stride(from: limit.files - 1, to: 0, by: -1) { rename(path(number - 1), path(number)) }
    open()
    write(snapshot)
  }
}
