public import BoothCore
public import ConfigFiles

/// The events of a folder, read once at the start; their artwork is read when it is needed.
public struct FolderEventStore: EventStore {
  /// The folder of all events, one folder each within.
  public let folder: String
  /// Those that could be used when the folder was read.
  public let events: [Event]
  /// What was wrong in the folder when it was read, for the operator.
  public let problems: [EventProblem]
  private let files: EventFolder

  /// What was read whole and cannot be used, with something in place of what is missing; to look for further mistakes.
  public let unusable: [Event]

  /// Reads every `event.json` of the folder now, and blocks for it. Throws nothing: ``problems`` says what is wrong.
  /// - Parameter owners: asked only where two events say one number.
  public init(folder: String, owners: () -> EventOwners = { EventOwners() }) {
    self.folder = folder
    files = EventFolder(path: folder)
    let library = EventLibrary(reading: files, owners: owners)
    events = library.events
    unusable = library.unusable
    problems = library.problems
  }

  /// The event's picture files that can be read, with the keys that name them. Reads them now.
  public func pictures(of event: Event) -> [(key: String, name: String, bytes: [UInt8])] { files.pictures(of: event) }

  /// The path of the event's file, as problems name it.
  public func file(of event: Event) -> String { files.path(of: EventLibrary.fileName, in: event.folder) }

  /// Reads the files now, each time it is asked.
  public func artwork(of event: Event) -> Artwork { files.artwork(for: event).artwork }
}
