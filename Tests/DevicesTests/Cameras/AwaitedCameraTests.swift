import BoothCore
import BoothTesting
import Synchronization
import Testing

@testable import Cameras

@Suite("A camera that is awaited", .timeLimit(.minutes(15))) struct AwaitedCameraTests {
  /// What is plugged in, and how often a person looked.
  private final class Socket: Sendable {
    let camera = Mutex<(any CameraSource)?>(nil)
    let looks = Mutex(0)

    func source(_ first: (any CameraSource)? = nil) -> AwaitedCameraSource {
      AwaitedCameraSource(first: first) { () throws(CameraError) in
        self.looks.withLock { $0 += 1 }
        return self.camera.withLock { $0 }
      }
    }
  }

  private let socket = Socket()
  private let mock = MockCameraSource(script: quick(seed: 1), name: "the webcam", logger: quiet)
  private let other = MockCameraSource(script: quick(seed: 2), name: "the spare", logger: quiet)

  @Test func `is not found until one is attached, and then opens`() async throws {
    let source = socket.source()
    for _ in 0..<2 {
      let driver = source.makeDriver()
      let error = await #expect(throws: CameraError.self) { _ = try await driver.open() }
      #expect(error?.code == .notFound && error?.detail.contains("plug one in") == true)
      await driver.close()
      for await _ in driver.reports { Issue.record("nothing was to be reported") }
    }
    #expect(socket.looks.withLock { $0 } == 2 && source.name == "any camera")
    socket.camera.withLock { $0 = mock }
    let driver = source.makeDriver()
    #expect(try await driver.open().model == "the webcam")
    await driver.close()
  }

  @Test func `conforms like any camera, from the moment it is there`() async throws {
    socket.camera.withLock { $0 = mock }
    try await CameraConformance(socket.source()).run()
    #expect(socket.looks.withLock { $0 } == 1, "once it has opened nothing is looked for any more")
  }

  @Test func `that is away for a moment keeps its place, and says that it was lost`() async throws {
    let source = socket.source(mock)
    socket.camera.withLock { $0 = other }
    let driver = source.makeDriver()
    #expect(try await driver.open().model == "the webcam" && source.name == "the webcam")
    _ = try await driver.startLiveView(LiveViewRequest(), into: FrameProbe())
    mock.unplug()
    var isLost = false
    for await report in driver.reports {
      if case .lost = report {
        isLost = true
        break
      }
    }
    #expect(isLost)
    await driver.close()
    let second = source.makeDriver()
    await #expect(throws: CameraError.self) { _ = try await second.open() }
    await second.close()
    mock.plugIn()
    let third = source.makeDriver()
    #expect(try await third.open().model == "the webcam")
    await third.close()
    #expect(socket.looks.withLock { $0 } == 0)
  }

  @Test func `that was there and never opened gives way to another`() async throws {
    mock.unplug()
    let source = socket.source(mock)
    socket.camera.withLock { $0 = other }
    let driver = source.makeDriver()
    await #expect(throws: CameraError.self) { _ = try await driver.open() }
    await driver.close()
    let second = source.makeDriver()
    #expect(try await second.open().model == "the spare")
    await second.close()
    await #expect(throws: CameraError.self) { _ = try await second.takePhoto() }
  }

  @Test func `has every rung while nobody knows which it will be, and says what is missing for one`() async {
    var steps = RecoverySteps()
    steps.resetUSB = RecoverySteps.usualReset
    let source = AwaitedCameraSource(first: nil, steps: steps) { () throws(CameraError) in nil }
    #expect(source.recovery == steps)
    let error = await #expect(throws: CameraError.self) { try await source.resetUSB() }
    #expect(error?.code == .notFound)
  }
}
