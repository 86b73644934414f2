import BoothCore
import BoothSystem
import BoothTesting
import Cameras
import FoundationEssentials
import Imaging
import Logging
import Synchronization
import Testing

/// A script small and fast enough for tests.
func quick(
  _ faults: [MockFault] = [], layout: FrameLayout = .i420, pictures: String? = nil, showsPattern: Bool = true,
  seed: UInt64 = 1
) -> MockScript {
  MockScript(
    pictures: pictures, showsPattern: showsPattern, size: PixelSize(width: 320, height: 240), framesPerSecond: 120,
    layout: layout,
    stillSize: PixelSize(width: 640, height: 480), seed: seed, faults: faults)
}

/// A clock that stands still until a test moves it.
final class HandClock: Sendable {
  private let time = Mutex(Instant(nanoseconds: 1_000_000_000))
  var now: Instant { time.withLock { $0 } }
  func advance(_ duration: Duration) { time.withLock { $0 = $0 + duration } }
}

@Suite("Mock camera", .timeLimit(.minutes(15))) struct MockCameraTests {
  private func source(_ script: MockScript) -> MockCameraSource { MockCameraSource(script: script, logger: quiet) }

  /// Opens and starts a camera whose script is given.
  private func running(_ script: MockScript) async throws -> (any CameraDriver, FrameProbe) {
    let driver = source(script).makeDriver()
    _ = try await driver.open()
    let probe = FrameProbe()
    _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
    return (driver, probe)
  }

  @Test(arguments: [FrameLayout.i420, .jpeg])
  func `the test pattern conforms`(_ layout: FrameLayout) async throws {
    try await CameraConformance(source(quick(layout: layout))).run()
  }

  @Test(arguments: [FrameLayout.i420, .jpeg])
  func `garbage comes as frames that nobody can decode, also after opening again, until its time is over`(
    _ layout: FrameLayout
  ) async throws {
    let clock = HandClock()
    let script = quick([MockFault(at: .frame(3), .garbage(.seconds(5)))], layout: layout)
    let source = MockCameraSource(script: script, logger: quiet, now: { clock.now })
    func faults(_ frames: [Frame]) -> [Bool] {
      frames.map { SharedFrameDecoder().share($0, told: { _ in }).fault != nil }
    }
    for (isGarbage, opening) in [(true, 1), (true, 2), (false, 3)] {
      if opening == 3 { clock.advance(.seconds(5)) }
      let driver = source.makeDriver()
      _ = try await driver.open()
      let probe = FrameProbe(keeping: 6)
      _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
      await probe.frames(6)
      try await driver.stopLiveView()
      #expect(faults(Array(probe.kept.suffix(3))) == Array(repeating: isGarbage, count: 3), "opening \(opening)")
      await driver.close()
    }
  }

  @Test func `a camera whose live frames nobody can decode does not pass as one that works`() async throws {
    let outcome = await CameraTrial(source(quick([MockFault(at: .frame(1), .garbage(nil))], layout: .jpeg)))
      .run(.startsAndStopsThrice)
    #expect(outcome.complaints.contains { $0.contains("5 of 5 live frames are no pictures") })
  }

  @Test(arguments: [FrameLayout.i420, .jpeg])
  func `drawn guests conform`(_ layout: FrameLayout) async throws {
    try await CameraConformance(source(quick(layout: layout, showsPattern: false))).run()
  }

  @Test func `guests move before the camera, a photo shows those of the live view, and others come after it`()
    async throws
  {
    let driver = source(quick(showsPattern: false)).makeDriver()
    _ = try await driver.open()
    func frame(after count: Int) async throws -> Bitmap {
      let probe = FrameProbe(keeping: 1)
      _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
      await probe.frames(count)
      try await driver.stopLiveView()
      let first = try #require(probe.kept.first)
      return try FrameConverter().preview(of: first, in: first.size)
    }
    func photo() async throws -> Bitmap {
      let photo = try await driver.takePhoto()
      let whole = try JPEGCodec().decode(photo.jpeg)
      return Resampler.scale(whole, to: PixelSize(width: 320, height: 240))
    }
    let frames = [try await frame(after: 60), try await frame(after: 1)]
    let photos = [try await photo(), try await photo()]
    await driver.close()
    #expect(Self.distance(frames[0], frames[1]) > 0.5, "they move")
    #expect(Self.distance(frames[1], photos[0]) < 3, "the photo shows who stands there")
    #expect(Self.distance(photos[0], photos[1]) > 8, "others come")
  }

  /// The mean difference of green.
  private static func distance(_ a: Bitmap, _ b: Bitmap) -> Double {
    a.withPixels { a in
      b.withPixels { b in
        var sum = 0
        for index in a.indices { sum += abs(Int(a[index] >> 8 & 255) - Int(b[index] >> 8 & 255)) }
        return Double(sum) / Double(a.count)
      }
    }
  }

  @Test func `a folder of photographs conforms`() async throws {
    let folder = try PhotoFixture()
    try await CameraConformance(source(quick(pictures: folder.path))).run()
  }

  @Test func `an unplugged camera is lost, and works again when it is plugged in`() async throws {
    let source = source(quick())
    try await CameraConformance(source).isLostAndReturns(unplug: { source.unplug() }, plugIn: { source.plugIn() })
  }

  @Test(arguments: [MockFault.Moment.open(1), .start(1), .still(1), .frame(4), .seconds(0.02)])
  func `a camera lost by its script is reported, stays away, and comes back`(_ at: MockFault.Moment) async throws {
    let clock = HandClock()
    let script = quick([MockFault(at: at, .lose(backAfter: .seconds(3)))])
    let source = MockCameraSource(script: script, logger: quiet, now: { clock.now })
    let driver = source.makeDriver()
    let losing = Task {
      _ = try await driver.open()
      _ = try await driver.startLiveView(LiveViewRequest(), into: FrameProbe())
      _ = try await driver.takePhoto()
    }
    var reports = driver.reports.makeAsyncIterator()
    guard case .lost(let error) = await reports.next() else {
      Issue.record("no loss was reported")
      return
    }
    #expect(error.code == .disconnected)
    // Lost by a frame, all calls may have been made before.
    _ = await losing.result
    await driver.close()
    for passed in [1, 1] {
      let early = source.makeDriver()
      let refusal = await #expect(throws: CameraError.self) { try await early.open() }
      #expect(refusal?.code == .disconnected)
      await early.close()
      clock.advance(.seconds(passed))
    }
    clock.advance(.seconds(1))
    let next = source.makeDriver()
    _ = try await next.open()
    _ = try await next.takePhoto()
    await next.close()
  }

  @Test func `a frame's number can be read from its pixels`() async throws {
    let driver = source(quick()).makeDriver()
    _ = try await driver.open()
    let probe = FrameProbe(keeping: 4)
    _ = try await driver.startLiveView(LiveViewRequest(), into: probe)
    await probe.frames(4)
    for frame in probe.kept { #expect(NumberStripe.read(frame) == frame.sequence) }
    await driver.close()
  }

  @Test func `two frames in a row differ, and a redrawn buffer keeps nothing of its old picture`() throws {
    let pattern = TestPattern(script: quick())
    pattern.prepare(slots: 1)
    let size = PixelSize(width: 320, height: 240)
    let (used, fresh) = (I420Canvas(size: size), I420Canvas(size: size))
    pattern.draw(frame: 1, elapsed: .seconds(61), slot: 0, on: used)
    let first = Array(used.bytes)
    pattern.draw(frame: 900, elapsed: .seconds(5), slot: 0, on: used)
    #expect(Array(used.bytes) != first)
    pattern.prepare(slots: 1)
    pattern.draw(frame: 900, elapsed: .seconds(5), slot: 0, on: fresh)
    #expect(Array(used.bytes) == Array(fresh.bytes))
  }

  @Test func `stills are of full size, numbered, and differ`() async throws {
    let driver = source(MockScript(showsPattern: true, framesPerSecond: 30)).makeDriver()
    _ = try await driver.open()
    for number in 1...2 {
      let photo = try await driver.takePhoto()
      let picture = try JPEGCodec().decode(photo.jpeg)
      #expect(picture.size == PixelSize(width: 4000, height: 3000))
      #expect(photo.jpeg.count > 100_000)
      let read = NumberStripe.read(size: picture.size) { x, y in Int(picture.color(x, y).green) }
      #expect(read == UInt64(number))
    }
    await driver.close()
  }

  @Test func `photographs are taken in turn, as they are in the folder`() async throws {
    let folder = try PhotoFixture()
    let driver = source(quick(pictures: folder.path)).makeDriver()
    _ = try await driver.open()
    let first = try await driver.takePhoto()
    let second = try await driver.takePhoto()
    #expect(first.jpeg != second.jpeg)
    #expect(folder.photos.contains(first.jpeg) && folder.photos.contains(second.jpeg))
    await driver.close()
  }

  @Test func `a missing folder and an empty one are not found, by name`() async throws {
    let empty = try PhotoFixture(count: 0)
    for folder in [empty.path, empty.path + "/absent"] {
      let driver = source(quick(pictures: folder)).makeDriver()
      let error = await #expect(throws: CameraError.self) { try await driver.open() }
      #expect(error?.code == .notFound)
      #expect(error?.subject == folder)
      await driver.close()
    }
  }

  // MARK: Faults

  static let spoiled: [(MockFault.Action, CameraError.Code, String)] = [
    (.failFocus, .focusFailed, "focus"), (.truncate, .badPicture, "cut short"), (.empty, .badPicture, "empty"),
    (.wrongSize, .badPicture, "160x120"), (.fail(.busy), .busy, "script"),
  ]

  @Test(arguments: spoiled)
  func `a spoiled still says what is wrong, and the next one is good`(
    _ action: MockFault.Action, _ code: CameraError.Code, _ words: String
  ) async throws {
    let driver = source(quick([MockFault(at: .still(2), action)])).makeDriver()
    _ = try await driver.open()
    _ = try await driver.takePhoto()
    let error = await #expect(throws: CameraError.self) { try await driver.takePhoto() }
    #expect(error?.code == code)
    #expect(error?.detail.contains(words) == true, "\(error?.detail ?? "")")
    #expect(error?.mayPass == (code == .focusFailed || code == .badPicture))
    _ = try await driver.takePhoto()
    await driver.close()
  }

  @Test func `a repeated fault comes every n-th time, over generations`() async throws {
    let source = source(quick([MockFault(at: .still(2), .failFocus, repeats: true)]))
    var outcomes: [Bool] = []
    for _ in 1...3 {
      let driver = source.makeDriver()
      _ = try await driver.open()
      for _ in 1...2 {
        do {
          _ = try await driver.takePhoto()
          outcomes.append(true)
        } catch { outcomes.append(false) }
      }
      await driver.close()
    }
    #expect(outcomes == [true, false, true, false, true, false])
  }

  @Test(arguments: [MockFault.Moment.open(1), .start(1), .still(1)])
  func `a hung call blocks its own generation only, and close returns at once`(_ at: MockFault.Moment) async throws {
    let source = source(quick([MockFault(at: at, .hang)]))
    let hung = source.makeDriver()
    // Nothing waits for this task: its call never returns, which is what is tested.
    Task {
      _ = try await hung.open()
      _ = try await hung.startLiveView(LiveViewRequest(), into: FrameProbe())
      _ = try await hung.takePhoto()
      Issue.record("a call that never returns has returned")
    }
    // The counter moves when the call has arrived at the fault.
    await source.faults(1)
    await hung.close()
    for await _ in hung.reports {}
    let next = source.makeDriver()
    _ = try await next.open()
    let probe = FrameProbe()
    _ = try await next.startLiveView(LiveViewRequest(), into: probe)
    await probe.frames(2)
    _ = try await next.takePhoto()
    await next.close()
  }

  @Test func `live view goes on during a slow still`() async throws {
    let (driver, probe) = try await running(quick([MockFault(at: .still(1), .slow(.milliseconds(100)))]))
    await probe.frames(1)
    let before = probe.records.count
    _ = try await driver.takePhoto()
    #expect(probe.records.count > before)
    await driver.close()
  }

  @Test func `close ends a slow call`() async throws {
    let source = source(quick([MockFault(at: .still(1), .slow(.seconds(3600)))]))
    let driver = source.makeDriver()
    _ = try await driver.open()
    let photo = Task { try await driver.takePhoto() }
    await source.faults(1)
    await driver.close()
    await #expect(throws: CameraError.self) { try await photo.value }
  }

  @Test func `a stall is a hole in time, and the frames go on after it`() async throws {
    let stall = Duration.milliseconds(100)
    let start = DeviceClock.now()
    let (driver, probe) = try await running(quick([MockFault(at: .frame(3), .stall(stall))]))
    await probe.frames(6)
    await driver.close()
    // On a busy machine the first two may be missing, but never the hole.
    let after = try #require(probe.records.first { $0.sequence > 3 })
    let before = probe.records.last { $0.sequence < 3 }?.capturedAt ?? start
    #expect(after.capturedAt - before >= stall)
  }

  @Test(arguments: [MockFault.Moment.frame(5), .seconds(0.04)])
  func `a photo nobody asked for is reported`(_ at: MockFault.Moment) async throws {
    let (driver, _) = try await running(quick([MockFault(at: at, .unaskedPhoto)]))
    for await report in driver.reports {
      guard case .unaskedPhoto(let photo) = report else {
        Issue.record("\(report)")
        break
      }
      #expect(try JPEGCodec().validate(photo.jpeg) == PixelSize(width: 640, height: 480))
      break
    }
    await driver.close()
  }

  @Test func `frames that nobody returns cost frames, not memory`() async throws {
    let driver = source(quick()).makeDriver()
    _ = try await driver.open()
    let greedy = FrameProbe(keeping: 1000)
    _ = try await driver.startLiveView(LiveViewRequest(), into: greedy)
    await greedy.frames(8)
    // The camera still answers, and nothing more has come, since all eight buffers are out.
    _ = try await driver.takePhoto()
    #expect(greedy.records.count == 8)
    greedy.letGo()
    await greedy.frames(10)
    await driver.close()
  }
}
