import BoothSystem
import Glibc
import Synchronization

/// The operator's control socket: a Unix stream socket of mode 0600, on which one line of JSON asks and one answers.
///
/// The kernel says who connects; only the booth's own user and root are served. All clients are served by one thread of
/// the server's own; handlers run as tasks. Clients that are slow, silent, or send nonsense are held to limits (32 at
/// once, requests of 1 MiB, 30 s of silence) and cannot keep others from being answered.
public final class ControlServer: Sendable {
  /// Answers a request. Runs for several clients at once; its task is cancelled when its client goes away.
  public typealias Handler = @Sendable (ControlRequest) async -> ControlResponse

  private enum State {
    case idle
    case running(ControlSwitchboard)
  }

  /// Where the socket is, or will be.
  public let path: String
  private let limits: ControlLimits
  private let admits: @Sendable (SocketPeer) -> Bool
  private let handler: Handler
  private let state = Mutex(State.idle)

  /// - Parameter path: where the socket is to be; its folder must exist. May be longer than a socket's address, as long
  ///   as `/proc` is mounted.
  /// - Throws: `badPath` if no socket can have that name.
  public convenience init(path: String, handler: @escaping Handler) throws(ControlError) {
    try self.init(
      path: path, limits: ControlLimits(), admits: { $0.mayCommand(boothOf: geteuid()) }, handler: handler)
  }

  init(
    path: String, limits: ControlLimits, admits: @escaping @Sendable (SocketPeer) -> Bool, handler: @escaping Handler
  ) throws(ControlError) {
    _ = try SocketPlace.split(path)
    self.path = path
    self.limits = limits
    self.admits = admits
    self.handler = handler
  }

  deinit {
    if case .running(let switchboard) = state.withLock({ $0 }) { switchboard.stop() }
  }

  /// Takes the socket and begins to answer. The socket of a booth that is gone is replaced.
  /// - Throws: `alreadyRunning` with the other's process id, `denied` for a folder that others own or may write to.
  public func start() throws(ControlError) {
    try state.withLock { state throws(ControlError) in
      guard case .idle = state else { throw .alreadyRunning(path, processID: getpid()) }
      let switchboard = try ControlSwitchboard(path: path)
      let listener = try ControlListener(path: path)
      let handover = Handover(listener)
      let fault = OwnThread.start("control") { [limits, admits, handler] in
        Self.serve(handover, switchboard, limits, admits, handler)
        switchboard.end()
      }
      guard fault == 0 else {
        listener.unlink()
        throw .system(path, "starting a thread", fault)
      }
      state = .running(switchboard)
    }
  }

  /// Takes the socket away, gives answers that are due a second to get out, and returns when the thread has ended and
  /// everything is closed. Handlers that still work are cancelled, not waited for. Safe to call at any time.
  public func stop() async {
    let running: ControlSwitchboard? = state.withLock { state in
      defer { state = .idle }
      if case .running(let switchboard) = state { return switchboard }
      return nil
    }
    guard let running else { return }
    running.stop()
    await running.ended()
  }

  /// Gives the listener to the thread alone, so that it is closed, and its lock free, before anybody hears of the end.
  private final class Handover: Sendable {
    private let listener: Mutex<ControlListener?>
    init(_ listener: ControlListener) { self.listener = Mutex(listener) }

    func take() -> ControlListener? {
      listener.withLock { listener in
        defer { listener = nil }
        return listener
      }
    }
  }

  private static func serve(
    _ handover: Handover, _ switchboard: ControlSwitchboard, _ limits: ControlLimits,
    _ admits: @escaping @Sendable (SocketPeer) -> Bool, _ handler: @escaping Handler
  ) {
    guard let listener = handover.take() else { return }
    ControlLoop(listener: listener, switchboard: switchboard, limits: limits, admits: admits, handler: handler).run()
  }
}
