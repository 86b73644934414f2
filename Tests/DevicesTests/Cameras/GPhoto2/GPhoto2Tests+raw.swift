import BoothCore
import BoothTesting
import Cameras
import Imaging
import Testing

/// Bodies that take RAW files and no JPEG: guests get the picture inside.
extension GPhoto2Tests {
  private func nextKept(_ reports: inout AsyncStream<CameraReport>.Iterator) async -> RawFile? {
    while let report = await reports.next() {
      if case .rawKept(let file) = report { return file }
    }
    return nil
  }

  @Test(arguments: [false, true]) func `of a RAW file alone guests get the picture inside, and the file is kept`(
    _ duringLiveView: Bool
  ) async throws {
    let camera = try Self.camera { $0.distinguishesPhotos = true }
    camera.inject(.rawOnly)
    let folder = try TemporaryFolder()
    var (driver, reports) = try await opened(camera, Self.quick { $0.rawFolder = folder.path("raw") })
    let probe = FrameProbe()
    if duringLiveView {
      _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
      await probe.frames(2)
    }
    for number in 1...3 {
      let photo = try await driver.takePhoto()
      #expect(photo.jpeg == camera.photo(number) && photo.size == PixelSize(width: 1280, height: 960))
      let kept = try #require(await nextKept(&reports))
      #expect(try folder.read("raw/" + kept.cameraName) == camera.raw(number))
    }
    if duringLiveView { await probe.frames(probe.records.count + 2) }
    #expect(try folder.names("raw").count == 3, "nothing half fetched is left")
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `the picture of a RAW file that lies on its side stands upright`() async throws {
    let camera = try Self.camera { $0.rawFile.orientation = .turnLeft }
    camera.inject(.rawOnly)
    let (driver, _) = try await opened(camera)
    let photo = try await driver.takePhoto()
    #expect(try Exif(jpeg: photo.jpeg).orientation == .turnLeft)
    let upright = try JPEGCodec().decode(photo.jpeg, oriented: true)
    #expect(upright.size == PixelSize(width: 960, height: 1280))
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test(arguments: [SimulatedRaw.Picture.small, .none])
  func `a RAW file without a picture large enough is refused after the first, in words`(
    _ picture: SimulatedRaw.Picture
  ) async throws {
    let camera = try Self.camera {
      $0.rawFile.picture = picture
      $0.quality = 4
    }
    camera.inject(.rawOnly)
    let folder = try TemporaryFolder()
    var (driver, reports) = try await opened(camera, Self.quick { $0.rawFolder = folder.path("raw") })
    let error = await #expect(throws: CameraError.self) { try await driver.takePhoto() }
    #expect(error?.code == .refusesPhotos && error?.detail.contains("RAW + JPEG") == true, "\(error.debugDescription)")
    if picture == .small { #expect(error?.detail.contains("160") == true, "\(error.debugDescription)") }
    var told: CameraCondition?
    while told?.photosFail == nil, let report = await reports.next() {
      if case .condition(let condition) = report { told = condition }
    }
    #expect(told?.photosFail?.contains("RAW files only") == true)
    // The RAW file is as good as any: it is kept.
    #expect(await nextKept(&reports) != nil)
    // Set to JPEG, it takes photos.
    camera.behave()
    #expect(try await driver.takePhoto().jpeg == camera.photo)
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `a RAW file that is cut off in transfer fails in time, and the next photo comes`() async throws {
    let camera = try Self.camera()
    camera.inject(.rawOnly)
    camera.inject(.cutRaw)
    let folder = try TemporaryFolder()
    let (driver, _) = try await opened(camera, Self.quick { $0.rawFolder = folder.path("raw") })
    let error = await #expect(throws: CameraError.self) { try await driver.takePhoto() }
    #expect(error?.code == .refusesPhotos && error?.detail.contains("whole") == true, "\(error.debugDescription)")
    camera.behave()
    #expect(try await driver.takePhoto().jpeg == camera.photo)
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `a RAW file that was cut off once is fetched again`() async throws {
    let camera = try Self.camera()
    camera.inject(.rawOnly)
    camera.inject(.cutRaw, times: 1)
    let (driver, _) = try await opened(camera)
    #expect(try await driver.takePhoto().jpeg == camera.photo)
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `a RAW file that does not come in time is a reason to set the camera otherwise`() async throws {
    let camera = try Self.camera()
    camera.inject(.rawOnly)
    camera.inject(.trickle(.getObject))
    let profile = Self.quick {
      $0.limits.photo = .seconds(4)
      $0.limits.rawPhoto = .seconds(5)
    }
    let source = Self.source(camera, profile)
    let driver = source.makeDriver()
    _ = try await driver.open()
    let error = await #expect(throws: CameraError.self) { try await driver.takePhoto() }
    #expect(
      error?.code == .refusesPhotos && error?.detail.contains("did not come within") == true,
      "\(error.debugDescription)")
    await driver.close()
    camera.behave()
    try await expectWorks(source, camera)
  }

  @Test func `a RAW file in a Nikon's memory gives its picture, too`() async throws {
    let camera = try Self.camera {
      $0.keepsInMemory = true
      $0.distinguishesPhotos = true
    }
    camera.inject(.rawOnly)
    let folder = try TemporaryFolder()
    var (driver, reports) = try await opened(camera, Self.quick { $0.rawFolder = folder.path("raw") })
    for number in 1...2 {
      #expect(try await driver.takePhoto().jpeg == camera.photo(number), "photo \(number)")
      let kept = try #require(await nextKept(&reports))
      #expect(try folder.read("raw/" + kept.cameraName) == camera.raw(number))
    }
    await driver.close()
    try await expectNothingIsLeft(camera)
  }
}
