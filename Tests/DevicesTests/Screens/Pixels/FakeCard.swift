import BoothCore
import CLinux
import Glibc

@testable import Screens

/// A graphics card that a test decides about; it shows what it is told, and remembers what that was.
final class FakeCard: GraphicsCard {
  let path: String
  let driver = "fake"
  let descriptor = clinux_eventfd()
  var hasBuffers = true
  var isMaster = true
  /// What `becomeMaster` says, 0 for yes.
  var masterRefusal: Int32 = 0
  var displays: [DisplayConnector]
  var crtcIDs: [UInt32] = [50, 51]
  /// What each CRTC shows.
  var shown: [UInt32: CRTCState]
  /// Which connectors each CRTC feeds.
  var fed: [UInt32: [UInt32]] = [:]
  var buffers: [UInt32: CardBuffer] = [:]
  var probes = 0
  var modeSets = 0
  var wokenConnectors: [UInt32] = []
  var dirtyFrames: [UInt32] = []
  var ends: [FlipEnd] = []
  var pendingFlip: (crtc: UInt32, frame: UInt32, cookie: UInt64)?
  /// What flips, and settings of a CRTC, answer, 0 for yes.
  var flipRefusal: Int32 = 0
  var setRefusal: Int32 = 0
  var isClosed = false
  private var lastFrame: UInt32 = 100

  init(path: String = "/dev/dri/card1", displays: [DisplayConnector]) {
    self.path = path
    self.displays = displays
    shown = [50: CRTCState(id: 50, frame: 7, x: 2, y: 3, mode: TestModes.hd720), 51: CRTCState(id: 51, frame: 0)]
    fed = [50: displays.filter { $0.crtc == 50 }.map(\.id)]
  }

  deinit {
    for buffer in buffers.values { buffer.pixels.deallocate() }
    Glibc.close(descriptor)
  }

  func becomeMaster() throws(CardFault) {
    if masterRefusal != 0 { throw CardFault("DRM_IOCTL_SET_MASTER", masterRefusal) }
    isMaster = true
  }

  func dropMaster() throws(CardFault) { isMaster = false }

  func crtcs() throws(CardFault) -> [UInt32] { crtcIDs }

  func connectors(probing: Bool) throws(CardFault) -> [DisplayConnector] {
    if probing { probes += 1 }
    return displays.map { display in
      var display = display
      display.crtc = fed.first { $0.value.contains(display.id) }?.key ?? 0
      return display
    }
  }

  func crtc(_ id: UInt32) throws(CardFault) -> CRTCState { shown[id] ?? CRTCState(id: id, frame: 0) }

  func set(_ state: CRTCState, connectors: [UInt32]) throws(CardFault) {
    if !isMaster { throw CardFault("DRM_IOCTL_MODE_SETCRTC", EACCES) }
    if setRefusal != 0 { throw CardFault("DRM_IOCTL_MODE_SETCRTC", setRefusal) }
    modeSets += 1
    shown[state.id] = state
    fed[state.id] = connectors
  }

  func wake(_ connector: UInt32) { wokenConnectors.append(connector) }

  func makeBuffer(_ size: PixelSize) throws(CardFault) -> CardBuffer {
    lastFrame += 1
    // A card's rows are often longer than the picture's.
    let stride = size.width + 8
    let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: stride * size.height)
    pixels.initialize(repeating: 0, count: stride * size.height)
    let buffer = CardBuffer(
      handle: lastFrame, frame: lastFrame, pixels: pixels, size: size, stride: stride,
      byteCount: stride * size.height * 4)
    buffers[lastFrame] = buffer
    return buffer
  }

  func destroy(_ buffer: CardBuffer) { buffers.removeValue(forKey: buffer.frame)?.pixels.deallocate() }

  func flip(crtc: UInt32, frame: UInt32, cookie: UInt64) throws(CardFault) {
    if !isMaster { throw CardFault("DRM_IOCTL_MODE_PAGE_FLIP", EACCES) }
    if flipRefusal != 0 { throw CardFault("DRM_IOCTL_MODE_PAGE_FLIP", flipRefusal) }
    if pendingFlip != nil { throw CardFault("DRM_IOCTL_MODE_PAGE_FLIP", EBUSY) }
    pendingFlip = (crtc, frame, cookie)
  }

  func markDirty(frame: UInt32) { dirtyFrames.append(frame) }

  func takeFlips() throws(CardFault) -> [FlipEnd] {
    defer { ends = [] }
    return ends
  }

  func close() { isClosed = true }

  // MARK: What a test does

  /// The display's refresh: the frame that was flipped to is shown.
  func refresh(at moment: Instant) {
    guard let flip = pendingFlip else { return }
    pendingFlip = nil
    shown[flip.crtc]?.frame = flip.frame
    ends.append(FlipEnd(cookie: flip.cookie, at: moment))
  }

  /// What stands at a point of what a CRTC shows.
  func pixel(_ x: Int, _ y: Int, crtc: UInt32 = 50) -> UInt32? {
    guard let frame = shown[crtc]?.frame, let buffer = buffers[frame] else { return nil }
    return buffer.pixels[y * buffer.stride + x]
  }
}

struct FakeCards: GraphicsCards {
  /// In the order of their numbers; what cannot be opened is an errno.
  final class Slots {
    var cards: [(path: String, card: FakeCard?, fault: Int32)] = []
  }
  let slots = Slots()

  init(_ cards: FakeCard...) { slots.cards = cards.map { ($0.path, $0, 0) } }

  func paths() -> [String] { slots.cards.map(\.path) }

  func open(_ path: String) throws(CardFault) -> any GraphicsCard {
    guard let entry = slots.cards.first(where: { $0.path == path }) else { throw CardFault("open", ENOENT) }
    guard let card = entry.card else { throw CardFault("open", entry.fault) }
    card.isClosed = false
    return card
  }
}

final class FakeWatch: DisplayWatch {
  let descriptor = clinux_eventfd()
  var hasNews = false

  deinit { Glibc.close(descriptor) }

  func drain() -> Bool {
    defer { hasNews = false }
    return hasNews
  }
}

final class FakeConsole: ConsoleHold {
  let descriptor = clinux_eventfd()
  var isActive = true
  var news: [ConsoleNews] = []
  var isClosed = false
  /// Whether the card was still in charge when another terminal was let in; nil before.
  var wasMasterAtLeave: Bool?
  weak var card: FakeCard?

  deinit { Glibc.close(descriptor) }

  func takeNews() -> [ConsoleNews] {
    defer { news = [] }
    for one in news { isActive = one != .leave }
    return news
  }

  func letGo() { wasMasterAtLeave = card?.isMaster }
  func close() { isClosed = true }
}
