import BoothCore

/// One way to lay a pair out: sizes are found from the outside in, places from above to below.
struct PairSheetDraft {
  let paper: PixelSize
  /// Each of the two boxes.
  private(set) var picture = PixelSize(width: 1, height: 1)

  private let isBeside: Bool
  private let isRightToLeft: Bool
  private let margin: Int
  private let gap: Int
  /// From where to where the words reach: as wide as the pictures where these are not too narrow.
  private var column: (x: Int, width: Int)
  private var head: [(block: TextBlock, color: RGBColor)] = []
  private var dates: [TextBlock?] = []
  private var foot: [(block: TextBlock, color: RGBColor)] = []
  private let code: PlacedCode?

  init(
    _ facts: PairFacts, _ aspect: Double, _ kind: PairSheet.Paper, _ paper: PixelSize, _ scale: PrintScale,
    isBeside: Bool
  ) {
    self.paper = paper
    self.isBeside = isBeside
    isRightToLeft = facts.words.isRightToLeft
    margin = scale.pixels(kind.margin)
    gap = scale.pixels(kind.gap)
    column = (margin, paper.width - 2 * margin)
    code = Self.code(facts.link, kind, scale, most: min(paper.width, paper.height) / 3)
    // The words' height decides about the pictures' width, which decides about the words' width.
    for _ in 0..<3 {
      setWords(facts, kind, scale)
      picture = fitted(aspect)
      let width = isBeside ? 2 * picture.width + gap : picture.width
      let most = paper.width - 2 * margin
      column.width = max(width, most * 6 / 10)
      column.x = (paper.width - column.width) / 2
    }
    setWords(facts, kind, scale)
    picture = fitted(aspect)
  }

  /// A code whose modules can be told apart; nil where there is no link, or none that a code of this sheet can hold.
  private static func code(
    _ link: String?, _ kind: PairSheet.Paper, _ scale: PrintScale, most: Int
  ) -> PlacedCode? {
    guard let link, !link.isEmpty else { return nil }
    func placed(_ side: Int) -> PlacedCode? {
      do throws(ImageError) {
        return try PlacedCode(link, in: PixelSize(width: side, height: side), scale: scale)
      } catch {
        return nil
      }
    }
    guard let wanted = placed(scale.pixels(kind.code)) else { return nil }
    if wanted.moduleSide >= PlacedCode.leastModule { return wanted }
    let side = scale.pixels(wanted.leastSide) + 1
    return side <= most ? placed(side) : nil
  }

  // MARK: Sizes

  private mutating func setWords(_ facts: PairFacts, _ kind: PairSheet.Paper, _ scale: PrintScale) {
    func block(
      _ text: String, _ points: ClosedRange<Double>, width: Int, lines: Int = 1, isSerif: Bool = false,
      breaksWords: Bool = false
    ) -> TextBlock? {
      let text = PairFacts.plain(text)
      guard !text.isEmpty else { return nil }
      let sizes = scale.length(points.lowerBound * 25.4 / 72)...scale.length(points.upperBound * 25.4 / 72)
      let options = TextBlock.Options(
        text, family: isSerif ? "Noto Serif, Noto Serif Hebrew, Noto Naskh Arabic, DejaVu Serif" : "system",
        // Numbers alone read from the left everywhere: degrees, years from and to.
        isRightToLeft: VisualText.isRightToLeft(text), side: isRightToLeft ? .right : .left, sizes: sizes, lines: lines,
        breaksWords: breaksWords)
      return TextBlock(options, in: PixelSize(width: width, height: paper.height / 4))
    }
    let title = block(facts.title, kind.title, width: column.width, lines: 2, isSerif: true)
    let place = facts.place.flatMap { block($0, kind.small, width: column.width) }
    head = [title.map { ($0, PairSheet.ink) }, place.map { ($0, PairSheet.quietInk) }].compactMap(\.self)
    let half = isBeside ? (column.width - gap) / 2 : column.width
    let below = isBeside && picture.width > 1 ? min(half, picture.width) : half
    dates = [facts.dates.then, facts.dates.now].map { block($0, kind.date, width: below, isSerif: true) }
    // Where dates have to become smaller, both do.
    let least = dates.compactMap { $0?.pixelSize }.min() ?? 0
    dates = dates.map { date in
      guard let date, date.pixelSize > least else { return date }
      var options = date.options
      options.sizes = least...least
      return TextBlock(options, in: PixelSize(width: below, height: paper.height / 4))
    }
    let width = max(1, column.width - (code == nil ? 0 : codeSide + gap))
    foot = facts.origin.compactMap { line in
      block(line, kind.small, width: width, lines: 2, breaksWords: true).map { ($0, PairSheet.quietInk) }
    }
    if let id = block(facts.pair, kind.small, width: width) { foot.append((id, PairSheet.quietInk)) }
  }

  private var codeSide: Int { code.map { $0.modules * $0.modulePixels } ?? 0 }
  /// What of the code's quiet zone reaches into the margin and towards the rule, so that its dark modules keep to the
  /// column; the rule itself stays outside.
  private var quiet: Int {
    code.map { min(QRCode.standardQuietZone * $0.modulePixels, margin / 2, gap / 2 - ruleHeight - 1) } ?? 0
  }
  private var ruleHeight: Int { max(1, gap / 40) }
  private var lineGap: Int { max(1, gap / 5) }
  private var headHeight: Int {
    head.isEmpty ? 0 : head.reduce(gap) { $0 + $1.block.size.height } + (head.count - 1) * lineGap
  }
  private var dateHeight: Int {
    let height = dates.compactMap { $0?.size.height }.max() ?? 0
    return height == 0 ? 0 : height + gap / 3
  }
  private var footHeight: Int {
    let words = foot.reduce(0) { $0 + $1.block.size.height } + max(0, foot.count - 1) * lineGap
    let height = max(words, codeSide - 2 * quiet)
    // Above the foot are a gap, the rule, and half a gap.
    return height == 0 ? 0 : height + gap + gap / 2
  }

  /// The largest box of these proportions that two fit of.
  private func fitted(_ aspect: Double) -> PixelSize {
    let (most, all) = (
      paper.width - 2 * margin, paper.height - 2 * margin - headHeight - footHeight
    )
    let width = isBeside ? (most - gap) / 2 : most
    let height = isBeside ? all - dateHeight : (all - gap) / 2 - dateHeight
    let fit = min(Double(width), Double(max(1, height)) * aspect)
    return PixelSize(width: max(1, Int(fit)), height: max(1, Int(fit / aspect)))
  }

  // MARK: Places

  func placed() -> (
    pictures: [PixelRect], words: [PairSheet.Words], rule: PixelRect?, code: PairSheet.Code?
  ) {
    var words: [PairSheet.Words] = []
    func x(_ block: TextBlock, _ left: Int, _ width: Int) -> Int {
      isRightToLeft ? left + width - block.size.width : left
    }
    var y = margin
    for (block, color) in head {
      words.append(PairSheet.Words(block: block, x: x(block, column.x, column.width), y: y, color: color))
      y += block.size.height + lineGap
    }
    y = margin + headHeight
    let bottom = paper.height - margin - footHeight
    let width = isBeside ? 2 * picture.width + gap : picture.width
    let height = isBeside ? picture.height + dateHeight : 2 * (picture.height + dateHeight) + gap
    // A little above the middle of what is left, as pictures hang.
    let (left, top) = ((paper.width - width) / 2, y + max(0, bottom - y - height) * 2 / 5)
    let pictures = (0..<2).map { number in
      PixelRect(
        x: left + (isBeside ? number * (picture.width + gap) : 0),
        y: top + (isBeside ? 0 : number * (picture.height + dateHeight + gap)), width: picture.width,
        height: picture.height)
    }
    for (date, rect) in zip(dates, pictures) {
      guard let date else { continue }
      words.append(
        PairSheet.Words(
          block: date, x: x(date, rect.x, rect.width), y: rect.y + rect.height + gap / 3, color: PairSheet.ink))
    }
    guard footHeight > 0 else { return (pictures, words, nil, nil) }
    let rule = PixelRect(x: column.x, y: bottom + gap, width: column.width, height: ruleHeight)
    y = bottom + gap + gap / 2
    let codeX = isRightToLeft ? column.x - quiet : column.x + column.width - codeSide + quiet
    let start = isRightToLeft && code != nil ? column.x + codeSide + gap : column.x
    for (block, color) in foot {
      let room = column.width - (code == nil ? 0 : codeSide + gap)
      words.append(PairSheet.Words(block: block, x: x(block, start, room), y: y, color: color))
      y += block.size.height + lineGap
    }
    let place = code.map { placed in
      PairSheet.Code(
        code: placed.code,
        rect: PixelRect(x: codeX, y: bottom + gap + gap / 2 - quiet, width: codeSide, height: codeSide))
    }
    return (pictures, words, rule, place)
  }
}
