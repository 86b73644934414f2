public import BoothCore
import BoothSystem
import Glibc

/// Another output, of which pictures are kept now and then: for the operator's remote view, and for tests. The last
/// picture before the display stands still is always among them. Used by one thread; the recorder is there for others.
///
/// A picture that is kept is copied on the drawing thread, which takes about a millisecond at 1920×1080, and many times
/// that where the card's memory is slow to read.
public final class RecordingOutput: PixelOutput {
  private let output: any PixelOutput
  private let recorder: PictureRecorder
  private let interval: Duration
  private let now: () -> Instant
  private let timer = DeviceTimer()
  private var nextAt: Instant?
  /// The last picture presented, where it has not been kept; it stands in its memory until that is drawn in again.
  private var unkept: PixelBuffer?

  /// - Parameter interval: at most one picture is kept in it.
  public convenience init(_ output: any PixelOutput, recorder: PictureRecorder, interval: Duration = .milliseconds(500))
  {
    self.init(output, recorder: recorder, interval: interval, now: DeviceClock.now)
  }

  init(_ output: any PixelOutput, recorder: PictureRecorder, interval: Duration, now: @escaping () -> Instant) {
    self.output = output
    self.recorder = recorder
    self.interval = interval
    self.now = now
  }

  /// The recorded output's own.
  public var size: PixelSize { output.size }
  /// The recorded output's own; the film's interval is another one.
  public var refreshInterval: Duration { output.refreshInterval }
  /// The recorded output's, and one of a timer for a picture that is to be kept later.
  public var descriptors: [Int32] { output.descriptors + [timer.descriptor] }

  /// The recorded output's own memory: nothing is copied yet.
  public func nextBuffer() -> PixelBuffer? { output.nextBuffer() }

  /// Hands the picture on, and a copy of it to the recorder, at most one for each of the recording's intervals.
  public func present(_ buffer: PixelBuffer, changed: [PixelRect]) throws(ScreenFault) {
    let now = now()
    if let nextAt, now < nextAt {
      if unkept == nil { timer.start(first: nextAt, period: .zero) }
      unkept = buffer
    } else {
      keep(buffer, at: now)
    }
    try output.present(buffer, changed: changed)
  }

  /// Nothing is drawn meanwhile: a buffer that was lent before is whole, shown or as it was.
  public func takeEvents() -> [PixelOutputEvent] {
    let events = output.takeEvents()
    // The memory may be gone.
    if events.contains(.hidden) || events.contains(.changed) { unkept = nil }
    let hasTicked = timer.takeTicks() > 0
    let now = now()
    if let unkept, let nextAt, now >= nextAt {
      keep(unkept, at: now)
    } else if hasTicked, unkept != nil, let nextAt {
      timer.start(first: nextAt, period: .zero)
    }
    return events
  }

  /// Closes the output first, then the recorder; a picture that was to be kept later is not.
  public func close() {
    unkept = nil
    output.close()
    recorder.close()
  }

  private func keep(_ buffer: PixelBuffer, at moment: Instant) {
    unkept = nil
    nextAt = moment + interval
    recorder.take(buffer.bitmap())
  }
}
