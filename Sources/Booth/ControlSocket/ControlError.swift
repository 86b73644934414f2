import BoothSystem
import Glibc

/// Why the control socket could not be opened, or a booth not be asked.
public struct ControlError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure, by what the caller can do about them.
  public enum Code: String, Sendable {
    /// No booth answers on this data folder.
    case notRunning
    /// Another booth has the socket.
    case alreadyRunning
    /// The socket, or its folder, belongs to another user, or others may write there.
    case denied
    /// The socket's folder does not exist.
    case noFolder
    /// The path cannot be one of a socket, or something else is there.
    case badPath
    /// The booth did not answer in time.
    case timedOut
    /// What came back was no answer.
    case badAnswer
    /// The request, or its answer, is larger than the socket carries.
    case tooLarge
    /// Anything else the system said.
    case failed
  }

  /// Which kind it is, for programs.
  public var code: Code
  /// The socket's path.
  public var subject: String
  /// What happened and what to do, in words for the operator.
  public var detail: String
  /// The process that has the socket, for ``Code/alreadyRunning``, where it is known.
  public var processID: Int32?

  /// Takes everything as it is; `processID` is for ``Code/alreadyRunning`` alone.
  public init(_ code: Code, subject: String, detail: String, processID: Int32? = nil) {
    self.code = code
    self.subject = subject
    self.detail = detail
    self.processID = processID
  }

  /// Whether asking again later may help.
  public var mayPass: Bool { code == .notRunning || code == .timedOut }
  /// The detail, with the socket's path before it where the detail does not name it.
  public var description: String { detail.contains(subject) ? detail : "\(subject): \(detail)" }

  static func notRunning(_ path: String) -> ControlError {
    ControlError(
      .notRunning, subject: path, detail: "no booth is running on this data folder (\(path) does not answer)")
  }

  static func alreadyRunning(_ path: String, processID: Int32?) -> ControlError {
    let who = processID.map { "process \($0)" } ?? "another process"
    return ControlError(
      .alreadyRunning, subject: path,
      detail:
        "a booth is running on this data folder already (\(who) has \(path)); end it first, or use another folder",
      processID: processID)
  }

  static func system(_ path: String, _ doing: String, _ number: Int32 = errno) -> ControlError {
    ControlError(.failed, subject: path, detail: "\(doing) failed: \(SystemWords.of(number))")
  }
}
