/// What a night was like, in numbers. Nothing in it is of a guest, of a picture or of a link.
///
/// Made by ``init(_:_:_:)``. A number that nothing proves is nil, or is left out of its list.
public struct NightAccount: Sendable, Equatable {
  /// An hour of the booth's clock.
  public struct Hour: Sendable, Equatable {
    /// When it began, in Unix seconds.
    public var began: Double
    /// Sessions that began in it.
    public var sessions: Int
  }

  /// What became of the sessions that began.
  public struct Sessions: Sendable, Equatable {
    /// All that began.
    public var begun = 0
    /// Those whose guests came as far as their code.
    public var finished = 0
    /// Those that were finished when their guests had gone.
    public var finishedWithoutGuests = 0
    /// Cancelled or erased by their guests or the operator, or left without a photo.
    public var discarded = 0
    /// All others: under way, or interrupted.
    public var open = 0
    /// An hour, from the first session's beginning to the last one's; nil for less than half an hour.
    public var perHour: Double?
    /// By the booth's clock, without hours in which none began; empty where the clock cannot be believed.
    public var hours: [Hour] = []
  }

  /// How often guests left in front of a question.
  public struct WalkAways: Sendable, Equatable {
    public var place: WalkAwayPlace
    public var times: Int
  }

  /// Photos that were taken.
  public struct Photos: Sendable, Equatable {
    /// Kept on the disk, those among them that were taken again.
    public var taken = 0
    /// Taken again because guests wanted it.
    public var retaken = 0
    /// Taken again by the booth, as they seemed spoiled.
    public var reshot = 0
    /// Seemed spoiled, whether they were taken again or not.
    public var doubted = 0
  }

  /// How long a step took.
  public struct Step: Sendable, Equatable {
    public var step: NightStep
    /// How often it was measured from its beginning to its end.
    public var times: Int
    public var medianSeconds: Double
    public var worstSeconds: Double
  }

  /// Prints of the night's sessions.
  public struct Prints: Sendable, Equatable {
    /// Ordered, by guests and the operator.
    public var ordered = 0
    /// Out of the printer, those among them that only seem to be.
    public var made = 0
    /// Not out yet.
    public var waiting = 0
    /// A person has to look whether they came out.
    public var asking = 0
    public var cancelled = 0
  }

  /// Sessions that are to be at the gallery.
  public struct Uploads: Sendable, Equatable {
    /// Sessions that are not whole at the gallery.
    public var waiting = 0
    /// How long the oldest of them has waited, from its beginning; nil where none waits, or the clock cannot be believed.
    public var longestSeconds: Double?
  }

  /// What the numbers do not cover.
  public enum Gap: Sendable, Equatable {
    /// The journal begins at this moment, in Unix seconds: before it only sessions, prints and uploads are known.
    case journalBegins(Double)
    /// There is no journal of this time.
    case noJournal
    /// So many lines of the journal are missing or damaged: times lost are at least what is said.
    case lines(Int)
    /// The clock was not known to be right after so many starts; after so many of them it was wrong, and they are placed behind
    /// those before them.
    case clock(starts: Int, moved: Int)
    /// So many sessions have no time that can be believed, and are left out.
    case sessionsWithoutTime(Int)
  }

  /// From when, in Unix seconds.
  public var from: Double
  /// Until when, in Unix seconds.
  public var to: Double
  /// The folder name of the event, where one was asked for.
  public var event: String?
  public var sessions = Sessions()
  /// By place; places where no guest left are not in it.
  public var walkAways: [WalkAways] = []
  /// How often guests took a whole session back: cancelled in front of the camera, or erased at its code.
  public var takenBack = 0
  public var photos = Photos()
  /// The cause that lasted longest first.
  public var faults: [NightFault] = []
  /// The slowest by its median first.
  public var steps: [Step] = []
  public var prints = Prints()
  public var uploads = Uploads()
  /// What to change next time, the most telling first.
  public var advice: [NightAdvice] = []
  public var gaps: [Gap] = []

  init(from: Double, to: Double, event: String?) {
    self.from = from
    self.to = to
    self.event = event
  }
}
