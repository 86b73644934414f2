import BoothCore
import BoothTesting
import FoundationEssentials
import Imaging
import Logging
import Synchronization
import Testing

@testable import Screens

/// The drawing thread on a display in memory. Every wait is for a picture; nothing is waited for that does not come.
@Suite(.serialized) struct PixelScreenTests {
  private static let size = PixelSize(width: 300, height: 200)
  private let clock = StepClock()
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  private static let photo = Asset(
    id: 1, session: SessionID(randomBytes: Array(repeating: 1, count: 16)), kind: .photo, strip: 0, path: "",
    sizeBytes: 0, checksum: "")

  /// A screen, its display, and the pictures it is given.
  private final class Rig {
    let output: StandInOutput
    let screen: PixelScreen
    let clock: StepClock
    private var pictures: AsyncStream<StandInOutput.Shown>.Iterator

    init(_ output: StandInOutput, _ screen: PixelScreen, _ clock: StepClock) {
      (self.output, self.screen, self.clock) = (output, screen, clock)
      pictures = output.presented.makeAsyncIterator()
    }

    func next() async throws -> StandInOutput.Shown {
      let shown = try #require(await pictures.next())
      #expect(shown.picture.isWritten, "some pixels were never drawn")
      #expect(shown.missed == 0, "\(shown.missed) pixels changed outside of what was said to change")
      return shown
    }

    func advance(_ duration: Duration) {
      clock.advance(by: duration)
      screen.wake()
    }
  }

  private func rig(
    _ size: PixelSize = size, buffers: Int = 2, chain: TransformChain = TransformChain(), reducesMotion: Bool = true
  ) throws -> Rig {
    let output = StandInOutput(size, buffers: buffers)
    let screen = try PixelScreen(
      output: output, options: .init(style: PixelStyle(reducesMotion: reducesMotion), chain: chain),
      eventFolder: { ScenePictures.eventsFolder.path + "/" + $0 }, clock: clock, logger: logger)
    return Rig(output, screen, clock)
  }

  private func expected(
    _ picture: ScreenPicture, _ size: PixelSize = size, live: ScenePainter.LiveView = .awaited
  ) throws -> Bitmap {
    let painter = ScenePainter(style: PixelStyle(reducesMotion: true))
    return try SheetSamples.bitmap(
      of: painter.sheet(picture, size: size, live: live, now: clock.now), hasLiveView: false)
  }

  /// Whether two pictures are the same but for rounding.
  private func isSame(_ a: Bitmap, _ b: Bitmap) -> Bool {
    a.size == b.size && BlockDifference(a, b, block: 4).greatest < 4
  }

  @Test(arguments: [1, 2])
  func `the display shows what the painter made, and is given back`(_ buffers: Int) async throws {
    let rig = try rig(buffers: buffers)
    for event in [SceneSamples.jerusalem, SceneSamples.wedding, SceneSamples.jerusalem] {
      let picture = SceneSamples.picture(.paused, event)
      rig.screen.show(picture)
      #expect(isSame(try await rig.next().picture, try expected(picture)))
    }
    #expect(!rig.output.isClosed)
    await rig.screen.close()
    #expect(rig.output.isClosed)
    // Closed twice is closed.
    await rig.screen.close()
  }

  @Test func `a still scene is drawn once`() async throws {
    let rig = try rig()
    let paused = SceneSamples.picture(.paused, SceneSamples.wedding)
    rig.screen.show(paused)
    _ = try await rig.next()
    rig.screen.show(paused)
    rig.advance(.seconds(100))
    rig.screen.show(SceneSamples.picture(.stopped, SceneSamples.wedding))
    _ = try await rig.next()
    #expect(rig.output.presents == 2)
    await rig.screen.close()
  }

  @Test func `what counts down is drawn anew when its number changes, and nothing else is`() async throws {
    let rig = try rig()
    rig.screen.show(
      SceneSamples.picture(.review(Self.photo, until: clock.now + .seconds(3)), SceneSamples.wedding))
    _ = try await rig.next()
    for _ in 0..<3 {
      rig.advance(.seconds(1))
      let shown = try await rig.next()
      let area = shown.changed.map(\.size.area).reduce(0, +)
      #expect(area > 0 && area < Self.size.area / 12, "a number is no reason to draw \(area) pixels")
    }
    rig.advance(.seconds(60))
    rig.screen.show(SceneSamples.picture(.paused, SceneSamples.wedding))
    _ = try await rig.next()
    #expect(rig.output.presents == 5)
    await rig.screen.close()
  }

  @Test(arguments: [Orientation.upright, .turnRight, .turnLeft, .upsideDown])
  func `a display that is mounted turned shows the same`(_ screen: Orientation) async throws {
    let rig = try rig(screen.apply(to: Self.size), chain: TransformChain(screen: screen))
    let picture = SceneSamples.picture(
      .qr(link: SceneSamples.link, until: clock.now + .seconds(9)), SceneSamples.wedding)
    rig.screen.show(picture)
    #expect(isSame(try await rig.next().picture.turned(screen.inverse), try expected(picture)))
    // The live view with it: the left half of what guests see is theirs.
    rig.screen.show(SceneSamples.picture(.getReady, SceneSamples.wedding))
    _ = try await rig.next()
    rig.screen.receive(halves(left: 220, right: 30))
    let live = try await rig.next().picture.turned(screen.inverse)
    // Mirrored, as guests know themselves.
    #expect(live.color(100, 60).red < 60 && live.color(200, 60).red > 190)
    await rig.screen.close()
  }

  @Test func `live frames stand in their place under what lies over them`() async throws {
    let rig = try rig()
    let picture = SceneSamples.picture(
      .recording(since: clock.now, until: clock.now + .seconds(8)), SceneSamples.wedding)
    rig.screen.show(picture)
    _ = try await rig.next()
    let sheet = ScenePainter(style: PixelStyle(reducesMotion: true)).sheet(picture, size: Self.size, now: clock.now)
    for value in [UInt8(40), 200, 90] {
      rig.screen.receive(gray(value))
      let shown = try await rig.next()
      let wanted = try sheet.bitmap(
        frame: Bitmap(size: PixelSize(width: 8, height: 8), color: RGBColor(red: value, green: value, blue: value))
      ) { _ in nil }
      #expect(isSame(shown.picture, wanted), "\(value)")
      // All of the live view and nothing else.
      #expect(shown.changed == [sheet.live])
    }
    await rig.screen.close()
  }

  @Test func `guests see themselves in the look that is marked at once, without a new frame`() async throws {
    let rig = try rig()
    func picture(_ look: PhotoFilter) -> ScreenPicture {
      SceneSamples.picture(
        .look(PhotoFilter.allCases, highlighted: look, until: clock.now + .seconds(3), isByHand: false),
        SceneSamples.wedding)
    }
    rig.screen.show(picture(.none))
    _ = try await rig.next()
    rig.screen.receive(gray(200))
    _ = try await rig.next()
    for look in [PhotoFilter.sepia, .warm, .blackAndWhite, .none] {
      rig.screen.show(picture(look))
      let shown = try await rig.next()
      let sheet = ScenePainter(style: PixelStyle(reducesMotion: true))
        .sheet(picture(look), size: Self.size, now: clock.now)
      let live = try #require(sheet.live)
      let own = RGBColor(red: 200, green: 200, blue: 200)
      let wanted = look.matrix?.applied(to: own) ?? own
      #expect(shown.picture.color(live.x + live.width / 2, live.y + live.height / 2) == wanted, "\(look)")
    }
    // A session in a look keeps it, with each new frame.
    var ready = SceneSamples.picture(.countdown(until: clock.now + .seconds(3)), SceneSamples.wedding)
    ready.scene.look = .sepia
    rig.screen.show(ready)
    _ = try await rig.next()
    rig.screen.receive(gray(90))
    let shown = try await rig.next()
    let gray = RGBColor(red: 90, green: 90, blue: 90)
    let middle = shown.picture.color(Self.size.width / 2, Self.size.height / 2)
    #expect(middle == PhotoFilter.sepia.matrix?.applied(to: gray))
    await rig.screen.close()
  }

  @Test func `a number over the live view moves without a new frame`() async throws {
    let rig = try rig(reducesMotion: false)
    rig.screen.show(SceneSamples.picture(.countdown(until: clock.now + .seconds(3)), SceneSamples.wedding))
    _ = try await rig.next()
    rig.screen.receive(gray(200))
    let first = try await rig.next()
    rig.advance(.milliseconds(200))
    let second = try await rig.next()
    #expect(second.picture != first.picture)
    let area = second.changed.map(\.size.area).reduce(0, +)
    #expect(area < Self.size.area * 6 / 10, "only the ring and the arrow move: \(second.changed)")
    // The face beside the ring is still there.
    #expect(second.picture.color(40, 120).red > 180)
    await rig.screen.close()
  }

  @Test func `the newest frame is shown, the ones between are let go`() async throws {
    let rig = try rig()
    let held = Holders()
    rig.screen.show(SceneSamples.picture(.getReady, SceneSamples.wedding))
    _ = try await rig.next()
    rig.output.refreshByHand()
    rig.screen.receive(gray(40, held))
    #expect(try await rig.next().picture.color(150, 40).red < 50)
    // The display has not taken it up yet: the newest waits.
    for value in [UInt8(90), 120, 200] { rig.screen.receive(gray(value, held)) }
    #expect(held.count <= 2)
    rig.output.refresh(at: clock.now)
    #expect(try await rig.next().picture.color(150, 40).red > 190)
    #expect(rig.output.presents == 3)
    // Scenes without live view keep none.
    rig.output.refresh(at: clock.now)
    rig.screen.show(SceneSamples.picture(.paused, SceneSamples.wedding))
    _ = try await rig.next()
    rig.screen.receive(gray(10, held))
    #expect(held.count == 0)
    await rig.screen.close()
  }

  @Test func `how old frames are is counted from their capture to the display's refresh`() async throws {
    let rig = try rig()
    rig.screen.show(SceneSamples.picture(.getReady, SceneSamples.wedding))
    _ = try await rig.next()
    #expect(rig.screen.frameAge == nil)
    rig.output.refreshByHand()
    rig.screen.receive(gray(40))
    _ = try await rig.next()
    clock.advance(by: .milliseconds(70))
    rig.output.refresh(at: clock.now)
    // The next picture comes after the refresh was taken note of.
    rig.screen.show(SceneSamples.picture(.paused, SceneSamples.wedding))
    _ = try await rig.next()
    #expect(rig.screen.frameAge == .milliseconds(70))
    await rig.screen.close()
  }

  @Test func `a photo under review has been seen when the display has shown it`() async throws {
    let folder = try TemporaryFolder()
    let jpeg = try JPEGCodec().encode(Bitmap(size: PixelSize(width: 60, height: 40), color: .white))
    try folder.put("photo.jpg", jpeg)
    let rig = try rig()
    rig.output.refreshByHand()
    var picture = SceneSamples.picture(.review(Self.photo, until: clock.now + .seconds(30)), SceneSamples.wedding)
    picture.photoPath = folder.path("photo.jpg")
    rig.screen.show(picture)
    _ = try await rig.next()
    #expect(rig.screen.shownPhoto == nil)
    let seen = clock.now + .milliseconds(15)
    rig.output.refresh(at: seen)
    rig.screen.show(SceneSamples.picture(.paused, SceneSamples.wedding))
    _ = try await rig.next()
    #expect(rig.screen.shownPhoto == ShownPhoto(path: folder.path("photo.jpg"), at: seen))
    await rig.screen.close()
  }

  @Test func `a live picture that stands still for a second is taken away`() async throws {
    let rig = try rig()
    let picture = SceneSamples.picture(.getReady, SceneSamples.wedding)
    rig.screen.show(picture)
    _ = try await rig.next()
    rig.screen.receive(gray(200))
    #expect(try await rig.next().picture.color(60, 100).red > 190)
    rig.advance(.milliseconds(999))
    rig.advance(.milliseconds(1))
    let gone = try await rig.next()
    #expect(rig.output.presents == 3)
    #expect(isSame(gone.picture, try expected(picture, live: .missing)))
    rig.screen.receive(gray(200))
    #expect(try await rig.next().picture.color(60, 100).red > 190)
    await rig.screen.close()
  }

  @Test func `a camera that takes its time is waited for in words after a moment`() async throws {
    let rig = try rig()
    let picture = SceneSamples.picture(.getReady, SceneSamples.wedding)
    rig.screen.show(picture)
    #expect(isSame(try await rig.next().picture, try expected(picture, live: .awaited)))
    rig.advance(.milliseconds(400))
    #expect(isSame(try await rig.next().picture, try expected(picture, live: .missing)))
    await rig.screen.close()
  }

  @Test func `a damaged frame leaves the picture before`() async throws {
    let rig = try rig()
    rig.screen.show(SceneSamples.picture(.getReady, SceneSamples.wedding))
    _ = try await rig.next()
    rig.screen.receive(gray(200))
    _ = try await rig.next()
    rig.screen.receive(broken())
    rig.screen.receive(gray(100))
    #expect(abs(Int(try await rig.next().picture.color(60, 100).red) - 100) < 6)
    rig.screen.receive(broken())
    // The last picture's memory is gone, and no other comes: it is too old after a second.
    rig.advance(.seconds(1))
    #expect(try await rig.next().picture.color(60, 100).red < 90)
    #expect(rig.output.presents == 4)
    await rig.screen.close()
  }

  @Test func `another display is drawn whole at once, a hidden one not at all`() async throws {
    let rig = try rig()
    let picture = SceneSamples.picture(.paused, SceneSamples.jerusalem)
    rig.screen.show(picture)
    _ = try await rig.next()
    let other = PixelSize(width: 200, height: 360)
    rig.output.resize(to: other)
    #expect(isSame(try await rig.next().picture, try expected(picture, other)))
    rig.output.hide()
    // The thread takes news and the display's events one after the other: each is known before the next comes.
    await rig.screen.settle()
    let held = Holders()
    rig.screen.show(SceneSamples.picture(.getReady, SceneSamples.wedding))
    rig.screen.receive(gray(100, held))
    let last = SceneSamples.picture(.stopped, SceneSamples.wedding)
    rig.screen.show(last)
    await rig.screen.settle()
    rig.output.reveal()
    #expect(isSame(try await rig.next().picture, try expected(last, other)))
    #expect(rig.output.presents == 3)
    await rig.screen.close()
    #expect(held.count == 0)
  }

  @Test func `a display that refuses pictures is offered the next one`() async throws {
    let rig = try rig()
    rig.output.fail(ScreenFault(subject: "test", detail: "no"))
    rig.screen.show(SceneSamples.picture(.paused, SceneSamples.wedding))
    rig.output.fail(nil)
    let last = SceneSamples.picture(.stopped, SceneSamples.wedding)
    rig.screen.show(last)
    var shown = try await rig.next()
    // The first scene may still have come through, had the thread been slow.
    if !isSame(shown.picture, try expected(last)) { shown = try await rig.next() }
    #expect(isSame(shown.picture, try expected(last)))
    await rig.screen.close()
  }

  @Test func `a still picture that the display refused is offered again after a second`() async throws {
    let rig = try rig()
    rig.output.fail(ScreenFault(subject: "test", detail: "no"))
    let picture = SceneSamples.picture(.paused, SceneSamples.wedding)
    rig.screen.show(picture)
    await rig.screen.settle()
    rig.advance(.milliseconds(900))
    await rig.screen.settle()
    #expect(rig.output.refusals == 1)
    rig.advance(.milliseconds(200))
    await rig.screen.settle()
    #expect(rig.output.refusals == 2 && rig.output.presents == 0)
    rig.output.fail(nil)
    rig.advance(.seconds(1))
    await rig.screen.settle()
    #expect(rig.output.presents == 1)
    await rig.screen.close()
  }

  // MARK: Frames

  /// Counts frames that are held.
  private final class Holders: Sendable {
    private let held = Mutex(0)
    var count: Int { held.withLock { $0 } }
    func add(_ number: Int) { held.withLock { $0 += number } }
  }

  private func gray(_ value: UInt8, _ holders: Holders? = nil) -> Frame { halves(left: value, right: value, holders) }

  private func halves(left: UInt8, right: UInt8, _ holders: Holders? = nil) -> Frame {
    let size = PixelSize(width: 96, height: 64)
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size.area * 3 / 2, alignment: 16)
    bytes.initializeMemory(as: UInt8.self, repeating: 128)
    for y in 0..<size.height {
      for x in 0..<size.width { bytes[y * size.width + x] = x < size.width / 2 ? left : right }
    }
    return frame(bytes, size, .i420, holders)
  }

  private func broken() -> Frame {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 1)
    bytes.initializeMemory(as: UInt8.self, repeating: 0xFF)
    return frame(bytes, PixelSize(width: 96, height: 64), .jpeg, nil)
  }

  private func frame(
    _ bytes: UnsafeMutableRawBufferPointer, _ size: PixelSize, _ layout: FrameLayout, _ holders: Holders?
  ) -> Frame {
    let pointer = UInt(bitPattern: bytes.baseAddress)
    holders?.add(1)
    return Frame(
      sequence: 1, capturedAt: clock.now, size: size, layout: layout, strideBytes: layout == .jpeg ? 0 : size.width,
      bytes: UnsafeRawBufferPointer(bytes),
      release: {
        UnsafeMutableRawPointer(bitPattern: pointer)?.deallocate()
        holders?.add(-1)
      })
  }
}
