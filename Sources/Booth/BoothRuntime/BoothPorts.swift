public import BoothCore

/// Everything the runtime carries effects out with; wired by the program.
public struct BoothPorts: Sendable {
  /// Where every instant and every wait comes from.
  public var clock: any BoothClock
  /// Sessions, their files and their jobs; what it has taken is durable.
  public var store: any SessionStore
  /// The events that can be chosen, and their artwork.
  public var events: any EventStore
  /// The camera that the booth is meant to use.
  public var camera: any CameraSource
  /// Stands in while `camera` is out of order; nil where there is none.
  public var fallbackCamera: (any CameraSource)?
  /// Makes what shares the decoding of a stream's live frames; asked for one whenever live view starts.
  public var frameDecoder: @Sendable () -> any FrameDecoder
  /// Encodes clips while live frames arrive.
  public var clips: any ClipRecorder
  /// Checks a camera's photo and makes the file that is kept.
  public var darkroom: any Darkroom
  /// Makes a session's composite.
  public var compositor: any Compositor
  /// Makes a session's film strip.
  public var filmStrips: any FilmStripMaker
  /// Makes boomerangs, as films and as GIFs.
  public var boomerangs: any BoomerangMaker
  /// The gallery that sessions are brought to.
  public var gallery: any GalleryClient
  /// The guests' screen; it gets each live frame in addition to the scenes.
  public var screen: any ScreenDriver
  /// Buttons, keys and pedals. In one run of the booth a panel is known by its index here.
  public var panels: [any PanelDriver]
  /// The diary of inputs and decisions; nil: none is written.
  public var journal: JournalFile?
  /// Adds a photo to its location. Nil in a booth without locations: such jobs wait.
  public var versions: (any JobWorker)?
  /// Keeps points that were marked at a location; nil if there is no marking, and marking is refused.
  public var marks: (any MarkKeeper)?
  /// What prints; nil: nothing does, and prints that were ordered before wait.
  public var printer: PrinterPort?
  /// Who works on jobs that are about something else than sessions, by the word for it.
  public var workers: [JobSubject.Kind: any JobWorker] = [:]

  /// All ports must be given, but for the fallback camera. Nothing is opened or called here.
  public init(
    clock: any BoothClock, store: any SessionStore, events: any EventStore, camera: any CameraSource,
    fallbackCamera: (any CameraSource)? = nil, frameDecoder: @escaping @Sendable () -> any FrameDecoder,
    clips: any ClipRecorder, darkroom: any Darkroom,
    compositor: any Compositor, filmStrips: any FilmStripMaker, boomerangs: any BoomerangMaker,
    gallery: any GalleryClient, screen: any ScreenDriver, panels: [any PanelDriver], journal: JournalFile?
  ) {
    self.clock = clock
    self.store = store
    self.events = events
    self.camera = camera
    self.fallbackCamera = fallbackCamera
    self.frameDecoder = frameDecoder
    self.clips = clips
    self.darkroom = darkroom
    self.compositor = compositor
    self.filmStrips = filmStrips
    self.boomerangs = boomerangs
    self.gallery = gallery
    self.screen = screen
    self.panels = panels
    self.journal = journal
  }
}

/// How this booth runs, beside its ports.
public struct BoothOptions: Sendable {
  /// The public address of the gallery, which links begin with: `https://booth.example`.
  /// Asked for each session, as the network may come, or give another address, after the start.
  public var linkBase: @Sendable () -> String
  /// What links of sessions are at the moment, on screens and prints.
  public var links: @Sendable () -> SessionLinks
  /// What keeps guests' phones from following links that are made now, in words; nil: nothing known.
  public var linkTrouble: @Sendable () -> String?
  /// The event to use, or nil for the one chosen last, or the list.
  public var event: String?
  /// What the cameras' live view is asked for; a camera may deliver something near it.
  public var liveView: LiveViewRequest
  /// How long a call to the camera may take before its driver is abandoned.
  public var cameraDeadline: Duration
  /// Replaces every event's own timings and plan, as `--lab` does.
  public var timings: Timings?
  /// Below how much free space the booth warns, takes no clips, begins no session.
  public var storageMarks: StorageMarks
  /// What is done about photos that seem spoiled, at events that do not say it themselves.
  public var photoCheck: PhotoCheck
  /// What was measured of cameras here.
  public var calibrations: Calibrations
  /// The kinds of jobs that are worked on; the workers of those that are not about sessions are in
  /// ``BoothPorts/workers``.
  public var jobs = JobRegistry.sessions
  /// What the random waits before retries are drawn from. Different in each booth, so that they do not ask in step.
  public var seed: UInt64
  /// What the operator is to know from the start, by topic.
  public var standingTroubles: [String: String]
  /// The booth's own Wi-Fi, which phones join before they can follow a code; nil where it has none.
  public var wifi: WifiAccess?

  /// Everything but the links' beginning and the seed has a default. `linkBase`, `links` and `linkTrouble` are expressions that
  /// are evaluated anew at each use, so they must be quick.
  public init(
    linkBase: @autoclosure @escaping @Sendable () -> String,
    links: @autoclosure @escaping @Sendable () -> SessionLinks = .recorded,
    linkTrouble: @autoclosure @escaping @Sendable () -> String? = nil, event: String? = nil,
    liveView: LiveViewRequest = LiveViewRequest(),
    cameraDeadline: Duration = .seconds(14), timings: Timings? = nil,
    storageMarks: StorageMarks = StorageMarks(), photoCheck: PhotoCheck = .on,
    calibrations: Calibrations = Calibrations(), seed: UInt64,
    standingTroubles: [String: String] = [:]
  ) {
    self.linkBase = linkBase
    self.links = links
    self.linkTrouble = linkTrouble
    self.event = event
    self.liveView = liveView
    self.cameraDeadline = cameraDeadline
    self.timings = timings
    self.storageMarks = storageMarks
    self.photoCheck = photoCheck
    self.calibrations = calibrations
    self.seed = seed
    self.standingTroubles = standingTroubles
  }
}
