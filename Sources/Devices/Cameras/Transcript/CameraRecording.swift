public import BoothCore
import BoothSystem

/// Writes down how a camera behaves: what it can do, how long its calls and frames take, and what goes wrong with it, as
/// a script that a ``MockCamera`` plays. No picture, no name and no serial number is in it.
///
/// It goes through the same routine as often as is asked for: open, live view, photos, stop, live view once more, close.
/// After a fault it goes on with the next generation, as the booth does.
public struct CameraRecording: Sendable {
  let source: any CameraSource
  let rounds: Int
  let shots: Int
  /// How long live view runs before the photos.
  let liveView: Duration
  /// How long a call, the next frame, or a lost camera's return may take.
  let patience: Duration

  /// Prepares a recording; nothing is opened before ``run(calibrations:each:)``.
  /// - Parameters:
  ///   - rounds: how often the whole routine is gone through.
  ///   - shots: photos in each round.
  ///   - liveView: how long live view runs before the photos of a round.
  ///   - patience: how long a call, the next frame, or a lost camera's return may take; what takes longer counts as
  ///     hung.
  public init(
    _ source: any CameraSource, rounds: Int = 2, shots: Int = 3, liveView: Duration = .seconds(5),
    patience: Duration = .seconds(30)
  ) {
    self.source = source
    self.rounds = rounds
    self.shots = shots
    self.liveView = liveView
    self.patience = patience
  }

  /// Records; throws only when the camera could never be opened.
  /// - Parameters:
  ///   - calibrations: where its lag is found.
  ///   - each: told what goes on, in words.
  public func run(
    calibrations: Calibrations = Calibrations(), each: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws(CameraError) -> MockScript {
    let log = TranscriptLog()
    var lastError: CameraError?
    var hangs = 0
    var round = 1
    var tries = 0
    // Each fault costs a generation; a camera that only fails must come to an end.
    while round <= rounds, tries < rounds + Self.generations, hangs < Self.hangs {
      tries += 1
      each("round \(round) of \(rounds)")
      do throws(StopFault) {
        try await play(log)
        round += 1
      } catch {
        switch error {
        case .failed(let error):
          lastError = error
          each("\(error)")
        case .hung(let call):
          hangs += 1
          each("\(call.rawValue) did not return in \(patience)")
        case .silent: each("no live picture for \(patience)")
        }
      }
    }
    guard let description = log.with({ $0.description }) else {
      throw lastError ?? CameraError(.timedOut, subject: source.name, detail: "it was never opened")
    }
    var calibrated = description
    calibrated.shutter = nil
    calibrations.apply(to: &calibrated)
    let lag = calibrated.shutter?.lag
    return log.with { $0.script(lag: lag) }
  }

  /// So many more generations than rounds,
  private static let generations = 12
  /// and so many calls that hang, each of which may cost a thread for ever.
  private static let hangs = 4

  /// Why a round ended early.
  private enum StopFault: Error {
    case failed(CameraError)
    case hung(TranscriptNotes.Call)
    case silent
  }

  /// One round with one generation of the camera.
  private func play(_ log: TranscriptLog) async throws(StopFault) {
    let driver = try await opened(log)
    let frames = TranscriptFrames(log)
    let listening = Task {
      for await report in driver.reports {
        switch report {
        case .lost:
          log.with { $0.lost() }
          log.noteLoss()
          frames.end()
        case .unaskedPhoto: log.with { $0.unaskedPhoto() }
        case .rawKept, .condition: break
        }
      }
    }
    let outcome: Result<Void, StopFault>
    do throws(StopFault) {
      try await routine(driver, frames, log)
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
    frames.end()
    listening.cancel()
    // One that hangs is closed beside it.
    Task { await driver.close() }
    try outcome.get()
  }

  private func routine(
    _ driver: any CameraDriver, _ frames: TranscriptFrames, _ log: TranscriptLog
  ) async throws(StopFault) {
    try await start(driver, frames, log)
    try await watch(liveView, frames, log)
    for _ in 0..<shots {
      if log.with({ $0.description?.shutter?.focus != nil }) {
        try await call(.focus, log, mayFail: true) { () throws(CameraError) in try await driver.focus() }
      }
      let photo = try await call(.still, log, mayFail: true) { () throws(CameraError) in try await driver.takePhoto() }
      if let photo { log.with { $0.took(photo) } }
      try await watch(.seconds(1), frames, log)
    }
    try await call(.stop, log) { () throws(CameraError) in try await driver.stopLiveView() }
    try await start(driver, frames, log)
    try await watch(.seconds(1), frames, log)
    try await call(.stop, log) { () throws(CameraError) in try await driver.stopLiveView() }
  }

  /// Opens the camera; one that is away is waited for.
  private func opened(_ log: TranscriptLog) async throws(StopFault) -> any CameraDriver {
    let began = DeviceClock.now()
    while true {
      let driver = source.makeDriver()
      do throws(StopFault) {
        let description = try await call(.open, log) { () throws(CameraError) in try await driver.open() }
        log.with { $0.describe(description!) }
        if let lostAt = log.takeLoss() { log.with { $0.returned(after: DeviceClock.now() - lostAt) } }
        return driver
      } catch {
        await driver.close()
        guard log.isLost, DeviceClock.now() - began < patience else { throw error }
        try? await ContinuousClock().sleep(for: .milliseconds(100))
      }
    }
  }

  private func start(
    _ driver: any CameraDriver, _ frames: TranscriptFrames, _ log: TranscriptLog
  ) async throws(StopFault) {
    let format = try await call(.start, log) { () throws(CameraError) in
      try await driver.startLiveView(LiveViewRequest(), into: frames)
    }
    if let format { log.with { $0.show(format) } }
  }

  /// Lets live view run.
  private func watch(_ duration: Duration, _ frames: TranscriptFrames, _ log: TranscriptLog) async throws(StopFault) {
    let end = DeviceClock.now() + duration
    guard await within(duration + patience, { await frames.frame(after: end) }) != nil else {
      log.with { $0.fellSilent(for: patience) }
      throw .silent
    }
    guard !log.isLost else {
      throw .failed(CameraError(.disconnected, subject: source.name, detail: "it went away during live view"))
    }
  }

  /// Makes a call and notes it. With `mayFail` a failure that leaves the connection is noted, and nil returned.
  @discardableResult
  private func call<Value: Sendable>(
    _ call: TranscriptNotes.Call, _ log: TranscriptLog, mayFail: Bool = false,
    _ body: @escaping @Sendable () async throws(CameraError) -> Value
  ) async throws(StopFault) -> Value? {
    log.with { $0.began(call, at: DeviceClock.now()) }
    let answer = await within(patience) { () async -> Result<Value, CameraError> in
      do throws(CameraError) { return .success(try await body()) } catch { return .failure(error) }
    }
    let now = DeviceClock.now()
    switch answer {
    case .success(let value):
      log.with { $0.ended(call, nil, at: now) }
      return value
    case .failure(let error):
      log.with { $0.ended(call, error, at: now) }
      if log.isLost { log.noteLoss() }
      guard mayFail, !log.isLost else { throw .failed(error) }
      return nil
    case nil:
      log.with { $0.hung(call, at: now) }
      throw .hung(call)
    }
  }
}
