import BoothCore
import Dispatch
import FoundationEssentials
import Glibc

/// The booth's diary: one JSON object per line, each input of the flow with what was decided. Bounded: at `limit`
/// bytes the file becomes `journal.1.jsonl`, and the older ones go.
///
/// Written from its own queue; what a crash loses is at most what the kernel had not written yet. The decisions that
/// must last are in the database.
public final class JournalFile: Sendable {
  private struct Line: Encodable {
    var at: Instant
    var time: String
    /// Whether the wall clock had been set by the network.
    var trusted: Bool
    var input: BoothInput
    var state: BoothState
    var effects: [BoothEffect]
  }

  private let queue = DispatchQueue(label: "booth.journal", qos: .utility)
  private let folder: String
  private let limit: Int
  private nonisolated(unsafe) var descriptor: Int32 = -1  // only on `queue`
  private nonisolated(unsafe) var size = 0  // only on `queue`

  /// - Parameter folder: made if it is missing; a journal that cannot be written is given up, the booth is not.
  public init(folder: String, limit: Int = 8 << 20) {
    self.folder = folder
    self.limit = limit
    queue.async { [self] in open() }
  }

  func append(_ input: BoothInput, at instant: Instant, time: WallTime, state: BoothState, effects: [BoothEffect]) {
    queue.async { [self] in
      let line = Line(
        at: instant, time: time.date.formatted(.iso8601), trusted: time.trusted, input: input, state: state,
        effects: effects)
      guard descriptor >= 0, var bytes = try? JSONEncoder().encode(line) else { return }
      bytes.append(0x0A)
      let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress!, $0.count) }
      size += max(written, 0)
      if size >= limit { rotate() }
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
    descriptor = Glibc.open(folder + "/journal.jsonl", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    size = descriptor >= 0 ? Int(max(lseek(descriptor, 0, SEEK_END), 0)) : 0
  }

  private func rotate() {
    Glibc.close(descriptor)
    rename(folder + "/journal.1.jsonl", folder + "/journal.2.jsonl")
    rename(folder + "/journal.jsonl", folder + "/journal.1.jsonl")
    open()
  }
}
