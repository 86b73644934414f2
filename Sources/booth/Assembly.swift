import BoothClips
import BoothControl
import BoothCore
import BoothDevices
import BoothGallery
import BoothImaging
import BoothRemote
import BoothRuntime
import BoothStore
import FoundationEssentials
import Glibc
import Logging
import ServiceLifecycle
import UnixSignals

/// Wires the edges to the middle: the only place that knows them all.
struct Assembly {
  let settings: Settings
  let store: VaultSessionStore
  let events: FolderEventBook
  let camera: any CameraSource
  let ownGallery: OwnGallery?
  let onTerminal: Bool
  let lab: Bool
  let log: Logger

  init(settings: Settings, mockScript: String?, bundledEventsOnly: Bool, lab: Bool, unattended: Bool) async throws {
    self.settings = settings
    self.lab = lab
    store = try VaultSessionStore.open(folder: settings.data) { complain("booth: \($0)") }
    onTerminal =
      switch settings.text(.screen) {
      case "terminal": true
      case "log": false
      default: isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1
      }
    let level = settings.text(.logLevel) ?? "info"
    log = ConsoleLog.make("booth", level: level, path: onTerminal ? settings.data + "/booth.log" : nil)
    events = try EventPlaces.load(settings, bundledOnly: bundledEventsOnly)
    if let recovery = store.recovery {
      log.error("books", metadata: ["books.recovery": "\(recovery.summary)"])
      for note in recovery.notes { log.error("books", metadata: ["books.lost": "\(note)"]) }
    }
    for problem in events.problems { log.warning("event", metadata: ["event.problem": "\(problem)"]) }
    if let event = settings.text(.event), events.event(slug: event) == nil {
      throw CommandFailure(
        """
        there is no usable event "\(event)" in \(events.folder); expected one of \(events.events.map(\.slug).joined(separator: ", ")); \
        `booth event check` says what is wrong with the others
        """,
        code: CommandFailure.usage)
    }
    camera = try CameraChoice.source(settings, mockScript: mockScript, log: log)
    if settings.text(.galleryURL) == nil {
      let logger = ConsoleLog.make("gallery", level: "warning", path: onTerminal ? settings.data + "/booth.log" : nil)
      ownGallery = try OwnGallery(settings: settings, events: events.events, logger: logger)
    } else {
      ownGallery = nil
      guard settings.text(.galleryToken) != nil else {
        throw CommandFailure(
          "gallery.url is set, but no token: put the gallery's PRESIGN_TOKEN into BOOTH_GALLERY_TOKEN or the file of settings",
          code: CommandFailure.usage)
      }
    }
  }

  /// Runs the booth until it is shut down; plays `sessions` by itself where that is asked for.
  func run(sessions: Int?) async throws -> Summary? {
    let gallery = try await RunningGallery.start(ownGallery, log: log)
    let clock = SystemClock()
    let screens: Screens
    do {
      screens = try Screens(
        onTerminal: onTerminal, eventFolder: events.folder, chain: settings.chains.live, clock: clock, log: log)
    } catch {
      try await gallery?.stop()
      throw error
    }
    let linkBase: String
    let client: HTTPGalleryClient
    if let ownGallery, let gallery {
      linkBase = ownGallery.publicBase(port: gallery.port)
      client = HTTPGalleryClient(base: ownGallery.localBase(port: gallery.port), token: ownGallery.presignToken)
    } else {
      let url = settings.text(.galleryURL) ?? ""
      linkBase = settings.text(.galleryPublicURL) ?? url
      client = HTTPGalleryClient(base: url, token: settings.text(.galleryToken) ?? "")
    }
    let ports = BoothPorts(
      clock: clock, store: store, events: events, camera: camera,
      clips: H264ClipRecorder(chain: settings.chains.live),
      darkroom: JPEGDarkroom(chains: settings.chains), compositor: CompositeRenderer(), filmStrips: FilmStripComposer(),
      gallery: client, screen: screens.screen, panels: screens.panels,
      journal: JournalFile(folder: settings.data + "/journal"))
    let booth = Booth(
      ports: ports,
      options: BoothOptions(
        linkBase: linkBase, event: settings.text(.event),
        cameraDeadline: .seconds(settings.integer(.cameraDeadline)),
        timings: lab ? .lab : nil, storageMarks: settings.storageMarks,
        checksPhotos: settings.text(.cameraCheck) != "off",
        seed: UInt64.random(in: .min ... .max),
        standingTroubles: store.recovery.map { ["books": $0.summary + "; see: booth doctor"] } ?? [:]),
      log: log)
    log.notice(
      "booth",
      metadata: ["booth.data": "\(settings.data)", "booth.links": "\(linkBase)", "booth.camera": "\(camera.name)"])
    let result = try await withConsole(booth) { try await play(booth, clock: clock, sessions: sessions) }
    await screens.close()
    try await client.shutdown()
    try await gallery?.stop()
    guard let result else { return nil }
    return try await summary(result)
  }

  /// Ends the store in good order.
  func close() { store.close() }

  /// Runs the booth, and the player beside it.
  private func play(_ booth: Booth, clock: any BoothClock, sessions: Int?) async throws -> Player.Result? {
    try await withThrowingTaskGroup(of: Player.Result?.self) { group in
      group.addTask {
        try await booth.run()
        return nil
      }
      group.addTask {
        // Asked to end by the system: after the session; asked twice, now.
        for await _ in await UnixSignalsSequence(trapping: .sigterm, .sigint) {
          booth.post(.requested(.shutDown))
        }
        return nil
      }
      guard let sessions else {
        _ = try await group.next()
        group.cancelAll()
        return nil
      }
      let result = await Player(booth: booth, clock: clock, sessions: sessions).play()
      _ = try await group.next()
      group.cancelAll()
      return result
    }
  }

  private func withConsole<Value: Sendable>(
    _ booth: Booth, _ body: () async throws -> Value
  ) async throws -> Value {
    let console = ConsoleHandler(booth: booth)
    let server = try ControlServer(path: ControlPath.of(data: settings.data)) { await console.answer($0) }
    try server.start()
    do {
      let value = try await body()
      await server.stop()
      return value
    } catch {
      await server.stop()
      throw error
    }
  }

  private func summary(_ result: Player.Result) async throws -> Summary {
    var summary = Summary(failure: result.failure)
    for played in result.played {
      guard let record = try await store.session(played.id) else {
        summary.failure = summary.failure ?? "session \(played.id) is not in the database"
        continue
      }
      summary.sessions.append(
        Summary.Session(
          id: record.id.text, link: record.link, state: record.state.rawValue,
          secondsToQR: (played.shownAt - played.startedAt).inSeconds,
          secondsFromLastReviewToQR: played.finishedAt.map { (played.shownAt - $0).inSeconds },
          files: record.assets.map { asset in
            Summary.File(
              kind: asset.kind.rawValue, strip: asset.strip, path: store.absolutePath(of: asset),
              sizeBytes: asset.sizeBytes, checksum: asset.checksum, uploaded: asset.uploaded,
              durationSeconds: asset.duration?.inSeconds, frames: asset.frames, droppedFrames: asset.droppedFrames,
              fromLiveView: asset.fromLiveView)
          }))
      let photos = record.photos.count
      if summary.failure == nil, photos < record.plan.strips.count {
        summary.failure = "session \(record.id) has \(photos) of \(record.plan.strips.count) photos"
      }
    }
    return summary
  }
}
