import Glibc
import NIOCore

/// Why the gallery cannot listen.
public struct WebServerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Why, by what the operator can do about it.
  public enum Cause: Sendable, Equatable {
    case portInUse
    /// Ports below 1024 need a right of their own.
    case notPermitted
    /// The machine has no such address.
    case noSuchAddress
    /// It was stopped.
    case stopped
    case other(String)

    init(_ error: any Error) {
      guard let error = error as? IOError else {
        self = .other("\(error)")
        return
      }
      self =
        switch error.errnoCode {
        case EADDRINUSE: .portInUse
        case EACCES, EPERM: .notPermitted
        case EADDRNOTAVAIL: .noSuchAddress
        default: .other("\(error)")
        }
    }
  }

  /// The address that was to be listened on, as it was given.
  public var address: String
  /// The TCP port that was to be listened on.
  public var port: Int
  /// What stands in the way.
  public var cause: Cause

  /// One sentence for the operator: what is wrong and what to do.
  public var description: String {
    switch cause {
    case .portInUse:
      "port \(port) is already in use, perhaps by another booth or gallery: stop that, or choose another port"
    case .notPermitted:
      "not permitted to listen on port \(port): choose one above 1023, or give the service CAP_NET_BIND_SERVICE"
    case .noSuchAddress: "this machine has no address \(address): expected one of its own, or 0.0.0.0 for all of them"
    case .stopped: "the gallery on \(address):\(port) has stopped"
    case .other(let detail): "cannot serve on \(address):\(port): \(detail)"
    }
  }
}
