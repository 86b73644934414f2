public import BoothCore
import FoundationEssentials
public import Logging

/// The booth at work: a mailbox, the machines that decide, and the runners that carry their effects out.
///
/// All decisions are made one at a time in ``run()``, in the order of the mail; no decision spans an `await`. Whatever
/// takes time runs beside it and comes back as mail.
public actor Booth {
  let ports: BoothPorts
  let options: BoothOptions
  let log: Logger
  let liveView: LiveView
  let storeLane = Lane()
  let workshop: Workshop
  private let inbox: AsyncStream<Mail>
  nonisolated let mail: AsyncStream<Mail>.Continuation

  var flow = BoothFlow()
  var pump: JobPump
  var watch: CameraWatch
  var storage: StorageWatch
  var panels: PanelLogic
  var panelActivity: PanelActivity
  var cameras: [CameraGeneration: CameraCalls] = [:]
  /// Why the booth wants to be started anew, once it has ended; nil when it does not.
  public internal(set) var restartReason: String?
  var clips: [AttemptID: RunningClip] = [:]
  var running: [AttemptID: Task<Void, Never>] = [:]
  var records = JobRecords()
  var deletions = Deletions()
  var keep = KeepRun()
  nonisolated let sheetCounters = KnownCounters()
  /// What the printer is known to do; nil without one.
  var printer: PrinterWatch?
  /// All prints, counted.
  var printTally = PrintTally()
  /// Prints that guests order on a page, and that are not written down yet.
  var ordersUnderWay = 0
  /// What the operator decided about printing, also for the worker, which runs beside the mailbox.
  let desk = SharedDesk()
  /// What guests type: nothing of it goes anywhere else.
  var keys = TypedKeys()
  var jobTroubles: JobTroubles
  /// What sessions' uploads leave out, in words.
  var unsent: [SessionID: String] = [:]
  var unaskedPhotos = 0
  /// Photos that the camera failed in a row.
  var failedPhotos = 0
  /// The composites of the guests before, which the invitation of this event shows, and no other event's.
  var lastPrints: (event: String, paths: [String])?
  /// The live frame that stands still while points are marked in it.
  var frozen: FrozenFrame?
  /// How far the upload of the session on the screen is.
  var progress: (session: SessionID, value: UploadProgress)?
  var troubles: [String: String] = [:]
  /// How the night went so far.
  private(set) var tally = NightTally()
  /// When memory that is not needed is given back next.
  var nextTrim: Instant?
  /// Files that the keep-policies let go since the start, and their size.
  var releasedFiles = 0
  var releasedBytes: Int64 = 0
  private var timer: (at: Instant, task: Task<Void, Never>)?
  private var shown: ScreenPicture?
  var reviewPace = ReviewPace()
  private var watchers: [UUID: AsyncStream<BoothState>.Continuation] = [:]
  private var panelTasks: [Task<Void, Never>] = []
  private var drainWatchers: [UUID: CheckedContinuation<Bool, Never>] = [:]
  /// The end: no job runs any more, and the mailbox is not read.
  public private(set) var isOver = false

  /// A booth that does nothing yet; ``run()`` begins. Nothing is read, and no camera is opened.
  public init(ports: BoothPorts, options: BoothOptions, log: Logger) {
    self.ports = ports
    self.options = options
    self.log = log
    troubles = options.standingTroubles
    liveView = LiveView(screen: ports.screen, makeDecoder: ports.frameDecoder)
    workshop = Workshop(ports: ports, links: options.links)
    jobTroubles = JobTroubles(options.jobs)
    pump = JobPump(registry: options.jobs, seed: options.seed)
    watch = Self.watch(ports)
    storage = StorageWatch(marks: options.storageMarks)
    printer = ports.printer.map { PrinterWatch(name: $0.address, isQueue: $0.queue != nil) }
    panels = PanelLogic(ports.panels.map { ($0.name, $0.profile) })
    panelActivity = PanelActivity(ports.panels.map(\.name))
    // Unbounded, as no answer may be lost; what fills it is bounded: presses by their debouncing, answers by the
    // effects that are out.
    (inbox, mail) = AsyncStream.makeStream(of: Mail.self)
  }

  /// From a photo that came at the last moment to its being on the disk.
  private static let developingTime = Duration.seconds(5)

  /// Runs until the flow shuts down. Throws only when the store cannot be read at the start; callers that wait for the
  /// booth hear of its end then, too.
  public func run() async throws(StoreError) {
    do throws(StoreError) {
      try await begin()
    } catch {
      await stop()
      throw error
    }
    for await letter in inbox {
      handle(letter)
      if flow.state == .stopped { break }
    }
    await stop()
  }

  private func begin() async throws(StoreError) {
    let leaving = LeavingSessions(try await ports.store.leavingSessions())
    for (id, reason) in leaving.all { discardSession(id, reason) }
    let boot = try await readBoot(leaving)
    mail.yield(.cameras(.started))
    mail.yield(.storage(.started))
    ports.journal?.report { [mail] in mail.yield(.trouble(topic: "journal", $0)) }
    mail.yield(.trouble(topic: "links", options.linkTrouble()))
    sendToKeepRun(.started, at: ports.clock.now)
    nextTrim = ports.clock.now + Self.trimDelay
    mail.yield(.flow(.booted(boot)))
    let jobs = leaving.begun(try await ports.store.jobs(all: false))
    mail.yield(.jobs(.loaded(jobs)))
    // The others are tried again.
    reportTrouble(of: jobs.filter { $0.state == .failed })
    await beginPrints()
    for (index, panel) in ports.panels.enumerated() {
      panelTasks.append(
        Task { [mail] in
          for await signal in panel.signals { mail.yield(.panel(index, signal)) }
        })
    }
  }

  /// Hands the flow an input from outside: the console, a test, an automatic player.
  public nonisolated func post(_ input: BoothInput) { mail.yield(.flow(input)) }
  /// Hands the pump an input from outside, such as the operator's retry. Returns at once, on any thread; what comes
  /// after the booth's end is dropped.
  public nonisolated func post(_ input: JobPump.Input) { mail.yield(.jobs(input)) }

  /// The same, and what was decided; empty when the booth has stopped.
  public nonisolated func ask(_ input: BoothInput) async -> [BoothEffect] {
    await withCheckedContinuation { continuation in
      if case .terminated = mail.yield(.asked(input) { continuation.resume(returning: $0) }) {
        continuation.resume(returning: [])
      }
    }
  }

  /// Returns when the mailbox has been read up to now, and at once when the booth has ended: for a watchdog.
  public nonisolated func settle() async {
    await withCheckedContinuation { continuation in
      if case .terminated = mail.yield(.turned { continuation.resume() }) { continuation.resume() }
    }
  }

  /// The state now and after every change, the newest always among them; ends with the booth.
  public func states() -> AsyncStream<BoothState> {
    let (stream, continuation) = AsyncStream.makeStream(of: BoothState.self)
    let key = UUID()
    watchers[key] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.forget(key) } }
    continuation.yield(flow.state)
    return stream
  }

  private func forget(_ key: UUID) { watchers[key] = nil }

  /// Waits until no job is left that could still succeed by itself and none failed for good; false when that takes
  /// longer than `patience`, jobs are held, or the booth ends before.
  public func queueEmpties(within patience: Duration) async -> Bool {
    guard !isOver else { return pump.jobs.isEmpty }
    let key = UUID()
    let deadline = ports.clock.now + patience
    let timer = Task { [clock = ports.clock] in
      do { try await clock.sleep(until: deadline) } catch { return }
      self.reportDrained(key, false)
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        drainWatchers[key] = continuation
        mail.yield(.queueWatched)
        if Task.isCancelled { reportDrained(key, false) }
      }
    } onCancel: {
      Task { await reportDrained(key, false) }
    }
  }

  private func reportDrained(_ key: UUID, _ drained: Bool) {
    drainWatchers.removeValue(forKey: key)?.resume(returning: drained)
  }

  private func notifyDrainWatchers() {
    guard !drainWatchers.isEmpty, isQueueEmpty else { return }
    let allDone = pump.jobs.isEmpty
    for key in drainWatchers.keys { reportDrained(key, allDone) }
  }

  private func handle(_ letter: Mail) {
    let now = ports.clock.now
    let (wasSession, wasWorking, wasIdle) = (flow.state.isSession, !pump.isIdle, flow.state == .idle)
    let invited = flow.selected
    switch letter {
    case .flow(let input): decide(input, at: now)
    case .asked(let input, let send): send(decide(input, at: now))
    case .cameras(let input): for effect in watch.handle(input, at: now) { perform(effect) }
    case .jobs(let input): perform(pump.handle(input, at: now))
    case .storage(let input): for effect in storage.handle(input, at: now) { perform(effect) }
    case .keep(let input): sendToKeepRun(input, at: now)
    case .printer(let input): hear(input, at: now)
    case .prints(let all):
      printTally.note(all)
      countPrints()
    case .print(let record, let id):
      printTally.note(record, id, event: nil)
      countPrints()
    case .progress(let session, let value): if flow.state.shows(session) { progress = (session, value) }
    case .lastPrints(let event, let paths): lastPrints = (event, paths)
    case .unasked(let photo): keepUnasked(photo)
    case .panel(let index, let signal): hear(signal, from: index, at: now)
    case .trouble(let topic, let words): note(topic, words)
    case .queueWatched, .layoutsDrawn: break
    case .turned(let send): return send()
    case .timePassed:
      timer = nil
      if let due = flow.wakeUp, now >= due { decide(.timePassed, at: now) }
      if let due = watch.wakeUp, now >= due {
        for effect in watch.handle(.timePassed(liveView.lastFrames), at: now) { perform(effect) }
      }
      if let due = pump.wakeUp, now >= due { perform(pump.handle(.timePassed, at: now)) }
      if let due = storage.wakeUp, now >= due {
        for effect in storage.handle(.timePassed, at: now) { perform(effect) }
      }
      if let due = records.wakeUp, now >= due { sendToRecords(.timePassed) }
      if let due = deletions.wakeUp, now >= due { sendToDeletions(.timePassed) }
      if let due = keep.wakeUp, now >= due { sendToKeepRun(.timePassed, at: now) }
      if let due = printer?.wakeUp, now >= due {
        for effect in printer?.handle(.timePassed, at: now) ?? [] { perform(effect) }
      }
      panelTimePassed(at: now)
    }
    if flow.selected != invited { countPrints() }
    if flow.state == .idle, !wasIdle || flow.selected != invited || letter.finishesJob { lookForLastPrints() }
    let hasChanged = show()
    answerPanels(hasChanged)
    if wasSession && !flow.state.isSession || wasWorking && pump.isIdle { giveMemoryBack(at: now) }
    if hasChanged, flow.state.isSession { forgetCodeSoon(at: now) }
    giveMemoryBackIfDue(at: now)
    setTimer()
    notifyDrainWatchers()
  }

  /// The flow's state at this moment.
  public var currentState: BoothState { flow.state }

  /// Ends the booth when no guests are at it, to be started anew by what has started it.
  /// - Parameter why: in words, for the operator and the log.
  public func startAnew(_ why: String) {
    log.notice("the booth ends, to be started anew", metadata: ["booth.reason": "\(why)"])
    askForRestart(why)
  }

  /// This machine's address in its network came, went or changed: what is on the screen follows. Returns at once, on any thread.
  public nonisolated func lookAtLinks() { mail.yield(.trouble(topic: "links", options.linkTrouble())) }

  /// The opening hours have begun (nil) or ended, or begin again at another time.
  public nonisolated func changeHours(_ closing: Closing?) { mail.yield(.flow(.hoursChanged(closing))) }

  /// Whether the operator has opened it outside of its opening hours.
  public var isOpenedAnyway: Bool { flow.isOpenedAnyway }

  /// Notes something beside the machines that the operator should know, or (nil) no longer needs to.
  public func noteTrouble(_ topic: String, _ words: String?) { note(topic, words) }

  /// Notes something the operator should know, or (nil) no longer needs to.
  func note(_ topic: String, _ words: String?) {
    if troubles[topic] == nil, words != nil { tally.fault(ports.clock.wallTime) }
    if troubles[topic] != words, let words { log.warning("trouble", metadata: ["booth.\(topic)": "\(words)"]) }
    troubles[topic] = words
  }

  /// Gives the flow an input, unless it is a press on the keyboard of the screen.
  @discardableResult
  func decide(_ input: BoothInput, at now: Instant) -> [BoothEffect] {
    guard case .pressed(let press) = input else { return give(input, at: now) }
    let told = keys.handle(.pressed(press), in: flow.state, at: now)
    guard told != [input] else { return give(input, at: now) }
    for input in told { give(input, at: now) }
    return []
  }

  @discardableResult
  func give(_ input: BoothInput, at now: Instant) -> [BoothEffect] {
    let before = flow.state
    let effects = flow.handle(input, at: now)
    ports.journal?.append(input, at: now, time: ports.clock.wallTime, flow: flow, effects: effects)
    for effect in effects { perform(effect) }
    keys.follow(from: before, to: flow.state, at: now)
    forgetFrozenFrame()
    if flow.state != before {
      tally.follow(from: before, to: flow.state, at: now, ports.clock.wallTime)
      for watcher in watchers.values { watcher.yield(flow.state) }
    }
    if before.guestsAreThere != flow.state.guestsAreThere {
      mail.yield(.cameras(.guestsAreThere(flow.state.guestsAreThere)))
      mail.yield(.storage(.guestsAreThere(flow.state.guestsAreThere)))
    }
    if before.isSession, !flow.state.isSession { mail.yield(.storage(.roomChanged)) }
    return effects
  }

  private func setTimer() {
    let next = [
      flow.wakeUp, watch.wakeUp, pump.wakeUp, records.wakeUp, deletions.wakeUp, keep.wakeUp, storage.wakeUp,
      panels.wakeUp, printer?.wakeUp, nextTrim,
    ]
    .compactMap { $0 }.min()
    guard next != timer?.at else { return }
    timer?.task.cancel()
    timer = next.map { instant in
      let task = Task { [clock = ports.clock, mail] in
        do { try await clock.sleep(until: instant) } catch { return }
        mail.yield(.timePassed)
      }
      return (instant, task)
    }
  }

  /// Whether that is another picture than before.
  private func show() -> Bool {
    let scene = Scene(flow, links: options.links())
    var picture = ScreenPicture(scene: scene, event: ports.events.event(slug: scene.event), events: ports.events.events)
    switch flow.state {
    case .qr(let finished, _, _):
      if let progress, progress.session == finished.session.id { picture.upload = progress.value }
      picture.wifi = options.wifi
    case .capture(let capture):
      if case .review = capture.phase, let photo = capture.takes[capture.strip].photo {
        picture.photoPath = ports.store.absolutePath(of: photo)
      }
      if case .marking = capture.phase { picture.stillFrame = frozen?.still }
    case .address: picture.address = keys.entry
    case .settings:
      picture.facts = facts(in: Language.spoken(at: picture.event, chosen: scene.language)[0])
    case .idle: if let lastPrints, lastPrints.event == scene.event { picture.lastPrints = lastPrints.paths }
    case .print(let form): picture.layoutPictures = workshop.layouts(of: form.finished.session.id)
    case .starting, .resumeOffer, .eventSelection, .consent, .look, .opening, .upload, .paused, .outOfOrder,
      .stopped:
      break
    }
    if !flow.state.leadsToPrints { workshop.forgetLayouts() }
    picture.troubles = troubles.sorted { $0.key < $1.key }.map(\.value)
    guard picture != shown else { return false }
    shown = picture
    reviewPace.take(ports.screen.shownPhoto)
    reviewPace.willShow(picture.photoPath)
    ports.screen.show(picture)
    return true
  }

  private func readBoot(_ leaving: LeavingSessions) async throws(StoreError) -> Boot {
    let events = ports.events.events.map { event in
      var flowEvent = FlowEvent(event)
      if let timings = options.timings {
        flowEvent.timings = timings
        flowEvent.plan = flowEvent.plan.shortened(to: timings)
      }
      if options.photoCheck != .on, flowEvent.plan.photoCheck == nil {
        flowEvent.plan.photoCheck = options.photoCheck
      }
      // The flow waits longer for a photo than the camera is given for it, whatever that was set to.
      flowEvent.prints = ports.printer.map { min(PrintForm.mostCopies, event.prints ?? $0.copies) }
      flowEvent.timings.photoDeadline = max(
        flowEvent.timings.photoDeadline, options.cameraDeadline + Self.developingTime)
      return flowEvent
    }
    let interrupted = leaving.offered(try await ports.store.interruptedSessions())
    let selected =
      if let event = options.event { event } else { try await ports.store.selectedEvent() }
    return Boot(events: events, selected: selected, interrupted: interrupted, time: ports.clock.wallTime)
  }

  private func stop() async {
    timer?.task.cancel()
    for task in panelTasks { task.cancel() }
    for effect in watch.handle(.stopRequested, at: ports.clock.now) { perform(effect) }
    liveView.close()
    for clip in clips.values { await clip.recording.cancel() }
    sendToRecords(.stopRequested)
    sendToDeletions(.stopRequested)
    for task in running.values { task.cancel() }
    await storeLane.finish()
    await leaveJobsReady()
    await finishRefused()
    for watcher in watchers.values { watcher.finish() }
    isOver = true
    for key in drainWatchers.keys { reportDrained(key, pump.jobs.isEmpty) }
    ports.journal?.close()
    mail.finish()
    // A caller after the end is told so.
    for await letter in inbox {
      switch letter {
      case .asked(_, let send): send([])
      case .turned(let send): send()
      case .flow, .cameras, .jobs, .storage, .keep, .printer, .prints, .print, .panel, .progress, .lastPrints,
        .layoutsDrawn, .unasked,
        .trouble,
        .queueWatched,
        .timePassed:
        break
      }
    }
  }
}

extension BoothState {
  /// Whether guests may still be asked which print they want.
  fileprivate var leadsToPrints: Bool {
    switch self {
    case .capture, .upload, .print: true
    case .starting, .resumeOffer, .eventSelection, .idle, .consent, .look, .opening, .qr, .address, .settings,
      .paused, .outOfOrder, .stopped:
      false
    }
  }

  /// Whether the session's upload is, or will next be, on the screen.
  fileprivate func shows(_ session: SessionID) -> Bool {
    switch self {
    case .upload(let upload): upload.session.id == session
    case .qr(let finished, _, _): finished.session.id == session
    case .address(let form): form.finished.session.id == session
    case .print(let form): form.finished.session.id == session
    case .starting, .resumeOffer, .eventSelection, .idle, .consent, .look, .opening, .capture, .settings, .paused,
      .outOfOrder, .stopped:
      false
    }
  }
}
