import BoothCore
import BoothTesting
import Cameras
import Imaging
import Testing

@Suite("Two cameras as one", .timeLimit(.minutes(15))) struct PairedCameraTests {
  private let live = MockCameraSource(script: quick(seed: 1), name: "the grabber", logger: quiet)
  private let still = MockCameraSource(script: quick(seed: 5), name: "the DSLR", logger: quiet)
  private var source: PairedCameraSource { PairedCameraSource(live: live, still: still) }

  @Test func `they conform like any camera`() async throws {
    try await CameraConformance(source).run()
  }

  @Test func `frames come from the one, photos from the other`() async throws {
    let driver = source.makeDriver()
    let description = try await driver.open()
    #expect(description.model == "the DSLR" && description.driver == "mock+mock")
    let probe = FrameProbe()
    _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
    let alone = MockCameraSource(script: quick(seed: 5), logger: quiet).makeDriver()
    _ = try await alone.open()
    #expect(try await driver.takePhoto() == alone.takePhoto())
    try await driver.stopLiveView()
    await driver.close()
    await alone.close()
  }

  @Test func `the lens that takes the photos is the one that focuses`() async throws {
    var script = quick()
    script.delays.focus = [.milliseconds(1)]
    let focusing = MockCameraSource(script: script, logger: quiet)
    let driver = PairedCameraSource(live: live, still: focusing).makeDriver()
    #expect(try await driver.open().shutter?.focus == .milliseconds(1))
    try await driver.focus()
    await driver.close()
    let other = PairedCameraSource(live: focusing, still: still).makeDriver()
    #expect(try await other.open().shutter == nil)
    await #expect(throws: CameraError.self) { try await other.focus() }
    await other.close()
  }

  @Test func `whichever is lost, the report says which, and both come back`() async throws {
    for (lost, word) in [(live, "live view"), (still, "photos")] {
      let driver = source.makeDriver()
      _ = try await driver.open()
      _ = try await driver.startLiveView(LiveViewRequest(), into: FrameProbe())
      lost.unplug()
      if lost === still {
        await #expect(throws: CameraError.self) { _ = try await driver.takePhoto() }
      }
      var said: CameraError?
      for await report in driver.reports {
        if case .lost(let error) = report {
          said = error
          break
        }
      }
      #expect(said?.code == .disconnected && said?.subject.contains(word) == true)
      await driver.close()
      // Neither is left open when the other cannot be.
      let again = source.makeDriver()
      do {
        _ = try await again.open()
        Issue.record("it opened without one of its cameras")
      } catch { #expect(error.subject.contains(word)) }
      await again.close()
      lost.plugIn()
      let back = source.makeDriver()
      _ = try await back.open()
      await back.close()
    }
  }
}

@Suite("Spoiled photos", .timeLimit(.minutes(15))) struct SpoiledPhotoTests {
  /// Takes one photo with live view on, and asks the darkroom about it.
  private func doubt(_ faults: [MockFault]) async throws -> PhotoDoubt.Kind? {
    let driver = MockCameraSource(script: quick(faults, layout: .jpeg), logger: quiet).makeDriver()
    _ = try await driver.open()
    let probe = FrameProbe(keeping: 1)
    _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
    await probe.frames(1)
    let frame = try #require(probe.kept.first)
    let photo = try await driver.takePhoto()
    let darkroom = JPEGDarkroom()
    let finished = try darkroom.develop(
      photo, ExposureRecord(time: WallTime(unixSeconds: 0), device: "mock", liveFrame: frame.size))
    let doubt = try darkroom.inspect(finished, beside: frame)
    await driver.close()
    return doubt?.kind
  }

  @Test func `a photo without its flash, and one out of focus, are found`() async throws {
    #expect(try await doubt([]) == nil)
    let dark = try await doubt([MockFault(at: .still(1), .dark)])
    #expect(dark == .dark || dark == .unlit || dark == .covered)
    #expect(try await doubt([MockFault(at: .still(1), .blurred)]) == .blurred)
  }
}
