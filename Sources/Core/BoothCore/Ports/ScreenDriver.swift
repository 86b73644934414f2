/// Everything a screen needs to draw: the scene and what it speaks of.
public struct ScreenPicture: Sendable, Equatable {
  /// What the flow shows.
  public var scene: Scene
  /// The chosen event, or nil.
  public var event: Event?
  /// The events of the list, in its order.
  public var events: [Event]
  /// How far the shown session's upload is.
  public var upload: UploadProgress?
  /// The absolute path of the photo under review.
  public var photoPath: String?
  /// The live frame that stands still while points are marked in it.
  public var stillFrame: StillFrame?
  /// The absolute paths of composites to show with the invitation, the newest first.
  public var lastPrints: [String]
  /// The absolute paths of small pictures of the guests' print in each layout that they choose from, by its id; those that are
  /// not made yet are missing.
  public var layoutPictures: [String: String] = [:]
  /// What guests have typed of their e-mail address; only while they do.
  public var address: AddressEntry?
  /// What a person who aims is told; nil if nothing looks at the live view for them, or not yet.
  public var advice: AimAdvice?
  /// Lines for the operator's settings scene.
  public var facts: [String]
  /// Troubles the operator should know of, one line each, in words.
  public var troubles: [String]
  /// The booth's own Wi-Fi, which phones join before they can follow the code; nil where it has none.
  public var wifi: WifiAccess?

  /// A picture without uploads, paths, facts and troubles, unless they are given; ``address`` is set afterwards.
  public init(
    scene: Scene, event: Event?, events: [Event], upload: UploadProgress? = nil, photoPath: String? = nil,
    lastPrints: [String] = [], facts: [String] = [], troubles: [String] = []
  ) {
    self.scene = scene
    self.event = event
    self.events = events
    self.upload = upload
    self.photoPath = photoPath
    self.lastPrints = lastPrints
    self.facts = facts
    self.troubles = troubles
  }
}

extension ScreenPicture {
  /// What the live view and the photo under review are drawn in: as the composite will show them.
  public var look: PhotoFilter {
    switch scene.content {
    case .look(_, let highlighted, _, _): highlighted
    case .getReady, .aim, .recording, .countdown, .shutter, .review: event?.filter(choosing: scene.look) ?? .none
    case .starting, .eventSelection, .attract, .consent, .mark, .tryAgain, .finishing, .printLayout, .print, .qr,
      .address, .keptHere,
      .resumeOffer, .settings, .paused, .outOfOrder, .stopped:
      .none
    }
  }

  /// Whether the screen is the photo's light: white, from the trigger on, where the event asks for it.
  public var isLit: Bool { (event?.screenFlash ?? false) && (scene.isShutter || scene.isTriggered) }
}

/// A live frame that stands still, in a file.
public struct StillFrame: Sendable, Equatable {
  /// The absolute path of a JPEG file.
  public var path: String
  /// Upright, in pixels.
  public var size: PixelSize

  public init(path: String, size: PixelSize) {
    self.path = path
    self.size = size
  }
}

/// Files of a session that the gallery has, and how many there are.
public struct UploadProgress: Sendable, Equatable, Codable {
  /// Files that the gallery has confirmed.
  public var uploaded: Int
  /// All files of the session, confirmed or not.
  public var total: Int

  public init(uploaded: Int, total: Int) {
    self.uploaded = uploaded
    self.total = total
  }
}

/// A screen for the guests. It draws on a thread of its own and takes live frames as they come; it decides nothing.
public protocol ScreenDriver: FrameSink {
  /// Shows this from now on. Returns at once.
  func show(_ picture: ScreenPicture)
  /// How old live frames were when they stood on the screen: what 95 % of the newest were not older than. Nil for a screen
  /// that shows none, or has not yet.
  var frameAge: Duration? { get }
  /// The photo that was put before the guests last. Nil for a screen that shows none, or has not yet.
  var shownPhoto: ShownPhoto? { get }
  /// Whether it knows what its parts mean when they are touched; if not, the panel's areas count.
  var takesTouches: Bool { get }
  /// What stands at a point of the screen.
  /// - Parameters:
  ///   - point: in fractions of what guests see, from the top left.
  ///   - scene: what the flow shows at the moment.
  ///   - instant: when the finger came down.
  /// - Returns: nil where nothing is, and where something else stood until just before: guests cannot mean what they
  ///   could not yet see.
  func target(at point: PicturePoint, in scene: SceneKind, touched instant: Instant) -> TouchTarget?
  /// Returns when the drawing thread has been around once with everything that was shown: for a watchdog.
  func settle() async
  /// Gives the screen back as it was found. Returns when that is done.
  func close() async
}

extension ScreenDriver {
  /// For a screen that shows no live frames, or does not measure them: nil.
  public var frameAge: Duration? { nil }
  /// For a screen that shows no photos: nil.
  public var shownPhoto: ShownPhoto? { nil }
  /// For a screen that knows no places: false, and the panel's areas count.
  public var takesTouches: Bool { false }
  /// For a screen that knows no places: nil.
  public func target(at point: PicturePoint, in scene: SceneKind, touched instant: Instant) -> TouchTarget? { nil }
  /// For a screen without a thread of its own: returns at once.
  public func settle() async {}
}

/// A photo under review, and when it stood on the screen whole.
public struct ShownPhoto: Sendable, Equatable {
  /// The absolute path, as in ``ScreenPicture/photoPath``.
  public var path: String
  /// When it stood on the screen, on the monotonic clock.
  public var at: Instant

  public init(path: String, at: Instant) {
    self.path = path
    self.at = at
  }
}
