import BoothCore
import NightReports

/// The night's report, for programs and for webhooks: counts and times, nothing of guests.
struct NightAnswer: Encodable {
  struct Sessions: Encodable {
    var begun: Int
    var finished: Int
    var finishedWithoutGuests: Int
    var discarded: Int
    var open: Int
    /// Nil for less than half an hour, and where the clock cannot be believed.
    var perHour: Double?
    var hours: [Hour]
  }

  struct Hour: Encodable {
    var began: TimeAnswer
    var sessions: Int
  }

  struct WalkAways: Encodable {
    var place: String
    var times: Int
  }

  struct Photos: Encodable {
    var taken: Int
    var retaken: Int
    var reshot: Int
    var doubted: Int
  }

  struct Lost: Encodable {
    var kind: String
    var stopped: String
    var times: Int
    var lostSeconds: Double?
    /// It was not always seen to end.
    var isAtLeast: Bool
    var words: String
    var remedy: String
  }

  struct Step: Encodable {
    var step: String
    var times: Int
    var medianSeconds: Double
    var worstSeconds: Double
  }

  struct Prints: Encodable {
    var ordered: Int
    var made: Int
    var waiting: Int
    var asking: Int
    var cancelled: Int
  }

  struct Uploads: Encodable {
    var waiting: Int
    var longestSeconds: Double?
  }

  struct Advice: Encodable {
    var rule: String
    var words: String
  }

  struct Gap: Encodable {
    var kind: String
    var count: Int?
    var time: TimeAnswer?
  }

  var from: TimeAnswer
  var to: TimeAnswer
  var event: String?
  var sessions: Sessions
  var walkAways: [WalkAways]
  var takenBack: Int
  var photos: Photos
  var faults: [Lost]
  var steps: [Step]
  var prints: Prints
  var uploads: Uploads
  var advice: [Advice]
  var gaps: [Gap]

  init(_ account: NightAccount) {
    let isSure = !account.gaps.contains { if case .clock = $0 { true } else { false } }
    func time(_ seconds: Double) -> TimeAnswer { TimeAnswer(WallTime(unixSeconds: seconds, trusted: isSure)) }
    func rounded(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
    from = time(account.from)
    to = time(account.to)
    event = account.event
    sessions = Sessions(
      begun: account.sessions.begun, finished: account.sessions.finished,
      finishedWithoutGuests: account.sessions.finishedWithoutGuests, discarded: account.sessions.discarded,
      open: account.sessions.open, perHour: account.sessions.perHour.map(rounded),
      hours: account.sessions.hours.map { Hour(began: time($0.began), sessions: $0.sessions) })
    walkAways = account.walkAways.map { WalkAways(place: $0.place.rawValue, times: $0.times) }
    takenBack = account.takenBack
    photos = Photos(
      taken: account.photos.taken, retaken: account.photos.retaken, reshot: account.photos.reshot,
      doubted: account.photos.doubted)
    faults = account.faults.map {
      Lost(
        kind: $0.kind.rawValue, stopped: $0.kind.stopped.rawValue, times: $0.times,
        lostSeconds: $0.lostSeconds.map(rounded), isAtLeast: $0.isAtLeast, words: $0.kind.title, remedy: $0.kind.remedy)
    }
    steps = account.steps.map {
      Step(
        step: $0.step.rawValue, times: $0.times, medianSeconds: rounded($0.medianSeconds),
        worstSeconds: rounded($0.worstSeconds))
    }
    prints = Prints(
      ordered: account.prints.ordered, made: account.prints.made, waiting: account.prints.waiting,
      asking: account.prints.asking, cancelled: account.prints.cancelled)
    uploads = Uploads(waiting: account.uploads.waiting, longestSeconds: account.uploads.longestSeconds.map(rounded))
    advice = account.advice.map { Advice(rule: $0.rule.rawValue, words: $0.words) }
    gaps = account.gaps.map { gap in
      switch gap {
      case .journalBegins(let began): Gap(kind: "journalBegins", time: time(began))
      case .noJournal: Gap(kind: "noJournal")
      case .lines(let count): Gap(kind: "lines", count: count)
      case .clock(let starts, let moved):
        Gap(kind: moved > 0 ? "clockWrong" : "clock", count: moved > 0 ? moved : starts)
      case .sessionsWithoutTime(let count): Gap(kind: "sessionsWithoutTime", count: count)
      }
    }
  }
}
