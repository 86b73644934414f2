public import BoothCore

/// A pair on paper, as data: what stands where, in pixels of the print.
///
/// Above the title and the place, then the two pictures in boxes of one size with their dates below, and at the foot where
/// the old picture comes from, the pair's permanent name, and the code of its link. The paper lies or stands, and the
/// pictures are beside or below each other, whichever makes them largest. The old picture is always the first, at the
/// left or above; words keep to the side from which the title is read.
public struct PairSheet: Sendable, Equatable {
  /// What it is printed on.
  public enum Paper: String, Sendable, CaseIterable {
    case a4
    /// 4×6 inches: a photo printer's postcard.
    case photo = "4x6"

    /// Standing.
    var size: MillimetreSize {
      switch self {
      case .a4: MillimetreSize(width: 210, height: 297)
      case .photo: MillimetreSize(width: 101.6, height: 152.4)
      }
    }

    /// Wide enough for printers that cut a little more than the paper's edge.
    var margin: Double { self == .a4 ? 16 : 6 }
    /// Between the pictures, and between a picture and its date, in millimetres.
    var gap: Double { self == .a4 ? 6 : 3 }
    /// Font sizes in points.
    var title: ClosedRange<Double> { self == .a4 ? 13...24 : 8...13 }
    var date: ClosedRange<Double> { self == .a4 ? 8...12 : 5.5...7.5 }
    var small: ClosedRange<Double> { self == .a4 ? 6.5...9 : 4.6...5.6 }
    /// The code with its quiet zone, in millimetres; larger where its modules could not be told apart.
    var code: Double { self == .a4 ? 28 : 18 }
  }

  /// Words where they stand.
  struct Words: Sendable, Equatable {
    var block: TextBlock
    var x: Int
    var y: Int
    var color: RGBColor
  }

  /// A link's code: where it stands with its quiet zone, which may reach into the margin.
  struct Code: Sendable, Equatable {
    var code: QRCode
    var rect: PixelRect
  }

  static let ink = RGBColor(red: 26, green: 26, blue: 26)
  static let quietInk = RGBColor(red: 80, green: 80, blue: 80)
  static let hairline = RGBColor(red: 190, green: 190, blue: 190)

  /// The whole sheet, in pixels.
  public private(set) var size: PixelSize
  /// Dots an inch.
  public let scale: PrintScale
  /// The old picture's place and the new one's, of one size.
  public private(set) var pictures: [PixelRect] = []
  private(set) var words: [Words] = []
  private(set) var rule: PixelRect?
  private(set) var code: Code?

  /// Lays a pair out at 300 dpi.
  /// - Parameter aspect: the pictures' width by their height; taken into 0.1 to 10.
  public init(_ facts: PairFacts, aspect: Double, on paper: Paper) {
    let aspect = aspect.isFinite ? min(max(aspect, 0.1), 10) : 1
    let scale = PrintScale(dpi: 300)
    let standing = paper.size
    let lying = MillimetreSize(width: standing.height, height: standing.width)
    let drafts = [standing, lying].flatMap { size in
      [true, false].map { PairSheetDraft(facts, aspect, paper, scale.pixels(size), scale, isBeside: $0) }
    }
    // The first of equals: what stands, and beside.
    let best = drafts.dropFirst().reduce(drafts[0]) { $1.picture.area > $0.picture.area ? $1 : $0 }
    size = best.paper
    self.scale = scale
    (pictures, words, rule, code) = best.placed()
  }
}
