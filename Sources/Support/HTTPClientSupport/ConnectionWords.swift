import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

/// Why a connection failed, or no whole answer came over it, in words for people: none of them is a library's, and none holds an
/// address's path, which may have a signature or a key in it.
package enum ConnectionWords {
  /// - Parameter error: the client's, or of what carries it; of any other nothing is said but that the connection failed.
  package static func of(_ error: any Error) -> String {
    switch error {
    case let error as HTTPClientError: client(error)
    case let error as NIOPosix.NIOConnectionError: connection(error)
    case let error as IOError: system(error.errnoCode) ?? "the connection failed (\(name(of: error.errnoCode)))"
    case let error as ChannelError: isLate(error) ? "no connection came about in time" : "the connection was closed"
    case is NIOTooManyBytesError: "its answer is too large"
    case is HTTPParserError: "what answers there does not speak HTTP"
    default:
      isOfTLS(error)
        ? "no encrypted connection came about: its certificate is not trusted here, or it speaks no TLS"
        : "the connection failed"
    }
  }

  /// Whether it was waited for in vain, rather than refused or broken off.
  package static func isSilence(_ error: any Error) -> Bool {
    switch error {
    case let error as HTTPClientError:
      [.connectTimeout, .readTimeout, .writeTimeout, .tlsHandshakeTimeout, .deadlineExceeded].contains(error)
    case let error as NIOPosix.NIOConnectionError: error.connectionErrors.contains { isSilence($0.error) }
    case let error as ChannelError: isLate(error)
    case let error as IOError: error.errnoCode == ETIMEDOUT
    default: false
    }
  }

  private static func client(_ error: HTTPClientError) -> String {
    switch error {
    case .connectTimeout, .getConnectionFromPoolTimeout: "no connection came about in time"
    case .tlsHandshakeTimeout: "no encrypted connection came about in time"
    case .readTimeout: "it has been silent for too long"
    case .writeTimeout: "it has taken nothing for too long"
    case .deadlineExceeded: "no whole answer came in time"
    case .remoteConnectionClosed, .uncleanShutdown: "it hung up before its answer was whole"
    case .invalidURL, .emptyHost, .emptyScheme: "the address is no usable http or https URL"
    case .proxyAuthenticationRequired, .invalidProxyResponse, .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
      "the proxy on the way lets nothing through"
    case .cancelled, .requestStreamCancelled: "it was ended"
    default: "the connection failed"
    }
  }

  private static func connection(_ error: NIOPosix.NIOConnectionError) -> String {
    let place = "\(error.host):\(error.port)"
    guard !error.connectionErrors.isEmpty else {
      return error.dnsAError != nil || error.dnsAAAAError != nil
        ? "no name server knows \(error.host)" : "cannot connect to \(place)"
    }
    if isSilence(error) { return "no connection to \(place) came about in time" }
    let codes = Set(error.connectionErrors.compactMap { ($0.error as? IOError)?.errnoCode })
    guard codes.count == 1, let code = codes.first, let words = system(code) else {
      return "cannot connect to \(place)"
    }
    return "cannot connect to \(place): \(words)"
  }

  /// Nil where there is nothing better to say than its name.
  private static func system(_ code: CInt) -> String? {
    switch code {
    case ECONNREFUSED, EADDRNOTAVAIL: "nobody answers there"
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN: "no way leads there: is this machine in the network?"
    case ETIMEDOUT: "no connection came about in time"
    case ECONNRESET, EPIPE, ECONNABORTED: "it hung up before its answer was whole"
    case EMFILE, ENFILE: "too many files are open here; raise LimitNOFILE= of this program's service, or ulimit -n"
    default: nil
    }
  }

  /// As the system says it.
  private static func name(of code: CInt) -> String { String(cString: strerror(code)) }

  private static func isLate(_ error: ChannelError) -> Bool {
    if case .connectTimeout = error { true } else { false }
  }

  /// Its library is not ours to import; the name of its types' module tells.
  private static func isOfTLS(_ error: any Error) -> Bool { String(reflecting: type(of: error)).hasPrefix("NIOSSL.") }
}
