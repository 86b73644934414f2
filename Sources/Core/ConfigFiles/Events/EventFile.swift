public import BoothCore

/// What one event file says: the events that can be used, and everything that is not as it should be.
///
/// The format is FotoX's (JSON: `{"events": […]}`, `[…]` or one event alone), read as JSON5, with optional keys of our
/// own. `Docs/manual/events.md` explains every key.
///
/// An event with any of our keys is *ours*, and its gallery is reached by link unless it says otherwise. An event with none
/// is FotoX's, and its gallery is open to all, as it always was.
public struct EventFile: Sendable, Equatable {
  /// In the order of the file.
  public var events: [Event]
  /// Everything that is not as it should be; empty for a file without faults.
  public var problems: [EventProblem]

  /// What was read whole and cannot be used, with something in place of what is missing; to look for further mistakes.
  public var unusable: [Event]

  /// Larger files are refused unread.
  public static let maximumBytes = 1 << 20
  /// How many events one file may hold; the rest is refused.
  public static let maximumEvents = 200

  /// Reads a file's bytes; never fails, however hostile they are.
  /// - Parameters:
  ///   - file: the path that problems name.
  ///   - folder: the name of the folder that the file is in; the first event's slug.
  public init(bytes: [UInt8], file: String, folder: String) {
    var reader = EventReader(file: file, folder: folder)
    events = reader.read(bytes)
    problems = reader.problems
    unusable = reader.unusable
  }
}
