package import AsyncHTTPClient
import BoothCore
import NIOCore

/// Every client of ours is made here: none follows a redirect, as where it leads says who asks, and what was signed is for one
/// address; and all share the process's event loops.
extension HTTPClient {
  /// In which a client is not like the others.
  package struct Difference: Sendable {
    /// Whether HTTP/2 is spoken where a server offers it. Not where uploads are streamed, or a connection that is cut off must
    /// not take the calls beside it along.
    package var speaksHTTP2 = true
    /// Whether a connection that fails is tried again until the call's time is over. Not where a job or a gate of ours decides
    /// when to try again, and a call that fails is to say so at once.
    package var connectsAgain = true
    /// How long a connection may stand still, in both directions; nil where calls are short, and their own time limits them.
    package var silence: Duration?
    /// How many connections to one host work at once: 8, as the library has it; more where many small objects are moved.
    package var connections = 8
    /// Where names of hosts lead, by address, for those whose address was looked at before: it is connected to that, and to
    /// nothing else.
    package var addresses: [String: String] = [:]

    /// None.
    package init() {}
  }

  /// A client of this program.
  /// - Parameters:
  ///   - connect: how long a connection may take, asking for the address of its name included.
  ///   - adapt: what else the library is told, where a client watches its connections.
  package static func program(
    connect: Duration, _ difference: Difference = Difference(),
    adapt: (inout HTTPClient.Configuration) -> Void = { _ in }
  ) -> HTTPClient {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.timeout.connect = .nanoseconds(connect.wholeNanoseconds)
    if let silence = difference.silence {
      configuration.timeout.read = .nanoseconds(silence.wholeNanoseconds)
      configuration.timeout.write = .nanoseconds(silence.wholeNanoseconds)
    }
    configuration.httpVersion = difference.speaksHTTP2 ? .automatic : .http1Only
    configuration.connectionPool.retryConnectionEstablishment = difference.connectsAgain
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = difference.connections
    configuration.dnsOverride = difference.addresses
    adapt(&configuration)
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// Lets the connections go, some time soon. A client that is let go with connections ends the process; so its owner calls this
  /// when it goes itself.
  package func end() {
    _Concurrency.Task {
      do { try await shutdown() } catch {
        // It was shut down before.
      }
    }
  }
}
