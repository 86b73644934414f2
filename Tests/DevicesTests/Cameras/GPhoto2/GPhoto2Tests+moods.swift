import BoothCore
import BoothTesting
import Cameras
import Testing

/// Moods of real bodies in which no photo comes, or another than was asked for: what is told before the first, and that the
/// next way is taken.
extension GPhoto2Tests {
  private static let toCard = quick { $0.captureTarget = .card }

  @Test
  func `a card that is full from the start: photos are kept in the body's memory, and it is said before the first`()
    async throws
  {
    let camera = try Self.camera {
      $0.hasMemory = true
      $0.distinguishesPhotos = true
    }
    camera.inject(.cardFull)
    let driver = Self.source(camera, Self.toCard).makeDriver()
    let condition = try #require(try await driver.open().condition)
    #expect(condition.captureTarget == .memory && condition.standsIn == true && condition.photosFail == nil)
    #expect(condition.troubles.contains { $0.contains("card is full") && $0.contains("memory") }, "\(condition)")
    for number in 1...3 { #expect(try await driver.takePhoto().jpeg == camera.photo(number)) }
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `a card that is full after two photos costs none`() async throws {
    let camera = try Self.camera {
      $0.hasMemory = true
      $0.photosUntilFull = 2
      $0.distinguishesPhotos = true
    }
    let driver = Self.source(camera, Self.toCard).makeDriver()
    #expect(try await driver.open().condition?.captureTarget == .card)
    for number in 1...4 { #expect(try await driver.takePhoto().jpeg == camera.photo(number)) }
    #expect(camera.fileCount == 3, "two on the card, one in the memory")
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `photos go to the card again when it has room`() async throws {
    let camera = try Self.camera { $0.hasMemory = true }
    camera.inject(.cardFull)
    var (driver, reports) = try await opened(camera, Self.toCard)
    camera.behave()
    while case .condition(let condition)? = await reports.next(), condition.captureTarget != .card {}
    _ = try await driver.takePhoto()
    let shutter = camera.operations.last { [.initiateCapture, .nikonCapture].contains($0) }
    #expect(shutter == .initiateCapture)
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  /// The body refuses whatever it is told: its memory is no way out.
  @Test func `a body that keeps photos on its card alone says why none comes, and live view goes on`() async throws {
    let camera = try Self.camera()
    camera.inject(.cardFull)
    let (driver, _) = try await opened(camera, Self.toCard)
    let probe = FrameProbe()
    _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
    for _ in 1...2 {
      let error = await #expect(throws: CameraError.self) { try await driver.takePhoto() }
      #expect(
        error?.code == .refusesPhotos && error?.detail.contains("card is full") == true, "\(error.debugDescription)")
    }
    await probe.frames(probe.records.count + 2)
    camera.behave()
    #expect(try await driver.takePhoto().jpeg == camera.photo)
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test(arguments: [(PTPFault.cardFull, "card is full"), (.cardLocked, "not locked"), (.noCard, "one is in")])
  func `a card that refuses is named, with what to see to`(_ fault: PTPFault, _ words: String) async throws {
    let camera = try Self.camera { $0.vendor = .generic }
    camera.inject(fault)
    let (driver, _) = try await opened(camera)
    let error = await #expect(throws: CameraError.self) { try await driver.takePhoto() }
    #expect(error?.code == .refusesPhotos && error?.detail.contains(words) == true, "\(error.debugDescription)")
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `a body that is set to RAW says before the first photo what it costs, and takes photos`() async throws {
    let camera = try Self.camera { $0.quality = 4 }
    camera.inject(.rawOnly)
    let driver = Self.source(camera).makeDriver()
    let condition = try #require(try await driver.open().condition)
    #expect(condition.photosFail == nil && condition.troubles.isEmpty, "\(condition)")
    #expect(condition.warnings.contains { $0.contains("RAW files only") && $0.contains("RAW + JPEG") }, "\(condition)")
    #expect(try await driver.takePhoto().jpeg == camera.photo)
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `a dial on a scene is told before live view is wanted`() async throws {
    let camera = try Self.camera()
    camera.inject(.sceneDial)
    let driver = Self.source(camera).makeDriver()
    let condition = try await driver.open().condition
    #expect(condition?.liveViewFails?.contains("P/A/S/M") == true, "\(String(describing: condition))")
    camera.behave()
    var reports = driver.reports.makeAsyncIterator()
    _ = await reports.next()
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `file numbers that begin again in a new folder: each photo is its own`() async throws {
    let camera = try Self.camera {
      $0.names = .rollover
      $0.distinguishesPhotos = true
    }
    let (driver, _) = try await opened(camera, Self.toCard)
    for number in 1...5 { #expect(try await driver.takePhoto().jpeg == camera.photo(number), "photo \(number)") }
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test(arguments: [SimulatedPTPCamera.Names.equal, .counted])
  func `files of one name: no photo is taken for another`(_ names: SimulatedPTPCamera.Names) async throws {
    let camera = try Self.camera {
      $0.names = names
      $0.distinguishesPhotos = true
    }
    let (driver, _) = try await opened(camera, Self.toCard)
    for number in 1...4 {
      do {
        let photo = try await driver.takePhoto()
        #expect(photo.jpeg == camera.photo(number), "photo \(number)")
      } catch {
        #expect(
          names == .equal && number > 1 && error.code == .refusesPhotos && error.detail.contains("same name"),
          "\(error)")
      }
    }
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test(arguments: [false, true])
  func `pictures in a Nikon's memory are each their own, though one has another's place`(
    _ duringLiveView: Bool
  ) async throws {
    let camera = try Self.camera {
      $0.keepsInMemory = true
      $0.distinguishesPhotos = true
    }
    let (driver, _) = try await opened(camera)
    if duringLiveView {
      let probe = FrameProbe()
      _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
      await probe.frames(2)
    }
    for number in 1...4 { #expect(try await driver.takePhoto().jpeg == camera.photo(number), "photo \(number)") }
    await driver.close()
    try await expectNothingIsLeft(camera)
  }
}
