public import BoothCore
import BoothReaders

/// The events of a folder, read once at the start; their artwork is read when it is needed.
public struct FolderEventBook: EventBook {
  public let folder: String
  public let events: [Event]
  public let problems: [EventProblem]
  private let files: EventFolder

  public init(folder: String) {
    self.folder = folder
    files = EventFolder(path: folder)
    let library = EventLibrary(reading: files)
    events = library.events
    problems = library.problems
  }

  public func artwork(of event: Event) -> Artwork { files.artwork(for: event).artwork }
}
