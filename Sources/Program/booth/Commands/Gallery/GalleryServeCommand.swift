import ArgumentParser
import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Gallery
import Logging
import WebSupport

struct GalleryServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve the guests' pages and take uploads; the same as `booth gallery`.")
  @OptionGroup var place: PlaceOptions
  @OptionGroup var gallery: GalleryOptions
  @Option(help: "Where the objects are instead of in a folder: `s3://BUCKET` and more; see the manual.")
  var bucket: String?
  @Option(help: "Where /metrics is answered, for Prometheus: ADDRESS:PORT, such as 127.0.0.1:9100.") var metrics:
    String?

  private var flags: [SettingKey: String] {
    var flags = gallery.flags
    flags[.galleryBucket] = bucket
    flags[.galleryMetrics] = metrics
    return flags
  }

  func run() async throws {
    let settings = try await place.settings(flags, data: .begins, for: .start, manner: .lenient)
    settings.complainOfNotices()
    _ = try POSIXDisk(root: settings.data)
    let eventStore: FolderEventStore
    do { eventStore = try EventPlaces.load(settings) } catch let failure as CommandError
      where settings.values[.events]?.isFlag != true
    {
      // A disk that is mounted later mends that: its supervisor tries again. Without them it is unknown which events
      // are by link only.
      throw CommandError("\(advice: failure.message)")
    }
    let log = ConsoleLog.make("gallery", level: settings.text(.logLevel) ?? "info")
    for problem in eventStore.problems { log.warning("event", metadata: ["event.problem": "\(problem)"]) }
    let metrics = try Self.metrics(settings)
    if let address = settings.text(.galleryBucket) {
      var gallery = try BucketGallery(
        address: address, settings: settings, events: eventStore.events, areBundled: EventPlaces.areBundled(settings),
        environment: ProcessInfo.processInfo.environment, logger: log)
      gallery.configuration.metrics = metrics
      return try await Self.serve(gallery, log)
    }
    var own = try OwnGallery(
      settings: settings, events: eventStore.events, isBooths: false, areBundled: EventPlaces.areBundled(settings),
      logger: log)
    own.configuration.metrics = metrics
    if let trouble = own.trouble { log.warning("gallery", metadata: ["gallery.trouble": "\(trouble)"]) }
    let server = try own.server()
    let watching = Task { [own, store = try own.store()] in await Self.watch(own, store, log) }
    defer { watching.cancel() }
    // What an upload has not flushed when it is cut off it sends again.
    try await ServedProgram(name: "gallery", patience: .seconds(6)).run(server, log: log) { [own] in
      let port = try await server.boundPort()
      say("gallery: \(own.publicBase(port: port))  (objects in \(settings.data)/gallery)")
      try await Self.sayMetrics(server, metrics?.address)
    }
  }

  /// Where `/metrics` is to be answered.
  static func metrics(_ settings: Settings) throws(CommandError) -> (address: String, port: Int)? {
    guard let text = settings.text(.galleryMetrics) else { return nil }
    guard let address = ListenAddress(text) else {
      throw CommandError(
        "gallery.metrics is \"\(text)\": expected ADDRESS:PORT, such as 127.0.0.1:9100 or [::1]:9100",
        code: CommandError.usage)
    }
    return (address.host, address.port)
  }

  private static func sayMetrics(_ server: GalleryServer, _ address: String?) async throws {
    guard let address, let port = try await server.metricsPort() else { return }
    say("metrics: http://\(address.contains(":") ? "[\(address)]" : address):\(port)/metrics")
  }

  /// A gallery over a bucket, until it is asked to end.
  private static func serve(_ gallery: BucketGallery, _ log: Logger) async throws {
    if let trouble = try await gallery.trouble() { log.warning("gallery", metadata: ["gallery.trouble": "\(trouble)"]) }
    let server = gallery.server()
    try await ServedProgram(name: "gallery", patience: .seconds(6)).run(server, log: log) {
      let port = try await server.boundPort()
      say("gallery: \(gallery.publicBase(port: port))  (objects in \(gallery.place))")
      try await sayMetrics(server, gallery.configuration.metrics?.address)
    }
    await gallery.end()
  }

  /// As good as none.
  private static let nothing: Int64 = 1 << 20

  /// Says once that the objects' folder is gone, when nothing is taken or served, and once that it is back; and the same of a full
  /// disk, when what is there is served.
  private static func watch(_ own: OwnGallery, _ store: FolderObjectStore, _ log: Logger) async {
    var (isGone, isFull) = (false, false)
    while !Task.isCancelled {
      let wasFull = isFull
      isFull = DiskRoom.of(own.folder).map { $0.free < nothing } ?? false
      if isFull, !wasFull {
        log.error(
          "the gallery's disk is full: guests see what is there, and uploads are refused; make room, or attach a larger one",
          metadata: ["gallery.folder": "\(own.folder)"])
      } else if wasFull, !isFull {
        log.notice("the gallery's disk has room again", metadata: ["gallery.folder": "\(own.folder)"])
      }
      do throws(ObjectStoreError) {
        _ = try await store.place()
        if isGone { log.notice("the gallery's folder is back", metadata: ["gallery.folder": "\(own.folder)"]) }
        isGone = false
      } catch {
        if !isGone {
          log.error(
            "the gallery's folder is gone: put it back, or start the gallery anew to begin another",
            metadata: ["gallery.folder": "\(own.folder)", "gallery.detail": "\(error.detail)"])
        }
        isGone = true
      }
      do { try await Task.sleep(for: GalleryFolderWatch.interval) } catch { return }
    }
  }
}
