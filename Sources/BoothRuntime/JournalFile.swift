public import BoothCore
import Dispatch
import FoundationEssentials
import Glibc

/// The booth's diary: one ``JournalLine`` per line, each input of the flow with what was decided. Bounded: a file that
/// is full becomes `journal.1.jsonl`, that one `journal.2.jsonl`, and the oldest goes.
///
/// Written from its own queue; what a crash loses is at most what the kernel had not written yet. The decisions that
/// must last are in the database.
public final class JournalFile: Sendable {
  private let queue = DispatchQueue(label: "booth.journal", qos: .utility)
  private let folder: String
  private let limit: JournalLimit
  private nonisolated(unsafe) var descriptor: Int32 = -1  // only on `queue`
  private nonisolated(unsafe) var size = 0  // only on `queue`

  /// - Parameter folder: made if it is missing; a journal that cannot be written is given up, the booth is not.
  public init(folder: String, limit: JournalLimit = JournalLimit()) {
    self.folder = folder
    self.limit = limit
    queue.async { [self] in open() }
  }

  func append(_ input: BoothInput, at instant: Instant, time: WallTime, state: BoothState, effects: [BoothEffect]) {
    append(
      JournalLine(
        at: instant, time: time.date.formatted(.iso8601), trusted: time.trusted, input: input, state: state,
        effects: effects))
  }

  /// A line beside the flow's, which a replay reads past.
  func note(at instant: Instant, _ who: String, _ what: String) {
    append(JournalNote(at: instant, who: who, what: what))
  }

  private func append(_ line: some Encodable & Sendable) {
    queue.async { [self] in
      guard descriptor >= 0, var bytes = try? JSONEncoder().encode(line) else { return }
      bytes.append(0x0A)
      let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress!, $0.count) }
      size += max(written, 0)
      if limit.isFull(after: size) { rotate() }
    }
  }

  /// Returns when everything appended so far was handed to the kernel.
  public func close() {
    queue.sync {
      if descriptor >= 0 { Glibc.close(descriptor) }
      descriptor = -1
    }
  }

  private func open() {
    mkdir(folder, 0o700)
    descriptor = Glibc.open(path(0), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    size = descriptor >= 0 ? Int(max(lseek(descriptor, 0, SEEK_END), 0)) : 0
    // A line that the last process could not end is not to swallow the first of this one.
    var last: UInt8 = 0x0A
    if size > 0, pread(descriptor, &last, 1, off_t(size - 1)) == 1, last != 0x0A {
      size += max(write(descriptor, "\n", 1), 0)
    }
  }

  private func path(_ number: Int) -> String { folder + (number == 0 ? "/journal.jsonl" : "/journal.\(number).jsonl") }

  private func rotate() {
    Glibc.close(descriptor)
    for number in stride(from: limit.files - 1, to: 0, by: -1) { rename(path(number - 1), path(number)) }
    open()
  }
}
