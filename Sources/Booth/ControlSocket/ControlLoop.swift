import BoothSystem
import CLinux
import FoundationEssentials
import Glibc

/// The server's thread: one poll() over the listening socket and all clients. Nothing here waits for a client or for a
/// handler, so none of them can hold up the others.
final class ControlLoop {
  private var listener: ControlListener
  private let switchboard: ControlSwitchboard
  private let handler: @Sendable (ControlRequest) async -> ControlResponse
  private let limits: ControlLimits
  private let admits: @Sendable (SocketPeer) -> Bool

  private var connections: [UInt64: ControlConnection] = [:]
  private var lastID: UInt64 = 0
  /// Handlers at work, with those whose client has gone.
  private var running = 0
  private var acceptsFrom: ContinuousClock.Instant?
  private var stopsAt: ContinuousClock.Instant?
  /// When it is looked next whether the socket's file is still there.
  private var looksAt: ContinuousClock.Instant

  init(
    listener: ControlListener, switchboard: ControlSwitchboard, limits: ControlLimits,
    admits: @escaping @Sendable (SocketPeer) -> Bool,
    handler: @escaping @Sendable (ControlRequest) async -> ControlResponse
  ) {
    self.listener = listener
    self.switchboard = switchboard
    self.limits = limits
    self.admits = admits
    self.handler = handler
    looksAt = ContinuousClock.now + limits.look
  }

  func run() {
    while step() {}
    for connection in connections.values { connection.task?.cancel() }
    connections = [:]
  }

  /// Waits for something to happen and sees to it; false when the server is to end.
  private func step() -> Bool {
    let order = Array(connections.values)
    var watched = [
      pollfd(fd: switchboard.wake.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isAccepting ? listener.socket.number : -1, events: Int16(POLLIN), revents: 0),
    ]
    watched += order.map { pollfd(fd: $0.socket.number, events: $0.events, revents: 0) }
    let ready = poll(&watched, nfds_t(watched.count), timeout())
    let now = ContinuousClock.now
    if ready > 0 {
      for (connection, entry) in zip(order, watched[2...]) where entry.revents != 0 {
        see(to: connection, entry.revents, now: now)
      }
      if watched[1].revents != 0 { accept(now: now) }
    }
    let (answers, stopping) = switchboard.take()
    for answer in answers { deliver(answer, now: now) }
    if stopping && stopsAt == nil { beginStop(now: now) }
    if stopsAt == nil, now >= looksAt { lookAfterSocket(now: now) }
    dropSilent(now: now)
    guard let stopsAt else { return true }
    for connection in connections.values where !connection.isBusy && !connection.hasOutput { drop(connection) }
    return !connections.isEmpty && now < stopsAt
  }

  /// A socket whose file was deleted is bound again; where that cannot be, it is tried again.
  private func lookAfterSocket(now: ContinuousClock.Instant) {
    looksAt = now + limits.look
    guard !listener.isThere else { return }
    do throws(ControlError) { listener = try listener.anew() } catch { return }
  }

  private var isAccepting: Bool { stopsAt == nil && acceptsFrom.map { ContinuousClock.now >= $0 } ?? true }

  /// Milliseconds until the next deadline, -1 for none.
  private func timeout() -> Int32 {
    var deadlines = connections.values.filter { !$0.isBusy }.map { $0.lastActive + limits.silence }
    deadlines.append(stopsAt ?? looksAt)
    if let acceptsFrom, !isAccepting { deadlines.append(acceptsFrom) }
    guard let next = deadlines.min() else { return -1 }
    let left = next - ContinuousClock.now
    let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
    return Int32(clamping: max(0, milliseconds) + 1)
  }

  // MARK: Clients

  private func accept(now: ContinuousClock.Instant) {
    acceptsFrom = nil
    // A few at a time, so that a crowd at the door does not keep those inside waiting.
    for _ in 0..<16 {
      let number = clinux_unix_accept(listener.socket.number)
      guard number >= 0 else {
        if errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS {
          acceptsFrom = now + limits.exhausted
        }
        return
      }
      let socket = Descriptor(number)
      lastID += 1
      let connection = ControlConnection(id: lastID, socket: socket, requestBytes: limits.requestBytes, now: now)
      guard let peer = SocketPeer(of: number), admits(peer) else {
        refuse(
          connection, ControlResponse.denied,
          "permission denied: this booth takes commands from its own user (uid \(geteuid())) and from root", now: now)
        continue
      }
      guard makeRoom() else {
        refuse(connection, ControlResponse.busy, "the booth is answering too many requests; try again", now: now)
        continue
      }
      connections[connection.id] = connection
    }
  }

  /// Sends the client that has been silent longest away if all places are taken; false if everybody waits for an
  /// answer.
  private func makeRoom() -> Bool {
    guard connections.count >= limits.clients else { return true }
    guard
      let silent = connections.values.filter({ !$0.isBusy }).min(by: { ($0.lastActive, $0.id) < ($1.lastActive, $1.id) }
      )
    else { return false }
    drop(silent)
    return true
  }

  /// Says no to a client that was never let in; the words fit the socket's buffer.
  private func refuse(_ connection: ControlConnection, _ code: Int, _ message: String, now: ContinuousClock.Instant) {
    connection.queue(Self.line(ControlResponse(ok: false, code: code, message: message), limits), now: now)
    _ = connection.flush(now: now)
  }

  private func drop(_ connection: ControlConnection) {
    connection.task?.cancel()
    connections[connection.id] = nil
  }

  private func dropSilent(now: ContinuousClock.Instant) {
    for connection in connections.values where !connection.isBusy && now - connection.lastActive >= limits.silence {
      drop(connection)
    }
  }

  private func see(to connection: ControlConnection, _ events: Int16, now: ContinuousClock.Instant) {
    guard connections[connection.id] != nil else { return }
    if events & Int16(POLLOUT) != 0 {
      take(connection.flush(now: now), from: connection, now: now)
    } else if events & Int16(POLLIN) != 0 && !connection.isBusy {
      take(connection.receive(now: now), from: connection, now: now)
    } else if events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
      drop(connection)
    }
  }

  // MARK: Requests

  private func take(_ step: ControlConnection.Step, from connection: ControlConnection, now: ContinuousClock.Instant) {
    switch step {
    case .wait: break
    case .close: drop(connection)
    case .refuse(let response):
      connection.closesAfterAnswer = true
      connection.queue(Self.line(response, limits), now: now)
    case .request(let line): begin(line, for: connection, now: now)
    }
  }

  /// Starts the handler. An answer written now goes out with the next poll(), so that many short bad lines take turns
  /// with everybody else's.
  private func begin(_ line: [UInt8], for connection: ControlConnection, now: ContinuousClock.Instant) {
    guard stopsAt == nil else { return drop(connection) }
    let request: ControlRequest
    do {
      request = try JSONValue.decoder.decode(ControlRequest.self, from: Data(line))
    } catch {
      let words = "expected one JSON object on a line: {\"command\": \"…\", \"arguments\": {\"…\": \"…\"}}"
      let response = ControlResponse(ok: false, code: ControlResponse.badRequest, message: words)
      return connection.queue(Self.line(response, limits), now: now)
    }
    guard running < limits.clients else {
      let words = "the booth is answering too many requests; try again"
      let response = ControlResponse(ok: false, code: ControlResponse.busy, message: words)
      return connection.queue(Self.line(response, limits), now: now)
    }
    running += 1
    connection.task = Self.task(request, for: connection.id, handler, switchboard, limits)
  }

  private static func task(
    _ request: ControlRequest, for client: UInt64, _ handler: @escaping ControlServer.Handler,
    _ switchboard: ControlSwitchboard, _ limits: ControlLimits
  ) -> Task<Void, Never> {
    Task {
      let response = await handler(request)
      switchboard.post(ControlSwitchboard.Answer(client: client, line: line(response, limits)))
    }
  }

  private func deliver(_ answer: ControlSwitchboard.Answer, now: ContinuousClock.Instant) {
    running -= 1
    guard let connection = connections[answer.client] else { return }
    connection.task = nil
    connection.queue(answer.line, now: now)
    take(connection.flush(now: now), from: connection, now: now)
  }

  /// The door closes and the socket file goes; answers that are due still have the grace to get out.
  private func beginStop(now: ContinuousClock.Instant) {
    stopsAt = now + limits.grace
    listener.unlink()
  }

  private static func line(_ response: ControlResponse, _ limits: ControlLimits) -> [UInt8] {
    func encoded(_ response: ControlResponse) throws -> [UInt8] { [UInt8](try JSONValue.encoder.encode(response)) }
    let problem: String
    do {
      let bytes = try encoded(response)
      if bytes.count <= limits.responseBytes { return bytes + [0x0A] }
      problem = "the answer has \(bytes.count) bytes; at most \(limits.responseBytes) can be sent"
    } catch {
      problem = "the answer cannot be written as JSON"
    }
    return Array(#"{"code":\#(ControlResponse.badAnswer),"message":"\#(problem)","ok":false}"#.utf8) + [0x0A]
  }
}
