public import BoothCore
public import Imaging

/// What guests read while the booth takes a break after it has failed again and again. It is painted by itself, as what has failed may
/// be anything that other scenes need: no event, no artwork, no state of the flow.
///
/// ```swift
/// let picture = try RestScene(languages: [.german, .english], phone: "+49 30 1234", code: "S-SEGV").picture(size)
/// ```
public struct RestScene: Sendable, Equatable {
  /// At most three are shown, the first one largest.
  public var languages: [Language]
  /// The number to call; nil tells guests to ask the staff.
  public var phone: String?
  /// What guests read out: what failed last.
  public var code: String

  /// - Parameter languages: empty: English.
  public init(languages: [Language], phone: String?, code: String) {
    self.languages = languages.isEmpty ? [.english] : Array(languages.prefix(3))
    self.phone = phone
    self.code = code
  }

  private static let paper = RGBColor(red: 0x14, green: 0x1A, blue: 0x24)
  private static let ink = RGBColor.white
  private static let dim = RGBColor(red: 0xC4, green: 0xCC, blue: 0xD8)

  /// The scene for a display of this size, upright.
  /// - Throws: `ImageError` where no letters can be drawn.
  public func picture(_ size: PixelSize) throws(ImageError) -> Bitmap {
    var bitmap = Bitmap(size: size, color: Self.paper)
    // As large as it can be with everything on it.
    for share in [1, 0.85, 0.72, 0.6, 0.5, 0.4, 0.3] {
      let column = try column(for: size, share)
      let height = column.reduce(0) { $0 + $1.gap + $1.picture.height }
      guard height <= size.height * 94 / 100 || share == 0.3 else { continue }
      var y = (size.height - height) / 2
      for piece in column {
        y += piece.gap
        bitmap.paint(piece.picture, x: (size.width - piece.picture.width) / 2, y: y)
        y += piece.picture.height
      }
      break
    }
    return bitmap
  }

  private struct Piece {
    var gap: Int
    var picture: Bitmap
  }

  private func column(for size: PixelSize, _ share: Double) throws(ImageError) -> [Piece] {
    let unit = Double(min(size.width, size.height * 3 / 4)) / 100 * share
    let width = size.width * 90 / 100
    var column: [Piece] = []
    func add(_ text: String, _ letters: Double, _ color: RGBColor, gap: Double, isBold: Bool = false) throws(ImageError)
    {
      let style = TextStyle(pixelSize: max(letters * unit, 6), isBold: isBold, color: color, alignment: .center)
      column.append(
        Piece(
          gap: column.isEmpty ? 0 : Int(gap * unit),
          picture: try TextPainter.picture(of: text, style: style, maximumWidth: width)))
    }
    for (index, language) in languages.enumerated() {
      let words = RestWords(language)
      let isMain = index == 0
      try add(words.headline, isMain ? 9 : 5, Self.ink, gap: 7, isBold: true)
      try add(words.safe, isMain ? 5 : 3.6, Self.dim, gap: isMain ? 3 : 1.5)
      try add(phone == nil ? words.callStaff : words.call, isMain ? 5 : 3.6, Self.dim, gap: 1)
    }
    // Its signs keep their order in whatever is written around them.
    if let phone { try add("\u{2066}\(phone)\u{2069}", 9, Self.ink, gap: 6, isBold: true) }
    let words = RestWords(languages[0])
    try add("\(words.code) \u{2066}\(code)\u{2069}", 7, Self.ink, gap: 5, isBold: true)
    return column
  }
}
