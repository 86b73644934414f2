import BoothCore

/// Whether a night's booth has a printer, which, and how many prints its events offer.
struct PrinterPlan {
  /// Nil: it has none.
  let make: SimulatedPrinter.Make?
  /// Sheets in its tray.
  let paper: Int
  /// The most prints of a session, by event; none for an event that is not here.
  let copies: [String: Int]
  /// Whether guests choose among layouts, too.
  let offersLayouts: Bool

  /// Half of the nights have a printer; what is drawn here moves no other draw.
  init(seed: UInt64) {
    var random = SeededRandom(seed, .printer)
    make = random.percent(50) ? Self.draw(&random) : nil
    paper = random.percent(80) ? 400 : 1 + random.below(12)
    var copies: [String: Int] = [:]
    if make != nil {
      for event in SimulatedEvents.all where random.percent(80) { copies[event.slug] = 1 + random.below(4) }
    }
    self.copies = copies
    offersLayouts = random.percent(30)
  }

  private static let layouts = ["strip", "postcard", "large"]

  /// Some count their sheets, some count nothing, and some call a job completed that they have only taken in.
  static func draw(_ random: inout SeededRandom) -> SimulatedPrinter.Make {
    var make = SimulatedPrinter.Make()
    switch random.below(10) {
    case 0...4: make.model = "Counting 4x6"
    case 5, 6:
      make.model = "Silent 4x6"
      make.countsSheets = false
      make.isMute = random.percent(50)
    default:
      make.model = "Early 4x6"
      make.completesAtOnce = true
      make.countsSheets = random.percent(60)
      make.countsWhatItTakes = random.percent(40)
    }
    make.countsInJob = make.countsSheets && random.percent(30)
    make.hidesPaper = random.percent(15)
    make.forgetsAfter = random.percent(30) ? Int64(random.below(90)) : nil
    make.hasUUID = random.percent(80)
    make.listsNothing = random.percent(8)
    make.sheetTakes = random.milliseconds(4_000...40_000)
    return make
  }

  /// What the booth knows of these makes.
  static let profiles: PrinterProfiles = {
    var early = PrinterProfile(id: "early", name: "Early 4x6")
    early.match.models = ["Early*"]
    early.completed = .taken
    return PrinterProfiles([early])
  }()

  var flowEvents: [FlowEvent] {
    SimulatedEvents.flowEvents.map { event in
      var event = event
      event.prints = copies[event.slug]
      if offersLayouts { event.layouts = Self.layouts }
      return event
    }
  }
}
