/// What the guests' screen shows, derived from the state: drawing is never an effect, and a view decides nothing.
///
/// ```swift
/// let scene = Scene(flow)
/// if case .countdown = scene.content { /* the digit, over the live view */ }
/// ```
public struct Scene: Sendable, Equatable {
  /// What stands on the screen. Each `until` is when it ends by itself, on the booth's monotonic clock: for what
  /// counts down on it.
  public enum Content: Sendable, Equatable {
    case starting
    case eventSelection(highlighted: Int)
    /// The invitation to press start.
    case attract
    /// The event's question, its answers, and the one that start chooses.
    case consent(ConsentQuestion, highlighted: ConsentChoice, until: Instant)
    /// The looks to choose from, and the one that start takes; `isByHand`: it moves no more by itself.
    case look([PhotoFilter], highlighted: PhotoFilter, until: Instant, isByHand: Bool)
    /// Live view, "get ready".
    case getReady
    /// Live view under the guide, "press when it fits".
    case aim(guide: String?)
    /// Points are marked in the old picture and in a live frame that stands still.
    case mark(Marking, until: Instant)
    case recording(since: Instant, until: Instant)
    case countdown(until: Instant)
    /// The moment of the photo, and as long as it takes to come.
    case shutter(since: Instant?)
    case review(Asset, until: Instant)
    case tryAgain(Fault.Kind, until: Instant)
    /// The session's files are being put away.
    case finishing(storageTrouble: Bool)
    /// The layouts for their prints by id, and the one that start takes, nil for no print; `isByHand`: it moves no more by itself.
    case printLayout([String], highlighted: String?, until: Instant, isByHand: Bool)
    /// How many prints guests want, and the number that start takes, 0 for none; `isByHand`: it moves no more by itself.
    case print([Int], highlighted: Int, until: Instant, isByHand: Bool, isKeeping: Bool)
    /// The way to the pictures; without a link where there is no address that guests' phones could reach: then words.
    case qr(link: String?, until: Instant)
    /// The keyboard on which guests type an e-mail address; `isKeeping`: it is being kept.
    case address(until: Instant, isKeeping: Bool)
    /// In place of the code, for guests who want nothing uploaded.
    case keptHere(until: Instant)
    case resumeOffer(taken: Int, of: Int, until: Instant)
    case settings
    case paused
    case outOfOrder(OutOfOrder)
    case stopped
  }

  /// What stands on the screen.
  public var content: Content
  /// The current strip from 0, and their number, while a session runs.
  public var strip: Int?
  /// How many strips the session takes; nil where ``strip`` is.
  public var strips: Int?
  /// "Cancel everything?" stands until then.
  public var cancelAskedUntil: Instant?
  /// The last session's code, small.
  public var previousLink: String?
  /// The countdown's photo was triggered: its light must be on before zero.
  public var isTriggered = false
  /// In front of the code: guests may leave an e-mail address for it, and how many did.
  public var takesEmails = false
  /// How many addresses guests have left for the session whose code is shown; 0 elsewhere.
  public var addresses = 0
  /// In front of the code: how many prints its guests ordered; nil for none.
  public var prints: PrintWord?
  /// The picture that the current strip is aimed by, while it lies over the live view or is reviewed beside the photo.
  public var guide: String? { if case .aim(let guide) = content { guide } else { heldGuide } }
  /// The same after the aiming.
  public var heldGuide: String?
  /// How it lies over the live view.
  public var guideView = GuideView()
  /// The photo is of a location: it is compared, and kept as a version of it.
  public var isLocation = false
  /// What seems wrong with the photo under review: another try is suggested.
  public var doubt: PhotoDoubt.Kind?
  /// While it is closed: when the booth opens again. Nil elsewhere, and in a pause of the operator's.
  public var closing: Closing?
  /// A pause, a change or the end comes after this session.
  public var pending: OperatorRequest?
  /// The chosen event's folder name.
  public var event: String?
  /// The BCP 47 code of the language guests chose; nil is the event's own.
  public var language: String?
  /// The look that guests chose for their session, or have highlighted; nil is the event's own.
  public var look: PhotoFilter?

  /// Whether the live view is part of the picture.
  public var showsLiveView: Bool {
    switch content {
    case .look, .getReady, .aim, .recording, .countdown, .shutter: true
    case .starting, .eventSelection, .attract, .consent, .mark, .review, .tryAgain, .finishing, .printLayout, .print,
      .qr,
      .address, .keptHere, .resumeOffer, .settings, .paused, .outOfOrder, .stopped:
      false
    }
  }

  /// What guests are told of the prints they ordered.
  public enum PrintWord: Sendable, Equatable {
    case comes
    /// Something keeps the printer: it comes when that is mended.
    case waits
    /// The order could not be kept.
    case notKept

    /// What says so.
    public var phrase: Phrase {
      switch self {
      case .comes: .printComes
      case .waits: .printWaits
      case .notKept: .printNotKept
      }
    }

    init(ordered: Int, printer: PrinterNews?) {
      self = ordered == 0 ? .notKept : printer?.prints == true ? .comes : .waits
    }
  }

  /// Whether the photo is being taken: the picture stands still then.
  public var isShutter: Bool { if case .shutter = content { true } else { false } }

  /// Whether numbers on the picture change by themselves.
  public var counts: Bool {
    switch content {
    case .recording, .countdown, .consent, .review, .tryAgain, .qr, .address, .resumeOffer: true
    case .look(_, _, _, let isByHand), .printLayout(_, _, _, let isByHand), .print(_, _, _, let isByHand, _):
      isByHand || cancelAskedUntil != nil
    case .starting, .eventSelection, .attract, .getReady, .aim, .mark, .shutter, .finishing, .keptHere, .settings,
      .paused,
      .outOfOrder, .stopped:
      cancelAskedUntil != nil
    }
  }

  /// What is shown where no flow runs: while a start waits for its disk.
  public init(outOfOrder reason: OutOfOrder) { content = .outOfOrder(reason) }

  /// What the guests see of a flow. Reads nothing but the flow and what links are now, so the same always gives the same scene.
  public init(_ flow: BoothFlow, links: SessionLinks = .recorded) {
    pending = flow.pending
    event = flow.selected
    language = flow.language?.code
    look = flow.look
    previousLink = flow.previousQR.flatMap { small in
      guard let session = small.session else { return small.link }
      return links.link(of: session, recorded: small.link)
    }
    switch flow.state {
    case .starting: content = .starting
    case .resumeOffer(let interrupted, let until):
      content = .resumeOffer(taken: interrupted.photos, of: interrupted.plan.strips.count, until: until)
    case .eventSelection(let highlighted): content = .eventSelection(highlighted: highlighted)
    case .idle: content = .attract
    case .consent(let highlighted, _, let until):
      let question = flow.currentEvent?.consent ?? ConsentQuestion(version: "", offersKeepingHere: false)
      content = .consent(question, highlighted: highlighted, until: until)
    case .look(let question):
      let looks = flow.currentEvent?.looks ?? [.none]
      let highlighted = looks[question.turn % max(1, looks.count)]
      content = .look(looks, highlighted: highlighted, until: question.until, isByHand: question.isByHand)
      look = highlighted
    case .opening: content = .getReady
    case .capture(let capture):
      content = Scene.content(of: capture)
      strip = capture.strip
      strips = capture.plan.strips.count
      if case .countdown(_, step: .triggered) = capture.phase { isTriggered = true }
      if case .review = capture.phase { doubt = capture.takes[capture.strip].doubt?.kind }
      switch capture.phase {
      case .review, .marking: heldGuide = capture.step.guide
      default: if capture.showsGuide { heldGuide = capture.step.guide }
      }
      guideView = flow.guide
      isLocation = capture.plan.location != nil
      cancelAskedUntil = capture.cancelAskedUntil
    case .upload(let upload):
      if case .refused = upload.phase {
        content = .finishing(storageTrouble: true)
      } else {
        content = .finishing(storageTrouble: false)
      }
      cancelAskedUntil = upload.cancelAskedUntil
    case .qr(let finished, _, let until):
      content =
        finished.session.staysHere
        ? .keptHere(until: until)
        : .qr(link: links.link(of: finished.session.id, recorded: finished.session.link), until: until)
      cancelAskedUntil = finished.cancelAskedUntil
      prints = finished.prints.map { PrintWord(ordered: $0, printer: flow.printer) }
      if !finished.session.staysHere { previousLink = nil }
      takesEmails = flow.takesEmails(for: finished)
      addresses = finished.addresses ?? 0
      isLocation = flow.currentEvent?.plan.location != nil
    case .print(let form):
      var isKeeping = false
      if case .ordering = form.phase { isKeeping = true }
      if !isKeeping, let layouts = form.openLayouts {
        content = .printLayout(
          layouts, highlighted: form.highlightedLayout, until: form.wakeUp, isByHand: form.isByHand)
        break
      }
      content = .print(
        form.choices, highlighted: form.highlighted, until: form.wakeUp, isByHand: form.isByHand, isKeeping: isKeeping)
    case .address(let form):
      var isKeeping = false
      if case .keeping = form.phase { isKeeping = true }
      content = .address(until: form.wakeUp, isKeeping: isKeeping)
    case .settings: content = .settings
    case .paused:
      content = .paused
      if flow.isHeld != true { closing = flow.closing }
    case .outOfOrder(let reason): content = .outOfOrder(reason)
    case .stopped: content = .stopped
    }
  }

  private static func content(of capture: Capture) -> Content {
    switch capture.phase {
    case .aiming: .aim(guide: capture.step.guide)
    case .marking(let marking, let until): .mark(marking, until: until)
    case .gettingReady: .getReady
    case .recording(_, let since, let until): .recording(since: since, until: until)
    case .countdown(let until, _): .countdown(until: until)
    case .takingPhoto(_, _, let until): .shutter(since: until - capture.timings.photoDeadline)
    case .settling(_, _, let until):
      .shutter(since: until - capture.timings.storeDeadline - capture.timings.photoDeadline)
    case .review(let until):
      if let photo = capture.takes[capture.strip].photo { .review(photo, until: until) } else { .getReady }
    case .tryAgain(let fault, let until): .tryAgain(fault.kind, until: until)
    }
  }
}
