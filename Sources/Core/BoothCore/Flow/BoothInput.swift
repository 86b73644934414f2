/// What happened.
///
/// ```swift
/// let effects = flow.handle(.pressed(.start), at: now)
/// if flow.wakeUp == now { _ = flow.handle(.timePassed, at: now) }
/// _ = effects
/// ```
public enum BoothInput: Sendable, Equatable, Codable {
  /// The program started and read what there is.
  case booted(Boot)
  case pressed(Press)
  case requested(OperatorRequest)
  /// An asynchronous effect came back.
  case answered(AttemptID, Answer)
  case cameraChanged(CameraNews)
  /// What the disk has room for.
  case storageChanged(StorageNews)
  /// The opening hours begin (nil) or end, or when they begin again has changed.
  case hoursChanged(Closing?)
  /// A finished session was erased, by the operator or at the gallery: its link leads nowhere any more.
  case sessionErased(SessionID)
  /// The guide over the live view is to lie there otherwise.
  case guideTurned(GuideTurn)
  /// A person marks points in the old picture and in a live frame.
  case marked(MarkStep)
  /// A person types an e-mail address.
  case typed
  /// An address is complete; the mailbox has it.
  case addressGiven
  /// What the printer can do now.
  case printerChanged(PrinterNews)
  /// The instant of ``BoothFlow/wakeUp`` has come.
  case timePassed
}

/// What the flow must know of an event.
public struct FlowEvent: Sendable, Equatable, Codable {
  /// The name of its folder, by which the operator chooses it.
  public var slug: String
  /// What a session of it takes.
  public var plan: CapturePlan
  /// How long the booth waits at its events, and for what.
  public var timings: Timings
  /// The codes of those of its languages that the booth speaks, the main one first; nil in journals of earlier versions.
  public var languages: [String]?
  /// What is asked before the first photo, if anything is.
  public var consent: ConsentQuestion?
  /// The looks that guests choose from; nil where there is nothing to choose.
  public var looks: [PhotoFilter]?
  /// Guests may leave an e-mail address for their link; nil: they may not.
  public var takesEmails: Bool?
  /// How many prints of a session guests may have; nil or 0: none.
  public var prints: Int?
  /// The ids of the layouts that guests choose from for their prints; nil where there is nothing to choose.
  public var layouts: [String]?

  /// Only what every event has must be given; what is left out is not offered to guests.
  public init(
    slug: String, plan: CapturePlan, timings: Timings, languages: [String]? = nil, consent: ConsentQuestion? = nil,
    looks: [PhotoFilter]? = nil, takesEmails: Bool? = nil, prints: Int? = nil, layouts: [String]? = nil
  ) {
    self.slug = slug
    self.plan = plan
    self.timings = timings
    self.languages = languages
    self.consent = consent
    self.looks = looks
    self.takesEmails = takesEmails
    self.prints = prints
    self.layouts = layouts
  }

  /// What the flow needs of an event's whole definition. One language, one look or no question: nothing is asked.
  public init(_ event: Event) {
    let codes = Language.offered(by: event).map(\.rawValue)
    var plan = event.plan
    if event.films != [.strip] { plan.films = event.films }
    self.init(
      slug: event.slug, plan: plan, timings: event.timings, languages: codes,
      consent: event.consent?.question(in: codes, event.gallery), looks: event.filters.count > 1 ? event.filters : nil,
      takesEmails: event.takesEmails ? true : nil,
      prints: event.prints, layouts: event.layouts.count > 1 ? event.layouts.map(\.id) : nil)
  }
}

/// What the booth finds when it starts.
public struct Boot: Sendable, Equatable, Codable {
  /// The events that can be used, in the order of the list; where there is none, the booth is out of order.
  public var events: [FlowEvent]
  /// The event chosen before, or by the operator's configuration.
  public var selected: String?
  /// Sessions left in the middle, the newest last.
  public var interrupted: [Interrupted]
  /// When the booth started; nil in journals of earlier versions.
  public var time: WallTime?

  /// Nothing is checked here. A `selected` that is not among `events` counts as nil.
  public init(events: [FlowEvent], selected: String?, interrupted: [Interrupted], time: WallTime? = nil) {
    self.events = events
    self.selected = selected
    self.interrupted = interrupted
    self.time = time
  }
}

/// What guests do at the panel.
public enum Press: String, Sendable, Codable, CaseIterable { case start, cancel, retake, next, previous }

/// What the operator asks, at the console or the keyboard.
public enum OperatorRequest: Sendable, Equatable, Codable {
  case pause
  case resume
  /// Back to the list of events.
  case changeEvent
  case useEvent(String)
  case openSettings
  case shutDown
}

/// What became of an effect.
///
/// ```swift
/// flow.handle(.answered(attempt, .photoSaved(photo)), at: now)
/// flow.handle(.answered(attempt, .failed(.tooLate)), at: now)  // ignored: the attempt is over
/// ```
public enum Answer: Sendable, Equatable, Codable {
  case sessionOpened(SessionRef)
  case liveFrameSeen(capturedAt: Instant)
  /// The clip is durable and recorded.
  case clipSaved(Asset)
  /// The photo is durable and recorded; from now on it is *kept*.
  case photoSaved(Asset)
  /// The same, but something seems to have gone wrong with it.
  case photoDoubted(Asset, PhotoDoubt)
  case sessionQueued
  /// The e-mail address is durable, and will be brought to the gallery.
  case addressKept
  /// So many prints are durable, and come out whatever happens.
  case printsOrdered(Int)
  case storageReady
  case failed(Fault)
}

/// What the camera's supervisor found out.
public enum CameraNews: Sendable, Equatable, Codable {
  case ready
  /// It does not come back by itself quickly; the remedy in words.
  case outOfOrder(String)
  /// How far ahead of zero the camera that is used now wants to be told.
  case timing(ShutterTiming)
  /// Photos are to come from the live view: the camera's own would all fail, and why; nil when they are to be tried again.
  case stills(String?)
}

/// Why an effect failed, by what the flow can do about it.
public struct Fault: Error, Sendable, Equatable, Codable, CustomStringConvertible {
  /// What the flow can do about a failure.
  public enum Kind: String, Sendable, Codable {
    /// The lens found no focus.
    case focus
    /// The camera gave no usable picture.
    case picture
    /// The camera is gone or does not answer.
    case camera
    /// The camera gives no photos until a person has seen to it; its live view goes on.
    case stills
    /// The disk or the database refuses.
    case storage
    /// It took too long.
    case late
  }

  /// What the flow can do about it.
  public var kind: Kind
  /// For the operator and the journal.
  public var detail: String

  /// - Parameter detail: words for the operator; they may go into the journal, so no token and no address.
  public init(_ kind: Kind, _ detail: String) {
    self.kind = kind
    self.detail = detail
  }

  /// Kind and detail in one line, for logs.
  public var description: String { "\(kind.rawValue): \(detail)" }

  /// The file came too late, and was not kept.
  public static let tooLate = Fault(.late, "nobody waits for it any more")

  /// What a camera's failure means for the session.
  public init(_ error: CameraError) {
    let kind: Kind =
      switch error.code {
      case .focusFailed: .focus
      case .badPicture: .picture
      case .refusesPhotos: .stills
      case .notFound, .busy, .noBandwidth, .disconnected, .unsupported, .timedOut, .failed: .camera
      }
    self.init(kind, error.description)
  }
}
