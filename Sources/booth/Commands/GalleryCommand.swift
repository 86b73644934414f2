import ArgumentParser
import BoothCore
import BoothGallery
import BoothStore
import Glibc
import Logging
import ServiceLifecycle
import UnixSignals

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

  /// How long answers under way may take when it is asked to end, and how long cutting them off may: together less than
  /// the ten seconds after which many a supervisor kills.
  private static let patience = Duration.seconds(6)
  private static let cutPatience = Duration.seconds(2)

  func run() async throws {
    let settings = try await place.settings(gallery.flags, for: .start)
    _ = try POSIXDisk(root: settings.data)
    let book = try EventPlaces.load(settings)
    let log = ConsoleLog.make("gallery", level: settings.text(.logLevel) ?? "info")
    for problem in book.problems { log.warning("event", metadata: ["event.problem": "\(problem)"]) }
    let own = try OwnGallery(
      settings: settings, events: book.events, isBooths: false, areBundled: EventPlaces.areBundled(settings),
      logger: log)
    var configuration = ServiceGroupConfiguration(
      services: [.init(service: own.server), .init(service: MemoryCare())],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: log)
    // Whoever reads slowly is cut off then; what an upload has not flushed it sends again.
    configuration.maximumGracefulShutdownDuration = Self.patience
    let group = ServiceGroup(configuration: configuration)
    let announcing = Task {
      let port = try await own.server.boundPort()
      say("gallery: \(own.publicBase(port: port))  (objects in \(settings.data)/gallery)")
      fflush(nil)
      MemoryCare.giveBack()
    }
    // A disk that does not come back from a flush holds nobody's end up: what it has not flushed was promised to nobody.
    let ending = Task {
      for await _ in await UnixSignalsSequence(trapping: .sigterm, .sigint) {
        try await Task.sleep(for: Self.patience + Self.cutPatience)
        complain("booth: the gallery does not end; it is left")
        _exit(CommandError.failed)
      }
    }
    defer { ending.cancel() }
    do {
      try await group.run()
    } catch {
      announcing.cancel()
      throw CommandError("the gallery cannot run: \(error)")
    }
  }
}
