/// Why a file of an event could not be read.
public struct EventFilesError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Why, by what the event's author can do about it.
  public enum Code: String, Sendable {
    /// There is nothing of that name.
    case missing
    /// It is there, but may not be read, or the disk refused.
    case unreadable
    /// It leads out of the event's folder.
    case outside
    /// It is a folder, a device, or something else that is no file.
    case notAFile
    /// It has more bytes than asked for.
    case tooLarge
  }

  /// Why; decide by this, not by the words.
  public var code: Code
  /// The path.
  public var subject: String
  /// In words, for the operator: what the disk said, or what was expected.
  public var detail: String

  /// `subject` is the path.
  public init(_ code: Code, subject: String, detail: String) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }

  /// One line for logs and people: the path and the words.
  public var description: String { "\(subject): \(detail)" }
}

/// Where the events are: one folder per event, each with an `event.json` and its artwork. Calls block on the disk.
public protocol EventFiles: Sendable {
  /// The path that problems name; `name` nil is the folder itself, `folder` nil the folder of all events.
  func path(of name: String?, in folder: String?) -> String
  /// The names of the events' folders, in any order.
  func folders() throws(EventFilesError) -> [String]
  /// The whole file, if it has at most `limit` bytes and lies inside `folder`, links followed.
  func read(_ name: String, in folder: String, limit: Int) throws(EventFilesError) -> [UInt8]
  /// The first 32 bytes (fewer of a shorter file), under the conditions of ``read(_:in:limit:)``.
  func head(_ name: String, in folder: String, limit: Int) throws(EventFilesError) -> [UInt8]
}
