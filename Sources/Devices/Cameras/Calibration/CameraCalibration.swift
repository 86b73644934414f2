public import BoothCore
import BoothSystem
import Imaging

/// Measures how long a camera takes from a photo's command to its exposure.
///
/// Takes several photos during live view and finds the moment of each among the live frames: by a counter that both
/// show, where there is one, else by likeness. The live frames' own delay, from what they show to their timestamp, counts
/// as lag; it is under a frame with webcams and the mock camera.
public struct CameraCalibration: Sendable {
  /// What was measured of one photo.
  public struct Shot: Sendable, Equatable {
    /// From the command to the exposure; never negative.
    public var lag: Duration
    /// How the moment was found: `counter`, or `match` for likeness.
    public var way: String
  }

  /// What was measured of a camera, from all shots that could be placed.
  public struct Result: Sendable, Equatable {
    /// The camera as it described itself when it was opened.
    public var camera: CameraDescription
    /// The median.
    public var lag: Duration
    /// How far the shot that is farthest from the median is from it.
    public var spread: Duration
    /// The shots that could be placed, in the order they were taken: at least three, and three quarters of those asked
    /// for.
    public var shots: [Shot]
    /// `counter`, `match`, or `counter and match` where the shots were not all placed alike.
    public var way: String
  }

  let source: any CameraSource
  let shots: Int
  let ways: [ExposureSearch.Way]
  /// How far a shot may be from the median.
  let tolerance: Duration
  /// How far apart the live frames beside the exposure may be.
  let longestGap: Duration
  /// How long one call, or the next live frame, may take.
  let patience: Duration

  /// - Parameter shots: how many photos are taken; 3 or more.
  public init(_ source: any CameraSource, shots: Int = 7) {
    self.init(source, shots: shots, ways: ExposureSearch.Way.allCases)
  }

  init(
    _ source: any CameraSource, shots: Int, ways: [ExposureSearch.Way],
    tolerance: Duration = ShutterTiming.tolerance, longestGap: Duration = ExposureSearch.longestGap,
    patience: Duration = .seconds(30)
  ) {
    precondition(shots >= 3, "a median needs three shots, not \(shots)")
    self.source = source
    self.shots = shots
    self.ways = ways
    self.tolerance = tolerance
    self.longestGap = longestGap
    self.patience = patience
  }

  /// Opens the camera, measures, and closes it. The booth must not be running with it.
  /// - Parameter each: told of every photo: its lag, or why it has none.
  public func run(
    each: (Int, Swift.Result<Shot, CalibrationFault>) -> Void = { _, _ in }
  ) async throws(CalibrationFault) -> Result {
    let driver = source.makeDriver()
    let frames = WatchedFrames()
    do throws(CalibrationFault) {
      let result = try await measure(driver, frames, each)
      frames.end()
      await driver.close()
      return result
    } catch {
      frames.end()
      await driver.close()
      throw error
    }
  }

  private func measure(
    _ driver: any CameraDriver, _ frames: WatchedFrames, _ each: (Int, Swift.Result<Shot, CalibrationFault>) -> Void
  ) async throws(CalibrationFault) -> Result {
    let description = try await call("opening") { () throws(CameraError) in try await driver.open() }
    _ = try await call("starting live view") { () throws(CameraError) in
      try await driver.startLiveView(LiveViewRequest(), into: frames)
    }
    var found: [Shot] = []
    var trouble = ExposureSearch.Fault.noFrames
    for number in 1...shots {
      // Half a second of pictures before each, a little more every time, so that photos fall anywhere between frames.
      try await frame(after: DeviceClock.now() + .milliseconds(500 + 37 * number), frames)
      if description.shutter?.focus != nil {
        // As in a countdown: a lens without focus leaves it to the photo.
        do throws(CalibrationFault) {
          try await call("focusing") { () throws(CameraError) in try await driver.focus() }
        } catch  where error.code == .camera {}
      }
      let trigger = DeviceClock.now()
      let photo = try await call("taking a photo") { () throws(CameraError) in try await driver.takePhoto() }
      let returned = DeviceClock.now()
      try await frame(after: returned + .milliseconds(100), frames)
      let search = ExposureSearch(
        frames: frames.frames, trigger: trigger, returned: returned, longestGap: longestGap)
      do throws(ExposureSearch.Fault) {
        let shot = try place(photo, in: search, frames.size)
        found.append(shot)
        each(number, .success(shot))
      } catch {
        trouble = error
        each(number, .failure(CalibrationFault(error, shots: shots)))
      }
    }
    // One photo in four may fail, as people walk through the picture.
    guard found.count >= 3, found.count * 4 >= shots * 3 else { throw CalibrationFault(trouble, shots: shots) }
    return try judge(found, description)
  }

  /// When a photo was exposed, by the surest way there is.
  private func place(
    _ photo: Photo, in search: ExposureSearch, _ live: PixelSize
  ) throws(ExposureSearch.Fault) -> Shot {
    var trouble = ExposureSearch.Fault.unlike
    for way in ways {
      do throws(ExposureSearch.Fault) {
        let exposure =
          switch way {
          case .counter: try search.exposure(showing: Self.number(in: photo))
          case .match: try search.exposure(like: try Self.small(photo, like: live))
          }
        return Shot(lag: max(.zero, exposure - search.trigger), way: way.rawValue)
      } catch {
        trouble = error
      }
    }
    throw trouble
  }

  private func judge(_ found: [Shot], _ description: CameraDescription) throws(CalibrationFault) -> Result {
    let lags = found.map(\.lag).sorted()
    let lag = lags[lags.count / 2]
    let spread = max(lag - lags[0], lags[lags.count - 1] - lag)
    func milliseconds(_ duration: Duration) -> Int64 { duration.wholeNanoseconds / 1_000_000 }
    guard spread <= tolerance else {
      throw CalibrationFault(
        .spread,
        "the exposures came \(milliseconds(lags[0])) to \(milliseconds(lags[lags.count - 1])) ms after the "
          + "command, too unlike each other to fire ahead of zero: set the lens to manual focus, fix the exposure, and "
          + "measure again")
    }
    guard milliseconds(lag) <= Calibrations.longestLagMilliseconds else {
      throw CalibrationFault(.spread, "the exposures came \(milliseconds(lag)) ms after the command, which is too late")
    }
    let way = found.allSatisfy { $0.way == found[0].way } ? found[0].way : "counter and match"
    return Result(camera: description, lag: lag, spread: spread, shots: found, way: way)
  }

  // MARK: Pictures

  private static func number(in photo: Photo) -> UInt64? {
    guard let small = small(photo, in: PictureNumber.size(for: photo.size), .stretching) else { return nil }
    return PictureNumber.read(small, of: photo.size, along: .bottom)
  }

  private static func small(_ photo: Photo, like live: PixelSize) throws(ExposureSearch.Fault) -> SmallPicture {
    guard let small = small(photo, in: SmallPicture.size(for: live), .covering) else { throw .unlike }
    return SmallPicture(small)
  }

  /// Nil for a photo that cannot be read.
  private static func small(_ photo: Photo, in size: PixelSize, _ fit: FrameConverter.Fit) -> Bitmap? {
    photo.jpeg.withUnsafeBufferPointer { bytes in
      try? FrameConverter().preview(
        of: Frame(
          sequence: 0, capturedAt: Instant(nanoseconds: 0), size: photo.size, layout: .jpeg, strideBytes: 0,
          bytes: UnsafeRawBufferPointer(bytes), release: {}), in: size, fit: fit)
    }
  }

  // MARK: Calls

  private func call<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable () async throws(CameraError) -> Value
  ) async throws(CalibrationFault) -> Value {
    let answer = await within(patience) { () async -> Swift.Result<Value, CameraError> in
      do throws(CameraError) { return .success(try await body()) } catch { return .failure(error) }
    }
    switch answer {
    case .success(let value): return value
    case .failure(let error): throw CalibrationFault(error)
    case nil: throw CalibrationFault(.camera, "\(name) took longer than \(patience); switch the camera off and on")
    }
  }

  private func frame(after instant: Instant, _ frames: WatchedFrames) async throws(CalibrationFault) {
    guard await within(patience, { await frames.frame(after: instant) }) != nil else {
      throw CalibrationFault(.camera, "no live picture came for \(patience)")
    }
  }
}
