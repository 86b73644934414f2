import BoothCore
import BoothTesting
import Cameras
import Glibc
import Testing

/// Debian's own libgphoto2, in a process of its own, against a simulated camera in the network. One test at a time:
/// they look at what processes are left.
@Suite("gphoto2", .serialized, .timeLimit(.minutes(15))) struct GPhoto2Tests {
  init() { CameraChildren.begin() }

  static func source(_ camera: SimulatedPTPCamera, _ profile: GPhoto2Profile = quick()) -> GPhoto2CameraSource {
    GPhoto2CameraSource(port: camera.port, profile: profile, program: CameraChildren.program, logger: quiet)
  }

  /// Live view without much waiting.
  static func quick(_ change: (inout GPhoto2Profile) -> Void = { _ in }) -> GPhoto2Profile {
    var profile = GPhoto2Profile()
    profile.liveViewRate = 100
    profile.keepAlive = .milliseconds(200)
    profile.limits.exposure = .seconds(4)
    profile.limits.busy = .milliseconds(200)
    change(&profile)
    return profile
  }

  static func camera(_ change: (inout SimulatedPTPCamera.Setup) -> Void = { _ in }) throws -> SimulatedPTPCamera {
    var setup = SimulatedPTPCamera.Setup()
    change(&setup)
    return try SimulatedPTPCamera(setup)
  }

  @Test func `a camera with live view conforms`() async throws {
    let camera = try Self.camera()
    try await CameraConformance(Self.source(camera)).run()
    camera.vanish()
    await CameraChildren.areGone()
  }

  @Test func `a camera that is switched off is lost, and works again when it is back`() async throws {
    let camera = try Self.camera()
    try await CameraConformance(Self.source(camera)).isLostAndReturns(
      unplug: { camera.vanish() },
      plugIn: { do { try camera.comeBack() } catch { Issue.record("\(error)") } })
    camera.vanish()
    await CameraChildren.areGone()
  }

  @Test func `the photo is the camera's file, byte for byte`() async throws {
    let camera = try Self.camera()
    let driver = Self.source(camera).makeDriver()
    let description = try await driver.open()
    #expect(description.id == "gphoto2:SIM0001")
    #expect(description.model == "Nikon Corporation D7500" && description.takesStills)
    let photo = try await driver.takePhoto()
    #expect(photo.jpeg == camera.photo)
    #expect(camera.fileCount == 1)
    #expect(camera.unknownOperations == [])
    await driver.close()
    camera.vanish()
    await CameraChildren.areGone()
  }
}
