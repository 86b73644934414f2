import BoothCore
import BoothTesting
import Cameras
import Glibc
import Synchronization
import Testing

/// What a profile makes of a webcam, and what the driver does about a bus that is full and a stream that is broken.
@Suite("V4L2 camera by its profile", .timeLimit(.minutes(15))) struct V4L2ProfileTests {
  private static let small = PixelSize(width: 320, height: 240)
  private static let large = PixelSize(width: 640, height: 480)
  private static let exposure: UInt32 = 0x009A_0902
  private static let focus: UInt32 = 0x009A_090A

  private static func profile(_ change: (inout CameraProfile.V4L2) -> Void) -> CameraProfiles {
    var profile = CameraProfile(id: "test", name: "Test", match: CameraMatch(driver: .v4l2))
    change(&profile.v4l2)
    return CameraProfiles([profile])
  }

  private static func control(_ name: String, _ value: String) -> CameraProfile.V4L2.Control {
    CameraProfile.V4L2.Control(name: name, number: CameraControl.number(name) ?? 0, value: value)
  }

  private static func setup(_ formats: V4L2PixelFormat..., sizes: [PixelSize] = [small, large])
    -> FakeV4L2Camera.Setup
  {
    var setup = FakeV4L2Camera.Setup()
    setup.formats = formats.map { ($0, .discrete(sizes), .discrete([V4L2Fraction(1, 200), V4L2Fraction(1, 100)])) }
    return setup
  }

  private func source(_ camera: FakeV4L2Camera, _ profiles: CameraProfiles = .init()) -> V4L2CameraSource {
    V4L2CameraSource(path: "/dev/fake", profiles: profiles, logger: quiet) { (_) throws(V4L2Fault) in
      try camera.open()
    }
  }

  private let request = LiveViewRequest(size: small, framesPerSecond: 200)

  // MARK: Controls

  @Test func `controls are set on opening, by either kernel's names, in the profile's order`() async throws {
    let camera = FakeV4L2Camera()
    let profiles = Self.profile {
      $0.controls = [
        Self.control("exposure_auto", "Manual Mode"), Self.control("exposure_absolute", "200"),
        Self.control("focus_automatic_continuous", "false"), Self.control("0x009a090a", "20"),
      ]
    }
    let driver = source(camera, profiles).makeDriver()
    #expect(try await driver.open().profile == "Test")
    #expect(camera.now.controls == [0x009A_0901: 1, Self.exposure: 200, 0x009A_090C: 0, Self.focus: 20])
    let set = camera.now.calls.filter { $0.hasPrefix("VIDIOC_S_CTRL") }
    #expect(set.map { $0.split(separator: "=").last } == ["1", "200", "0", "20"])
    await driver.close()
  }

  @Test func `what is refused before streaming is set once it streams, and what was set by hand stays`() async throws {
    var setup = FakeV4L2Camera.Setup()
    setup.controlsWhileStreaming = [Self.focus]
    let camera = FakeV4L2Camera(setup)
    let profiles = Self.profile {
      $0.controls = [Self.control("focus_absolute", "20"), Self.control("exposure_absolute", "200")]
    }
    let driver = source(camera, profiles).makeDriver()
    _ = try await driver.open()
    #expect(camera.now.controls == [Self.exposure: 200])
    _ = try await driver.startLiveView(request, into: FrameProbe())
    #expect(camera.now.controls == [Self.exposure: 200, Self.focus: 20])
    try await driver.setParameter("exposure_time_absolute", to: "300")
    try await driver.stopLiveView()
    _ = try await driver.startLiveView(request, into: FrameProbe())
    #expect(camera.now.controls == [Self.exposure: 300, Self.focus: 20])
    await driver.close()
  }

  @Test func `a new generation sets the profile's controls again`() async throws {
    let camera = FakeV4L2Camera()
    let source = source(camera, Self.profile { $0.controls = [Self.control("brightness", "7")] })
    for _ in 1...2 {
      camera.state.withLock { $0.controls = [:] }
      let driver = source.makeDriver()
      _ = try await driver.open()
      #expect(camera.now.controls == [0x0098_0900: 7])
      await driver.close()
    }
  }

  @Test func `a control that it has not, or cannot be so, stops nothing`() async throws {
    let camera = FakeV4L2Camera()
    let profiles = Self.profile {
      $0.controls = [
        Self.control("zoom_absolute", "100"), Self.control("brightness", "999"), Self.control("brightness", "9"),
      ]
    }
    let driver = source(camera, profiles).makeDriver()
    _ = try await driver.open()
    #expect(camera.now.controls == [0x0098_0900: 9])
    await driver.close()
  }

  // MARK: Formats

  @Test func `the profile's first format that is offered is used, whatever was asked for`() async throws {
    let camera = FakeV4L2Camera(Self.setup(.yuyv, .nv12))
    let profiles = Self.profile {
      $0.formats = [
        .init(code: "MJPG"), .init(code: "NV12", size: Self.large, framesPerSecond: 100), .init(code: "YUYV"),
      ]
    }
    let driver = source(camera, profiles).makeDriver()
    _ = try await driver.open()
    let format = try await driver.startLiveView(request, into: FrameProbe())
    #expect(format == LiveViewFormat(size: Self.large, layout: .nv12, framesPerSecond: 100))
    await driver.close()
  }

  @Test func `an NV12 camera conforms`() async throws {
    try await CameraConformance(source(FakeV4L2Camera(Self.setup(.nv12)))).run()
  }

  @Test func `the caller is told what the device makes of a wish`() async throws {
    var setup = Self.setup(.yuyv)
    setup.bends = [Self.small: PixelSize(width: 304, height: 228)]
    let driver = source(FakeV4L2Camera(setup)).makeDriver()
    _ = try await driver.open()
    let probe = FrameProbe()
    let format = try await driver.startLiveView(request, into: probe)
    #expect(format == LiveViewFormat(size: PixelSize(width: 304, height: 228), layout: .yuyv, framesPerSecond: 200))
    await probe.frames(2)
    #expect(probe.records.allSatisfy { $0.size == format.size })
    await driver.close()
  }

  // MARK: How good

  @Test(arguments: [(PhotoQuality?.none, small), (.high, large), (.medium, small), (.low, small)])
  func `only high asks for the largest picture, also of a camera that no profile knows`(
    quality: PhotoQuality?, size: PixelSize
  ) async throws {
    let camera = FakeV4L2Camera(Self.setup(.yuyv))
    let driver = V4L2CameraSource(path: "/dev/fake", quality: quality, logger: quiet) { (_) throws(V4L2Fault) in
      try camera.open()
    }.makeDriver()
    _ = try await driver.open()
    let probe = FrameProbe()
    _ = try await driver.startLiveView(request, into: probe)
    #expect(try await driver.takePhoto().size == size)
    // Live view is as it was.
    await probe.frames(2)
    await driver.close()
  }

  @Test func `medium and low leave out the larger picture that a profile has`() async throws {
    let profiles = Self.profile { $0.still = .switching(.init(code: "YUYV", size: Self.large), skipFrames: 1) }
    for (quality, size) in [(PhotoQuality?.none, Self.large), (.high, Self.large), (.low, Self.small)] {
      let camera = FakeV4L2Camera(Self.setup(.yuyv))
      let driver = V4L2CameraSource(path: "/dev/fake", profiles: profiles, quality: quality, logger: quiet) {
        (_) throws(V4L2Fault) in
        try camera.open()
      }.makeDriver()
      _ = try await driver.open()
      _ = try await driver.startLiveView(request, into: FrameProbe())
      #expect(try await driver.takePhoto().size == size)
      await driver.close()
    }
  }

  // MARK: A full bus, a broken stream

  @Test func `a bus without room for a stream gets a smaller one, and the caller is told`() async throws {
    var setup = Self.setup(.yuyv)
    // Enough for 320x240 at 100 a second, and not at 200.
    setup.bandwidth = 320 * 240 * 16 * 120
    let camera = FakeV4L2Camera(setup)
    let driver = source(camera).makeDriver()
    _ = try await driver.open()
    let probe = FrameProbe()
    let format = try await driver.startLiveView(
      LiveViewRequest(size: Self.large, framesPerSecond: 200), into: probe)
    #expect(format == LiveViewFormat(size: Self.small, layout: .yuyv, framesPerSecond: 100))
    await probe.frames(2)
    await driver.close()
  }

  @Test func `a bus without room for anything says so, and nothing is claimed`() async throws {
    var setup = Self.setup(.yuyv)
    setup.bandwidth = 1
    let camera = FakeV4L2Camera(setup)
    let driver = source(camera).makeDriver()
    _ = try await driver.open()
    let error = await #expect(throws: CameraError.self) {
      try await driver.startLiveView(request, into: FrameProbe())
    }
    #expect(error?.code == .noBandwidth && error?.detail.contains("another USB controller") == true)
    #expect(!camera.now.isHeld && camera.now.mapped == 0)
    await driver.close()
  }

  @Test func `a stream of nothing but damaged pictures is lost, with a word about cables`() async throws {
    var setup = Self.setup(.yuyv)
    setup.rate = 0
    let camera = FakeV4L2Camera(setup)
    let driver = source(camera).makeDriver()
    _ = try await driver.open()
    let probe = FrameProbe()
    _ = try await driver.startLiveView(request, into: probe)
    // One good picture among them, and it counts from the start again.
    for _ in 1...59 { camera.fill(.damaged) }
    camera.fill(.good)
    await probe.frames(1)
    for _ in 1...30 { camera.fill(.damaged, .short) }
    var reports = driver.reports.makeAsyncIterator()
    guard case .lost(let error) = await reports.next() else {
      Issue.record("nothing was reported")
      return
    }
    #expect(error.code == .badPicture && error.detail.contains("60 pictures") && error.detail.contains("cable"))
    await driver.close()
  }

  // MARK: Stills of their own size

  private static let switching = profile {
    $0.still = .switching(.init(code: "YUYV", size: large), skipFrames: 2)
  }

  @Test func `a large photo comes in a format of its own, and live view goes on as it was`() async throws {
    let camera = FakeV4L2Camera(Self.setup(.yuyv))
    let driver = source(camera, Self.switching).makeDriver()
    _ = try await driver.open()
    // Without live view too.
    #expect(try await driver.takePhoto().size == Self.large)
    let probe = FrameProbe()
    let format = try await driver.startLiveView(request, into: probe)
    await probe.frames(3)
    for _ in 1...2 {
      #expect(try await driver.takePhoto().size == Self.large)
      await probe.frames(probe.records.count + 3)
    }
    try await driver.stopLiveView()
    #expect(probe.records.allSatisfy { $0.size == format.size })
    let sequences = probe.records.map(\.sequence)
    #expect(sequences == sequences.sorted() && Set(sequences).count == sequences.count)
    await driver.close()
    #expect(camera.now.mapped == 0)
  }

  @Test func `a camera with such photos conforms`() async throws {
    let camera = FakeV4L2Camera(Self.setup(.yuyv))
    try await CameraConformance(source(camera, Self.switching), request: request).run()
  }

  @Test func `where the large format is not offered the photo comes out of the stream`() async throws {
    let camera = FakeV4L2Camera(Self.setup(.yuyv, sizes: [Self.small]))
    let driver = source(camera, Self.switching).makeDriver()
    _ = try await driver.open()
    _ = try await driver.startLiveView(request, into: FrameProbe())
    let starts = camera.now.calls.count { $0 == "VIDIOC_STREAMON" }
    #expect(try await driver.takePhoto().size == Self.small)
    #expect(camera.now.calls.count { $0 == "VIDIOC_STREAMON" } == starts)
    await driver.close()
  }

  @Test(arguments: ["VIDIOC_S_FMT", "VIDIOC_STREAMON"])
  func `a switch that fails leaves a photo of live view's size, and live view`(_ call: String) async throws {
    let camera = FakeV4L2Camera(Self.setup(.yuyv))
    let driver = source(camera, Self.switching).makeDriver()
    _ = try await driver.open()
    let probe = FrameProbe()
    _ = try await driver.startLiveView(request, into: probe)
    await probe.frames(1)
    camera.fail(call, EIO)
    #expect(try await driver.takePhoto().size == Self.small)
    await probe.frames(probe.records.count + 2)
    await driver.close()
  }

  @Test func `unplugged during the switch, it is lost`() async throws {
    let camera = FakeV4L2Camera(Self.setup(.yuyv))
    let driver = source(camera, Self.switching).makeDriver()
    _ = try await driver.open()
    _ = try await driver.startLiveView(request, into: FrameProbe())
    camera.fail("mmap", ENODEV)
    let error = await #expect(throws: CameraError.self) { try await driver.takePhoto() }
    #expect(error?.code == .disconnected)
    var reports = driver.reports.makeAsyncIterator()
    guard case .lost = await reports.next() else {
      Issue.record("nothing was reported")
      return
    }
    await driver.close()
  }
}
