import BoothCore
import BoothTesting
import Cameras
import Glibc
import Testing

/// The camera's process itself goes wrong.
extension GPhoto2Tests {
  private static func shell(_ script: String) -> CameraProgram {
    CameraProgram(path: "/bin/sh", arguments: ["sh", "-c", script])
  }

  static let programs: [(CameraProgram, CameraError.Code, String)] = [
    (CameraProgram(path: "/no/such/program", arguments: ["x"]), .failed, "No such file"),
    (shell("exec sleep 1000"), .timedOut, "its process was ended"),
    (shell("trap '' TERM; while :; do read x; done"), .timedOut, "its process was ended"),
    (shell("exit 0"), .disconnected, "ended by itself"),
    (shell("kill -SEGV $$"), .disconnected, "ended by itself"),
    (shell("printf 'this is not a message at all' >&0; exec sleep 1000"), .disconnected, "senseless"),
  ]

  @Test(arguments: programs) func `a process that does not do its work is ended and said so`(
    _ program: CameraProgram, _ code: CameraError.Code, _ words: String
  ) async throws {
    let source = GPhoto2CameraSource(
      port: "usb:", profile: Self.quick { $0.limits.open = .milliseconds(1500) }, program: program, logger: quiet)
    let driver = source.makeDriver()
    let started = ContinuousClock.now
    let error = await #expect(throws: CameraError.self) { _ = try await driver.open() }
    #expect(ContinuousClock.now - started < .milliseconds(1500) + Self.slack)
    #expect(error?.code == code && error?.detail.contains(words) == true, "\(String(describing: error))")
    await driver.close()
    await CameraChildren.areGone()
    for name in ["sh", "sleep"] { #expect(CameraChildren.ids(named: name).isEmpty) }
  }

  @Test func `looking for cameras is given up in time`() async throws {
    let error = #expect(throws: CameraError.self) {
      _ = try GPhoto2Devices.list(Self.shell("exec sleep 1000"), limit: .milliseconds(200))
    }
    #expect(error?.code == .timedOut)
    await CameraChildren.areGone()
    #expect(CameraChildren.ids(named: "sleep").isEmpty)
  }

  @Test func `the library lists the cameras on USB`() async throws {
    let cameras = try GPhoto2Devices.list(CameraChildren.program)
    for camera in cameras { #expect(camera.port.hasPrefix("usb:") && !camera.model.isEmpty) }
    await CameraChildren.areGone()
  }

  @Test func `no camera on USB is said so`() async throws {
    guard try GPhoto2Devices.list(CameraChildren.program).isEmpty else { return }
    let driver = GPhoto2CameraSource(port: "usb:", program: CameraChildren.program, logger: quiet).makeDriver()
    let error = await #expect(throws: CameraError.self) { _ = try await driver.open() }
    #expect(error?.code == .notFound && error?.detail.contains("booth devices") == true)
    await driver.close()
    await CameraChildren.areGone()
  }

  @Test func `a process that is killed is a camera lost, and another takes its place`() async throws {
    let camera = try Self.camera()
    let source = Self.source(camera)
    let driver = source.makeDriver()
    _ = try await driver.open()
    let probe = FrameProbe()
    _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
    await probe.frames(2)
    kill(try #require(CameraChildren.ids().first), SIGKILL)
    try await expectLoss(of: driver, nil)
    await driver.close()
    try await expectWorks(source, camera)
  }

  @Test func `a process that stands still in a call is killed at the deadline`() async throws {
    let camera = try Self.camera()
    let source = Self.source(camera, Self.quick { $0.limits.photo = .milliseconds(300) })
    let driver = source.makeDriver()
    _ = try await driver.open()
    kill(try #require(CameraChildren.ids().first), SIGSTOP)
    let started = ContinuousClock.now
    let error = await #expect(throws: CameraError.self) { _ = try await driver.takePhoto() }
    #expect(ContinuousClock.now - started < .milliseconds(300) + Self.slack)
    #expect(error?.code == .timedOut)
    await driver.close()
    try await expectWorks(Self.source(camera), camera)
  }

  @Test func `close returns at once while a call hangs, and ends both`() async throws {
    let camera = try Self.camera()
    let source = Self.source(camera)
    let driver = source.makeDriver()
    _ = try await driver.open()
    camera.inject(.trickle(.getObject))
    let photo = Task { try await driver.takePhoto() }
    while !camera.operations.contains(.getObject) { await Task.moment() }
    let started = ContinuousClock.now
    await driver.close()
    #expect(ContinuousClock.now - started < .seconds(5), "the file would take minutes")
    await #expect(throws: CameraError.self) { _ = try await photo.value }
    camera.behave()
    try await expectWorks(source, camera)
  }

  @Test func `a driver that is dropped without a close leaves nothing`() async throws {
    let camera = try Self.camera()
    do {
      let driver = Self.source(camera).makeDriver()
      _ = try await driver.open()
      _ = try await driver.startLiveView(LiveViewRequest(), into: FrameProbe())
    }
    try await expectNothingIsLeft(camera)
  }
}
