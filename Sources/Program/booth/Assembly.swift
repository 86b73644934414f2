import Audio
import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import Cameras
import CommandSupport
import ControlSocket
import FoundationEssentials
import Gallery
import Glibc
import ImageRegistration
import Imaging
import InputDevices
import Logging
import Screens
import ServiceLifecycle
import Video

/// Wires the edges to the middle: the only place that knows them all.
struct Assembly {
  let settings: Settings
  let store: VaultSessionStore
  let events: FolderEventStore
  /// Old photographs and their places.
  let locations: LocationDoor
  /// The locations of this run, in place of guests' events; nil for a booth that takes guests.
  let locationEvents: LocationEvents?
  let camera: any CameraSource
  let fallbackCamera: (any CameraSource)?
  let panelProfiles: [PanelProfile]
  let chains: TransformChains
  let ownGallery: OwnGallery?
  private let lostGallery: LostGallery?
  let screenChoice: ScreenChoice
  let manager: ServiceNotice?
  let lab: Bool
  let log: Logger
  private let end: EndRequests
  private let unattended: Bool
  /// What the operator is to know of what gave way at the start, by topic.
  private let givenWay: [String: String]
  private let returns: ReturnWatch?
  /// The only event there is, where none was ever chosen: guests need not be asked for it.
  private let onlyEvent: String?

  init(
    settings: Settings, locations plan: LocationPlan? = nil, mockScript: String?, bundledEventsOnly: Bool, lab: Bool,
    unattended: Bool, end: EndRequests
  ) async throws {
    self.settings = settings
    self.lab = lab
    self.end = end
    self.unattended = unattended
    var givenWay: [String: String] = [:]
    if !settings.notices.isEmpty { givenWay["settings"] = settings.notices.joined(separator: "; ") }
    manager = ServiceNotice(environment: ProcessInfo.processInfo.environment)
    screenChoice = try await ScreenChoice.awaiting(settings, clock: SystemClock())
    // Guests who play by themselves are not waited for longer than by any other trouble.
    let place = StartPlace(
      settings: settings, screen: screenChoice, patience: unattended ? .seconds(120) : nil, manager: manager, end: end)
    store = try await StoreStart(place: place).open()
    let level = settings.text(.logLevel) ?? "info"
    let logFile = screenChoice.coversLog ? LogFile(settings.data + "/booth.log") : nil
    log = ConsoleLog.make("booth", level: level, file: logFile)
    locations = LocationDoor(folder: settings.data)
    var eventsWereAwaited = false
    let owners = try await store.eventOwners()
    if !bundledEventsOnly {
      if let folder = EventPlaces.remembered(settings) {
        complain("booth: the events are those that the booth before was told, in \(folder); --events names others")
      }
      givenWay["events"] = EventPlaces.lost(settings).map { "\($0); until then others are used" }
    }
    if let plan {
      // A booth at locations needs no event of guests; a folder that a person named is still to be there.
      do { events = try EventPlaces.load(settings, bundledOnly: bundledEventsOnly, for: .start, owners: owners) } catch
      {
        guard settings.isDefault(.events) else { throw error }
        givenWay["events"] =
          "\(CommandError(error)?.message ?? "\(error)"); what guests' sessions still need of them waits"
        events = FolderEventStore(folder: settings.data + "/events")
      }
      // Guests' sessions that have something left to do need them.
      let broken = events.problems.filter { $0.severity == .error }
      if let first = broken.first {
        let others = broken.count == 1 ? "" : "; and \(broken.count - 1) more: booth event check"
        givenWay["events"] = "\(first)\(others)"
      }
      locationEvents = try await LocationRun.events(plan, try locations.open(), others: events)
    } else {
      let found = try await EventStart(place: place, bundledOnly: bundledEventsOnly, owners: owners).find()
      events = found.eventStore
      eventsWereAwaited = found.wereAwaited
      locationEvents = nil
    }
    do throws(StoreError) { try RunningEvents.note(events.folder, settings, isTrial: bundledEventsOnly) } catch {
      log.warning("events", metadata: ["events.note": "commands beside this booth do not see its events: \(error)"])
    }
    if let recovery = store.recovery {
      log.error("books", metadata: ["books.recovery": "\(recovery.summary)"])
      for note in recovery.notes { log.error("books", metadata: ["books.lost": "\(note)"]) }
    }
    for problem in events.problems where plan == nil { log.warning("event", metadata: ["event.problem": "\(problem)"]) }
    if plan == nil, let event = settings.values[.event], events.event(slug: event.text) == nil {
      let words: CommandText = """
        there is no usable event "\(event.text)" in \(events.folder); expected \(Self.list(events.events)); \
        `booth event check` says what is wrong with the others
        """
      if event.isFlag, place.isAttended { throw CommandError(words, code: CommandError.usage) }
      // Guests of one event are never photographed for another unasked: a person chooses.
      givenWay["event"] = "\(words). Until one is chosen, no guests are invited"
    }
    if plan == nil, settings.text(.event) == nil, events.events.count == 1, !eventsWereAwaited,
      !events.problems.contains(where: \.isError),
      try await store.selectedEvent() == nil
    {
      onlyEvent = events.events[0].slug
      log.notice("there is one event, which is used", metadata: ["event.slug": "\(events.events[0].slug)"])
    } else {
      onlyEvent = nil
    }
    if settings.values[.panel]?.isFlag == true, place.isAttended {
      panelProfiles = try PanelChoice.profiles(settings, otherwise: screenChoice.panels)
    } else {
      let usable = PanelChoice.usable(settings, otherwise: screenChoice.panels)
      panelProfiles = usable.profiles
      if !usable.troubles.isEmpty { givenWay["panel"] = usable.troubles.joined(separator: "; ") }
    }
    camera = try CameraChoice.source(settings, mockScript: mockScript, waits: true, log: log)
    fallbackCamera = try CameraChoice.fallback(settings, log: log)
    chains = try CameraMounts.chains(settings, log)
    lostGallery = try await LostGallery.found(settings, store)
    if lostGallery != nil {
      ownGallery = nil
      givenWay["gallery"] = LostGallery.words
    } else if settings.text(.galleryURL) == nil {
      let logger = ConsoleLog.make("gallery", level: "warning", file: logFile)
      let played = settings.text(.event).flatMap { [events] slug in events.event(slug: slug)?.id }
      ownGallery = try OwnGallery(
        settings: settings, events: events.events, isBooths: true, played: played, logger: logger)
      if let trouble = ownGallery?.trouble { log.warning("gallery", metadata: ["gallery.trouble": "\(trouble)"]) }
    } else {
      ownGallery = nil
      if settings.text(.galleryToken) == nil {
        let words: CommandText =
          "gallery.url is set, but no token: put the gallery's PRESIGN_TOKEN into BOOTH_GALLERY_TOKEN or the file of settings"
        if settings.values[.galleryURL]?.isFlag == true, place.isAttended {
          throw CommandError(words, code: CommandError.usage)
        }
        givenWay["gallery token"] = "\(words); until then uploads wait"
      }
    }
    self.givenWay = givenWay
    returns =
      unattended
      ? nil
      : ReturnWatch(
        event: givenWay["event"] == nil ? nil : settings.text(.event), isPanelMissing: givenWay["panel"] != nil,
        loadEvents: { try EventPlaces.load(settings, bundledOnly: bundledEventsOnly, for: .start, owners: owners) },
        panelTroubles: { [panels = screenChoice.panels] in PanelChoice.usable(settings, otherwise: panels).troubles })
    for (topic, words) in givenWay where topic != "settings" || screenChoice.coversLog {
      log.warning("given way", metadata: ["booth.\(topic)": "\(words)"])
    }
  }

  private static func list(_ events: [Event]) -> String {
    events.isEmpty
      ? "FOLDER/<slug>/event.json there, and there is none" : "one of " + events.map(\.slug).joined(separator: ", ")
  }

  /// Runs the booth until it is shut down; plays `sessions` by itself where that is asked for.
  func run(sessions: Int?, moods: [Player.Mood] = []) async throws -> Summary? {
    let clock = SystemClock()
    var started = StartedParts()
    let result: Player.Result?
    let booth: Booth
    let watch: ServiceWatch?
    let viewed: ViewedScreen
    do {
      let screen: any ScreenDriver
      (booth, screen, viewed) = try await makeBooth(clock, moods, &started)
      watch = manager.map { ServiceWatch($0, clock: clock) }
      watch?.start(booth, screen)
    } catch {
      await started.end(log)
      throw error
    }
    defer { watch?.stop() }
    let keeping = ownGallery.map { gallery in
      Task { [settings, store, log] in
        await GalleryKeeper.keep(gallery, data: settings.data, store: store, booth: booth, clock: clock, log: log)
      }
    }
    defer { keeping?.cancel() }
    do {
      result = try await withConsole(booth, viewed) {
        try await play(booth, clock: clock, sessions: sessions, moods)
      }
    } catch {
      // What is wrong is said on a terminal that is given back.
      await started.end(log)
      throw error
    }
    watch?.step()
    await started.end(log) { watch?.step() }
    if let why = await booth.restartReason {
      // A person's wish to end it counts for more.
      if returns?.hasAsked == true, !Surroundings.own.isService {
        guard !end.isAsked else { return nil }
        throw StartInPlaceFault(why: why)
      }
      throw CommandError("the booth ended to be started anew: \(why)", code: CommandError.startAgain)
    }
    guard let result else { return nil }
    return try await summary(result)
  }

  /// The booth, not yet running, over everything that it needs; what was started for it is in `started`, also where
  /// this throws.
  private func makeBooth(
    _ clock: SystemClock, _ moods: [Player.Mood], _ started: inout StartedParts
  ) async throws -> (Booth, any ScreenDriver, ViewedScreen) {
    let kept = ownGallery.map { KeptGallery($0, log: log) }
    if let kept {
      started.add("the gallery") { try await kept.stop(clock) }
      // What is played by itself has no other word for what it waits for.
      if await !kept.start(), unattended, let fault = kept.fault {
        complain("booth: \(advice: fault); the sessions are played, and their uploads wait")
      }
    }
    let gallery = GalleryChoice(settings, own: kept, lost: lostGallery)
    started.add("the uploads", gallery.shutdown)
    let eventFolder: @Sendable (String) -> String = { [events, locationEvents] slug in
      locationEvents?.folders[slug] ?? events.folder + "/" + (events.event(slug: slug)?.folder ?? slug)
    }
    let screens = try Screens(
      screenChoice, settings: settings, eventFolder: eventFolder,
      chain: chains.live, isTouched: panelProfiles.contains { $0.buttons.contains { $0.touch != nil } },
      speaks: events.events.contains(where: \.spoken),
      plays: events.events.contains { !$0.theme.sounds.isEmpty }, clock: clock, log: log)
    started.add("the screens") { await screens.close() }
    let panels = panelProfiles.map { profile in
      ProfilePanel(profile, rotation: settings.integer(.screenRotation), clock: clock, logger: log)
    }
    started.add("the panels") { for panel in panels { panel.close() } }
    let viewed = ViewedScreen(
      screens.screen, seen: screens.seen, options: .init(style: screens.style, chain: chains.live),
      eventFolder: eventFolder, pictures: screens.pictures, clock: clock, log: log)
    let screen: any ScreenDriver =
      locationEvents == nil
      ? viewed
      : AdvisingScreen(
        viewed, chain: chains.live, folder: eventFolder, marks: locationEvents?.marks, matcher: matcher,
        log: log)
    let eventStore: any EventStore = locationEvents ?? OrderedEvents(events, settings, at: clock.wallTime)
    var ports = BoothPorts(
      clock: clock, store: store, events: eventStore, camera: camera,
      fallbackCamera: fallbackCamera,
      frameDecoder: { SharedFrameDecoder() },
      clips: H264ClipRecorder(
        chain: chains.live,
        microphone: ALSAMicrophone(device: settings.text(.soundDevice) ?? ALSAMicrophone.automatic)),
      darkroom: JPEGDarkroom(chains: chains, quality: CameraChoice.quality(settings)),
      compositor: CompositeRenderer(), filmStrips: FilmStripComposer(), boomerangs: BoomerangComposer(),
      gallery: gallery.client, screen: screen,
      panels: screens.panels + panels,
      journal: JournalFile(folder: settings.data + "/journal"))
    ports.marks = locationEvents?.marks
    // Nothing of a location is printed for guests.
    if locationEvents == nil { ports.printer = try PrinterChoice.port(settings) }
    ports.versions = VersionKeeper(
      store: store, open: { [locations] () throws(StoreError) in try locations.open() }, clock: clock,
      gps: try GPSReceiver(settings.text(.gpsd) ?? "none"))
    let webhooks = webhookSender(clock)
    ports.workers[JobPolicy.webhookSubject] = webhooks
    let booth = Booth(ports: ports, options: options(gallery, moods), log: log)
    ownGallery?.prints.follow(booth)
    var beside: [Task<Void, Never>] = []
    if let ownGallery { beside.append(Task { await ownGallery.quiet.follow(await booth.states()) }) }
    if let kept { beside.append(Task { await kept.goOn(clock) { await booth.noteTrouble("own gallery", $0) } }) }
    if let kept {
      beside.append(
        Task {
          repeat {
            if kept.own.address.renew() { booth.lookAtLinks() }
            do { try await clock.sleep(until: clock.now + Self.addressInterval) } catch { return }
          } while !Task.isCancelled
        })
    }
    beside.append(Task { [store, log] in await FolderKeeper(store: store, log: log).keep(booth, clock) })
    beside.append(Task { [locations] in await locations.goOn(clock) { await booth.noteTrouble("locations", $0) } })
    beside.append(
      Task { [settings, log] in
        let phone = settings.text(.operatorPhone).map { String($0.harmless.prefix(40)) }
        await RestNote.keep(booth, eventStore, phone: phone, in: settings.data, log)
      })
    if let hours = HoursKeeper(settings) { beside.append(Task { await hours.keep(booth, clock) }) }
    if let returns { beside.append(Task { await returns.goOn(booth, clock) }) }
    if givenWay["event"] != nil {
      beside.append(
        Task {
          for await state in await booth.states() where state == .idle { return await booth.noteTrouble("event", nil) }
        })
    }
    started.add("what is tried again") { [beside] in for task in beside { task.cancel() } }
    startBroker(booth, clock, &started)
    startWebhooks(webhooks, booth, clock, &started)
    startMetrics(booth, clock, &started)
    log.notice(
      "booth",
      metadata: [
        "booth.data": "\(settings.data)", "booth.links": "\(gallery.linkBase())", "booth.camera": "\(camera.name)",
      ])
    return (booth, screen, viewed)
  }

  /// Tells the broker how the booth is, where one is set. What is wrong with that keeps no booth from its guests.
  private func startBroker(_ booth: Booth, _ clock: SystemClock, _ started: inout StartedParts) {
    do {
      guard let choice = try BrokerChoice(settings, mark: BoothMark.load(folder: settings.data)) else { return }
      for note in choice.notes { log.notice("broker", metadata: ["broker.note": "\(note)"]) }
      let photo =
        choice.showsPhoto
        ? LastPhoto(store: store, maker: SmallPictureThread(folder: nil, room: RoomBesideBooth(settings)), log: log)
        : nil
      let broker = try BoothBroker(choice, photo: photo, clock: clock, log: log)
      let telling = Task { await broker.run(booth) }
      started.add("the broker") {
        await broker.end()
        telling.cancel()
      }
    } catch {
      let words = CommandError(error)?.message ?? "\(error)"
      Task { await booth.noteTrouble(BoothBroker.topic, words) }
    }
  }

  /// What brings messages to receivers; without any, it ends those that wait. What is wrong with the settings keeps no booth from
  /// its guests.
  private func webhookSender(_ clock: SystemClock) -> WebhookSender {
    var (webhooks, trouble): ([Webhook], String?) = ([], nil)
    do throws(CommandError) {
      if let choice = try WebhookChoice(settings) {
        for note in choice.notes { log.notice("webhooks", metadata: ["webhooks.note": "\(note)"]) }
        webhooks = choice.webhooks
      }
    } catch { trouble = error.message.description }
    return WebhookSender(
      outbox: WebhookOutbox(folder: settings.data), webhooks: webhooks, clock: clock, trouble: trouble)
  }

  private func startWebhooks(
    _ sender: WebhookSender, _ booth: Booth, _ clock: SystemClock, _ started: inout StartedParts
  ) {
    if let trouble = sender.trouble { Task { await booth.noteTrouble(WebhookTeller.topic, trouble) } }
    guard !sender.webhooks.isEmpty else { return }
    let teller = WebhookTeller(
      sender, store: store, booth: booth, mark: BoothMark.load(folder: settings.data), clock: clock, log: log)
    let telling = Task { await teller.run() }
    started.add("the webhooks") {
      await teller.end()
      telling.cancel()
    }
  }

  /// Answers Prometheus, where an address is set for that.
  private func startMetrics(_ booth: Booth, _ clock: SystemClock, _ started: inout StartedParts) {
    do throws(CommandError) {
      guard let address = try MetricsServing.address(settings) else { return }
      let serving = MetricsServing(
        address: address, figures: BoothFigures(booth: booth, store: store, clock: clock), clock: clock, log: log)
      let task = Task { await serving.run(booth) }
      started.add("the metrics") { task.cancel() }
    } catch {
      let words = error.message
      Task { await booth.noteTrouble(MetricsServing.topic, words) }
    }
  }

  /// How often this machine's address in its network is looked up: guests in front of a scene without a code see it come.
  private static let addressInterval = Duration.seconds(2)

  private func options(_ gallery: GalleryChoice, _ moods: [Player.Mood]) -> BoothOptions {
    var standingTroubles = givenWay
    standingTroubles["files"] = FileDescriptors.trouble()
    if let recovery = store.recovery { standingTroubles["books"] = recovery.summary + "; see: booth doctor" }
    standingTroubles["gallery folder"] = ownGallery?.trouble
    if !FolderTrial(settings.data).keepsRights {
      standingTroubles["rights"] = FolderTrial.openToAll(settings.data) + "; " + FolderTrial.remedy
    }
    standingTroubles["devices"] = DevicePlaces.trouble(settings)
    if locationEvents != nil { standingTroubles["features"] = LearnedFeatures.fault(settings) }
    var calibrations = Calibrations()
    do throws(DeviceError) { calibrations = try CalibrationFile(folder: settings.data).read() } catch {
      standingTroubles["calibrations"] = "photos may come late: \(error)"
    }
    var options = BoothOptions(
      linkBase: gallery.linkBase(), links: gallery.links(),
      linkTrouble: locationEvents == nil ? gallery.linkTrouble() : nil,
      event: locationEvents.map { $0.events.count == 1 ? $0.events[0].slug : nil } ?? settings.text(.event)
        ?? onlyEvent,
      cameraDeadline: .seconds(settings.integer(.cameraDeadline)),
      timings: lab ? moods.contains(.retake) ? .labWithReview : .lab : nil, storageMarks: storageMarks(lab: lab),
      photoCheck: settings.text(.cameraCheck).flatMap(PhotoCheck.init) ?? .on, calibrations: calibrations,
      seed: UInt64.random(in: .min ... .max),
      standingTroubles: standingTroubles)
    // What cannot be used was noted when settings were proved.
    options.wifi = locationEvents == nil && ownGallery != nil ? (try? settings.wifi()) ?? nil : nil
    return options
  }

  /// Learned features, for those who aim, in a process of their own; nil where there are none.
  private var matcher: (any FeatureMatcher)? { LearnedFeatures.apart(settings).matcher }

  /// Ends the stores in good order.
  func close() {
    locations.close()
    store.close()
  }

  private enum Ended: Sendable {
    case booth
    case player(Player.Result)
  }

  /// Runs the booth, and the player beside it. Throws when the booth cannot begin.
  private func play(
    _ booth: Booth, clock: any BoothClock, sessions: Int?, _ moods: [Player.Mood]
  ) async throws -> Player.Result? {
    try await withThrowingTaskGroup(of: Ended.self) { group in
      group.addTask {
        try await booth.run()
        return .booth
      }
      // Asked to end by the system: after the session; asked twice, now.
      end.pass(to: booth)
      if let sessions {
        let player = Player(booth: booth, clock: clock, sessions: sessions, moods: moods)
        group.addTask { .player(await player.play()) }
      }
      var result: Player.Result?
      var runs = true
      while runs || sessions != nil && result == nil, let ended = try await group.next() {
        switch ended {
        case .booth: runs = false
        case .player(let played): result = played
        }
      }
      group.cancelAll()
      return result
    }
  }

  private func withConsole<Value: Sendable>(
    _ booth: Booth, _ screen: ViewedScreen, _ body: () async throws -> Value
  ) async throws -> Value {
    let console = ConsoleHandler(
      booth: booth, screen: screen, figures: BoothFigures(booth: booth, store: store, clock: SystemClock()),
      name: FleetName.of(settings))
    let server: ControlServer?
    do throws(ControlError) { server = try ControlPath(data: settings.data).open { await console.answer($0) } } catch {
      server = nil
      // Another booth; anything else does not keep guests from being photographed.
      guard error.code != .alreadyRunning else { throw error }
      await booth.noteTrouble("console", "booth status and its like cannot be answered: \(error)")
    }
    do {
      let value = try await body()
      await server?.stop()
      return value
    } catch {
      await server?.stop()
      throw error
    }
  }

  private static func notes(on record: SessionRecord) -> [String] {
    var notes = record.assets.filter(\.lostTooMany).map { asset in
      "clip \(asset.strip + 1) lost \(asset.droppedFrames ?? 0) of its \(asset.frames ?? 0) frames"
    }
    let clips = record.plan.strips.count { $0.clip != nil }
    if record.clips.count < clips { notes.append("it has \(record.clips.count) of \(clips) clips") }
    return notes
  }

  /// Sessions at lab timings are small.
  private func storageMarks(lab: Bool) -> StorageMarks {
    guard !lab else { return settings.storageMarks }
    let bytes = StorageNeeds.sessionBytes(events.events, ownGallery: ownGallery != nil)
    return StorageNeeds.marks(settings, sessionBytes: bytes)
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
          }, notes: Self.notes(on: record)))
      let photos = record.photos.count
      if summary.failure == nil, photos < record.plan.strips.count {
        summary.failure = "session \(record.id) has \(photos) of \(record.plan.strips.count) photos"
      }
      // A disk without room for clips leaves them out on purpose; anything else that costs all of them does not.
      let clips = record.plan.strips.count { $0.clip != nil }
      if summary.failure == nil, clips > 0, !result.lackedRoom, !record.assets.contains(where: { $0.kind == .video }) {
        summary.failure = "session \(record.id) has none of its \(clips) clips; `booth doctor` says more"
      }
    }
    return summary
  }
}
