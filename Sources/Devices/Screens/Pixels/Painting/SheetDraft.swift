import BoothCore
import Imaging

/// A sheet being made: everything is measured in units of the screen's short side, so that a scene looks the same on a
/// display of 480 and of 2160 lines.
struct SheetDraft {
  let size: PixelSize
  let tones: Tones
  /// The first is the main one; see ``Language/spoken(at:)``.
  let languages: [Language]
  /// The event's own words.
  let words: SceneWords
  let family: String
  let style: PixelStyle
  /// A fortieth of the short side.
  let unit: Double
  /// What scenes may use: all but the operator's line at the top.
  var area: PixelRect
  /// Nothing is written and no button is made: something else is going to be asked over this.
  var isQuiet = false
  /// The corner that the last guests' code has.
  var previous: PreviousCode?
  private(set) var sheet: Sheet
  private var overlay: Int?

  enum Side { case leading, center, trailing }
  enum Height { case top, middle, bottom }

  init(size: PixelSize, event: Event?, language: String? = nil, style: PixelStyle) {
    self.size = size
    tones = Tones(event?.theme ?? Theme())
    languages = Language.spoken(at: event, chosen: language)
    words = event?.theme.words ?? SceneWords()
    family = event?.theme.fontFamily ?? "system"
    self.style = style
    unit = Double(min(size.width, size.height)) / 40
    area = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    sheet = Sheet(size: size)
  }

  var language: Language { languages[0] }
  var isRightToLeft: Bool { language.isRightToLeft }
  var all: PixelRect { PixelRect(x: 0, y: 0, width: size.width, height: size.height) }
  var isTall: Bool { size.height > size.width }
  /// 16:10 and wider: there is room for words beside a picture.
  var isWide: Bool { size.width * 10 >= size.height * 15 }

  /// So many units in pixels.
  func units(_ count: Double) -> Int { max(1, Int((count * unit).rounded())) }

  // MARK: What stands there

  mutating func add(_ mark: Mark) {
    if let overlay { sheet.overlays[overlay].marks.append(mark) } else { sheet.base.append(mark) }
  }

  mutating func setLive(_ rect: PixelRect, _ look: PhotoFilter) { (sheet.live, sheet.look) = (rect, look) }

  /// What is added in `body` changes by itself, within this rectangle, over what stands there.
  mutating func over(_ rect: PixelRect, _ body: (inout SheetDraft) -> Void) {
    guard let rect = rect.clipped(to: size) else { return }
    sheet.overlays.append(Sheet.Overlay(rect: rect, marks: []))
    overlay = sheet.overlays.count - 1
    body(&self)
    overlay = nil
    if sheet.overlays.last?.marks.isEmpty == true { sheet.overlays.removeLast() }
  }

  mutating func touch(_ rect: PixelRect, _ action: TouchTarget) {
    guard !isQuiet else { return }
    sheet.buttons.append(SheetButton(rect: rect, action: action))
  }

  mutating func fill(_ rect: PixelRect, _ color: RGBColor, radius: Double = 0) {
    add(.fill(.rectangle(rect, radius: radius), .color(color)))
  }

  /// The still background: paper with light in its middle.
  mutating func background() { add(.fill(.rectangle(all), .glowing(tones.card, tones.paper))) }

  /// A card with its shadow.
  mutating func card(_ rect: PixelRect, _ color: RGBColor, radius: Double = 1, border: RGBColor? = nil) {
    let radius = radius * unit
    add(.shadow(rect, radius: radius, blur: 0.9 * unit, Tones.shade))
    if let border {
      let width = units(0.22)
      fill(rect.grown(width), border, radius: radius + Double(width))
    }
    fill(rect, color, radius: radius)
  }

  // MARK: Words

  /// Measures text for a place without writing it.
  /// - Parameters:
  ///   - size: the greatest font size, in units.
  ///   - least: the least, before the end is cut; three fifths of the greatest if not given.
  func block(
    _ text: String, _ language: Language? = nil, width: Int, height: Int = 100_000, size: Double, least: Double? = nil,
    lines: Int = 1, isBold: Bool = false, _ side: Side = .leading, family: String? = nil, breaksWords: Bool = false
  ) -> TextBlock {
    let options = TextBlock.Options(
      text, family: family ?? self.family, isBold: isBold, isRightToLeft: (language ?? self.language).isRightToLeft,
      side: eyeSide(side), sizes: min(least ?? size * 0.6, size) * unit...size * unit, lines: lines,
      breaksWords: breaksWords)
    return style.fits.block(options, width: width, height: height)
  }

  private func eyeSide(_ side: Side) -> TextBlock.Side {
    switch side {
    case .center: .center
    case .leading: isRightToLeft ? .right : .left
    case .trailing: isRightToLeft ? .left : .right
    }
  }

  /// Writes a block into a rectangle; returns where it stands.
  @discardableResult
  mutating func write(
    _ block: TextBlock, in rect: PixelRect, _ side: Side = .leading, _ height: Height = .top, _ color: RGBColor? = nil
  ) -> PixelRect {
    let free = rect.width - block.size.width
    let x =
      switch eyeSide(side) {
      case .left: rect.x
      case .center: rect.x + free / 2
      case .right: rect.x + free
      }
    let y =
      switch height {
      case .top: rect.y
      case .middle: rect.y + (rect.height - block.size.height) / 2
      case .bottom: rect.y + rect.height - block.size.height
      }
    if !isQuiet { add(.text(block, x: x, y: y, color ?? tones.ink)) }
    return PixelRect(x: x, y: y, width: block.size.width, height: block.size.height)
  }

  /// Texts, each in its own direction, side by side with dots between where they fit, below each other where they do
  /// not, as many as there is room for.
  struct Row {
    var blocks: [TextBlock]
    var isStacked: Bool
    var gap: Int

    var size: PixelSize {
      guard !blocks.isEmpty else { return PixelSize(width: 0, height: 0) }
      let heights = blocks.map(\.size.height)
      let widths = blocks.map(\.size.width)
      return isStacked
        ? PixelSize(width: widths.max() ?? 0, height: heights.reduce(0, +))
        : PixelSize(
          width: widths.reduce(0, +) + gap * (blocks.count - 1), height: heights.max() ?? 0)
    }
  }

  func row(
    _ texts: [(text: String, language: Language)], width: Int, height: Int = 100_000, size: Double,
    _ side: Side = .center
  ) -> Row {
    let texts = texts.filter { !$0.text.isEmpty }
    var blocks = texts.map { block($0.text, $0.language, width: width, size: size, side) }
    let gap = units(size * 1.1)
    let line = Row(blocks: blocks, isStacked: false, gap: gap)
    if line.size.width <= width, !blocks.contains(where: \.isCut), line.size.height <= height { return line }
    while !blocks.isEmpty {
      let stack = Row(blocks: blocks, isStacked: true, gap: gap)
      if stack.size.height <= height { return stack }
      blocks.removeLast()
    }
    return Row(blocks: [], isStacked: true, gap: gap)
  }

  func said(_ phrase: Phrase) -> String { words.text(phrase, in: language) }

  /// A phrase in the event's lesser languages.
  func others(_ phrase: Phrase) -> [(text: String, language: Language)] {
    languages.dropFirst().map { (words.text(phrase, in: $0), $0) }
  }

  @discardableResult
  mutating func write(
    _ row: Row, in rect: PixelRect, _ side: Side = .center, _ height: Height = .top, _ color: RGBColor? = nil
  ) -> PixelRect {
    let size = row.size
    guard size.width > 0 else { return PixelRect(x: rect.x, y: rect.y, width: 0, height: 0) }
    let free = PixelSize(width: rect.width - size.width, height: rect.height - size.height)
    let x =
      switch eyeSide(side) {
      case .left: rect.x
      case .center: rect.x + free.width / 2
      case .right: rect.x + free.width
      }
    let y =
      switch height {
      case .top: rect.y
      case .middle: rect.y + free.height / 2
      case .bottom: rect.y + free.height
      }
    var at = (x: isRightToLeft ? x + size.width : x, y: y)
    for (index, block) in row.blocks.enumerated() {
      if row.isStacked {
        write(
          block, in: PixelRect(x: x, y: at.y, width: size.width, height: block.size.height), side, .top,
          color ?? tones.dim)
        at.y += block.size.height
        continue
      }
      if index > 0 {
        let middle = Spot(
          Double(at.x) + Double(isRightToLeft ? -row.gap : row.gap) / 2, Double(y) + Double(size.height) * 0.55)
        if !isQuiet { add(.fill(.circle(middle, radius: unit * 0.16), .color(color ?? tones.highlight))) }
        at.x += isRightToLeft ? -row.gap : row.gap
      }
      let left = isRightToLeft ? at.x - block.size.width : at.x
      write(
        block, in: PixelRect(x: left, y: y, width: block.size.width, height: size.height), .leading, .middle,
        color ?? tones.dim)
      at.x += isRightToLeft ? -block.size.width : block.size.width
    }
    return PixelRect(x: x, y: y, width: size.width, height: size.height)
  }
}
