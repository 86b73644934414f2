/// Where the booth is. Each case carries only what it needs; the scene is derived from it.
///
/// ```swift
/// if case .capture(let capture) = flow.state, case .review = capture.phase {
///   // The guests look at the photo that was just taken.
/// }
/// ```
public enum BoothState: Sendable, Equatable, Codable {
  /// Before ``BoothInput/booted(_:)``.
  case starting
  /// A session was interrupted: "2 of 3 taken, go on?" A count, never pictures.
  case resumeOffer(Interrupted, until: Instant)
  /// The list of events; `highlighted` counts from 0.
  case eventSelection(highlighted: Int)
  case idle
  /// The event's question before the first photo.
  case consent(ConsentChoice, shownAt: Instant, until: Instant)
  /// Which look the composite gets.
  case look(LookQuestion)
  /// Start was pressed; the session's id and link are being made durable.
  case opening(AttemptID, until: Instant)
  case capture(Capture)
  /// Until the session's jobs are durable, not until the network answers.
  case upload(Upload)
  /// How many prints the guests want, in front of their code.
  case print(PrintForm)
  case qr(Finished, shownAt: Instant, until: Instant)
  /// Guests type the e-mail address to which they want the link.
  case address(AddressForm)
  /// The operator looks at the booth's affairs.
  case settings(until: Instant)
  case paused
  case outOfOrder(OutOfOrder)
  /// The end: the process may exit.
  case stopped
}

extension BoothState {
  /// Whether guests are being photographed, or their session put away.
  public var isSession: Bool {
    switch self {
    case .opening, .capture, .upload: true
    case .starting, .resumeOffer, .eventSelection, .idle, .consent, .look, .print, .qr, .address, .settings, .paused,
      .outOfOrder, .stopped:
      false
    }
  }
}

/// A session in the flow's terms: its name and its link.
public struct SessionRef: Sendable, Equatable, Codable {
  /// The session's name in the database and in the gallery's paths.
  public var id: SessionID
  /// The whole URL in the guests' code, known before the first photo; where ``staysHere`` is true it is never shown.
  public var link: String
  /// True where its guests want nothing uploaded: then there is no code, as its link would never come true.
  private var local: Bool?

  /// - Parameter staysHere: the guests want nothing uploaded.
  public init(id: SessionID, link: String, staysHere: Bool = false) {
    self.id = id
    self.link = link
    // Left out of the journal where it is false, as journals of earlier versions have it.
    local = staysHere ? true : nil
  }

  /// The session as the database has it.
  public init(_ record: SessionRecord) { self.init(id: record.id, link: record.link, staysHere: record.staysHere) }

  /// Whether its guests want nothing uploaded: no code is shown for it.
  public var staysHere: Bool { local ?? false }
}

/// A strip's takings so far.
public struct Take: Sendable, Equatable, Codable {
  /// The kept photo, on the disk and in the database; nil while there is none.
  public var photo: Asset?
  /// The kept clip, likewise; nil also where the plan takes none.
  public var clip: Asset?
  /// The clip whose file is still being written.
  public var pendingClip: AttemptID?
  /// What seems wrong with the photo. While no review stands, another is being taken in its place.
  public var doubt: PhotoDoubt?

  /// Nothing taken yet, but for what is given.
  public init(photo: Asset? = nil, clip: Asset? = nil, pendingClip: AttemptID? = nil, doubt: PhotoDoubt? = nil) {
    self.photo = photo
    self.doubt = doubt
    self.clip = clip
    self.pendingClip = pendingClip
  }

  var assets: [Asset] { [photo, clip].compactMap { $0 } }
}

/// A session in front of the camera.
public struct Capture: Sendable, Equatable, Codable {
  /// What the current strip is at. Each `until` is when that ends by itself, on the booth's monotonic clock.
  public enum Phase: Sendable, Equatable, Codable {
    /// Waits for a press, with the guide over the live view.
    case aiming(until: Instant)
    /// Points are marked in the old picture and in a live frame.
    case marking(Marking, until: Instant)
    /// Waits for a live frame young enough.
    case gettingReady(AttemptID, for: Next, until: Instant)
    case recording(AttemptID, since: Instant, until: Instant)
    /// `step`: what is due before zero, for a camera that needs time; nil where there is nothing.
    case countdown(until: Instant, step: CountdownStep? = nil)
    /// The camera was asked; `tries` counts what failed before.
    case takingPhoto(AttemptID, tries: Int, until: Instant)
    /// The photo did not come in time; the doubted one before it is shown when the store has decided that it stays.
    case settling(AttemptID, Fault, until: Instant)
    case review(until: Instant)
    /// The strip failed; the others are safe.
    case tryAgain(Fault, until: Instant)
  }

  /// What a fresh live frame is needed for.
  public enum Next: String, Sendable, Codable { case clip, countdown }

  /// The session that the photos belong to.
  public var session: SessionRef
  /// What is to be taken, strip by strip, as it stood when the session began; later edits of the event do not count.
  public var plan: CapturePlan
  /// The event's waits and deadlines, as they stood when the session began or was taken up again.
  public var timings: Timings
  /// The current strip, from 0.
  public var strip: Int
  /// What the current strip is at.
  public var phase: Phase
  /// One for each strip of the plan, in the plan's order; those not taken yet are empty.
  public var takes: [Take]
  /// "Cancel everything?" stands until then.
  public var cancelAskedUntil: Instant?

  /// Starts without a "Cancel everything?". Unchecked: `strip` must be an index of the plan's strips and of `takes`.
  public init(session: SessionRef, plan: CapturePlan, timings: Timings, strip: Int, phase: Phase, takes: [Take]) {
    self.session = session
    self.plan = plan
    self.timings = timings
    self.strip = strip
    self.phase = phase
    self.takes = takes
  }

  /// The plan of the current strip.
  public var step: CapturePlan.Strip { plan.strips[strip] }
  /// The photos kept so far, in the order of the strips.
  public var photos: [Asset] { takes.compactMap(\.photo) }
}

/// A session whose guests are done.
public struct Upload: Sendable, Equatable, Codable {
  /// How far the putting away is. Each `until` is when the flow goes on without an answer, or asks again.
  public enum Phase: Sendable, Equatable, Codable {
    /// Clips are still being written, in the order of their strips.
    case awaitingClips([AttemptID], until: Instant)
    /// The store was asked to queue the jobs.
    case queueing(AttemptID, until: Instant)
    /// The store refused; asked again then.
    case refused(Fault, until: Instant)
  }

  /// The session that is put away.
  public var session: SessionRef
  /// The event's waits and deadlines, as the session has them.
  public var timings: Timings
  /// How many photos the session has kept.
  public var photos: Int
  /// The guests have left: no QR screen, as the next guests would see it.
  public var quiet: Bool
  /// How far the putting away is.
  public var phase: Phase
  /// "Cancel everything?" stands until then.
  public var cancelAskedUntil: Instant?

  /// Starts without a "Cancel everything?".
  public init(session: SessionRef, timings: Timings, photos: Int, quiet: Bool, phase: Phase) {
    self.session = session
    self.timings = timings
    self.photos = photos
    self.quiet = quiet
    self.phase = phase
  }
}

/// A session whose jobs are durable.
public struct Finished: Sendable, Equatable, Codable {
  /// The session whose code is shown.
  public var session: SessionRef
  /// The event's waits and deadlines, as the session had them.
  public var timings: Timings
  /// How many photos the session has kept.
  public var photos: Int
  /// "Cancel everything?" stands until then.
  public var cancelAskedUntil: Instant?
  /// How many e-mail addresses were left for it; nil for none.
  public var addresses: Int?
  /// When its code came up first, where it went for an address and came back: strangers do not become the guests in the
  /// pictures by that.
  public var shownFirst: Instant?
  /// How many prints its guests ordered; 0: they wanted some, and the order could not be kept. Nil for none.
  public var prints: Int?

  /// Starts without a "Cancel everything?", without addresses, and as one whose code was not shown yet.
  public init(session: SessionRef, timings: Timings, photos: Int) {
    self.session = session
    self.timings = timings
    self.photos = photos
  }
}

/// An e-mail address that is being typed: never what, only that.
public struct AddressForm: Sendable, Equatable, Codable {
  /// Whether a person types, or the store is at work.
  public enum Phase: Sendable, Equatable, Codable {
    /// Until nothing was typed for so long.
    case typing(until: Instant)
    /// The store was asked to keep it.
    case keeping(AttemptID, until: Instant)
  }

  /// To whose code it goes back.
  public var finished: Finished
  /// Whether a person types, or the store is at work.
  public var phase: Phase

  /// - Parameter finished: the session whose code was left for the form.
  public init(_ finished: Finished, phase: Phase) {
    self.finished = finished
    self.phase = phase
  }
}

/// A session that a crash or a power cut left in the middle.
public struct Interrupted: Sendable, Equatable, Codable {
  /// The session that was cut off, with the link that its guests may know.
  public var session: SessionRef
  /// The folder name of its event, as in ``FlowEvent/slug``.
  public var event: String
  /// The plan it was taken by, which is the one it is finished by.
  public var plan: CapturePlan
  /// What is durable, strip by strip.
  public var takes: [Take]
  /// When the last of it was taken; nil in journals of earlier versions.
  public var lastTakenAt: WallTime?

  /// Nothing is checked: `takes` has one for each strip of the plan, empty where nothing is durable.
  public init(session: SessionRef, event: String, plan: CapturePlan, takes: [Take], lastTakenAt: WallTime? = nil) {
    self.session = session
    self.event = event
    self.plan = plan
    self.takes = takes
    self.lastTakenAt = lastTakenAt
  }

  /// How long after its last picture a session is still offered: its guests may be waiting for the lights to come back,
  /// and those of the next hour are others.
  static let longestWaitSeconds = 900.0

  /// Whether the people at the booth at `time` may be the ones in the pictures. A clock that was not set counts
  /// as it stands: after a power cut, a computer without a battery for its clock goes on from its last known time.
  func isRecent(at time: WallTime?) -> Bool {
    guard let time, let lastTakenAt else { return true }
    return abs(time.unixSeconds - lastTakenAt.unixSeconds) <= Self.longestWaitSeconds
  }

  /// How many photos are durable.
  public var photos: Int { takes.count { $0.photo != nil } }
}

/// Why nothing can be taken at the moment, and when to look again.
public enum OutOfOrder: Sendable, Equatable, Codable {
  /// In words, with the remedy; ends when the camera is back.
  case camera(String)
  /// The store refuses; it is asked again then.
  case storage(String, AttemptID, until: Instant)
  /// There is no room for another session, or the store refuses for the reason that is given: in words, with the remedy;
  /// ends when the disk's watch says so.
  case noRoom(String, StorageRefusal? = nil)
  /// No event can be used.
  case noEvents
}
