import BoothCore
import BoothTesting
import Cameras
import FoundationEssentials
import Imaging
import Synchronization
import Testing

@Suite("Camera trial", .timeLimit(.minutes(15))) struct CameraTrialTests {
  /// A report as it is written.
  static func text(of report: CameraTrialReport) throws -> String {
    String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
  }

  private func trial(_ script: MockScript, patience: Duration = .seconds(100)) -> CameraTrial {
    CameraTrial(MockCameraSource(script: script, logger: quiet), shots: 2, patience: patience)
  }

  @Test func `a camera that does what it must passes every check, and the report says how long it took`() async throws {
    let trial = trial(quick())
    var told: [String] = []
    let outcomes = await trial.run { told.append($0.check) }
    #expect(outcomes.flatMap(\.complaints) == [])
    #expect(told == CameraTrial.Check.allCases.map(\.rawValue))
    let (report, photo) = await trial.report(outcomes)
    #expect(report.passed && report.notRun == [] && report.driver == "mock")
    #expect(report.photo == PixelSize(width: 640, height: 480))
    #expect(try JPEGCodec().validate(try #require(photo)) == PixelSize(width: 640, height: 480))
    #expect(report.timings["photo"]?.count == 3)
    #expect(
      report.liveView == [LiveViewFormat(size: PixelSize(width: 320, height: 240), layout: .i420, framesPerSecond: 120)]
    )
    let timing = try #require(report.timings["open"])
    #expect(timing.shortest <= timing.median && timing.median <= timing.longest)
  }

  static let faults: [(MockFault, CameraTrial.Check, String)] = [
    (MockFault(at: .still(1), .truncate), .takesPhotos, "cut short"),
    (MockFault(at: .still(2), .failFocus), .takesPhotos, "no focus"),
    (MockFault(at: .open(2), .fail(.busy)), .describesItself, "makes open fail"),
    (MockFault(at: .start(2), .fail(.failed)), .startsAndStopsThrice, "script makes"),
    (MockFault(at: .frame(3), .lose(backAfter: nil)), .silentAfterStop, "unplugged"),
    // While nothing but frames is waited for.
    (MockFault(at: .frame(4), .lose(backAfter: nil)), .startsAndStopsThrice, "unplugged"),
  ]

  @Test(arguments: faults) func `what goes wrong is named, and the other checks are run all the same`(
    _ fault: MockFault, _ check: CameraTrial.Check, _ words: String
  ) async throws {
    let outcome = await trial(quick([fault])).run(check)
    #expect(!outcome.passed && outcome.complaints.contains { $0.contains(words) }, "\(outcome.complaints)")
  }

  @Test func `a call that hangs is left behind, and ends the trial`() async throws {
    let trial = trial(quick([MockFault(at: .still(1), .hang)]), patience: .milliseconds(500))
    let outcomes = await trial.run([.takesPhotos, .refusesUnknownParameters])
    #expect(outcomes.count == 1)
    #expect(outcomes.first?.complaints.contains { $0.contains("photo took longer") } == true, "\(outcomes)")
    let (report, _) = await trial.report(outcomes)
    #expect(!report.passed && report.notRun.contains(CameraTrial.Check.refusesUnknownParameters.rawValue))
  }

  @Test func `a webcam's report holds its controls and not the serial number in its path`() async throws {
    let camera = FakeV4L2Camera()
    let path = "/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_1A2B3C4D-video-index0"
    let folder = try TemporaryFolder()
    try folder.put("dev/video0", [])
    try folder.put("dev/v4l/by-id/readme", [])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(String(path.dropFirst())), withDestinationPath: "../../video0")
    let source = V4L2CameraSource(path: path, places: V4L2Places(root: folder.path), logger: quiet) {
      (_) throws(V4L2Fault) in try camera.open()
    }
    let trial = CameraTrial(source, shots: 1, patience: .seconds(100))
    camera.state.withLock { $0.controls = [0x0098_0900: 42, 0x009A_0901: 3] }
    camera.fail("VIDIOC_STREAMON", 5)
    let outcomes = await trial.run([.describesItself, .takesPhotos])
    #expect(outcomes.map(\.passed) == [true, false])
    let (report, _) = await trial.report(outcomes)
    #expect(
      report.settings.map { "\($0.name)=\($0.value)" } == ["brightness=42", "auto_exposure=Aperture Priority Mode"])
    let text = try Self.text(of: report)
    #expect(!text.contains("1A2B3C4D") && text.contains("Fake Webcam") && text.contains("VIDIOC_STREAMON"))
  }
}
