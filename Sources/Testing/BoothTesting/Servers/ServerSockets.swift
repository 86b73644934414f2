import Glibc
import Synchronization

/// The sockets of a test's server. Each is closed by the thread that uses it, and shut down by another one only while it is certain to be
/// open still: a number that was closed meanwhile may belong to another test's server.
final class ServerSockets: Sendable {
  private struct State {
    var listener: Int32
    var open: Set<Int32> = []
    var isStopped = false
  }

  private let listener: Int32
  private let state: Mutex<State>

  init(_ listener: Int32) {
    self.listener = listener
    state = Mutex(State(listener: listener))
  }

  /// Waits for a client. One thread accepts, until this has been nil.
  func accept() -> Int32? {
    while true {
      let socket = Glibc.accept(listener, nil, nil)
      if socket < 0, errno == EINTR || errno == ECONNABORTED { continue }
      // Nor has a program that another test starts the connection, whose client would not see it closed.
      if socket >= 0 { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
      let isOpen = state.withLock { state in
        guard socket >= 0, !state.isStopped else {
          state.listener = -1
          Glibc.close(listener)
          return false
        }
        state.open.insert(socket)
        return true
      }
      if isOpen { return socket }
      if socket >= 0 { Glibc.close(socket) }
      return nil
    }
  }

  func close(_ socket: Int32) {
    state.withLock { state in
      state.open.remove(socket)
      Glibc.close(socket)
    }
  }

  /// Ends what waits for clients or for what they say.
  func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      for socket in state.open { shutdown(socket, Int32(SHUT_RDWR)) }
      if state.listener >= 0 { shutdown(state.listener, Int32(SHUT_RDWR)) }
    }
  }
}
