import Glibc

/// How many connections clients may have open to a server of ours, and how long they may keep it waiting.
package struct ConnectionLimits: Sendable, Equatable {
  /// From one address; of IPv6, from one network of 64 bits, as a client can take any address in its own.
  ///
  /// A browser keeps up to six connections to a server, so twenty telephones behind one router find room.
  package var perAddress = 128
  /// From all addresses together: a photo's page is half a dozen requests, and file descriptors are finite.
  package var total = 512
  /// From this machine itself, counted apart: the booth's own uploads never wait for guests, however many there are.
  package var own = 1024
  /// From everywhere, this machine too: as many as there are file descriptors for. Where the system has no more, it
  /// accepts no connection, and no connection can be chosen to go.
  package var all = Int.max
  /// Until the first request's head has come, in milliseconds. A telephone that sends one at all sends it at once.
  package var headMilliseconds: Int64 = 10_000
  /// A body that comes slower than ``leastBytes`` in this time is no upload, in milliseconds: 500 bytes a second are
  /// a film in half a day.
  package var paceMilliseconds: Int64 = 20_000
  package var leastBytes = 10_000
  /// An answer of which less than ``leastSentBytes`` is taken in this time counts as not read, in milliseconds. The
  /// kernel holds at most ``unsentBytes`` that are not on their way, so that a client that reads at all is seen to.
  package var sendMilliseconds: Int64 = 60_000
  package var leastSentBytes = 4096
  /// The same where a proxy asks, in milliseconds: one that takes in answers for its clients reads nothing while they take what
  /// it has. nginx has up to 1 GB, which is three hours at 100 KB a second; that its client has gone it finds out by itself.
  package var proxySendMilliseconds: Int64 = 3 * 3_600_000
  /// How much of an answer the kernel may hold back per connection, in bytes (`TCP_NOTSENT_LOWAT`, tcp(7)).
  package var unsentBytes = 128 << 10
  /// How long the rest of a body is taken in after its answer, in milliseconds, so that the answer can be read.
  package var lingerMilliseconds: Int64 = 5_000
  /// A request of which nothing came or went for so long, in milliseconds, may be given up for a new client.
  package var stallMilliseconds: Int64 = 15_000

  /// What our servers allow.
  package static let usual = ConnectionLimits()

  /// The same, as far as this process has file descriptors.
  package static func fitting() -> ConnectionLimits {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return usual }
    return usual.fitted(to: Int(clamping: limit.rlim_cur), used: openDescriptors())
  }

  /// Leaves some for what else is opened: a file of each request's, databases, processes.
  /// - Parameters:
  ///   - descriptors: how many the process may have open.
  ///   - used: how many it has.
  package func fitted(to descriptors: Int, used: Int) -> ConnectionLimits {
    var limits = self
    let room = descriptors - used - 32 - descriptors / 16
    limits.all = max(8, room / 4 * 3)
    return limits
  }

  private static func openDescriptors() -> Int {
    guard let folder = opendir("/proc/self/fd") else { return 64 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
  }
}

/// Where a connection comes from, as far as it is counted.
package enum ClientAddress: Hashable, Sendable {
  /// An IPv4 address, or the first half of an IPv6 one.
  case network([UInt8])
  /// Both ends have one address: this machine, by whatever address it calls itself.
  case own
}
