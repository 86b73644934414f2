import BoothCore
import BoothTesting
import Cameras
import Testing

/// What a profile out of a file makes of a camera that libgphoto2 drives.
extension GPhoto2Tests {
  private static func profiles(_ change: (inout CameraProfile.GPhoto2) -> Void) -> CameraProfiles {
    var nikon = CameraProfile(id: "nikon", name: "A Nikon", match: CameraMatch(driver: .gphoto2))
    nikon.match.models = ["*Nikon* D*"]
    change(&nikon.gphoto2)
    var general = CameraProfile(id: "any", name: "Anything", match: CameraMatch(driver: .gphoto2))
    general.gphoto2.standby = [.init("f-number", "f/8")]
    return CameraProfiles([nikon, general])
  }

  private static func driver(
    _ camera: SimulatedPTPCamera, _ change: (inout CameraProfile.GPhoto2) -> Void = { _ in }
  ) -> any CameraDriver {
    GPhoto2CameraSource(
      port: camera.port, profile: quick(), profiles: profiles(change), program: CameraChildren.program, logger: quiet
    ).makeDriver()
  }

  @Test func `once open, the camera's model chooses its profile, and its phases are set by it`() async throws {
    let camera = try Self.camera()
    let driver = Self.driver(camera) {
      $0.standby = [.init("f-number", "f/2.8")]
      $0.preview = [.init("f-number", "f/4")]
    }
    let description = try await driver.open()
    #expect(description.profile == "A Nikon")
    #expect(camera.fNumber == 280)
    _ = try await driver.startLiveView(LiveViewRequest(), into: FrameProbe())
    #expect(camera.fNumber == 400)
    try await driver.stopLiveView()
    #expect(camera.fNumber == 280)
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `the description says how full battery and card are`() async throws {
    let camera = try Self.camera { $0.battery = 15 }
    let driver = Self.driver(camera)
    let description = try await driver.open()
    #expect(description.condition?.batteryPercent == 15 && description.condition?.freeMegabytes == 30_000)
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test(arguments: [
    (CameraProfile.GPhoto2.CaptureTarget.card, "Memory card"), (.memory, "Internal RAM"),
  ]) func `the capture target is set in the body's own words, and settings can be read`(
    _ target: CameraProfile.GPhoto2.CaptureTarget, _ word: String
  ) async throws {
    let camera = try Self.camera()
    let driver = Self.driver(camera) { $0.captureTarget = target }
    _ = try await driver.open()
    let reader = try #require(driver as? any CameraSettingsReader)
    let settings = try await reader.settings()
    #expect(settings.first { $0.name == "capturetarget" }?.value == word, "\(settings.map(\.name))")
    #expect(settings.first { $0.name == "f-number" }?.choices == ["f/2.8", "f/4", "f/5.6", "f/8"])
    #expect(!settings.contains { $0.name.contains("serial") || $0.value.contains("SIM0001") })
    _ = try await driver.takePhoto()
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `a lens that finds focus at the second try gives the photo`() async throws {
    let camera = try Self.camera()
    camera.inject(.outOfFocus, times: 1)
    let patient = Self.driver(camera) { $0.focusTries = 2 }
    _ = try await patient.open()
    #expect(try await patient.takePhoto().jpeg == camera.photo)
    await patient.close()
    camera.inject(.outOfFocus, times: 1)
    let hasty = Self.driver(camera)
    _ = try await hasty.open()
    let error = await #expect(throws: CameraError.self) { try await hasty.takePhoto() }
    #expect(error?.code == .focusFailed)
    await hasty.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `a Nikon is told to find its focus before the photo, as its profile says`() async throws {
    let camera = try Self.camera()
    let driver = Self.driver(camera) { $0.focusAhead = [.init("autofocusdrive", "1")] }
    _ = try await driver.open()
    try await driver.focus()
    #expect(camera.operations.contains(.nikonAutofocus) && !camera.operations.contains(.nikonCapture))
    #expect(try await driver.takePhoto().jpeg == camera.photo)
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `a camera without a profile is driven as ever`() async throws {
    let camera = try Self.camera { $0.vendor = .generic }
    let source = GPhoto2CameraSource(
      port: camera.port, profile: Self.quick(), profiles: CameraProfiles(), program: CameraChildren.program,
      logger: quiet)
    let driver = source.makeDriver()
    #expect(try await driver.open().profile == nil)
    #expect(try await driver.takePhoto().jpeg == camera.photo)
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `the list of what is attached says what was found, and what is wrong with it`() async throws {
    let camera = try Self.camera { $0.battery = 12 }
    let gone = try Self.camera()
    gone.vanish()
    let list = await AttachedCamera.tethered(
      Self.profiles { _ in }, ports: [camera.port, gone.port], program: CameraChildren.program, logger: quiet)
    let found = try #require(list.first { $0.name == "gphoto2:\(camera.port)" })
    #expect(found.model == "Nikon Corporation D7500" && found.profile == "A Nikon" && !found.inUse)
    #expect(found.condition?.batteryPercent == 12 && found.problems.contains { $0.contains("battery is low") })
    let missing = try #require(list.first { $0.name == "gphoto2:\(gone.port)" })
    #expect(missing.problems.count == 1 && missing.condition == nil)
    try await expectNothingIsLeft(camera, gone)
  }

  @Test func `a trial of the simulated camera passes, and its report tells no serial number`() async throws {
    let camera = try Self.camera()
    let trial = CameraTrial(Self.source(camera), shots: 1, patience: .seconds(100))
    let outcomes = await trial.run([.describesItself, .takesPhotos])
    #expect(outcomes.flatMap(\.complaints) == [])
    let (report, photo) = await trial.report(outcomes)
    #expect(report.model == "Nikon Corporation D7500" && report.condition?.batteryPercent == 87)
    #expect(report.settings.contains { $0.name == "f-number" && $0.value == "f/5.6" })
    #expect(report.timings["photo"]?.count == 2 && photo != nil)
    #expect(try !CameraTrialTests.text(of: report).contains("SIM0001"))
    try await expectNothingIsLeft(camera)
  }
}
