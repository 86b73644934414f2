public import BoothCore

/// The events of a folder as they were when it was read.
public struct FolderEventBook: EventBook {
  public let folder: String
  public let events: [Event]
  /// Everything that is wrong in the folder, with file, key and what was expected.
  public let problems: [EventProblem]
  private let files: EventFolder

  /// Reads the folder; never fails: without a usable event there are problems and no events. Blocks on the disk.
  public init(folder: String) {
    self.folder = folder
    files = EventFolder(path: folder)
    let library = files.load()
    events = library.events
    problems = library.problems
  }

  public func artwork(of event: Event) -> Artwork { files.artwork(for: event).artwork }

  /// The picture to aim by in `strip` (from 0), where the event's plan has one.
  public func guide(ofStrip strip: Int, of event: Event) -> [UInt8]? { files.guide(ofStrip: strip, of: event).bytes }
}
