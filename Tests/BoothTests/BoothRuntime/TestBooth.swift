import BoothCore
import BoothRuntime
import BoothTesting
import Glibc
import Logging
import Testing

/// A booth over stand-ins, driven by a manual clock.
struct TestBooth: Sendable {
  let clock: ManualClock
  let store: MemorySessionStore
  let camera: StandInCamera
  let fallback: StandInCamera?
  let gallery: StandInGallery
  let screen = StandInScreen()
  let clips: StandInClips
  let prints: StandInPrints
  let booth: Booth
  let event: Event

  init(
    store: MemorySessionStore? = nil, gallery: StandInGallery = StandInGallery(), strips: Int = 3,
    keep: Event.KeepPolicy = Event.KeepPolicy(), consent: EventConsent? = nil, looks: [PhotoFilter] = [.none],
    films: [FilmKind] = [.strip], takesEmails: Bool = false,
    showsLast: Bool = false, others: [Event] = [],
    recovery: RecoverySteps = RecoverySteps(),
    hasFallback: Bool = false, journal: JournalFile? = nil, panels: [any PanelDriver] = [],
    jobs: JobRegistry = .sessions, workers: [JobSubject.Kind: any JobWorker] = [:],
    marks: (any MarkKeeper)? = nil, printLimits: PrintLimits = PrintLimits(), printsFromGallery: Bool = false,
    copies: Int? = nil,
    layouts: [LayoutChoice] = [], printer: (any PrinterDriver)? = nil,
    clock: ManualClock = ManualClock()
  ) throws {
    self.clock = clock
    let store = try store ?? MemorySessionStore(jobs: jobs)
    self.store = store
    // Sheets for a printer are files on a real disk.
    mkdir(store.scratchPath(for: ""), 0o700)
    clips = StandInClips(store: store)
    prints = StandInPrints(store: store)
    self.gallery = gallery
    camera = StandInCamera(clock: clock, recovery: recovery)
    fallback = hasFallback ? StandInCamera(clock: clock, name: "second") : nil
    var event = Event(
      id: 7, slug: "party", name: "Party", date: "2026-06-20", keep: keep,
      plan: .fotoX(count: strips, clip: .seconds(10), countdown: .seconds(3), review: .seconds(5)), filters: looks,
      films: films,
      showsLast: showsLast, takesEmails: takesEmails, consent: consent)
    event.printLimits = printLimits
    event.printsFromGallery = printsFromGallery
    (event.prints, event.layouts) = (copies, layouts)
    self.event = event
    var ports = BoothPorts(
      clock: clock, store: store, events: StandInEvents(events: [event] + others), camera: camera,
      fallbackCamera: fallback, frameDecoder: { StandInDecoder() },
      clips: clips, darkroom: StandInStudio(prints: prints), compositor: StandInStudio(prints: prints),
      filmStrips: StandInStudio(prints: prints),
      boomerangs: StandInStudio(prints: prints),
      gallery: gallery, screen: screen, panels: panels, journal: journal)
    ports.workers = workers
    ports.marks = marks
    ports.printer = printer.map { PrinterPort(driver: $0, address: "ipp://stand-in") }
    var options = BoothOptions(linkBase: "http://b.example", event: "party", seed: 1)
    options.jobs = jobs
    booth = Booth(
      ports: ports, options: options,
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// Runs the booth while `body` drives it, then shuts it down.
  func run(_ body: @escaping @Sendable (inout States) async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await booth.run() }
      var states = States(stream: await booth.states().makeAsyncIterator())
      try await body(&states)
      booth.post(.requested(.shutDown))
      booth.post(.requested(.shutDown))
      try await group.waitForAll()
    }
  }

  /// Lets time pass, with a camera that delivers meanwhile. Its frame is there before the clock moves: no deadline that
  /// comes then finds a camera that was silent.
  func pass(_ duration: Duration) {
    camera.deliverFrame(after: duration)
    clock.advance(by: duration)
  }

  /// Presses start; where the event asks its guests, moves so often to an answer, and gives it.
  func begin(_ states: inout States, moves: Int? = nil) async throws {
    try await states.next("idle") { $0 == .idle }
    booth.post(.pressed(.start))
    guard let moves else { return }
    try await states.next("the question") {
      switch $0 {
      case .consent, .look: true
      default: false
      }
    }
    pass(BoothFlow.readingTime)
    for _ in 0..<moves { booth.post(.pressed(.next)) }
    booth.post(.pressed(.start))
  }

  /// Waits for a session's next photo to be reviewed: moves the clock from deadline to deadline.
  func playStrip(_ states: inout States) async throws {
    camera.deliverFrame()
    try await states.next("recording") {
      if case .capture(let c) = $0, case .recording = c.phase { true } else { false }
    }
    pass(.seconds(10))
    try await states.next("countdown") {
      if case .capture(let c) = $0, case .countdown = c.phase { true } else { false }
    }
    pass(.seconds(3))
    try await states.next("review") { if case .capture(let c) = $0, case .review = c.phase { true } else { false } }
  }
}

/// The booth's states, one after the other.
struct States {
  var stream: AsyncStream<BoothState>.Iterator

  /// Reads on until a state matches; the test's time limit ends a wait for one that never comes.
  @discardableResult
  mutating func next(_ name: String, _ matches: (BoothState) -> Bool) async throws -> BoothState {
    while let state = await stream.next() {
      if matches(state) { return state }
    }
    Issue.record("the booth ended before \(name)")
    throw CancellationError()
  }
}
