public import BoothCore
import BoothSystem

/// What every ``CameraDriver`` must do, tried on one camera: the simulated ones in the tests, real ones by
/// `booth devices test`.
///
/// Every check opens the camera anew, so the checks may run in any order; the camera must be there and free. A call that
/// takes longer than ``patience`` is left behind, and ends the trial.
public struct CameraTrial: Sendable {
  /// What one check found.
  public struct Outcome: Sendable, Codable, Equatable {
    /// Which check it was, in words: the raw value of a ``Check``.
    public var check: String
    /// What was not as it must be; empty for a check that passed.
    public var complaints: [String]
    /// How long the check took, opening and closing the camera included.
    public var seconds: Double
    /// Whether there was nothing to complain about.
    public var passed: Bool { complaints.isEmpty }
  }

  /// What can be tried. The raw values are what people read, and what ``Outcome/check`` holds.
  public enum Check: String, Sendable, CaseIterable {
    case describesItself = "says what it is, and the same again"
    case startsAndStopsThrice = "live view starts and stops three times, times and numbers rising"
    case silentAfterStop = "no frame comes after a stop, or to a sink that was replaced"
    case framesOutliveTheDriver = "stopped with frames in flight, they stay as they were"
    case honoursSizes = "sizes are what was asked for, or the caller is told which"
    case takesPhotos = "photos are whole, during live view and without"
    case refusesUnknownParameters = "an unknown parameter is refused in words"
    case endsWithClose = "a closed driver does nothing any more"
    case opensAgain = "it closes while it streams, and opens again, five times"
  }

  let source: any CameraSource
  let request: LiveViewRequest
  let shots: Int
  /// How long one call, or the next live frame, may take.
  let patience: Duration
  let log = TrialLog()

  /// Prepares a trial; nothing is opened before a check runs.
  /// - Parameters:
  ///   - request: the live view that checks ask for, unless they try a size of their own.
  ///   - shots: photos that are taken during live view, in addition to one without it; less than 1 is taken for 1.
  ///   - patience: how long one call, or the next live frame, may take.
  public init(
    _ source: any CameraSource, request: LiveViewRequest = LiveViewRequest(), shots: Int = 2,
    patience: Duration = .seconds(30)
  ) {
    self.source = source
    self.request = request
    self.shots = shots
    self.patience = patience
  }

  /// Runs the checks in order, and tells of each when it is over. A check that a hanging camera prevents is not run.
  public func run(
    _ checks: [Check] = Check.allCases, each: (Outcome) -> Void = { _ in }
  ) async -> [Outcome] {
    var outcomes: [Outcome] = []
    for check in checks {
      let outcome = await run(check)
      outcomes.append(outcome)
      each(outcome)
      if log.hung { break }
    }
    return outcomes
  }

  /// Runs one check and closes the camera after it. Throws nothing: what a camera throws is among the complaints.
  public func run(_ check: Check) async -> Outcome {
    let start = DeviceClock.now()
    do {
      switch check {
      case .describesItself: try await describesItself()
      case .startsAndStopsThrice: try await startsAndStopsThrice()
      case .silentAfterStop: try await silentAfterStop()
      case .framesOutliveTheDriver: try await framesOutliveTheDriver()
      case .honoursSizes: try await honoursSizes()
      case .takesPhotos: try await takesPhotos()
      case .refusesUnknownParameters: try await refusesUnknownParameters()
      case .endsWithClose: try await endsWithClose()
      case .opensAgain: try await opensAgain()
      }
    } catch let error as CameraError {
      expect(false, "it failed: \(error)")
    } catch let trouble as HungFault {
      expect(false, "\(trouble.call) took longer than \(patience)")
    } catch {
      expect(false, "\(error)")
    }
    await log.closeAll()
    return Outcome(
      check: check.rawValue, complaints: log.takeComplaints(), seconds: (DeviceClock.now() - start).inSeconds)
  }

  // MARK: Calls

  /// A call that was left behind.
  struct HungFault: Error {
    var call: String
  }

  func call<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable () async throws(CameraError) -> Value
  ) async throws -> Value {
    let start = DeviceClock.now()
    let answer = await within(patience) { () async -> Result<Value, CameraError> in
      do throws(CameraError) { return .success(try await body()) } catch { return .failure(error) }
    }
    guard let answer else {
      log.hang()
      throw HungFault(call: name)
    }
    let value = try answer.get()
    log.note(name, DeviceClock.now() - start)
    return value
  }

  func opened() async throws -> (any CameraDriver, CameraDescription) {
    let driver = source.makeDriver()
    log.add(driver)
    let description = try await call("open") { () throws(CameraError) in try await driver.open() }
    log.describe(description)
    return (driver, description)
  }

  func startLiveView(
    _ driver: any CameraDriver, _ sink: TrialFrames, _ requested: LiveViewRequest? = nil
  ) async throws -> LiveViewFormat {
    let request = requested ?? request
    log.add(sink)
    let format = try await call("start live view") { () throws(CameraError) in
      try await driver.startLiveView(request, into: sink)
    }
    log.note(format)
    return format
  }

  func stopLiveView(_ driver: any CameraDriver) async throws {
    try await call("stop live view") { () throws(CameraError) in try await driver.stopLiveView() }
  }

  func takePhoto(_ driver: any CameraDriver) async throws -> Photo {
    let photo = try await call("photo") { () throws(CameraError) in try await driver.takePhoto() }
    log.keep(photo)
    return photo
  }

  /// Waits until so many frames have come altogether; throws what the camera says when it goes away instead.
  func frames(_ count: Int, _ sink: TrialFrames) async throws {
    let start = DeviceClock.now()
    let isFirst = sink.records.isEmpty
    guard await within(patience, { await sink.frames(count) }) != nil else {
      log.hang()
      throw HungFault(call: "waiting for frame \(count) of live view")
    }
    if sink.records.count < count, let loss = log.reports?.loss { throw loss }
    if isFirst { log.note("first frames", DeviceClock.now() - start) }
  }

  func expect(_ holds: Bool, _ complaint: @autoclosure () -> String) {
    if !holds { log.complain(complaint()) }
  }
}
