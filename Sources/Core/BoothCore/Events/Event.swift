/// The occasion: one folder in `Events/`, in the FotoX event format with optional keys of our own.
///
/// ```swift
/// event.slug  // "wedding": its folder in `Events/`
/// event.plan.strips.count  // 3
/// ```
public struct Event: Sendable, Equatable, Identifiable {
  /// Who sees the event's page and index.
  public enum GalleryAccess: String, Sendable, Codable, CaseIterable {
    /// Only with the event's key.
    case link
    /// Anybody who knows the event's number, as FotoX always had it.
    case open
  }

  /// How long the booth keeps files that the gallery has confirmed.
  public struct KeepPolicy: Sendable, Equatable {
    /// So many days after the session; nil sets no age.
    public var days: Int?
    /// Only until they are uploaded.
    public var untilUploaded: Bool
    /// They go, the oldest first, while the disk has less room than this; nil sets no floor.
    public var freeSpaceBytes: Int64?

    /// Without any of the three, files are kept for ever.
    public init(days: Int? = nil, untilUploaded: Bool = false, freeSpaceBytes: Int64? = nil) {
      self.days = days
      self.untilUploaded = untilUploaded
      self.freeSpaceBytes = freeSpaceBytes
    }
  }

  /// The number by which the gallery knows the event; unique on one booth.
  public var id: EventID
  /// The folder's name; where one file holds several events, the others have their number added (`fair-102`).
  public var slug: String
  /// The folder with the event's artwork, inside the folder of all events.
  public var folder: String
  /// What guests and the footer are told, in the main language. `name(in:)` has the others.
  public var name: String
  /// `yyyy-MM-dd`, or whatever the file says.
  public var date: String
  /// Colours, artwork and words of the screen and the prints.
  public var theme: Theme
  /// BCP 47 codes, the first is the main one.
  public var languages: [String]
  /// The name in other languages, by code.
  public var names: [String: String]
  /// The picture of the idle screen, relative to the event's folder.
  public var attract: String?
  /// Who may see the event's page; goes to the gallery with each upload.
  public var gallery: GalleryAccess
  /// How long files stay here that the gallery has confirmed.
  public var keep: KeepPolicy
  /// After this wall-clock second (Unix time) uploads are no longer tried; nil tries for ever.
  public var expiresAt: Int64?
  /// How long things last here, each from the event's file or FotoX's default.
  public var timings: Timings
  /// The strips of one session.
  public var plan: CapturePlan
  /// The composite in pixels; where there is a ``printLayout``, its outline.
  public var layout: CompositeLayout
  /// The composite as a print in millimetres; nil for one in pixels, as FotoX's is.
  public var printLayout: PrintLayout?
  /// The looks that guests may choose from. If there is only one, everything has it.
  public var filters: [PhotoFilter]
  /// The films that are made of a session's clips.
  public var films: [FilmKind]
  /// Whether clips have sound, where there is a microphone.
  public var sound: Bool
  /// Whether the screen turns white while a photo is taken, as its light.
  public var screenFlash: Bool
  /// Whether the invitation shows what the last guests took home.
  public var showsLast: Bool
  /// Whether a voice says what guests are to do.
  public var spoken: Bool
  /// Whether guests may leave an e-mail address for their link.
  public var takesEmails: Bool
  /// How many prints of a session guests may have, 0 to ``PrintForm/mostCopies``; nil: what the booth offers.
  public var prints: Int?
  /// The layouts that guests choose from for their prints, the first highlighted first; with fewer than two they are not
  /// asked, and prints have ``layout``.
  public var layouts: [LayoutChoice] = []
  /// How many prints its guests may have in all.
  public var printLimits = PrintLimits()
  /// Whether guests may also order them later, on the page of their session, of the booth's own gallery.
  public var printsFromGallery = false
  /// What guests are asked before the first photo, or nil.
  public var consent: EventConsent?

  /// Defaults: English, a page behind the event's key, files kept for ever, colour, FotoX's film strip, and no extras.
  /// A nil `plan` is FotoX's three strips with the durations of `timings`; a nil `folder` is the `slug`. Checks
  /// nothing.
  public init(
    id: EventID, slug: String, name: String, date: String, theme: Theme = Theme(), languages: [String] = ["en"],
    names: [String: String] = [:], attract: String? = nil, gallery: GalleryAccess = .link,
    keep: KeepPolicy = KeepPolicy(), expiresAt: Int64? = nil, timings: Timings = Timings(), plan: CapturePlan? = nil,
    layout: CompositeLayout = .strip, printLayout: PrintLayout? = nil, filters: [PhotoFilter] = [.none],
    films: [FilmKind] = [.strip], sound: Bool = false, screenFlash: Bool = false, spoken: Bool = false,
    showsLast: Bool = false, takesEmails: Bool = false, prints: Int? = nil,
    consent: EventConsent? = nil, folder: String? = nil
  ) {
    self.id = id
    self.slug = slug
    self.folder = folder ?? slug
    self.name = name
    self.date = date
    self.theme = theme
    self.languages = languages
    self.names = names
    self.attract = attract
    self.gallery = gallery
    self.keep = keep
    self.expiresAt = expiresAt
    self.timings = timings
    self.plan = plan ?? .fotoX(clip: timings.clip, countdown: timings.countdown, review: timings.review)
    self.layout = layout
    self.printLayout = printLayout
    self.filters = filters
    self.films = films
    self.sound = sound
    self.screenFlash = screenFlash
    self.spoken = spoken
    self.showsLast = showsLast
    self.takesEmails = takesEmails
    self.prints = prints
    self.consent = consent
  }

  /// The name in `language`, or the main name.
  public func name(in language: String) -> String { names[language] ?? name }

  /// The look of a session whose guests chose `choice`, whatever the event offers by now; or, of those who chose nothing,
  /// none where that is offered, else the first.
  public func filter(choosing choice: PhotoFilter?) -> PhotoFilter { choice ?? PhotoFilter.unchosen(of: filters) }
}

/// A film that is made of a session's clips.
public enum FilmKind: String, Sendable, Codable, CaseIterable {
  /// FotoX's: all clips at once, one below the other.
  case strip
  /// A moment of a clip, forth and back.
  case boomerang
  /// The boomerang as an animated GIF.
  case gif

  /// What the film is among a session's files.
  public var asset: AssetKind {
    switch self {
    case .strip: .stripVideo
    case .boomerang: .boomerang
    case .gif: .boomerangGIF
    }
  }
}

/// An event's look, in FotoX's terms.
public struct Theme: Sendable, Equatable {
  /// FotoX's number of the theme: 1 where the file has none.
  public var id: Int
  /// What stands out: empty slots of a composite, the screen's highlight. FotoX's own defaults of the three colours:
  /// #FF4081, #212121, #FFFFFF.
  public var primary: RGBColor
  /// What lies under everything: the ground of composites, film strips and the guests' screen.
  public var secondary: RGBColor
  /// The colour of words on ``secondary``: the footer, and the screen's text where it can be read on it.
  public var accent: RGBColor
  /// `system` or a font's name.
  public var fontFamily: String
  /// Pictures: a path relative to the event's folder, or a URL, which the booth does not fetch.
  public var logo: String?
  /// The picture under the photos of a composite.
  public var background: String?
  /// Laid over each photo of a composite.
  public var photoFrame: String?
  /// Laid over the whole composite, and over the film strip.
  public var stripFrame: String?
  /// Which of the four the file names by FotoX's other key: `logo` by `logo_asset`, say, and not by `logo_url`.
  public var namedAsAssets: Set<String> = []
  /// How many photos ``stripFrame`` was drawn for, in the standard layout of so many; nil leaves it to be judged by what
  /// it leaves of the photos.
  public var stripFramePhotos: Int?
  /// What the footer says; nil is the event's name and day (``Event/footer``).
  public var footerText: String?
  /// What the guests' screen says, where the event has words of its own.
  public var words = SceneWords()
  /// What is played when a scene begins: WAV files, relative to the event's folder.
  public var sounds: [SceneKind: String] = [:]

  /// FotoX's colours, the system's font, no artwork and no footer text, unless given. ``words`` and ``sounds`` begin
  /// empty.
  public init(
    id: Int = 1, primary: RGBColor = RGBColor(red: 0xFF, green: 0x40, blue: 0x81),
    secondary: RGBColor = RGBColor(red: 0x21, green: 0x21, blue: 0x21), accent: RGBColor = .white,
    fontFamily: String = "system", logo: String? = nil, background: String? = nil, photoFrame: String? = nil,
    stripFrame: String? = nil, footerText: String? = nil
  ) {
    self.id = id
    self.primary = primary
    self.secondary = secondary
    self.accent = accent
    self.fontFamily = fontFamily
    self.logo = logo
    self.background = background
    self.photoFrame = photoFrame
    self.stripFrame = stripFrame
    self.footerText = footerText
  }

  /// Where the event's file names a picture: `theme.logo_url` or `theme.logo_asset` for `logo`.
  public func pictureKey(_ name: String) -> String {
    "theme.\(name)_" + (namedAsAssets.contains(name) ? "asset" : "url")
  }
}

/// Where things stand on the composite, in pixels from its top left.
public struct CompositeLayout: Sendable, Equatable, Codable {
  /// The whole composite, in pixels.
  public var size: PixelSize
  /// One slot per photo, in the order of the strips; photos fill their slot and are cropped around the centre.
  public var slots: [PixelRect]
  /// Where the theme's logo goes, or nil.
  public var logo: PixelRect?
  /// Where the footer's text goes, or nil.
  public var footer: PixelRect?

  /// A layout without logo and footer, unless they are given. Slots are not checked against `size`.
  public init(size: PixelSize, slots: [PixelRect], logo: PixelRect? = nil, footer: PixelRect? = nil) {
    self.size = size
    self.slots = slots
    self.logo = logo
    self.footer = footer
  }

  /// 4×6 inches at 300 dpi: three 3:2 photos in a column, the footer below.
  public static let strip = CompositeLayout(
    size: PixelSize(width: 1200, height: 1800),
    slots: [70, 630, 1190].map { PixelRect(x: 210, y: $0, width: 780, height: 520) },
    logo: nil, footer: PixelRect(x: 60, y: 1715, width: 1080, height: 75))
}
