/// The event's artwork as bytes of its files; whatever is missing gives way to the theme's colours.
public struct Artwork: Sendable, Equatable {
  /// A PNG or JPEG file.
  public var logo: [UInt8]?
  /// A PNG or JPEG file: what lies under everything.
  public var background: [UInt8]?
  /// Laid over each photo.
  public var photoFrame: [UInt8]?
  /// Laid over the whole composite.
  public var stripFrame: [UInt8]?
  /// The picture of the idle screen; composites do not show it.
  public var attract: [UInt8]?
  /// The frames of the print layout, by their names.
  public var frames: [String: [UInt8]]

  /// No artwork, unless given: the theme's colours are used.
  public init(
    logo: [UInt8]? = nil, background: [UInt8]? = nil, photoFrame: [UInt8]? = nil, stripFrame: [UInt8]? = nil,
    attract: [UInt8]? = nil, frames: [String: [UInt8]] = [:]
  ) {
    self.logo = logo
    self.background = background
    self.photoFrame = photoFrame
    self.stripFrame = stripFrame
    self.attract = attract
    self.frames = frames
  }
}

/// What a composite is made of.
public struct CompositeRequest: Sendable {
  /// JPEG files in the order of the slots; fewer than slots leave theme-coloured slots empty.
  public var photos: [[UInt8]]
  /// Where things stand, in pixels.
  public var layout: CompositeLayout
  /// If there is one, the composite is this print, and `layout` and `footer` say nothing. Its words are printed as they
  /// stand: ``PrintLayout/filled(for:at:)`` comes before.
  public var printLayout: PrintLayout?
  /// The event's colours and font.
  public var theme: Theme
  /// The event's pictures, already read.
  public var artwork: Artwork
  /// The footer: the theme's text, else the event's name and date.
  public var footer: String
  /// The look that the photos get; the artwork keeps its colours.
  public var filter: PhotoFilter
  /// What the print's code says; nil prints none.
  public var link: String?

  /// Colour, no print layout and no code, unless told otherwise. Photos are not read before the composite is made.
  public init(
    photos: [[UInt8]], layout: CompositeLayout, printLayout: PrintLayout? = nil, theme: Theme, artwork: Artwork,
    footer: String, filter: PhotoFilter = .none, link: String? = nil
  ) {
    self.photos = photos
    self.layout = layout
    self.printLayout = printLayout
    self.theme = theme
    self.artwork = artwork
    self.footer = footer
    self.filter = filter
    self.link = link
  }

  /// The composite of a session at `event`.
  /// - Parameters:
  ///   - time: when the session began; nil leaves the event's own day.
  ///   - filter: what the guests chose; the event may have only one.
  public init(
    photos: [[UInt8]], event: Event, artwork: Artwork, at time: WallTime?, link: String?, filter: PhotoFilter? = nil
  ) {
    self.init(
      photos: photos, layout: event.layout, printLayout: event.printLayout?.filled(for: event, at: time),
      theme: event.theme, artwork: artwork, footer: event.footer, filter: event.filter(choosing: filter), link: link)
  }
}

/// What a film strip is made of: FotoX's three clips playing at once on the theme.
public struct FilmStripRequest: Sendable {
  /// MP4 files in the order of the strips.
  public var clips: [String]
  /// The file to write.
  public var path: String
  /// The event's colours and font.
  public var theme: Theme
  /// The event's pictures, already read; the film strip shows its background and strip frame.
  public var artwork: Artwork
  /// What stands below the clips: ``Event/footer``.
  public var footer: String
  /// The look that the clips get; the artwork keeps its colours.
  public var filter: PhotoFilter

  /// The clips in their own colours, unless a look is given.
  public init(
    clips: [String], path: String, theme: Theme, artwork: Artwork, footer: String, filter: PhotoFilter = .none
  ) {
    self.clips = clips
    self.path = path
    self.theme = theme
    self.artwork = artwork
    self.footer = footer
    self.filter = filter
  }
}

/// Why a picture could not be made or read.
public struct ImageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Why, by what can be done about it.
  public enum Code: String, Sendable {
    /// The bytes are no picture of a kind we read, or end too early.
    case unreadable
    /// Larger than the program is willing to hold.
    case tooLarge
    /// The library underneath refused; its words are in `detail`.
    case failed
  }

  /// Why; decide by this, not by the words.
  public var code: Code
  /// Which picture, in words or by its path.
  public var subject: String
  /// In words, for the operator: what was found and what was expected.
  public var detail: String

  /// `ImageError(.unreadable, subject: subject, detail: "is empty; expected a JPEG picture")`.
  public init(_ code: Code, subject: String, detail: String) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }

  /// One line for logs and people: the picture and the words.
  public var description: String { "\(subject): \(detail)" }
}

/// Makes the pictures of a finished session.
public protocol Compositor: Sendable {
  /// The composite as a JPEG of quality 90. CPU-bound and synchronous: call it off the cooperative pool's hot paths.
  func composite(_ request: CompositeRequest) throws(ImageError) -> [UInt8]
  /// The composite as a sheet of exactly so many pixels, which a printer need not scale: a JPEG of quality 95. Synchronous
  /// as ``composite(_:)``.
  /// - Parameters:
  ///   - canvas: what the printer gets.
  ///   - page: what of it is on the paper, in its middle; what reaches beyond is cut off, and shows the picture's edge once more.
  ///   - colors: the profile in whose colours its pixels are; nil: sRGB.
  func sheet(
    _ request: CompositeRequest, canvas: PixelSize, page: PixelSize, colors: ColorProfile?
  ) throws(ImageError) -> CompositeSheet
  /// Lets go of what it keeps from one composite for the next, which then makes it anew.
  func letGo()
}

/// A composite as a printer gets it.
public struct CompositeSheet: Sendable, Equatable {
  /// As many pixels as were asked for.
  public var jpeg: [UInt8]
  /// How many pieces stand beside each other, each half of the sheet where there are two: a printer that cuts makes so many of
  /// it.
  public var pieces: Int

  /// A sheet of one piece, unless said otherwise.
  public init(jpeg: [UInt8], pieces: Int = 1) {
    self.jpeg = jpeg
    self.pieces = pieces
  }
}

/// Makes the film strip of a session's clips.
public protocol FilmStripMaker: Sendable {
  /// Writes `request.path` and says what it wrote. Takes seconds of CPU on its own low-priority thread.
  func makeFilmStrip(_ request: FilmStripRequest) async throws(ClipError) -> RecordedClip
}
