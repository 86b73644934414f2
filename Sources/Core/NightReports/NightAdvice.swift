/// What to change next time: each from a rule with its numbers. Where no rule holds, nothing is advised.
public struct NightAdvice: Sendable, Equatable {
  /// Which rule held. The raw value is the word in JSON.
  public enum Rule: String, Sendable, CaseIterable {
    /// A fault lasted ``NightAdvice/faultSeconds`` or longer, or came ``NightAdvice/faultTimes`` times or more.
    case fault
    /// ``NightAdvice/walkAwayTimes`` groups of guests or more left at one place, and ``NightAdvice/walkAwayShare`` of all.
    case walkAways
    /// ``NightAdvice/photoTimes`` photos or more were taken again by guests, and ``NightAdvice/retakeShare`` of all.
    case retakes
    /// ``NightAdvice/photoTimes`` photos or more seemed spoiled, and ``NightAdvice/doubtShare`` of all.
    case spoiled
    /// A step took longer than its limit in half of ``NightAdvice/stepTimes`` cases or more.
    case slowStep
    /// A session has waited for its upload for ``NightAdvice/uploadSeconds`` or longer.
    case uploads
    /// A print asks a person.
    case prints
    /// The clock was wrong after a start.
    case clock
  }

  public var rule: Rule
  /// In a sentence or two, with the numbers.
  public var words: String

  static let faultSeconds = 300.0
  static let faultTimes = 3
  static let walkAwayTimes = 3
  static let walkAwayShare = 0.1
  static let photoTimes = 5
  static let retakeShare = 0.25
  static let doubtShare = 0.05
  static let stepTimes = 10
  static let uploadSeconds = 3600.0

  /// What guests stand in front of for longer than this, a step's median, feels like a fault: photos of a tethered camera take
  /// two to four seconds, all else less than one.
  static func limit(of step: NightStep) -> Double {
    switch step {
    case .opening: 1
    case .livePicture: 3
    case .photo: 5
    case .code: 3
    }
  }

  /// Applies every rule.
  static func of(_ account: NightAccount) -> [NightAdvice] {
    faults(account) + walkAways(account) + photos(account) + steps(account) + rest(account)
  }

  private static func faults(_ account: NightAccount) -> [NightAdvice] {
    account.faults.filter { $0.lostSeconds ?? 0 >= faultSeconds || $0.times >= faultTimes }.map { fault in
      let lasted = fault.lostSeconds.map { ", \(fault.isAtLeast ? "at least " : "")\(minutes($0)) in all" } ?? ""
      return NightAdvice(
        rule: .fault, words: "\(upper(fault.kind.title)) (\(times(fault.times))\(lasted)). \(fault.kind.remedy)")
    }
  }

  private static func walkAways(_ account: NightAccount) -> [NightAdvice] {
    let groups = account.sessions.begun + (account.walkAways.first { $0.place == .question }?.times ?? 0)
    return account.walkAways.compactMap { left in
      guard left.times >= walkAwayTimes, Double(left.times) >= walkAwayShare * Double(groups) else { return nil }
      let remedy =
        switch left.place {
        case .question: "Shorten the event's question before the first photo."
        case .aiming: "Set the event's `patience_seconds` higher, or put a sign at the button."
        case .anotherTry: "They left as a photo had failed: its cause is among the faults."
        case .resumeOffer: "They left as a session had been interrupted: see why the booth ended."
        }
      return NightAdvice(
        rule: .walkAways,
        words: "\(left.times) of \(groups) groups of guests left \(left.place.words). \(remedy)")
    }
  }

  private static func photos(_ account: NightAccount) -> [NightAdvice] {
    let photos = account.photos
    var advice: [NightAdvice] = []
    if photos.retaken >= photoTimes, Double(photos.retaken) >= retakeShare * Double(photos.taken) {
      advice.append(
        NightAdvice(
          rule: .retakes,
          words:
            "Guests took \(photos.retaken) of \(photos.taken) photos again. Set the event's `countdown_seconds` higher, so that "
            + "they are ready."))
    }
    if photos.doubted >= photoTimes, Double(photos.doubted) >= doubtShare * Double(photos.taken) {
      advice.append(
        NightAdvice(
          rule: .spoiled,
          words: "\(photos.doubted) of \(photos.taken) photos seemed spoiled. Check flash, light and focus with `booth "
            + "devices test`."))
    }
    return advice
  }

  private static func steps(_ account: NightAccount) -> [NightAdvice] {
    account.steps.filter { $0.times >= stepTimes && $0.medianSeconds > limit(of: $0.step) }.map { step in
      let remedy =
        switch step.step {
        case .opening, .code: "The disk is slow: run `booth doctor`, and use an SSD."
        case .livePicture: "The camera's live view is slow: run `booth devices test`."
        case .photo: "The camera is slow: let it write smaller files, and focus by hand."
        }
      return NightAdvice(
        rule: .slowStep,
        words:
          "\(upper(step.step.words)) took \(seconds(step.medianSeconds)), the median of \(step.times) times, and "
          + "\(seconds(step.worstSeconds)) at worst. \(remedy)")
    }
  }

  private static func rest(_ account: NightAccount) -> [NightAdvice] {
    var advice: [NightAdvice] = []
    if let longest = account.uploads.longestSeconds, longest >= uploadSeconds {
      let sessions = account.uploads.waiting == 1 ? "1 session waits" : "\(account.uploads.waiting) sessions wait"
      advice.append(
        NightAdvice(
          rule: .uploads,
          words:
            "\(sessions) for the upload, the oldest for \(minutes(longest)). Keep the booth on with a network; `booth "
            + "queue list` says what refuses."))
    }
    if account.prints.asking > 0 {
      let prints = account.prints.asking == 1 ? "1 print asks" : "\(account.prints.asking) prints ask"
      advice.append(
        NightAdvice(rule: .prints, words: "\(prints) whether it came out: answer in `booth print list`."))
    }
    for case .clock(_, let moved) in account.gaps where moved > 0 {
      advice.append(
        NightAdvice(
          rule: .clock,
          words:
            "The clock was wrong after \(moved == 1 ? "a start" : "\(moved) starts"). Give the booth a network at its start, "
            + "or a battery for its clock."))
    }
    return advice
  }

  /// Whole minutes, or seconds of what is less.
  public static func minutes(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e9).rounded())
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\((whole + 30) / 60) min" }
    let minutes = (whole + 30) / 60
    return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
  }

  /// To a tenth.
  public static func seconds(_ seconds: Double) -> String {
    let tenths = Int((min(max(seconds, 0), 1e8) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }

  static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
  static func upper(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() }
}
