public import BoothCore
import BoothSystem
import Glibc
import Logging

/// A display at a connector of a graphics card, by kernel mode setting.
///
/// Two buffers are shown in turn, each from a refresh on (page flips with events); a card that refuses flips is told the
/// new frame as it comes. Displays may be unplugged and plugged in again, consoles switched, other programs take the card
/// for a while: the output is hidden as long, and comes back by itself. Used by one thread.
public final class KMSOutput: PixelOutput {
  /// How often it is looked whether a display has come or gone, for those that do not say so.
  static let patience = Duration.seconds(2)
  /// After this time the end of a flip is no longer waited for; the longest refresh is a fraction of it.
  static let flipPatience = Duration.seconds(1)
  /// So many refused or lost flips in a row, and it is done without.
  static let flipRefusals = 3
  /// So many pictures in a row that could not be shown at all, and the display is started anew.
  static let pictureRefusals = 3

  struct Flight {
    var cookie: UInt64
    var since: Instant
  }

  let cards: any GraphicsCards
  let options: ScreenOptions
  let logger: Logger
  let now: () -> Instant
  private(set) var console: (any ConsoleHold)?
  /// Puts the console away; nil when that was done.
  private var takeConsole: (() -> (any ConsoleHold)?)?
  private let watch: (any DisplayWatch)?
  private let set = DescriptorSet()
  private let tick = DeviceTimer()
  /// Ends a wait that no event of the card's will end.
  let pace = DeviceTimer()

  var card: (any GraphicsCard)?
  var plan: DisplayPlan?
  var picture: CardPicture?
  /// How the CRTCs were found, with the connectors they fed.
  var found: [(state: CRTCState, connectors: [UInt32])] = []
  /// Whether there is a display, and it is ours.
  var isShown = false
  var generation = 0
  var events: [PixelOutputEvent] = []
  var isClosed = false
  /// Events are being asked for at the moment.
  private var isAsked = false

  var cookie: UInt64 = 0
  var flight: Flight?
  /// A picture is taken for shown from then on.
  var shownFrom: Instant?
  var lastShown: Instant?
  var refusals = 0
  var flipsAreRefused = false
  var refusedPictures = 0
  /// When the card was last told to show this mode.
  var modeSetAt: Instant?
  /// Something was plugged or unplugged since then, so that the display may have to be started again.
  var mayBeDark = false
  /// The card's flips end at once, whatever the display does.
  var hasNoRefresh = false
  var lastTrouble: String?

  /// The mode's size; the wished one or 1920×1080 while no display is plugged in.
  public private(set) var size: PixelSize

  /// Finds a card and a display, and shows black on it.
  ///
  /// Where a card is there and no display, the output waits for one: it is hidden, with the wished size or 1920×1080 for
  /// the time being. So it does for a card that another program has, if that is wished.
  /// - Parameter console: puts it away, called once there is a card; given back by ``close()``, and by this when it fails.
  /// - Throws: a fault in words if there is no card that could have a display, or it may not be used.
  init(
    options: ScreenOptions, cards: any GraphicsCards, console: @escaping () -> (any ConsoleHold)?,
    watch: (any DisplayWatch)?,
    now: @escaping () -> Instant, logger: Logger
  ) throws(ScreenFault) {
    self.options = options
    self.cards = cards
    self.watch = watch
    self.now = now
    self.logger = logger
    size = options.mode?.size ?? PixelSize(width: 1920, height: 1080)
    takeConsole = console
    // First the card: who may not have it leaves the console alone.
    var chosen: (card: any GraphicsCard, plan: DisplayPlan?)?
    do throws(ScreenFault) {
      chosen = try CardChoice(cards: cards, options: options).choose()
    } catch {
      guard options.waitsForCard, !error.refusedCards.isEmpty else { throw error }
      logger.warning("the display is waited for", metadata: ["screen.error": "\(error)"])
    }
    if let card = chosen?.card { adopt(card) }
    for descriptor in [watch?.descriptor, tick.descriptor, pace.descriptor] {
      if let descriptor { set.add(descriptor) }
    }
    tick.start(first: now() + Self.patience, period: Self.patience)
    guard let (card, plan) = chosen else {
      post(.hidden)
      return
    }
    if let held = self.console, !held.isActive {
      try? card.dropMaster()
    } else if let plan {
      do { try attach(plan, to: card) } catch {
        let fault = error.screenFault(card.path, holders: DeviceHolders.names(of: card.path))
        close()
        throw fault
      }
    }
    if isShown {
      events = []
    } else {
      post(.hidden)
      if plan == nil { logger.warning("no display is plugged in", metadata: ["screen.card": "\(card.path)"]) }
    }
  }

  /// The mode's own; a sixtieth of a second while no display is plugged in.
  public var refreshInterval: Duration { plan?.mode.refreshInterval ?? .nanoseconds(16_666_667) }

  /// Stays the same, whatever comes and goes.
  public var descriptors: [Int32] { [set.descriptor] }

  /// Nil from ``present(_:changed:)`` until the display shows that picture.
  public func nextBuffer() -> PixelBuffer? {
    guard isShown, flight == nil, shownFrom == nil else { return nil }
    return picture?.drawable(generation: generation)
  }

  /// Also does what has come up meanwhile: console switches, flips, plugged displays and a flip that is overdue.
  public func takeEvents() -> [PixelOutputEvent] {
    guard !isClosed else { return [] }
    isAsked = true
    defer { isAsked = false }
    for news in console?.takeNews() ?? [] { take(news) }
    takeFlips()
    let hasNews = watch?.drain() ?? false
    if hasNews { mayBeDark = true }
    let hasTicked = tick.takeTicks() > 0
    if hasTicked { endOverdueFlip() }
    if hasNews || hasTicked { settle(probing: hasNews || plan == nil) }
    if pace.takeTicks() > 0 || shownFrom.map({ $0 <= now() }) == true { endPacedShow() }
    defer { events.removeAll() }
    return events
  }

  /// Leaves the card's displays as they were found, then gives the console back. Harmless twice.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    isShown = false
    if let card {
      giveBack(card)
      set.remove(card.descriptor)
      card.close()
    }
    card = nil
    console?.close()
  }

  deinit { close() }

  // MARK: For the other parts

  /// Leaves an event for ``takeEvents()``, and makes sure that it is asked for.
  func post(_ event: PixelOutputEvent) {
    events.append(event)
    if !isAsked { pace.start(first: now(), period: .zero) }
  }

  func resize(to size: PixelSize) { self.size = size }

  /// The set keeps pace with the cards; with the first of them the console is put away.
  func adopt(_ card: any GraphicsCard) {
    self.card = card
    set.add(card.descriptor)
    guard let takeConsole else { return }
    self.takeConsole = nil
    console = takeConsole()
    if let console { set.add(console.descriptor) }
  }

  func abandonCard() {
    if let card {
      set.remove(card.descriptor)
      card.close()
    }
    card = nil
  }

  private func take(_ news: ConsoleNews) {
    switch news {
    case .leave:
      hide()
      do { try card?.dropMaster() } catch { report(error, "the card cannot be handed over") }
      console?.letGo()
    case .back: settle(probing: true)
    case .lost: logger.warning("nobody keeps the console any more; text may show through after a switch")
    }
  }

  /// The same trouble is told once, until it changes.
  func report(_ fault: CardFault, _ what: String) {
    guard lastTrouble != what + fault.words else { return }
    lastTrouble = what + fault.words
    logger.warning("\(what)", metadata: ["screen.error": "\(fault.words)"])
  }
}
