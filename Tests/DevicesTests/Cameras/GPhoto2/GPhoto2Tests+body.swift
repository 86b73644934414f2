import BoothCore
import BoothTesting
import Cameras
import Testing

/// What a body does apart from photos that were asked for.
extension GPhoto2Tests {
  func opened(
    _ camera: SimulatedPTPCamera, _ profile: GPhoto2Profile = quick()
  ) async throws -> (any CameraDriver, AsyncStream<CameraReport>.Iterator) {
    let driver = Self.source(camera, profile).makeDriver()
    _ = try await driver.open()
    return (driver, driver.reports.makeAsyncIterator())
  }

  @Test(arguments: [true, false]) func `the shutter pressed on the body gives a photo that nobody asked for`(
    _ duringLiveView: Bool
  ) async throws {
    let camera = try Self.camera()
    var (driver, reports) = try await opened(camera)
    let probe = FrameProbe()
    if duringLiveView {
      _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
      await probe.frames(2)
    }
    camera.pressShutter()
    var photo: Photo?
    while photo == nil, let report = await reports.next() {
      if case .unaskedPhoto(let unasked) = report { photo = unasked }
    }
    #expect(photo?.jpeg == camera.photo && photo?.size == PixelSize(width: 1280, height: 960))
    // It is not mistaken for the next one, and live view goes on.
    #expect(try await driver.takePhoto().jpeg == camera.photo)
    if duringLiveView { await probe.frames(probe.records.count + 3) }
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test(arguments: [false, true]) func `a Nikon that keeps pictures in its memory gives every photo`(
    _ duringLiveView: Bool
  ) async throws {
    let camera = try Self.camera { $0.keepsInMemory = true }
    let (driver, _) = try await opened(camera)
    if duringLiveView {
      let probe = FrameProbe()
      _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
      await probe.frames(2)
    }
    for _ in 1...3 {
      let photo = try await driver.takePhoto()
      #expect(photo.jpeg == camera.photo && photo.size == PixelSize(width: 1280, height: 960))
    }
    #expect(camera.operations.contains(.nikonGetEvent))
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test(arguments: [SimulatedPTPCamera.RawOrder.rawFirst, .jpegFirst])
  func `of RAW and JPEG the guest's JPEG comes first, and the RAW file is kept`(
    _ order: SimulatedPTPCamera.RawOrder
  ) async throws {
    let camera = try Self.camera { $0.raw = order }
    let folder = try TemporaryFolder()
    var (driver, reports) = try await opened(camera, Self.quick { $0.rawFolder = folder.path("raw") })
    for number in 1...2 {
      #expect(try await driver.takePhoto().jpeg == camera.photo)
      var kept: RawFile?
      while kept == nil, let report = await reports.next() {
        if case .rawKept(let file) = report { kept = file }
      }
      let file = try #require(kept)
      #expect(file.cameraName.hasSuffix(".NEF") && file.path.hasPrefix(folder.path("raw") + "/"))
      let bytes = try folder.read("raw/" + file.cameraName)
      #expect(bytes.count == file.sizeBytes && bytes == camera.raw(number))
      #expect(try folder.names("raw").count == number)
    }
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `a RAW file never replaces another of the same name`() async throws {
    let folder = try TemporaryFolder()
    for _ in 1...2 {
      let camera = try Self.camera { $0.raw = .jpegFirst }
      var (driver, reports) = try await opened(camera, Self.quick { $0.rawFolder = folder.path("raw") })
      _ = try await driver.takePhoto()
      while let report = await reports.next() {
        if case .rawKept = report { break }
      }
      await driver.close()
      try await expectNothingIsLeft(camera)
    }
    #expect(try folder.names("raw") == ["1-DSC_0016.NEF", "DSC_0016.NEF"])
  }

  @Test func `battery, card and clock are told, and told again when they change`() async throws {
    let camera = try Self.camera {
      $0.clockAhead = 3600
      $0.freeMegabytes = 30_000
    }
    var (driver, reports) = try await opened(camera)
    guard case .condition(let first)? = await reports.next() else {
      Issue.record("nothing was told")
      return
    }
    #expect(first.batteryPercent == 87 && first.freeMegabytes == 30_000)
    #expect(abs((first.clockAheadSeconds ?? 0) - 3600) < 60, "\(first)")
    #expect(first.warnings.count == 1 && first.warnings[0].contains("clock"))
    camera.setBattery(9)
    guard case .condition(let second)? = await reports.next() else {
      Issue.record("the battery was not told")
      return
    }
    #expect(second.batteryPercent == 9 && second.warnings.contains { $0.contains("battery is low") })
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `each phase sets what the profile says`() async throws {
    let camera = try Self.camera()
    let profile = Self.quick {
      $0.standby = [.init("f-number", "f/2.8"), .init("no such thing", "1")]
      $0.preview = [.init("f-number", "f/4")]
      $0.still = [.init("f-number", "#3")]
    }
    let (driver, _) = try await opened(camera, profile)
    #expect(camera.fNumber == 280)
    _ = try await driver.takePhoto()
    #expect(camera.fNumber == 800)
    _ = try await driver.startLiveView(LiveViewRequest(), into: FrameProbe())
    #expect(camera.fNumber == 400)
    _ = try await driver.takePhoto()
    #expect(camera.fNumber == 400)
    try await driver.stopLiveView()
    #expect(camera.fNumber == 280)
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `a parameter is one of its choices, or refused in words`() async throws {
    let camera = try Self.camera()
    let (driver, _) = try await opened(camera)
    try await driver.setParameter("f-number", to: "f/4")
    #expect(camera.fNumber == 400)
    let error = await #expect(throws: CameraError.self) { try await driver.setParameter("f-number", to: "f/1.0") }
    #expect(error?.detail.contains("f/2.8") == true, "\(String(describing: error))")
    #expect(camera.fNumber == 400)
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `live view is started afresh before the camera ends it`() async throws {
    let camera = try Self.camera()
    let (driver, _) = try await opened(camera, Self.quick { $0.liveViewRestart = .milliseconds(200) })
    let probe = FrameProbe()
    _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
    while camera.operations.count(where: { $0 == .nikonEndLiveView }) < 2 {
      await probe.frames(probe.records.count + 1)
    }
    await probe.frames(probe.records.count + 3)
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `photos leave the camera only where the profile says so`() async throws {
    let camera = try Self.camera()
    let (driver, _) = try await opened(camera, Self.quick { $0.deletesFromCamera = true })
    _ = try await driver.takePhoto()
    #expect(camera.fileCount == 0)
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `two bodies work at once, and one that hangs does not hold the other up`() async throws {
    let (one, other) = (try Self.camera { $0.serial = "ONE" }, try Self.camera { $0.serial = "OTHER" })
    let first = Self.source(one, Self.quick { $0.limits.photo = Self.photoLimit }).makeDriver()
    let second = Self.source(other).makeDriver()
    #expect(try await first.open().id == "gphoto2:ONE")
    #expect(try await second.open().id == "gphoto2:OTHER")
    #expect(CameraChildren.ids().count == 2)
    one.inject(.trickle(.getObject))
    let hung = Task { try await first.takePhoto() }
    for _ in 1...3 { #expect(try await second.takePhoto().jpeg == other.photo) }
    let error = await #expect(throws: CameraError.self) { _ = try await hung.value }
    #expect(error?.code == .timedOut)
    #expect(CameraChildren.ids().count == 1)
    _ = try await second.takePhoto()
    await first.close()
    await second.close()
    try await expectNothingIsLeft(one, other)
  }
}
