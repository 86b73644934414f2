/// What a session takes, as data: FotoX's three strips, one guided photo for then-and-now, any other number.
///
/// ```swift
/// let plan = CapturePlan.fotoX(clip: .seconds(10), countdown: .seconds(3), review: .seconds(5))
/// plan.strips.count  // 3
/// ```
public struct CapturePlan: Sendable, Equatable, Codable {
  /// One step of the plan: optionally a clip, then a photo after a countdown, then a review.
  public struct Strip: Sendable, Equatable, Codable {
    /// What the strip begins with.
    public enum Start: String, Sendable, Codable {
      /// Goes on by itself as soon as the live view is fresh.
      case automatic
      /// Waits for a press, as when a person aims with a guide.
      case onPress
    }

    /// Whether the strip waits for a press.
    public var start: Start
    /// Nil takes no clip.
    public var clip: Duration?
    /// Zero takes the photo at once.
    public var countdown: Duration
    /// How long the photo is shown before it counts as accepted; zero shows none.
    public var review: Duration
    /// A picture laid over the live view to aim by: a path relative to the event's folder.
    public var guide: String?

    /// A strip that begins by itself and has no guide, unless told otherwise.
    public init(
      start: Start = .automatic, clip: Duration?, countdown: Duration, review: Duration, guide: String? = nil
    ) {
      self.start = start
      self.clip = clip
      self.countdown = countdown
      self.review = review
      self.guide = guide
    }
  }

  /// In the order they are taken; at least one.
  public var strips: [Strip]
  /// Nil leaves it to the booth's settings.
  public var photoCheck: PhotoCheck?
  /// Of the composite and the films, where the session's guests chose one; nil leaves it to the event.
  public var look: PhotoFilter?
  /// What the session's guests chose to be spoken to in (BCP 47), so that it holds after a crash; nil is the event's own.
  public var language: String?
  /// The films that are made of the session's clips; nil is FotoX's film strip alone.
  public var films: [FilmKind]?
  /// The location whose old photograph is taken again, by its id; nil for guests. What is taken is kept as a version of
  /// it, never uploaded as guests' pictures are, and there is no composite.
  public var location: String?

  /// Stops the program if there is no strip. What is left out is the event's or the booth's to decide.
  public init(
    strips: [Strip], photoCheck: PhotoCheck? = nil, look: PhotoFilter? = nil, language: String? = nil,
    films: [FilmKind]? = nil, location: String? = nil
  ) {
    precondition(!strips.isEmpty, "a capture plan has at least one strip")
    self.strips = strips
    self.photoCheck = photoCheck
    self.look = look
    self.language = language
    self.films = films
    self.location = location
  }

  /// The films that are still to be made of a session that has these files.
  public func films(lackingIn kinds: Set<AssetKind>) -> [FilmKind] {
    guard kinds.contains(.video) else { return [] }
    return (films ?? [.strip]).filter { !kinds.contains($0.asset) }
  }

  /// Whether any strip has a clip.
  public var hasClips: Bool { strips.contains { $0.clip != nil } }

  /// FotoX's plan: `count` strips alike.
  public static func fotoX(count: Int = 3, clip: Duration?, countdown: Duration, review: Duration) -> CapturePlan {
    CapturePlan(strips: Array(repeating: Strip(clip: clip, countdown: countdown, review: review), count: count))
  }

  /// About how many bytes of disk a session takes: 5 MB for a photo, half of one for each second of a clip, 5 MB each for
  /// composite and films.
  public var diskBytes: Int64 {
    let made = Int64(1 + (films?.count ?? 1)) * (5 << 20)
    return strips.reduce(made) { sum, strip in
      sum + (5 << 20) + Int64((strip.clip ?? .zero).inSeconds * 512 * 1024)
    }
  }

  /// The same plan with the durations of `timings`; a strip without a clip stays without.
  public func shortened(to timings: Timings) -> CapturePlan {
    CapturePlan(
      strips: strips.map { strip in
        var strip = strip
        if strip.clip != nil { strip.clip = timings.clip }
        strip.countdown = timings.countdown
        strip.review = timings.review
        return strip
      }, photoCheck: photoCheck, look: look, language: language, films: films, location: location)
  }
}

/// What is done about a photo that seems spoiled beside the live view.
public enum PhotoCheck: String, Sendable, Codable, CaseIterable {
  /// It is taken once more by itself; if that seems spoiled too, the guests are asked.
  case on
  /// The guests are asked at once.
  case ask
  /// Photos are not looked at.
  case off
}

/// How long things last at the booth. The defaults are FotoX's, where it has the same thing.
public struct Timings: Sendable, Equatable, Codable {
  /// FotoX: 10 s, setting clamped to 3–10 s.
  public var clip = Duration.seconds(10)
  /// FotoX: 3 s, 0–5 s.
  public var countdown = Duration.seconds(3)
  /// FotoX: 5 s, 5–30 s.
  public var review = Duration.seconds(5)
  /// FotoX: the QR screen returns to idle after 60 s.
  public var qr = Duration.seconds(60)
  /// A press on the QR screen counts only after this, so that the last press of the session does not skip the code.
  public var qrIgnore = Duration.seconds(3)
  /// How long the small code of the last session stays.
  public var previousQR = Duration.seconds(120)
  /// How long "cancel?" waits for the second press.
  public var cancelQuestion = Duration.seconds(8)
  /// How long guests may take where a press is needed (aiming, "another try?").
  public var patience = Duration.seconds(30)
  /// How long a resume offer stands.
  public var resumeOffer = Duration.seconds(30)
  /// How old a live frame may be when a countdown starts.
  public var freshFrame = Duration.seconds(1)
  /// How long "get ready" waits for a fresh live frame before it asks for another try.
  public var getReady = Duration.seconds(15)
  /// How long a photo may take from the effect to its durable file.
  public var photoDeadline = Duration.seconds(20)
  /// How long a clip's file may take after its last frame.
  public var clipDeadline = Duration.seconds(15)
  /// How long opening a session, or queueing one, may take before it counts as failed.
  public var storeDeadline = Duration.seconds(15)
  /// Between two tries to queue a finished session on a disk that refuses.
  public var storeRetry = Duration.seconds(3)
  /// How long the operator's settings stay open without a press.
  public var settings = Duration.seconds(120)
  /// How long the question before the first photo stands without a press; no answer is no.
  public var consent = Duration.seconds(60)
  /// How long each look is highlighted before the next one; by hand, ``patience``.
  public var look = Duration.seconds(3)
  /// How long a language stays chosen while no session begins.
  public var language = Duration.seconds(60)
  /// How long guests are told that their photos stay at the booth, in place of a code.
  public var keptHere = Duration.seconds(8)
  /// How long an e-mail address may be typed without a key.
  public var address = Duration.seconds(60)
  /// How long each number of prints is highlighted before the next one; by hand, ``patience``.
  public var printTurn = Duration.seconds(3)

  /// Every duration at its default, which is FotoX's where it has the same thing.
  public init() {}

  /// What a journal of an earlier version does not say is the default.
  public init(from decoder: any Decoder) throws {
    self.init()
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func read(_ key: CodingKeys, _ path: WritableKeyPath<Timings, Duration>) throws {
      if let value = try values.decodeIfPresent(Duration.self, forKey: key) { self[keyPath: path] = value }
    }
    for (key, path) in [
      (.clip, \.clip), (.countdown, \.countdown), (.review, \.review), (.qr, \.qr), (.qrIgnore, \.qrIgnore),
      (.previousQR, \.previousQR), (.cancelQuestion, \.cancelQuestion), (.patience, \.patience),
      (.resumeOffer, \.resumeOffer), (.freshFrame, \.freshFrame), (.getReady, \.getReady),
      (.photoDeadline, \.photoDeadline), (.clipDeadline, \.clipDeadline), (.storeDeadline, \.storeDeadline),
      (.storeRetry, \.storeRetry), (.settings, \.settings), (.consent, \.consent), (.language, \.language),
      (.keptHere, \.keptHere), (.look, \.look), (.address, \.address), (.printTurn, \.printTurn),
    ] as [(CodingKeys, WritableKeyPath<Timings, Duration>)] { try read(key, path) }
  }

  /// Short timings for tests and `--lab`: clip 0.5 s, review and QR none.
  public static let lab: Timings = {
    var timings = Timings()
    timings.clip = .milliseconds(500)
    timings.countdown = .zero
    timings.review = .zero
    timings.qr = .zero
    timings.qrIgnore = .zero
    timings.keptHere = .zero
    return timings
  }()

  /// The same with a moment in which a strip can be taken again.
  public static let labWithReview: Timings = {
    var timings = lab
    timings.review = .milliseconds(300)
    return timings
  }()
}
