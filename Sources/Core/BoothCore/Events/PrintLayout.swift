/// A print as data: what stands where on the paper, in millimetres from the top left.
///
/// Everything is described once, on a *panel*; the panel is repeated wherever ``panels`` says, so that a pair of 2×6
/// strips is one strip on a sheet of 4×6. From below: the ground, the frames under the photos, the photos, the frames
/// over them, the logo, the words, the code.
public struct PrintLayout: Sendable, Equatable {
  /// A colour of the theme or one of its own.
  public enum Ink: Sendable, Equatable {
    case primary, secondary, accent
    case own(RGBColor)

    /// The colour that is printed for an event of this theme.
    public func color(of theme: Theme) -> RGBColor {
      switch self {
      case .primary: theme.primary
      case .secondary: theme.secondary
      case .accent: theme.accent
      case .own(let color): color
      }
    }
  }

  /// Where a photo goes. It fills its box and is cut around its middle; the theme's photo frame lies over it.
  public struct Picture: Sendable, Equatable {
    /// Of which strip the photo is, from 0.
    public var strip: Int
    /// Before it is turned.
    public var box: MillimetreRect
    /// Clockwise about the middle of its box, in degrees.
    public var turn: Double
    /// Of its corners, in millimetres; 0 for sharp ones.
    public var radius: Double
    /// Around the box, in ``borderInk``, in millimetres; 0 for none.
    public var border: Double
    /// The colour of the border; without one it is not seen.
    public var borderInk: Ink

    /// A photo that stands straight, with sharp corners and no border. Lengths are millimetres, `turn` is degrees.
    public init(
      strip: Int, box: MillimetreRect, turn: Double = 0, radius: Double = 0, border: Double = 0,
      borderInk: Ink = .own(.white)
    ) {
      self.strip = strip
      self.box = box
      self.turn = turn
      self.radius = radius
      self.border = border
      self.borderInk = borderInk
    }
  }

  /// A picture of the event's own, stretched into its box.
  public struct Frame: Sendable, Equatable {
    /// A PNG or JPEG file in the event's folder.
    public var name: String
    /// Nil is the whole panel.
    public var box: MillimetreRect?

    /// A picture over the whole panel, unless a box is given.
    public init(name: String, box: MillimetreRect? = nil) {
      self.name = name
      self.box = box
    }
  }

  /// One line of words; it gets smaller where it would not fit.
  public struct Text: Sendable, Equatable {
    /// Where the words stand in their box.
    public enum Align: String, Sendable, CaseIterable {
      /// Where reading begins: the left, or the right for Hebrew and Arabic.
      case start
      /// In the middle.
      case center
      /// Where reading ends: the right, or the left for Hebrew and Arabic.
      case end
    }

    /// With placeholders: ``PrintWords``.
    public var words: String
    /// In other languages, by code.
    public var translations: [String: String]
    /// Before it is turned.
    public var box: MillimetreRect
    /// Clockwise about the middle of its box, in degrees.
    public var turn: Double
    /// Where the words stand in their box, from side to side.
    public var align: Align
    /// The colour of the letters.
    public var ink: Ink
    /// Behind the words, filling the box; nil for none.
    public var plate: Ink?
    /// Of the letters, from line to line, in millimetres; nil is 62 % of the box's height.
    public var size: Double?
    /// Whether the letters are bold.
    public var isBold: Bool

    /// Bold words in the theme's accent colour, in the middle of their box, with nothing behind them. `size` is
    /// millimetres.
    public init(
      words: String, translations: [String: String] = [:], box: MillimetreRect, turn: Double = 0,
      align: Align = .center, ink: Ink = .accent, plate: Ink? = nil, size: Double? = nil, isBold: Bool = true
    ) {
      self.words = words
      self.translations = translations
      self.box = box
      self.turn = turn
      self.align = align
      self.ink = ink
      self.plate = plate
      self.size = size
      self.isBold = isBold
    }
  }

  /// The sheet that is printed.
  public var paper: MillimetreSize
  /// How many dots an inch the print has: 300 unless the event says otherwise.
  public var scale: PrintScale
  /// What is described once and repeated on the paper; the paper itself where there is one.
  public var panel: MillimetreSize
  /// Where the panel's top left stands on the paper, for each time it is printed.
  public var panels: [MillimetrePoint]
  /// What everything lies on; nil is the theme's background picture, or its second colour where it has none.
  public var ground: Ink?
  /// The event's pictures under the photos, the lowest first.
  public var under: [Frame]
  /// Where the photos go; a later one lies over an earlier one.
  public var pictures: [Picture]
  /// The event's pictures over the photos, the lowest first.
  public var over: [Frame]
  /// Where the theme's logo goes.
  public var logo: MillimetreRect?
  /// The lines of words.
  public var texts: [Text]
  /// Where the QR code of the guests' link goes, with its quiet zone: a square in the middle of this.
  public var code: MillimetreRect?

  /// - Parameter panel: nil is the whole paper, once.
  public init(
    paper: MillimetreSize, dpi: Int = 300, panel: MillimetreSize? = nil,
    panels: [MillimetrePoint] = [MillimetrePoint(x: 0, y: 0)], ground: Ink? = nil, under: [Frame] = [],
    pictures: [Picture], over: [Frame] = [], logo: MillimetreRect? = nil, texts: [Text] = [],
    code: MillimetreRect? = nil
  ) {
    self.paper = paper
    self.scale = PrintScale(dpi: dpi)
    self.panel = panel ?? paper
    self.panels = panels
    self.ground = ground
    self.under = under
    self.pictures = pictures
    self.over = over
    self.logo = logo
    self.texts = texts
    self.code = code
  }

  /// The panel in pixels, with a slot for each of so many strips: what screens show of the composite before it is made.
  public func outline(strips: Int) -> CompositeLayout {
    let slots = (0..<strips).compactMap { strip in
      (pictures.first { $0.strip == strip } ?? pictures.first).map { scale.pixels($0.box) }
    }
    return CompositeLayout(size: scale.pixels(panel), slots: slots, logo: logo.map(scale.pixels(_:)))
  }

  /// The pictures of the event's own that it shows, with the keys that name them.
  package var frameNames: [(key: String, name: String)] {
    under.enumerated().map { ("layout.under[\($0)]", $1.name) }
      + over.enumerated().map { ("layout.over[\($0)]", $1.name) }
  }
}
