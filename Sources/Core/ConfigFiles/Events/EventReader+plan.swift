import BoothCore

extension EventReader {
  private static let timingKeys = [
    "clip_seconds", "countdown_seconds", "review_seconds", "qr_seconds", "qr_ignore_seconds", "previous_qr_seconds",
    "patience_seconds", "resume_offer_seconds", "cancel_seconds", "get_ready_seconds", "settings_seconds",
    "consent_seconds", "language_seconds", "look_seconds", "email_seconds",
  ]
  private static let stripKeys = ["clip_seconds", "countdown_seconds", "review_seconds", "start", "guide"]

  /// More strips than this no group has patience for.
  private static let maximumStrips = 12

  /// The ranges of clip, countdown and review are those of FotoX's settings; the others are ours.
  mutating func timings(in event: FileFields) -> Timings {
    var timings = Timings()
    guard let fields = object("timings", in: event) else { return timings }
    checkKeys(of: fields, known: Self.timingKeys)
    timings.clip = seconds("clip_seconds", in: fields, 3...10, otherwise: timings.clip)
    timings.countdown = seconds("countdown_seconds", in: fields, 0...5, otherwise: timings.countdown)
    timings.review = seconds("review_seconds", in: fields, 5...30, orZero: true, otherwise: timings.review)
    timings.qr = seconds("qr_seconds", in: fields, 5...600, otherwise: timings.qr)
    timings.qrIgnore = seconds("qr_ignore_seconds", in: fields, 0...10, otherwise: timings.qrIgnore)
    timings.previousQR = seconds("previous_qr_seconds", in: fields, 0...3600, otherwise: timings.previousQR)
    timings.patience = seconds("patience_seconds", in: fields, 5...300, otherwise: timings.patience)
    timings.resumeOffer = seconds("resume_offer_seconds", in: fields, 5...300, otherwise: timings.resumeOffer)
    timings.cancelQuestion = seconds("cancel_seconds", in: fields, 2...60, otherwise: timings.cancelQuestion)
    timings.getReady = seconds("get_ready_seconds", in: fields, 2...60, otherwise: timings.getReady)
    timings.settings = seconds("settings_seconds", in: fields, 10...3600, otherwise: timings.settings)
    timings.look = seconds("look_seconds", in: fields, 2...60, otherwise: timings.look)
    timings.consent = seconds("consent_seconds", in: fields, 10...600, otherwise: timings.consent)
    timings.address = seconds("email_seconds", in: fields, 20...600, otherwise: timings.address)
    timings.language = seconds("language_seconds", in: fields, 10...600, otherwise: timings.language)
    return timings
  }

  /// `{"strips": 3, "clip": true}`, or `{"strips": [{…}, …]}` with one object per strip.
  mutating func plan(in event: FileFields, timings: Timings) -> CapturePlan {
    let standard = CapturePlan.fotoX(clip: timings.clip, countdown: timings.countdown, review: timings.review)
    guard let fields = object("plan", in: event) else { return standard }
    checkKeys(of: fields, known: ["strips", "clip"])
    let clip = bool("clip", in: fields, otherwise: true) ? timings.clip : nil
    guard case .array = fields.object["strips"] else {
      let number = fields["strips"].map {
        count($0, 1...Self.maximumStrips, otherwise: standard.strips.count)
      }
      return .fotoX(
        count: number ?? standard.strips.count, clip: clip, countdown: timings.countdown, review: timings.review)
    }
    guard let items = list("strips", in: fields, of: "strips", limit: Self.maximumStrips) else {
      return .fotoX(clip: clip, countdown: timings.countdown, review: timings.review)
    }
    return CapturePlan(
      strips: items.map { strip($0, clip: clip, timings: timings) })
  }

  /// A strip that has a guide waits for a press, as a person has to aim, unless it says otherwise.
  private mutating func strip(_ item: FileValue, clip: Duration?, timings: Timings) -> CapturePlan.Strip {
    var strip = CapturePlan.Strip(clip: clip, countdown: timings.countdown, review: timings.review)
    let expected = "a strip, which is an object"
    guard let fields = taken(item, expected: expected, otherwise: "a standard strip is used", FileFields.init) else {
      return strip
    }
    checkKeys(of: fields, known: Self.stripKeys)
    if fields.object["clip_seconds"] != nil {
      let length = seconds("clip_seconds", in: fields, 3...10, orZero: true, otherwise: clip ?? .zero)
      strip.clip = length == .zero ? nil : length
    } else if fields.object.keys.contains("clip_seconds") {
      strip.clip = nil
    }
    strip.countdown = seconds("countdown_seconds", in: fields, 0...5, otherwise: timings.countdown)
    strip.review = seconds("review_seconds", in: fields, 5...30, orZero: true, otherwise: timings.review)
    strip.guide = picture("guide", in: fields)
    if let guide = strip.guide, ArtworkName.isAddress(guide) { strip.guide = nil }
    strip.start = strip.guide == nil ? .automatic : .onPress
    switch fields.object["start"] {
    case nil: break
    case .string("automatic"): strip.start = .automatic
    case .string("press"): strip.start = .onPress
    case .some(let other):
      let used = strip.start == .onPress ? "press" : "automatic"
      warn(fields.path("start"), expected: "\"automatic\" or \"press\"", found: other.summary, "\(used) is used")
    }
    return strip
  }
}
