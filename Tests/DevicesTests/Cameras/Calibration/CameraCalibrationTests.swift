import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@testable import Cameras

@Suite("Calibration", .timeLimit(.minutes(15)), .serialized) struct CameraCalibrationTests {
  private static func script(lag: [Duration], layout: FrameLayout = .i420) -> MockScript {
    var script = MockScript(
      showsPattern: true,
      size: PixelSize(width: 320, height: 240), framesPerSecond: 25, layout: layout,
      stillSize: PixelSize(width: 640, height: 480))
    script.delays.lag = lag
    return script
  }

  /// A camera whose frames all come, however busy the machine is.
  private static func source(_ script: MockScript) -> MockCameraSource {
    MockCameraSource(script: script, logger: quiet, missesFrames: false)
  }

  /// Measures a mock camera. Returns each shot's lag beside the true one.
  private static func measure(
    _ script: MockScript, shots: Int = 3, _ ways: [ExposureSearch.Way] = ExposureSearch.Way.allCases
  ) async throws -> (CameraCalibration.Result, exposures: [Instant]) {
    let source = Self.source(script)
    // On a machine that is busy the mock's own exposures come late, truly; here only the measuring is tried.
    let calibration = CameraCalibration(
      source, shots: shots, ways: ways, tolerance: .seconds(10), longestGap: .seconds(10))
    return (try await calibration.run(), source.exposures)
  }

  @Test(arguments: [FrameLayout.i420, .jpeg])
  func `the lag of a mock camera is found by its counter`(_ layout: FrameLayout) async throws {
    let (result, exposures) = try await Self.measure(Self.script(lag: [.milliseconds(160)], layout: layout))
    #expect(result.way == "counter" && result.shots.count == 3 && exposures.count == 3)
    // The command, then the lag, then at most the machine's slowness.
    #expect(result.lag > .milliseconds(140) && result.lag < .seconds(6), "\(result.lag)")
    #expect(result.camera.id == "mock")
  }

  @Test func `without a counter the lag is found by likeness, and both agree`() async throws {
    let script = Self.script(lag: [.milliseconds(240)])
    let (result, _) = try await Self.measure(script, [.match])
    #expect(result.way == "match")
    #expect(result.lag > .milliseconds(200) && result.lag < .seconds(6), "\(result.lag)")
  }

  @Test func `exposures that come as they like are refused, and said how`() async throws {
    let script = Self.script(lag: [.milliseconds(50), .milliseconds(600), .milliseconds(300)])
    let calibration = CameraCalibration(
      Self.source(script), shots: 3, ways: [.counter], longestGap: .seconds(10))
    await #expect {
      _ = try await calibration.run()
    } throws: { error in
      let fault = error as? CalibrationFault
      return fault?.code == .spread && fault?.description.contains("manual focus") == true
    }
  }

  @Test func `photos that show something else are refused`() async throws {
    // Without a lag in its script the mock's photos are scenes of their own.
    var script = Self.script(lag: [])
    script.seed = 3
    let calibration = CameraCalibration(
      Self.source(script), shots: 3, ways: ExposureSearch.Way.allCases,
      longestGap: .seconds(10))
    await #expect {
      _ = try await calibration.run()
    } throws: { ($0 as? CalibrationFault).map { $0.code == .notFound || $0.code == .spread } ?? false }
  }

  @Test func `a camera that fails is told in its own words`() async throws {
    var script = Self.script(lag: [])
    script.faults = [MockFault(at: .open(1), .fail(.busy))]
    let calibration = CameraCalibration(MockCameraSource(script: script, logger: quiet), shots: 3)
    await #expect {
      _ = try await calibration.run()
    } throws: { ($0 as? CalibrationFault)?.code == .camera }
  }

  @Test func `a measurement is kept by the camera's identity and stands above its profile`() throws {
    let folder = try TemporaryFolder()
    let file = CalibrationFile(folder: folder.path)
    #expect(try file.read() == Calibrations())
    let entry = Calibrations.Entry(
      model: "Camera", lagMilliseconds: 120, spreadMilliseconds: 8, shots: 7, way: "counter",
      measured: "2026-06-20T10:00:00Z")
    try file.keep(entry, for: "v4l2:one")
    try file.keep(entry, for: "v4l2:two")
    let calibrations = try file.read()
    #expect(calibrations.cameras.count == 2)
    var description = CameraDescription(id: "v4l2:two", model: "", driver: "", takesStills: true, formats: [])
    description.shutter = ShutterTiming(lag: .milliseconds(300), focus: .milliseconds(400))
    calibrations.apply(to: &description)
    #expect(description.shutter == ShutterTiming(lag: .milliseconds(120), focus: .milliseconds(400)))
    description.id = "v4l2:three"
    description.shutter = nil
    calibrations.apply(to: &description)
    #expect(description.shutter == nil)
    try "no".write(toFile: file.path, atomically: true, encoding: .utf8)
    #expect(throws: DeviceError.self) { try file.read() }
  }
}
