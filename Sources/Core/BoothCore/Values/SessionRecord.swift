/// A session as the store remembers it.
///
/// ```swift
/// for session in try await store.sessions(limit: 20) where session.needsUpload {
///   print(session.id.short, session.photos.count)
/// }
/// ```
public struct SessionRecord: Sendable, Equatable, Codable, Identifiable {
  /// How far a session has come.
  public enum State: String, Sendable, Codable {
    /// Guests are (or were, when the booth died) in front of the camera. Moved by the flow.
    case capturing
    /// Everything wanted was taken; its jobs exist. Moved by the flow, in one commit with the jobs.
    case finished
    /// Every file is confirmed at the gallery. Moved by the job pump; a file that is added later moves it back.
    case uploaded
    /// Cancelled or erased: no files, no link. The record stays as proof.
    case discarded
  }

  /// Its name in files, links and the gallery.
  public var id: SessionID
  /// The number of its event, under which the gallery has it.
  public var event: EventID
  /// The folder name of its event (``Event/slug``), as it was when the session began.
  public var eventSlug: String
  /// How far it has come.
  public var state: State
  /// What it was to take, with what its guests chose.
  public var plan: CapturePlan
  /// When it was recorded, before its first photo.
  public var openedAt: WallTime
  /// The guests' link, known before the first photo.
  public var link: String
  /// Guests walked away, or answered no resume offer: finished without a QR screen.
  public var quiet: Bool
  /// What its guests agreed to; nil where they were not asked.
  public var consent: Consent?
  /// Its files that are kept, in no promised order; ``photos`` and ``clips`` sort them.
  public var assets: [Asset]

  /// A session that has just begun: no files, and no consent was asked for, unless told otherwise.
  public init(
    id: SessionID, event: EventID, eventSlug: String, state: State = .capturing, plan: CapturePlan, openedAt: WallTime,
    link: String, quiet: Bool = false, consent: Consent? = nil, assets: [Asset] = []
  ) {
    self.id = id
    self.event = event
    self.eventSlug = eventSlug
    self.state = state
    self.plan = plan
    self.openedAt = openedAt
    self.link = link
    self.quiet = quiet
    self.consent = consent
    self.assets = assets
  }

  /// Its photos, in the order of the strips.
  public var photos: [Asset] { assets.filter { $0.kind == .photo }.sorted { $0.strip < $1.strip } }
  /// Nothing of it goes to the guests' gallery: its guests want it so, or it was taken at a location.
  public var staysHere: Bool { consent?.given.uploads == false || plan.location != nil }
  /// What a code may say: nothing where the link would never come true.
  public var codeLink: String? { staysHere ? nil : link }
  /// Whether it has a file that the gallery has not confirmed, and is to have.
  public var needsUpload: Bool { !staysHere && assets.contains { !$0.uploaded } }
  /// The films that are still to be made of its clips.
  public var lackingFilms: [FilmKind] { plan.films(lackingIn: Set(assets.map(\.kind))) }
  /// Its clips, in the order of the strips.
  public var clips: [Asset] { assets.filter { $0.kind == .video }.sorted { $0.strip < $1.strip } }
}

/// Why a kept file, or a whole session, leaves the kept set. Every such decision is recorded by name.
public enum DiscardReason: String, Sendable, Codable {
  /// The guests asked for another try of the strip.
  case retake
  /// The strip failed and is taken again.
  case failedStrip
  /// Something seemed to have gone wrong with the photo, and another was taken in its place by itself.
  case reshot
  /// The guests cancelled, and confirmed.
  case cancel
  /// The answer came after its deadline, when something else was current.
  case lateAnswer
  /// The session ended without a single photo.
  case nothingKept
  /// The operator erased it on a guest's request, or its guests took it back after the last review.
  case erase
  /// The gallery has erased it too: the end of what ``erase`` began.
  case erasedAtGallery
  /// The gallery has the file, and the event's keep-policy lets it go here.
  case keepPolicy
}
