import ArgumentParser
import BoothCore
import BoothGallery
import BoothProgram
import BoothStore
import Logging

struct GalleryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery", abstract: "Serve the guests' pages and take uploads, without a booth.",
    discussion: """
      Booths need its token: BOOTH_GALLERY_TOKEN, or `presign_token` in gallery-secrets.json of the data folder.
      One address may have 128 connections open, all addresses together 512; this machine's own are counted apart, so \
      a proxy in front of it sets limits of its own. A connection that asks nothing for 10 seconds is closed.
      """)
  @OptionGroup var place: PlaceOptions
  @OptionGroup var gallery: GalleryOptions

  func run() async throws {
    let settings = try await place.settings(gallery.flags, data: .begins, for: .start, manner: .lenient)
    settings.complainOfNotices()
    _ = try POSIXDisk(root: settings.data)
    let book: FolderEventBook
    do { book = try EventPlaces.load(settings) } catch let failure as CommandError
      where settings.values[.events]?.isFlag != true
    {
      // A disk that is mounted later mends that: its supervisor tries again. Without them nobody knows which events are by link only.
      throw CommandError(failure.message)
    }
    let log = ConsoleLog.make("gallery", level: settings.text(.logLevel) ?? "info")
    for problem in book.problems { log.warning("event", metadata: ["event.problem": "\(problem)"]) }
    let own = try OwnGallery(
      settings: settings, events: book.events, isBooths: false, areBundled: EventPlaces.areBundled(settings),
      logger: log)
    let server = try own.server()
    // What an upload has not flushed when it is cut off it sends again.
    try await ServedProgram(name: "gallery", patience: .seconds(6)).run(server, log: log) {
      let port = try await server.boundPort()
      say("gallery: \(own.publicBase(port: port))  (objects in \(settings.data)/gallery)")
    }
  }
}
