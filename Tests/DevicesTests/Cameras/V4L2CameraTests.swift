import BoothCore
import BoothTesting
import Cameras
import Glibc
import Imaging
import Synchronization
import Testing

@Suite("V4L2 camera", .timeLimit(.minutes(15))) struct V4L2CameraTests {
  private func source(_ camera: FakeV4L2Camera) -> V4L2CameraSource {
    V4L2CameraSource(path: "/dev/fake", logger: quiet) { (_) throws(V4L2Fault) in try camera.open() }
  }

  private static func mjpeg(stampsFrames: Bool = true) throws -> FakeV4L2Camera.Setup {
    var setup = FakeV4L2Camera.Setup()
    setup.formats = [(.mjpeg, .discrete([PixelSize(width: 320, height: 240)]), .discrete([V4L2Fraction(1, 200)]))]
    setup.jpeg = try JPEGCodec().encode(Bitmap(size: PixelSize(width: 320, height: 240), color: .white))
    setup.stampsFrames = stampsFrames
    return setup
  }

  /// A camera that fills buffers when told to, opened and streaming.
  private func manual(
    _ setup: FakeV4L2Camera.Setup = .init(), keeping: Int = 0
  ) async throws -> (FakeV4L2Camera, any CameraDriver, FrameProbe) {
    var setup = setup
    setup.rate = 0
    let camera = FakeV4L2Camera(setup)
    let driver = source(camera).makeDriver()
    _ = try await driver.open()
    let probe = FrameProbe(keeping: keeping)
    _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
    return (camera, driver, probe)
  }

  @Test(arguments: [true, false])
  func `a YUYV camera conforms, with stamps of its own or without`(_ stampsFrames: Bool) async throws {
    var setup = FakeV4L2Camera.Setup()
    setup.stampsFrames = stampsFrames
    try await CameraConformance(source(FakeV4L2Camera(setup))).run()
  }

  @Test(arguments: [true, false])
  func `an MJPEG camera conforms, with stamps of its own or without`(_ stampsFrames: Bool) async throws {
    try await CameraConformance(source(FakeV4L2Camera(try Self.mjpeg(stampsFrames: stampsFrames)))).run()
  }

  @Test(arguments: [(2, false), (3, false), (2, true), (8, true)])
  func `a driver with few buffers conforms, and one that is known to fill those it was not given back`(
    _ buffers: Int, _ overwrites: Bool
  ) async throws {
    for var setup in [FakeV4L2Camera.Setup(), try Self.mjpeg()] {
      setup.buffers = buffers
      setup.overwrites = overwrites
      if overwrites { setup.driver = "v4l2 loopback" }
      try await CameraConformance(source(FakeV4L2Camera(setup))).run()
    }
  }

  @Test func `a driver that is found to fill a buffer it was not given back spoils no more pictures`() async throws {
    var setup = FakeV4L2Camera.Setup()
    setup.overwrites = true
    let (camera, driver, probe) = try await manual(setup, keeping: 24)
    for count in 1...24 {
      camera.fill(.good)
      await probe.frames(count)
    }
    // Six were in the program when the driver came to the first of them again.
    #expect(probe.kept.dropFirst(6).map { $0.bytes[0] } == (6..<24).map { UInt8($0) })
    await driver.close()
  }

  @Test(arguments: [2, 8]) func `pictures come while the program holds all that came before`(_ buffers: Int)
    async throws
  {
    var setup = FakeV4L2Camera.Setup()
    setup.buffers = buffers
    let (camera, driver, probe) = try await manual(setup, keeping: 20)
    for count in 1...20 {
      camera.fill(.good)
      await probe.frames(count)
    }
    #expect(probe.kept.map { $0.bytes[0] } == (0..<20).map { UInt8($0) }, "each as it was when it came")
    #expect(camera.now.queued.count == 2, "the driver has one to fill, and one more")
    probe.letGo()
    // The thread queues what came back after the one call, or before it, and so before the other.
    try await driver.setParameter("brightness", to: "8")
    try await driver.setParameter("brightness", to: "9")
    #expect(camera.now.queued.count == buffers)
    await driver.close()
  }

  @Test func `an unplugged camera is lost, and works again when it is back`() async throws {
    let camera = FakeV4L2Camera()
    try await CameraConformance(source(camera)).isLostAndReturns(
      unplug: { camera.unplug() }, plugIn: { camera.plugIn() })
  }

  @Test func `unplugging an idle stream is noticed without waiting for a frame`() async throws {
    let (camera, driver, _) = try await manual()
    camera.unplug()
    var reports = driver.reports.makeAsyncIterator()
    guard case .lost(let error) = await reports.next() else {
      Issue.record("nothing was reported")
      return
    }
    #expect(error.code == .disconnected)
    #expect(error.detail.contains("No such device"))
    await driver.close()
  }

  static let goneIn = [
    "VIDIOC_S_FMT", "VIDIOC_STREAMON", "VIDIOC_DQBUF", "VIDIOC_STREAMOFF", "VIDIOC_S_CTRL 9963776=7",
  ]

  @Test(arguments: goneIn)
  func `a call that finds the device gone reports the loss as well`(_ call: String) async throws {
    let (camera, driver, _) = try await manual()
    camera.fail(call, ENODEV)
    await #expect(throws: CameraError.self) {
      try await driver.setParameter("brightness", to: "7")
      // Finds DQBUF failing before it waits.
      if call == "VIDIOC_DQBUF" { _ = try await driver.takePhoto() }
      try await driver.stopLiveView()
      _ = try await driver.startLiveView(LiveViewRequest(), into: FrameProbe())
    }
    var reports = driver.reports.makeAsyncIterator()
    guard case .lost(let error) = await reports.next() else {
      Issue.record("nothing was reported")
      return
    }
    #expect(error.code == .disconnected)
    await driver.close()
  }

  @Test func `a stream that breaks for good is reported instead of polled for ever`() async throws {
    let (camera, driver, _) = try await manual()
    camera.fail("VIDIOC_DQBUF", EIO)
    camera.fill(.good)
    var reports = driver.reports.makeAsyncIterator()
    guard case .lost(let error) = await reports.next() else {
      Issue.record("nothing was reported")
      return
    }
    #expect(error.code == .failed)
    #expect(error.detail.contains("VIDIOC_DQBUF") && error.detail.contains("plug"))
    await driver.close()
  }

  @Test func `damaged and short buffers are dropped and go back to the driver`() async throws {
    let (camera, driver, probe) = try await manual()
    for _ in 1...5 { camera.fill(.damaged, .short) }
    camera.fill(.good)
    await probe.frames(1)
    #expect(probe.records.map(\.sequence) == [10])
    try await driver.stopLiveView()
    await driver.close()
  }

  @Test func `an MJPEG picture ends at its end marker, and one without is dropped`() async throws {
    let setup = try Self.mjpeg()
    let (camera, driver, probe) = try await manual(setup)
    // The first picture of a stream is never shown; a good one is padded with zeros by this device.
    camera.fill(.good, .good, .bytes(Array(setup.jpeg.dropLast(2))), .bytes([]), .bytes([1, 2, 3, 4, 5, 6]), .good)
    await probe.frames(2)
    #expect(probe.records.map(\.sequence) == [1, 5])
    #expect(probe.records.allSatisfy { $0.byteCount == setup.jpeg.count && $0.looksLikeJPEG })
    await driver.close()
  }

  @Test func `a few stray bytes before an MJPEG picture are left out, and the picture is whole`() async throws {
    let setup = try Self.mjpeg()
    let (camera, driver, probe) = try await manual(setup)
    camera.fill(.good, .bytes([0x0D, 0x0A] + setup.jpeg), .bytes(Array(repeating: 1, count: 40) + setup.jpeg))
    await probe.frames(2)
    #expect(probe.records.map(\.sequence) == [1, 2])
    #expect(probe.records.allSatisfy { $0.byteCount == setup.jpeg.count && $0.looksLikeJPEG })
    await driver.close()
  }

  @Test func `a picture larger than what is mapped of its buffer is whole, and the one before it stays`() async throws {
    var setup = try Self.mjpeg()
    let size = PixelSize(width: 320, height: 240)
    let small = setup.jpeg
    var noise: UInt32 = 1
    let pixels = (0..<size.area).map { _ in
      noise = noise &* 1_664_525 &+ 1_013_904_223
      return noise >> 8 | 0xFF00_0000
    }
    setup.jpeg = try JPEGCodec().encode(Bitmap(size: size, pixels: pixels), quality: 95)
    #expect(small.count < size.area / 4 && setup.jpeg.count > size.area / 2)
    let (camera, driver, probe) = try await manual(setup, keeping: 2)
    camera.fill(.good, .bytes(small), .good, .good)
    await probe.frames(3)
    #expect(probe.kept.map { Array($0.bytes) } == [small, setup.jpeg])
    #expect(probe.records.map(\.byteCount) == [small.count, setup.jpeg.count, setup.jpeg.count])
    try await driver.stopLiveView()
    await driver.close()
    // The two that are kept: a small part of one buffer, more of another.
    #expect(camera.now.mapped == 2)
    probe.letGo()
    #expect(camera.now.mapped == 0)
  }

  @Test func `the mappings outlive the driver until the last frame is dropped`() async throws {
    let probe = FrameProbe(keeping: 1)
    let camera = FakeV4L2Camera()
    do {
      let driver = source(camera).makeDriver()
      _ = try await driver.open()
      _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
      await probe.frames(2)
      try await driver.stopLiveView()
      await driver.close()
    }
    #expect(camera.now.mapped == 1)
    #expect(probe.kept.first?.bytes.count == (320 * 2 + 32) * 240)
    probe.letGo()
    #expect(camera.now.mapped == 0)
  }

  /// Takes a photo while the device is given `fillings`, over and over.
  /// - Parameter first: given before them.
  private func photo(
    _ setup: FakeV4L2Camera.Setup, after first: [FakeV4L2Camera.Filling] = [], while fillings: [FakeV4L2Camera.Filling]
  ) async throws -> Photo {
    let (camera, driver, probe) = try await manual(setup)
    camera.fill(.good)
    let isDone = Flag()
    let photo = Task {
      defer { isDone.raise() }
      return try await driver.takePhoto()
    }
    var next = first
    while !isDone.isRaised {
      if next.isEmpty { next = fillings }
      for filling in next {
        let count = probe.records.count
        camera.fill(filling)
        await probe.frames(count + 1)
      }
      next = []
    }
    let outcome = await photo.result
    await driver.close()
    return try outcome.get()
  }

  @Test func `a photo is captured after the call and whole, and an MJPEG camera's own bytes`() async throws {
    let setup = try Self.mjpeg()
    let black = try JPEGCodec().encode(Bitmap(size: PixelSize(width: 320, height: 240), color: .black))
    // Begins and ends as a JPEG does, but most of it is missing.
    let broken = Array(black.prefix(200)) + [0xFF, 0xD9]
    // Fewer damaged ones than it tries: which of all it looks at is a matter of its pace.
    let damaged = [FakeV4L2Camera.Filling](repeating: .bytes(broken), count: 2)
    let photo = try await photo(
      setup, after: [.old] + damaged + [.old] + damaged, while: [.old, .bytes(black), .old])
    #expect(photo.jpeg == black)
    #expect(photo.size == PixelSize(width: 320, height: 240))
  }

  @Test func `pictures that never decode end in a bad picture`() async throws {
    let broken: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 0xFF, 0xD9]
    let error = await #expect(throws: CameraError.self) {
      try await photo(try Self.mjpeg(), while: [.bytes(broken)])
    }
    #expect(error?.code == .badPicture)
    #expect(error?.detail.contains("5 pictures") == true)
  }

  // MARK: Errors

  static let failures: [(String, Int32, CameraError.Code, String)] = [
    ("open", ENOENT, .notFound, "booth devices"), ("open", EACCES, .failed, "group “video”"),
    ("open", EBUSY, .busy, "fuser"), ("VIDIOC_QUERYCAP", ENOTTY, .unsupported, "no video device"),
    ("VIDIOC_REQBUFS", EBUSY, .busy, "another program"), ("open", ENODEV, .disconnected, "cable"),
  ]

  @Test(arguments: failures)
  func `opening fails with what to do`(
    _ call: String, _ errno: Int32, _ code: CameraError.Code, _ words: String
  ) async throws {
    let camera = FakeV4L2Camera()
    camera.fail(call, errno)
    let driver = source(camera).makeDriver()
    let error = await #expect(throws: CameraError.self) { try await driver.open() }
    #expect(error?.code == code)
    #expect(error?.subject == "/dev/fake")
    #expect(error?.detail.contains(words) == true, "\(error?.detail ?? "")")
    #expect(camera.now.opened == camera.now.closed)
    await driver.close()
  }

  static let badStarts: [(String, Int32, CameraError.Code, String)] = [
    ("VIDIOC_S_FMT", EBUSY, .busy, "another program"), ("VIDIOC_STREAMON", EIO, .failed, "VIDIOC_STREAMON"),
    ("mmap", ENOMEM, .failed, "run out"), ("VIDIOC_QBUF", EINVAL, .failed, "VIDIOC_QBUF"),
  ]

  @Test(arguments: badStarts)
  func `a failed start claims nothing, and the next one works`(
    _ call: String, _ errno: Int32, _ code: CameraError.Code, _ words: String
  ) async throws {
    let camera = FakeV4L2Camera()
    let driver = source(camera).makeDriver()
    _ = try await driver.open()
    camera.fail(call, errno)
    let probe = FrameProbe()
    let error = await #expect(throws: CameraError.self) {
      try await driver.startLiveView(LiveViewRequest(), into: probe)
    }
    #expect(error?.code == code)
    #expect(error?.detail.contains(words) == true, "\(error?.detail ?? "")")
    #expect(!camera.now.isHeld)
    #expect(camera.now.mapped == 0)
    _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
    await probe.frames(1)
    await driver.close()
  }

  @Test func `a second program finds the camera busy while the first one streams`() async throws {
    let camera = FakeV4L2Camera()
    let first = source(camera).makeDriver()
    _ = try await first.open()
    _ = try await first.startLiveView(LiveViewRequest(), into: FrameProbe())
    let second = source(camera).makeDriver()
    let error = await #expect(throws: CameraError.self) { try await second.open() }
    #expect(error?.code == .busy)
    await second.close()
    await first.close()
  }

  @Test func `a camera with other formats only is unsupported, and says which it has`() async throws {
    var setup = FakeV4L2Camera.Setup()
    setup.formats = [(V4L2PixelFormat("H264"), .unknown, .unknown), (V4L2PixelFormat("NV21"), .unknown, .unknown)]
    let driver = source(FakeV4L2Camera(setup)).makeDriver()
    _ = try await driver.open()
    let error = await #expect(throws: CameraError.self) {
      try await driver.startLiveView(LiveViewRequest(), into: FrameProbe())
    }
    #expect(error?.code == .unsupported)
    #expect(error?.detail.contains("H264, NV21") == true)
    await driver.close()
  }
}

/// Raised once, seen everywhere.
private final class Flag: Sendable {
  private let state = Atomic(false)
  func raise() { state.store(true, ordering: .releasing) }
  var isRaised: Bool { state.load(ordering: .acquiring) }
}
