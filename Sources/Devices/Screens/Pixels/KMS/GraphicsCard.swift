import BoothCore
import BoothSystem
import Glibc

/// One graphics card, one method for each thing the kernel can be asked of it (kernel documentation, "Kernel Mode
/// Setting"). ``DRMCard`` asks the kernel; tests have a card of their own.
///
/// Used by one thread.
protocol GraphicsCard: AnyObject {
  var path: String { get }
  /// The kernel's driver: `vc4`, `i915`.
  var driver: String { get }
  /// Readable when a flip has ended.
  var descriptor: Int32 { get }
  /// Whether it gives memory to draw in (`DRM_CAP_DUMB_BUFFER`).
  var hasBuffers: Bool { get }
  /// Whether this process is the one that decides what the card shows.
  var isMaster: Bool { get }
  func becomeMaster() throws(CardFault)
  func dropMaster() throws(CardFault)
  /// In the order of the bits in ``DisplayConnector/possibleCRTCs``.
  func crtcs() throws(CardFault) -> [UInt32]
  /// All but those that write back.
  /// - Parameter probing: asks the displays anew, where this is the master; may take a tenth of a second.
  func connectors(probing: Bool) throws(CardFault) -> [DisplayConnector]
  func crtc(_ id: UInt32) throws(CardFault) -> CRTCState
  /// Shows a frame, or with frame 0 nothing.
  func set(_ state: CRTCState, connectors: [UInt32]) throws(CardFault)
  /// Has the display awake (`DPMS`), where the connector knows of it.
  func wake(_ connector: UInt32)
  /// Black.
  func makeBuffer(_ size: PixelSize) throws(CardFault) -> CardBuffer
  func destroy(_ buffer: CardBuffer)
  /// Shows a frame of the same size from the next refresh on. One at a time: `EBUSY` before the last one has ended.
  func flip(crtc: UInt32, frame: UInt32, cookie: UInt64) throws(CardFault)
  /// Says that a frame has changed, to cards that copy it to the display.
  func markDirty(frame: UInt32)
  /// The flips that have ended. Never blocks.
  func takeFlips() throws(CardFault) -> [FlipEnd]
  /// Gives everything back to the kernel.
  func close()
}

/// The cards of a machine.
protocol GraphicsCards {
  /// `/dev/dri/card0`, …
  func paths() -> [String]
  func open(_ path: String) throws(CardFault) -> any GraphicsCard
}

/// A system call that failed.
struct CardFault: Error, Equatable {
  var call: String
  var errno: Int32

  init(_ call: String, _ errno: Int32) {
    self.call = call
    self.errno = errno
  }

  /// Another program decides what the card shows.
  var isRefusal: Bool { errno == EACCES || errno == EPERM || errno == EBUSY && call == "DRM_IOCTL_SET_MASTER" }
  /// The card has been unplugged.
  var isGone: Bool { errno == ENODEV }

  /// `DRM_IOCTL_MODE_SETCRTC: Invalid argument`.
  var words: String { "\(call): \(SystemWords.of(errno))" }
}

/// What a CRTC shows.
struct CRTCState: Equatable {
  var id: UInt32
  /// 0 for nothing.
  var frame: UInt32
  var x: UInt32 = 0
  var y: UInt32 = 0
  var mode: DisplayMode?
}

/// Memory of the card in this process, 32 bits a pixel.
struct CardBuffer {
  var handle: UInt32
  var frame: UInt32
  var pixels: UnsafeMutablePointer<UInt32>
  var size: PixelSize
  /// Pixels from one row to the next.
  var stride: Int
  var byteCount: Int
}

struct FlipEnd: Equatable {
  var cookie: UInt64
  var at: Instant
}
