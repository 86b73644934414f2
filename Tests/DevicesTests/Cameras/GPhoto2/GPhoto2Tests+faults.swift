import BoothCore
import BoothTesting
import Cameras
import Testing

/// Every fault: what the caller gets, how soon, that nothing is left behind, and that a new generation works.
extension GPhoto2Tests {
  struct PhotoCase: Sendable, CustomTestStringConvertible {
    var fault: PTPFault
    var code: CameraError.Code
    /// A part of what the operator reads.
    var words: String
    var vendor = SimulatedPTPCamera.Vendor.nikon
    /// Whether the camera counts as lost, so that it is opened again.
    var loses = false
    var limit = GPhoto2Tests.photoLimit

    var testDescription: String { "\(fault), \(vendor)" }
  }

  static let photoCases = [
    // A Nikon that stays busy is asked again and again inside the library.
    PhotoCase(fault: .busy, code: .timedOut, words: "its process was ended", loses: true),
    PhotoCase(fault: .busy, code: .busy, words: "busy", vendor: .generic),
    PhotoCase(fault: .outOfFocus, code: .focusFailed, words: "focus"),
    PhotoCase(fault: .cardFull, code: .refusesPhotos, words: "card is full"),
    PhotoCase(fault: .noEvent, code: .timedOut, words: "no photo came", loses: true),
    PhotoCase(fault: .noEvent, code: .timedOut, words: "no photo came", vendor: .generic, loses: true),
    PhotoCase(fault: .lateEvent(.seconds(2)), code: .timedOut, words: "no photo came", loses: true),
    // libgphoto2 waits 2.5 s for the rest, twice.
    PhotoCase(fault: .truncatedObject, code: .badPicture, words: "PTP", limit: .seconds(10)),
    PhotoCase(fault: .thumbnail, code: .badPicture, words: "announced"),
    PhotoCase(fault: .damagedObject, code: .badPicture, words: "photo"),
    PhotoCase(
      fault: .heifOnly, code: .refusesPhotos, words: ".HIF, which is neither JPEG nor RAW; set the camera to JPEG"),
    PhotoCase(fault: .cardFull, code: .refusesPhotos, words: "card is full", vendor: .generic),
    PhotoCase(fault: .hangUp(.nikonCapture), code: .disconnected, words: "cable", loses: true),
    PhotoCase(fault: .hangUp(.initiateCapture), code: .disconnected, words: "cable", vendor: .generic, loses: true),
    PhotoCase(fault: .hangUp(.getObjectInfo), code: .disconnected, words: "cable", loses: true),
    PhotoCase(fault: .hangUp(.getObject), code: .disconnected, words: "cable", loses: true),
    PhotoCase(fault: .silent(.nikonCapture), code: .timedOut, words: "its process was ended", loses: true),
    PhotoCase(fault: .silent(.getObject), code: .timedOut, words: "its process was ended", loses: true),
    PhotoCase(fault: .trickle(.getObject), code: .timedOut, words: "its process was ended", loses: true),
    PhotoCase(fault: .trickle(.nikonCapture), code: .timedOut, words: "its process was ended", loses: true),
  ]

  /// The deadline that the booth keeps in these tests, with what a loaded machine adds.
  static let photoLimit = Duration.milliseconds(2000)
  static let slack = Duration.seconds(30)

  @Test(arguments: photoCases) func `a photo that fails says why, in time, and the next generation works`(
    _ sample: PhotoCase
  ) async throws {
    let camera = try Self.camera { $0.vendor = sample.vendor }
    let profile = Self.quick {
      $0.limits.photo = sample.limit
      $0.limits.exposure = .milliseconds(1200)
    }
    let source = Self.source(camera, profile)
    let driver = source.makeDriver()
    _ = try await driver.open()
    camera.inject(sample.fault)
    let started = ContinuousClock.now
    let error = await #expect(throws: CameraError.self) { _ = try await driver.takePhoto() }
    #expect(ContinuousClock.now - started < sample.limit + Self.slack)
    #expect(error?.code == sample.code, "\(String(describing: error))")
    #expect(error?.detail.contains(sample.words) == true, "\(String(describing: error))")
    camera.behave()
    if sample.loses {
      try await expectLoss(of: driver, error)
    } else {
      // The connection is fine: the same driver takes the next one.
      #expect(try await driver.takePhoto().jpeg == camera.photo)
    }
    await driver.close()
    try await expectWorks(source, camera)
  }

  @Test func `without the word that the capture is over the photo comes all the same`() async throws {
    let camera = try Self.camera()
    camera.inject(.noCaptureComplete)
    try await expectWorks(Self.source(camera), camera)
  }

  @Test func `a file that was cut once is fetched again`() async throws {
    let camera = try Self.camera()
    camera.inject(.truncatedObject, times: 1)
    try await expectWorks(Self.source(camera), camera)
  }

  @Test func `on a body that says busy for want of focus, busy is a matter of focus, twice`() async throws {
    let camera = try Self.camera { $0.vendor = .generic }
    let driver = Self.source(camera, Self.quick { $0.busyMeansNoFocus = true }).makeDriver()
    _ = try await driver.open()
    camera.inject(.busy)
    for code in [CameraError.Code.focusFailed, .focusFailed, .busy] {
      let error = await #expect(throws: CameraError.self) { _ = try await driver.takePhoto() }
      #expect(error?.code == code)
    }
    camera.behave()
    _ = try await driver.takePhoto()
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  @Test func `after a failed photo the shutter is released, as the profile says`() async throws {
    let camera = try Self.camera()
    let profile = Self.quick {
      $0.afterFailedPhoto = [.init("no such thing", "Release Full"), .init("f-number", "f/8")]
    }
    let driver = Self.source(camera, profile).makeDriver()
    _ = try await driver.open()
    _ = try await driver.takePhoto()
    #expect(camera.fNumber == 560)
    camera.inject(.outOfFocus)
    await #expect(throws: CameraError.self) { _ = try await driver.takePhoto() }
    #expect(camera.fNumber == 800)
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  static let openCases: [(PTPFault, CameraError.Code)] = [
    (.initFail, .notFound), (.hangUp(.openSession), .notFound), (.hangUp(.getDeviceInfo), .notFound),
    (.trickle(.getDeviceInfo), .timedOut), (.silent(.openSession), .timedOut),
  ]

  @Test(arguments: openCases) func `a camera that does not open says so in time`(
    _ fault: PTPFault, _ code: CameraError.Code
  ) async throws {
    let camera = try Self.camera()
    camera.inject(fault)
    let source = Self.source(camera, Self.quick { $0.limits.open = Self.photoLimit })
    let driver = source.makeDriver()
    let started = ContinuousClock.now
    let error = await #expect(throws: CameraError.self) { _ = try await driver.open() }
    #expect(ContinuousClock.now - started < Self.photoLimit + Self.slack)
    #expect(error?.code == code, "\(String(describing: error))")
    await driver.close()
    camera.behave()
    try await expectWorks(source, camera)
  }

  static let liveCases: [PTPFault] = [
    .hangUp(.nikonGetLiveViewImage), .silent(.nikonGetLiveViewImage), .liveViewBusy,
  ]

  @Test(arguments: liveCases) func `live view that breaks is reported, and the next generation works`(
    _ fault: PTPFault
  ) async throws {
    let camera = try Self.camera()
    let source = Self.source(camera)
    let driver = source.makeDriver()
    _ = try await driver.open()
    let probe = FrameProbe()
    _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
    await probe.frames(3)
    camera.inject(fault)
    try await expectLoss(of: driver, nil)
    await driver.close()
    camera.behave()
    try await expectWorks(source, camera)
  }

  @Test func `live view that never starts is given up in time`() async throws {
    let camera = try Self.camera()
    camera.inject(.trickle(.nikonGetLiveViewImage))
    let source = Self.source(camera, Self.quick { $0.limits.liveView = Self.photoLimit })
    let driver = source.makeDriver()
    _ = try await driver.open()
    let error = await #expect(throws: CameraError.self) {
      _ = try await driver.startLiveView(LiveViewRequest(), into: FrameProbe())
    }
    #expect(error?.code == .timedOut)
    await driver.close()
    camera.behave()
    try await expectWorks(source, camera)
  }

  @Test func `a camera that hangs up while nobody asks is noticed`() async throws {
    let camera = try Self.camera()
    let source = Self.source(camera)
    let driver = source.makeDriver()
    _ = try await driver.open()
    camera.hangUp()
    try await expectLoss(of: driver, nil)
    await driver.close()
    try await expectWorks(source, camera)
  }

  @Test func `a camera without live view says so, and takes photos`() async throws {
    let camera = try Self.camera { $0.vendor = .generic }
    let source = Self.source(camera)
    let driver = source.makeDriver()
    _ = try await driver.open()
    let error = await #expect(throws: CameraError.self) {
      _ = try await driver.startLiveView(LiveViewRequest(), into: FrameProbe())
    }
    #expect(error?.code == .unsupported)
    #expect(try await driver.takePhoto().jpeg == camera.photo)
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  // MARK: Expecting

  func expectLoss(of driver: any CameraDriver, _ error: CameraError?) async throws {
    for await case .lost(let lost) in driver.reports {
      if let error { #expect(lost == error) }
      let again = await #expect(throws: CameraError.self) { _ = try await driver.takePhoto() }
      #expect(again == lost)
      return
    }
    Issue.record("no loss was reported")
  }

  /// A new generation opens, shows and takes; then nothing is left.
  func expectWorks(_ source: GPhoto2CameraSource, _ camera: SimulatedPTPCamera) async throws {
    let driver = source.makeDriver()
    _ = try await driver.open()
    #expect(CameraChildren.ids().count == 1)
    if camera.hasLiveView {
      let probe = FrameProbe()
      _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
      await probe.frames(2)
    }
    #expect(try await driver.takePhoto().jpeg == camera.photo)
    await driver.close()
    try await expectNothingIsLeft(camera)
  }

  func expectNothingIsLeft(_ camera: SimulatedPTPCamera...) async throws {
    for camera in camera { camera.vanish() }
    await CameraChildren.areGone()
    #expect(CameraChildren.ids().isEmpty)
    #expect(CameraChildren.descriptors().isEmpty)
  }
}
