public import BoothCore
import BoothSystem
import Glibc
import Imaging
import Synchronization

/// A camera in the network, simulated: it speaks PTP/IP on two ports of the loopback, well enough for an unmodified
/// libgphoto2 to list, configure, show, take and download; and it does wrong what it is told to do wrong.
///
/// Threads of its own, no tasks. Any number of them may run at once.
public final class SimulatedPTPCamera: Sendable {
  public enum Vendor: Sendable {
    /// No live view: libgphoto2 knows none for a camera of no vendor.
    case generic
    case nikon
  }

  public struct Setup: Sendable {
    public var vendor = Vendor.nikon
    public var serial = "SIM0001"
    public var stillSize = PixelSize(width: 1280, height: 960)
    public var liveSize = PixelSize(width: 640, height: 424)
    /// From the shutter to the event.
    public var exposure = Duration.milliseconds(30)
    public var battery: UInt8 = 87
    public var freeMegabytes = 30_000
    public var clockAhead = 0
    /// RAW and JPEG together; which is told first differs between bodies.
    public var raw: RawOrder?
    /// What its RAW files are, where it takes some.
    public var rawFile = SimulatedRaw()
    /// A Nikon that keeps its pictures in its memory until they are fetched, and none on its card. Only its events tell of them.
    public var keepsInMemory = false
    /// A Nikon that keeps a photo where it is asked to, in its memory or on its card, and tells of both by its events.
    public var hasMemory = false
    /// So many photos, and its card is full.
    public var photosUntilFull: Int?
    public var names = Names.counted
    /// Each photo's bytes are its own, so that none can be taken for another.
    public var distinguishesPhotos = false
    /// What its photos are, in Nikon's numbers (2 JPEG Fine, 4 NEF); nil for a body that does not say.
    public var quality: UInt8?
    public init() {}
  }

  /// The names of its files.
  public enum Names: Sendable {
    /// From one number to the next.
    case counted
    /// The first two are the last of a folder; the third is in a new folder and has the first one's name.
    case rollover
    /// All have the same, in one folder.
    case equal
  }

  public enum RawOrder: Sendable {
    case rawFirst
    case jpegFirst
  }

  struct Stored {
    var name: String
    var bytes: [UInt8]
    var size: PixelSize
    /// The folder's handle.
    var folder: UInt32 = 1
  }

  struct State {
    var faults: [PTPFault: Int] = [:]
    var listeners: [Int32] = []
    var connections: [Int32] = []
    var events: Int32 = -1
    var session = false
    var liveView = false
    var focusLost = false
    var stored: [UInt32: Stored] = [:]
    var nextHandle: UInt32 = 0x10
    /// Events that wait until they are asked for: code and parameter.
    var waitingEvents: [(event: PTPEvent, parameter: UInt32)] = []
    /// Photos taken so far.
    var shots = 0
    /// Folders beside the first: handle and name.
    var folders: [UInt32: String] = [:]
    var battery: UInt8
    var fNumber: UInt16 = 560
    var operations: [PTPOperation] = []
    var unknown: [UInt16] = []
  }

  /// `ptpip:127.0.0.1:N:M`: the camera's name for libgphoto2, command and event port.
  public let port: String
  let setup: Setup
  let state: Mutex<State>
  let still: [UInt8]
  let thumbnail: [UInt8]
  let live: [UInt8]
  private let ports: [UInt16]

  public init(_ setup: Setup = Setup()) throws {
    self.setup = setup
    let codec = JPEGCodec()
    still = try codec.encode(Bitmap(size: setup.stillSize, color: RGBColor(red: 90, green: 140, blue: 200)))
    live = try codec.encode(Bitmap(size: setup.liveSize, color: RGBColor(red: 200, green: 140, blue: 90)))
    thumbnail = try codec.encode(Bitmap(size: PixelSize(width: 160, height: 120), color: .white))
    var first = State(battery: setup.battery)
    let (command, commandPort) = try Self.listen(0)
    let (event, eventPort) = try Self.listen(0)
    first.listeners = [command, event]
    ports = [commandPort, eventPort]
    port = "ptpip:127.0.0.1:\(commandPort):\(eventPort)"
    state = Mutex(first)
    accept(command)
    accept(event)
  }

  deinit { vanish() }

  // MARK: For tests

  /// Does this from now on, the next so many times or for ever.
  public func inject(_ fault: PTPFault, times: Int = .max) { state.withLock { $0.faults[fault] = times } }

  public func behave() { state.withLock { $0.faults = [:] } }

  /// A person presses the shutter on the body.
  public func pressShutter() { shoot(inMemory: setup.keepsInMemory) }

  public func setBattery(_ percent: UInt8) { state.withLock { $0.battery = percent } }

  /// Switched off: every connection ends, and nothing listens any more.
  public func vanish() {
    state.withLock { state in
      // Their threads wake from it, and close them.
      for descriptor in state.listeners + state.connections { shutdown(descriptor, Int32(SHUT_RDWR)) }
      state.listeners = []
      (state.session, state.liveView) = (false, false)
    }
  }

  /// Switched on again, at the same ports.
  public func comeBack() throws {
    for port in ports {
      let (listener, _) = try Self.listen(port)
      state.withLock { $0.listeners.append(listener) }
      accept(listener)
    }
  }

  /// What was asked of it, in order.
  public var operations: [PTPOperation] { state.withLock { $0.operations } }
  /// Operations it does not know.
  public var unknownOperations: [UInt16] { state.withLock { $0.unknown } }
  /// How many files it holds.
  public var fileCount: Int { state.withLock { $0.stored.count } }
  /// The aperture last set, in hundredths.
  public var fNumber: Int { state.withLock { Int($0.fNumber) } }
  public var isConnected: Bool { state.withLock { $0.session } }
  public var hasLiveView: Bool { setup.vendor == .nikon }
  public var photo: [UInt8] { still }
  /// How many photos were exposed.
  public var shots: Int { state.withLock { $0.shots } }

  /// The bytes of its n-th photo, from 1.
  public func photo(_ number: Int) -> [UInt8] {
    guard setup.distinguishesPhotos else { return still }
    let words = Array("photo \(number) \(String(repeating: "*", count: number))".utf8)
    let length = UInt16(words.count + 2)
    // A comment after the first marker.
    return still.prefix(2) + [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 0xFF)] + words + still.dropFirst(2)
  }

  /// The bytes of the RAW file of its n-th photo, from 1.
  public func raw(_ number: Int) -> [UInt8] {
    setup.rawFile.file(photo(number), small: thumbnail, size: setup.stillSize)
  }

  // MARK: Faults

  /// Whether to do this wrong now; counts one time.
  func does(_ fault: PTPFault) -> Bool {
    state.withLock { state in
      guard let left = state.faults[fault], left > 0 else { return false }
      state.faults[fault] = left == .max ? .max : left - 1
      return true
    }
  }

  /// How much later than usual the event comes.
  func lateness() -> Duration? {
    state.withLock { state in
      for case .lateEvent(let delay) in state.faults.keys { return delay }
      return nil
    }
  }

  // MARK: Sockets

  struct SocketFault: Error {
    var call: String
    var reason: Int32
  }

  private static func listen(_ port: UInt16) throws -> (Int32, UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0 else { throw SocketFault(call: "socket", reason: errno) }
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && Glibc.listen(listener, 8) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard bound else {
      let reason = errno
      close(listener)
      throw SocketFault(call: "bind", reason: reason)
    }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  /// Takes connections until the listener is shut down.
  private func accept(_ listener: Int32) {
    Self.onThread { [weak self] in
      while true {
        let connection = Glibc.accept(listener, nil, nil)
        guard connection >= 0, let self else {
          if connection >= 0 { close(connection) }
          break
        }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        var yes: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        self.state.withLock { $0.connections.append(connection) }
        Self.onThread { [self] in
          serve(connection)
          // Under the lock, so that no thread shuts another's descriptor of the same number.
          state.withLock { state in
            state.connections.removeAll { $0 == connection }
            if state.events == connection { state.events = -1 }
            close(connection)
          }
        }
      }
      close(listener)
    }
  }

  static func onThread(_ body: @escaping @Sendable () -> Void) {
    let code = OwnThread.start("ptp camera", body)
    precondition(code == 0, "no thread for the simulated camera: errno \(code)")
  }

  /// A pause on a thread of the camera's own.
  static func pause(_ duration: Duration) {
    _ = poll(nil, 0, Int32(clamping: duration.wholeNanoseconds / 1_000_000))
  }
}
