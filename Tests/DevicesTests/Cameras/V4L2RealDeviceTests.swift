import BoothCore
import BoothTesting
import Cameras
import Glibc
import Synchronization
import Testing

/// The camera to test with, such as `/dev/video0`: set by `Scripts/lab/vivid-session`, or by hand for a real webcam.
private let devicePath = getenv("BOOTH_V4L2_DEVICE").map { String(cString: $0) }

/// The driver against the kernel's own Video4Linux. Skipped where there is no camera; see `Scripts/lab/test-v4l2`.
@Suite(
  "V4L2 camera on a real driver", .serialized, .timeLimit(.minutes(15)),
  .enabled(if: devicePath != nil, "no camera: BOOTH_V4L2_DEVICE is not set. Scripts/lab/test-v4l2 runs this in a guest")
)
struct V4L2RealDeviceTests {
  private var path: String { devicePath ?? "" }
  private var source: V4L2CameraSource { V4L2CameraSource(path: path, logger: quiet) }
  /// Small, since the guest's processor is emulated.
  private let request = LiveViewRequest(size: PixelSize(width: 640, height: 360), framesPerSecond: 30)

  @Test func `the device is listed with its formats`() throws {
    let listing = try #require(V4L2Devices.list().first { $0.path == path || $0.stablePath == path })
    #expect(listing.problem == nil)
    #expect(!listing.model.isEmpty && !listing.driver.isEmpty && !listing.formats.isEmpty)
    print("listed: \(listing)")
  }

  @Test func `the driver conforms`() async throws { try await CameraConformance(source, request: request).run() }

  @Test func `a hundred frames come, and their rate is printed`() async throws {
    let driver = source.makeDriver()
    _ = try await driver.open()
    let probe = FrameProbe()
    let format = try await driver.startLiveView(request, into: probe)
    await probe.frames(100)
    try await driver.stopLiveView()
    await driver.close()
    let records = probe.records
    let seconds = (records[99].capturedAt - records[0].capturedAt).inSeconds
    let lost = records[99].sequence - records[0].sequence - 99
    print("streamed \(format.size) \(format.layout) at \(99 / seconds) frames/s, \(lost) lost; announced \(format)")
    #expect(Set(records.map(\.sequence)).count == records.count)
  }

  @Test(.enabled(if: driver != "v4l2 loopback", "v4l2loopback has no such control"))
  func `a control is set by name and by id, and read back`() async throws {
    let driver = source.makeDriver()
    _ = try await driver.open()
    try await driver.setParameter("brightness", to: "100")
    try await driver.setParameter("0x00980900", to: "120")
    let error = await #expect(throws: CameraError.self) { try await driver.setParameter("brightness", to: "9999") }
    #expect(error?.code == .unsupported)
    await driver.close()
  }

  @Test(.enabled(if: driver != "v4l2 loopback", "v4l2loopback has room for any number of readers"))
  func `while it streams, another program is told that it is busy`() async throws {
    let first = source.makeDriver()
    _ = try await first.open()
    let probe = FrameProbe()
    _ = try await first.startLiveView(request, into: probe)
    await probe.frames(1)
    let second = source.makeDriver()
    let error = await #expect(throws: CameraError.self) { try await second.open() }
    #expect(error?.code == .busy)
    await second.close()
    await first.close()
  }

  @Test(.enabled(if: driver == "vivid", "only vivid is known to have these formats"))
  func `by its profile it shows NV12, takes photos of another size, and has its controls set`() async throws {
    let (small, large) = (PixelSize(width: 640, height: 360), PixelSize(width: 1280, height: 720))
    var profile = CameraProfile(id: "vivid", name: "Vivid", match: CameraMatch(driver: .v4l2))
    profile.match.models = ["vivid"]
    profile.v4l2.formats = [.init(code: "NV12", size: small)]
    profile.v4l2.still = .switching(.init(code: "YUYV", size: large), skipFrames: 1)
    profile.v4l2.controls = [.init(name: "brightness", number: 0x0098_0900, value: "77")]
    let driver = V4L2CameraSource(path: path, profiles: CameraProfiles([profile]), logger: quiet).makeDriver()
    #expect(try await driver.open().profile == "Vivid")
    let reader = try #require(driver as? any CameraSettingsReader)
    #expect(try await reader.settings().contains { $0.name == "brightness" && $0.value == "77" })
    let probe = FrameProbe()
    #expect(try await driver.startLiveView(LiveViewRequest(), into: probe).layout == .nv12)
    await probe.frames(2)
    for _ in 1...2 {
      #expect(try await driver.takePhoto().size == large)
      await probe.frames(probe.records.count + 2)
    }
    #expect(probe.records.allSatisfy { $0.size == small && $0.layout == .nv12 })
    await driver.close()
  }

  // MARK: Faults of the kernel's virtual camera

  private func press(_ button: String) throws { try press(button, on: try V4L2Node(path: path)) }

  private func press(_ button: String, on node: V4L2Node) throws {
    let control = try #require(try node.controls().first { $0.name == button }, "this is not vivid")
    try node.setControl(control.id, to: 1)
  }

  private static let driver = devicePath.flatMap { path in
    V4L2Devices.list().first { $0.path == path || $0.stablePath == path }?.driver
  }

  @Test(.enabled(if: driver == "vivid", "only vivid can be told to fail"))
  func `a refused start says so, and the next one works`() async throws {
    let driver = source.makeDriver()
    _ = try await driver.open()
    try press("Inject VIDIOC_STREAMON Error")
    await #expect(throws: CameraError.self) { try await driver.startLiveView(request, into: FrameProbe()) }
    let probe = FrameProbe()
    _ = try await driver.startLiveView(request, into: probe)
    await probe.frames(2)
    await driver.close()
  }

  @Test(.enabled(if: driver == "vivid", "only vivid can be told to fail"))
  func `a stream that breaks is reported, and opening again mends it`() async throws {
    let driver = source.makeDriver()
    _ = try await driver.open()
    let probe = FrameProbe()
    _ = try await driver.startLiveView(request, into: probe)
    await probe.frames(2)
    try press("Inject Fatal Streaming Error")
    for await case .lost(let error) in driver.reports {
      print("reported: \(error)")
      break
    }
    await driver.close()
    let next = source.makeDriver()
    _ = try await next.open()
    let fresh = FrameProbe()
    _ = try await next.startLiveView(request, into: fresh)
    await fresh.frames(2)
    await next.close()
  }

  @Test(.enabled(if: driver == "vivid", "only vivid can be unplugged"))
  func `unplugged, it is lost; plugged in, it works again`() async throws {
    // Vivid stays unplugged until its node is free.
    let holder = Mutex<V4L2Node?>(nil)
    try await CameraConformance(source, request: request).isLostAndReturns(
      unplug: {
        do {
          let node = try V4L2Node(path: path)
          try press("Disconnect", on: node)
          holder.withLock { $0 = node }
        } catch { Issue.record(error) }
      },
      plugIn: { holder.withLock { $0 = nil } })
  }
}
