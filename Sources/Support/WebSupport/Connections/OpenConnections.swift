package import NIOCore

/// The connections that are open, by where they come from and since when nothing has happened on them. A pure value.
///
/// A browser keeps its connections for a minute after the page has come. Where there is no room for a new client, the
/// one that has been idle longest goes: a hall full of telephones that look at nothing shuts no client out.
package struct OpenConnections: Sendable {
  package typealias ID = ObjectIdentifier

  package let limits: ConnectionLimits
  private var connections: [ID: Connection] = [:]
  private var counts: [ClientAddress: Int] = [:]
  private var guests = 0

  private struct Connection: Sendable {
    var client: ClientAddress
    var isBusy = false
    /// When something came or went last.
    var lastActive: NIODeadline
  }

  package init(_ limits: ConnectionLimits) { self.limits = limits }

  package var isEmpty: Bool { connections.isEmpty }

  package enum Verdict: Sendable, Hashable {
    case admitted
    /// It may stay, and this one is to be closed for it.
    case admittedInsteadOf(ID)
    /// The address has as many as one may have, all of them at work.
    case tooManyOfOne
    case tooMany
  }

  /// A connection has come; one that is admitted is to be released again. One that goes for it counts no more.
  package mutating func admit(_ id: ID, from client: ClientAddress, at now: NIODeadline) -> Verdict {
    let isOwn = client == .own
    var gone: ID?
    if counts[client, default: 0] >= (isOwn ? limits.own : limits.perAddress) {
      gone = longestIdle(at: now) { $0 == client }
      if gone == nil { return .tooManyOfOne }
    } else if !isOwn, guests >= limits.total {
      gone = longestIdle(at: now) { $0 != .own }
      if gone == nil { return .tooMany }
    } else if connections.count >= limits.all {
      // Guests' first; of this machine's only one that does nothing.
      gone = longestIdle(at: now) { $0 != .own } ?? longestIdle(at: now) { $0 == .own }
      if gone == nil { return .tooMany }
    }
    if let gone { release(gone) }
    connections[id] = Connection(client: client, lastActive: now)
    counts[client, default: 0] += 1
    if !isOwn { guests += 1 }
    return gone.map { .admittedInsteadOf($0) } ?? .admitted
  }

  /// Something came or went; `isBusy` while a request is being answered.
  package mutating func note(_ id: ID, isBusy: Bool, at now: NIODeadline) {
    connections[id]?.isBusy = isBusy
    connections[id]?.lastActive = now
  }

  /// A connection is closed. Harmless twice.
  package mutating func release(_ id: ID) {
    guard let client = connections.removeValue(forKey: id)?.client, let count = counts[client] else { return }
    counts[client] = count > 1 ? count - 1 : nil
    if client != .own { guests -= 1 }
  }

  /// Between two requests, or before the first, or stalled in one.
  private func longestIdle(at now: NIODeadline, from isWanted: (ClientAddress) -> Bool) -> ID? {
    let stalled = now - .milliseconds(limits.stallMilliseconds)
    return connections.filter { isWanted($0.value.client) && (!$0.value.isBusy || $0.value.lastActive <= stalled) }
      .min { $0.value.lastActive < $1.value.lastActive }?.key
  }
}
