/// How many connections clients may have open to a gallery, and how long they may keep it waiting.
struct ConnectionLimits: Sendable, Equatable {
  /// From one address; of IPv6, from one network of 64 bits, as a client can take any address in its own.
  ///
  /// A browser keeps up to six connections to a server, so twenty telephones behind one router find room.
  var perAddress = 128
  /// From all addresses together: a photo's page is half a dozen requests, and file descriptors are finite.
  var total = 512
  /// From this machine itself, counted apart: the booth's own uploads never wait for guests, however many there are.
  var own = 1024
  /// Until the first request's head has come, in milliseconds. A telephone that sends one at all sends it at once.
  var headMilliseconds: Int64 = 10_000
  /// A body that comes slower than ``leastBytes`` in this time is nobody's upload, in milliseconds: 500 bytes a second are
  /// a film in half a day.
  var paceMilliseconds: Int64 = 20_000
  var leastBytes = 10_000
  /// How long the rest of a body is taken in after its answer, in milliseconds, so that the answer can be read.
  var lingerMilliseconds: Int64 = 5_000
}

/// Where a connection comes from, as far as it is counted.
enum ClientAddress: Hashable, Sendable {
  /// An IPv4 address, or the first half of an IPv6 one.
  case network([UInt8])
  /// Both ends have one address: this machine, by whatever address it calls itself.
  case own
}

/// The connections that are open, by where they come from.
struct OpenConnections: Sendable {
  let limits: ConnectionLimits
  private var counts: [ClientAddress: Int] = [:]
  private var guests = 0

  init(_ limits: ConnectionLimits) { self.limits = limits }

  var isEmpty: Bool { counts.isEmpty }

  enum Verdict: Sendable, Hashable {
    case admitted
    /// The address has as many as one may have.
    case tooManyOfOne
    case tooMany
  }

  /// A connection has come; one that is admitted is to be released again.
  mutating func admit(_ client: ClientAddress) -> Verdict {
    let count = counts[client] ?? 0
    switch client {
    case .own: if count >= limits.own { return .tooManyOfOne }
    case .network:
      if count >= limits.perAddress { return .tooManyOfOne }
      if guests >= limits.total { return .tooMany }
      guests += 1
    }
    counts[client] = count + 1
    return .admitted
  }

  /// A connection that was admitted is closed.
  mutating func release(_ client: ClientAddress) {
    guard let count = counts[client] else { return }
    counts[client] = count > 1 ? count - 1 : nil
    if client != .own { guests -= 1 }
  }
}
