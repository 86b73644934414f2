import BoothCore
import Glibc
import Logging
import Testing

@testable import Screens

/// The output on a graphics card, with a card that does as it is told.
struct KMSOutputTests {
  private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  private static let whole = PixelRect(x: 0, y: 0, width: 1280, height: 720)

  /// So late that no timer of the kernel's ever fires by it: time passes when a test says so.
  private final class Time {
    var now = Instant(nanoseconds: 4_000_000_000_000_000_000)
  }

  private let time = Time()
  private let card = FakeCard(displays: [
    DisplayConnector(id: 30, name: "HDMI-A-1", status: .connected, modes: [TestModes.hd720, TestModes.hd60], crtc: 50),
    DisplayConnector(id: 31, name: "HDMI-A-2", status: .disconnected, possibleCRTCs: 3),
  ])

  private func output(
    _ options: ScreenOptions = ScreenOptions(), console: FakeConsole? = nil, cards: FakeCards? = nil,
    watch: FakeWatch? = nil
  ) throws -> KMSOutput {
    try KMSOutput(
      options: options, cards: cards ?? FakeCards(card), console: { console }, watch: watch,
      now: { [time] in time.now },
      logger: Self.quiet)
  }

  /// Fills a buffer with a colour, and shows it.
  private func show(_ color: UInt32, on output: KMSOutput) throws {
    let buffer = try #require(output.nextBuffer())
    for y in 0..<buffer.size.height {
      (buffer.pixels + y * buffer.stride).update(repeating: color, count: buffer.size.width)
    }
    try output.present(buffer, changed: [PixelRect(x: 0, y: 0, width: buffer.size.width, height: buffer.size.height)])
  }

  private func pass(_ duration: Duration) { time.now = time.now + duration }

  @Test func `it shows black at once, awake, and gives back what it found`() throws {
    let output = try output()
    #expect(output.size == PixelSize(width: 1280, height: 720))
    #expect(output.refreshInterval == TestModes.hd720.refreshInterval)
    #expect(card.shown[50]?.mode == TestModes.hd720 && card.pixel(5, 5) == 0 && card.wokenConnectors == [30])
    #expect(card.buffers.count == 2)
    #expect(output.takeEvents().isEmpty)
    output.close()
    #expect(card.shown[50] == CRTCState(id: 50, frame: 7, x: 2, y: 3, mode: TestModes.hd720))
    #expect(card.fed[50] == [30] && card.buffers.isEmpty && !card.isMaster && card.isClosed)
    output.close()
  }

  @Test func `a picture is shown from the refresh on, and the next buffer is the other one`() throws {
    let output = try output()
    try show(0x11, on: output)
    #expect(output.nextBuffer() == nil)
    #expect(card.pixel(9, 9) == 0)
    pass(.milliseconds(3))
    card.refresh(at: time.now)
    #expect(output.takeEvents() == [.shown(at: time.now)])
    #expect(card.pixel(9, 9) == 0x11)
    let first = try #require(output.nextBuffer())
    #expect(first.pixels[0] == 0)
    pass(.milliseconds(17))
    try show(0x22, on: output)
    card.refresh(at: time.now)
    _ = output.takeEvents()
    let second = try #require(output.nextBuffer())
    #expect(second.index != first.index && second.generation == first.generation && second.pixels[0] == 0x11)
    #expect(second.stride == 1288)
  }

  @Test func `a card that refuses to flip is told the frame, at the display's pace`() throws {
    card.flipRefusal = EINVAL
    let output = try output()
    try show(0x33, on: output)
    #expect(card.pixel(0, 0) == 0x33 && card.dirtyFrames.last == card.shown[50]?.frame)
    #expect(output.takeEvents() == [.shown(at: time.now)])
    for _ in 0..<2 {
      pass(.milliseconds(20))
      try show(0x44, on: output)
      _ = output.takeEvents()
    }
    // Refused three times, it is not asked again; a picture that comes at once waits for the time of a refresh.
    card.flipRefusal = 0
    let last = time.now
    pass(.milliseconds(1))
    try show(0x55, on: output)
    #expect(card.pendingFlip == nil && card.pixel(0, 0) == 0x55)
    #expect(output.takeEvents().isEmpty && output.nextBuffer() == nil)
    pass(.milliseconds(16))
    #expect(output.takeEvents() == [.shown(at: last + TestModes.hd720.refreshInterval)])
    #expect(output.nextBuffer() != nil)
  }

  @Test func `a card without refreshes is held to the display's pace`() throws {
    let output = try output()
    try show(1, on: output)
    card.refresh(at: time.now)
    let first = time.now
    #expect(output.takeEvents() == [.shown(at: first)])
    pass(.milliseconds(1))
    try show(2, on: output)
    card.refresh(at: time.now)
    #expect(output.takeEvents().isEmpty && output.nextBuffer() == nil)
    pass(.milliseconds(16))
    #expect(output.takeEvents() == [.shown(at: first + TestModes.hd720.refreshInterval)])
  }

  @Test func `a flip whose end never comes holds nobody up`() throws {
    let output = try output()
    try show(1, on: output)
    pass(.milliseconds(900))
    output.endOverdueFlip()
    #expect(output.nextBuffer() == nil)
    pass(.milliseconds(200))
    output.endOverdueFlip()
    #expect(output.takeEvents() == [.shown(at: time.now)])
    // The kernel still says EBUSY: the picture is shown without a flip.
    try show(2, on: output)
    #expect(card.pixel(0, 0) == 2)
  }

  @Test func `another terminal gets the card, and what comes back is drawn anew`() throws {
    let console = FakeConsole()
    console.card = card
    let output = try output(console: console)
    try show(1, on: output)
    let before = try #require(card.pendingFlip)
    console.news = [.leave]
    #expect(output.takeEvents() == [.hidden])
    #expect(console.wasMasterAtLeave == false)
    #expect(output.nextBuffer() == nil)
    // The flip's end is told late, and it is not wanted any more; another program shows something.
    card.refresh(at: time.now)
    #expect(output.takeEvents().isEmpty)
    card.shown[50] = CRTCState(id: 50, frame: 7, mode: TestModes.hd60)
    output.settle(probing: false)
    #expect(!card.isMaster)
    console.news = [.back]
    #expect(output.takeEvents() == [.visible])
    #expect(card.isMaster && card.shown[50]?.mode == TestModes.hd720 && card.shown[50]?.frame == before.frame)
    let buffer = try #require(output.nextBuffer())
    #expect(buffer.generation == 2)
    output.close()
    #expect(console.isClosed)
  }

  @Test func `a buffer lent before the switch is not shown after it`() throws {
    let console = FakeConsole()
    let output = try output(console: console)
    let lent = try #require(output.nextBuffer())
    console.news = [.leave, .back]
    #expect(output.takeEvents() == [.hidden, .visible])
    try output.present(lent, changed: [Self.whole])
    #expect(card.pendingFlip == nil && output.nextBuffer() != nil)
  }

  @Test func `who takes the card without asking is waited for`() throws {
    let output = try output()
    card.isMaster = false
    card.masterRefusal = EBUSY
    try show(1, on: output)
    #expect(output.takeEvents() == [.hidden])
    output.settle(probing: false)
    #expect(output.takeEvents().isEmpty)
    card.masterRefusal = 0
    output.settle(probing: false)
    #expect(output.takeEvents() == [.visible])
    try show(2, on: output)
    #expect(card.pendingFlip != nil)
  }

  @Test func `a display that is unplugged and another that is plugged in`() throws {
    let output = try output()
    try show(1, on: output)
    card.displays[0].status = .disconnected
    card.displays[0].modes = []
    output.settle(probing: false)
    #expect(output.takeEvents() == [.hidden])
    #expect(card.shown[50]?.frame == 0 && card.buffers.isEmpty && output.nextBuffer() == nil)
    card.pendingFlip = nil
    card.displays[1].status = .connected
    card.displays[1].modes = [TestModes.hd60]
    output.settle(probing: true)
    #expect(output.takeEvents() == [.changed, .visible])
    #expect(output.size == PixelSize(width: 1920, height: 1080) && card.fed[50] == [31])
    try show(2, on: output)
    #expect(card.pendingFlip != nil)
  }

  @Test func `other modes of the same display are taken up, others beside it are not`() throws {
    let output = try output()
    card.displays[1].status = .connected
    card.displays[1].modes = [TestModes.hd60]
    output.settle(probing: true)
    #expect(output.takeEvents().isEmpty)
    card.displays[0].modes = [TestModes.hd50]
    output.settle(probing: true)
    #expect(output.takeEvents() == [.changed])
    #expect(output.size == PixelSize(width: 1920, height: 1080) && card.buffers.count == 2)
    #expect(output.nextBuffer()?.generation == 2)
  }

  @Test func `without a display it waits, with a size to go on with`() throws {
    card.displays[0].status = .disconnected
    let output = try output(ScreenOptions(mode: ModeRequest(text: "1024x600")))
    #expect(output.size == PixelSize(width: 1024, height: 600))
    #expect(output.takeEvents() == [.hidden] && output.nextBuffer() == nil)
    card.displays[0].status = .connected
    output.settle(probing: true)
    // Its one wish is none that the display has.
    #expect(output.takeEvents() == [.changed, .visible] && output.size == PixelSize(width: 1280, height: 720))
  }

  @Test func `a card that another program has at the start is waited for where that is wished`() throws {
    card.isMaster = false
    card.masterRefusal = EACCES
    #expect(throws: ScreenFault.self) { try self.output() }
    var options = ScreenOptions()
    options.waitsForCard = true
    let console = FakeConsole()
    console.isActive = false
    var consoles = 0
    let output = try KMSOutput(
      options: options, cards: FakeCards(card),
      console: {
        consoles += 1
        return console
      }, watch: nil, now: { [time] in time.now }, logger: Self.quiet)
    #expect(output.takeEvents() == [.hidden] && output.nextBuffer() == nil && card.isClosed)
    output.settle(probing: true)
    // Who may not have the card leaves the console alone.
    #expect(output.takeEvents().isEmpty && consoles == 0)
    card.masterRefusal = 0
    output.settle(probing: true)
    // Another console is shown: the card is its.
    #expect(output.takeEvents().isEmpty && consoles == 1 && !card.isMaster)
    console.news = [.back]
    #expect(output.takeEvents() == [.changed, .visible] && card.isMaster && consoles == 1)
    try show(1, on: output)
    #expect(card.pendingFlip != nil)
    output.close()
    #expect(console.isClosed)
  }

  @Test func `a card that takes no picture at all is started anew`() throws {
    let output = try output()
    try show(1, on: output)
    card.refresh(at: time.now)
    _ = output.takeEvents()
    (card.flipRefusal, card.setRefusal) = (EINVAL, EINVAL)
    for count in 1...KMSOutput.pictureRefusals {
      #expect(output.isShown)
      #expect(throws: ScreenFault.self, "\(count)") { try self.show(2, on: output) }
    }
    #expect(output.takeEvents() == [.hidden] && card.buffers.isEmpty && output.nextBuffer() == nil)
    output.settle(probing: true)
    #expect(output.takeEvents().isEmpty && card.buffers.isEmpty)
    (card.flipRefusal, card.setRefusal) = (0, 0)
    output.settle(probing: true)
    #expect(output.takeEvents() == [.visible])
    try show(3, on: output)
    card.refresh(at: time.now)
    #expect(card.pixel(0, 0) == 3)
  }

  @Test func `a display that went and came within one look is told its mode again, now and then`() throws {
    let watch = FakeWatch()
    let output = try output(watch: watch)
    pass(.seconds(10))
    #expect(card.modeSets == 1)
    watch.hasNews = true
    #expect(output.takeEvents().isEmpty)
    #expect(card.modeSets == 2 && card.wokenConnectors == [30, 30])
    // The next message comes too soon, and is not forgotten.
    pass(.seconds(1))
    watch.hasNews = true
    _ = output.takeEvents()
    #expect(card.modeSets == 2)
    pass(.seconds(1))
    output.settle(probing: false)
    #expect(card.modeSets == 3)
    pass(.seconds(10))
    output.settle(probing: false)
    #expect(card.modeSets == 3 && output.isShown)
    // A picture on its way is not undone.
    try show(1, on: output)
    watch.hasNews = true
    _ = output.takeEvents()
    #expect(card.shown[50]?.frame == card.pendingFlip?.frame)
  }

  @Test func `a card that is unplugged is waited for`() throws {
    let slots = FakeCards(card)
    let output = try output(cards: slots)
    card.flipRefusal = ENODEV
    try show(1, on: output)
    #expect(output.takeEvents() == [.hidden] && card.isClosed)
    slots.slots.cards = []
    output.settle(probing: true)
    #expect(output.takeEvents().isEmpty)
    card.flipRefusal = 0
    slots.slots.cards = [(card.path, card, 0)]
    output.settle(probing: true)
    #expect(output.takeEvents() == [.visible])
    try show(2, on: output)
    #expect(card.pendingFlip != nil)
  }
}
