public import BoothCore
import BoothImaging
import BoothSystem
import Glibc
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
    /// A Nikon that keeps its pictures in its memory until they are fetched, and none on its card. Only its events tell of them.
    public var keepsInMemory = false
    public init() {}
  }

  public enum RawOrder: Sendable {
    case rawFirst
    case jpegFirst
  }

  struct Stored {
    var name: String
    var bytes: [UInt8]
    var size: PixelSize
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

  /// Somebody presses the shutter on the body.
  public func pressShutter() { shoot() }

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
          // Under the lock, so that nobody shuts another's descriptor of the same number.
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
