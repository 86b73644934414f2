import BoothCore
import BoothSystem
import Synchronization

/// The notes of a recording, written by its routine, its frames and the camera's reports.
final class TranscriptLog: Sendable {
  private let notes = Mutex(TranscriptNotes())
  /// When the camera went away.
  private let lostAt = Mutex<Instant?>(nil)

  func with<Value: Sendable>(_ body: (inout TranscriptNotes) -> Value) -> Value { notes.withLock { body(&$0) } }

  var isLost: Bool { notes.withLock { $0.isLost } }
  /// It is away since its last sign: it may be noticed late, on a machine that is busy.
  func noteLoss() {
    let sign = notes.withLock { $0.lastSign } ?? DeviceClock.now()
    lostAt.withLock { $0 = $0 ?? sign }
  }

  func takeLoss() -> Instant? {
    lostAt.withLock { lostAt in
      defer { lostAt = nil }
      return lostAt
    }
  }
}

/// Takes a recording's live frames: only when each was captured, and its number.
final class TranscriptFrames: FrameSink {
  private let newest = Milestone<Instant>()
  private let log: TranscriptLog

  init(_ log: TranscriptLog) { self.log = log }

  func receive(_ frame: Frame) {
    let (sequence, capturedAt) = (frame.sequence, frame.capturedAt)
    log.with { $0.frame(sequence, capturedAt: capturedAt) }
    newest.reach(capturedAt)
  }

  /// Returns once a frame was captured after `instant`, or the camera is gone.
  func frame(after instant: Instant) async { await newest.wait(until: instant + .nanoseconds(1)) }

  /// Frees the waiters: no more frames come.
  func end() { newest.end() }
}
