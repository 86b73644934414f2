import BoothCore
import Imaging

/// What a scene is drawn on: a picture of quarters of cells below, words in whole cells above it.
struct Stage {
  let columns: Int
  let rows: Int
  let palette: Palette
  /// The first is the main one; see ``Language/spoken(at:)``.
  let languages: [Language]
  /// The event's own words.
  let words: SceneWords
  let style: SceneStyle
  var grid: PixelGrid
  /// What is kept free for the last guests.
  var previous: PreviousNote?
  private var written: [Word] = []
  private var letters: [(mask: CoverageMask, x: Int, y: Int)] = []
  /// What was written in large letters of a size that several texts share; for tests.
  private(set) var alike: [(text: String, fontSize: Double)] = []
  /// What lay under a code when it was laid there; for tests.
  private var covered: CellRect?

  enum Alignment {
    /// Where the language's lines begin: the left, or the right for Hebrew and Arabic.
    case leading
    case center
    case left
    case right
  }

  private struct Word {
    var glyphs: [Glyph]
    var column: Int
    var row: Int
    var ink: Paint
    var isBold: Bool
    var right: Int { column + CellText.columns(glyphs) }
  }

  init(
    columns: Int, rows: Int, palette: Palette, languages: [Language], words: SceneWords = SceneWords(),
    style: SceneStyle
  ) {
    self.columns = columns
    self.rows = rows
    self.palette = palette
    self.languages = languages
    self.words = words
    self.style = style
    grid = PixelGrid(columns: columns, rows: rows, palette.paper)
  }

  var language: Language { languages[0] }
  var isRightToLeft: Bool { language.isRightToLeft }
  var all: CellRect { CellRect(x: 0, y: 0, width: columns, height: rows) }
  /// Too small for large letters and pictures with words beside them.
  var isSmall: Bool { columns < 60 || rows < 18 }

  // MARK: Words

  func said(_ phrase: Phrase) -> String { words.text(phrase, in: language) }

  /// Writes one line of text, cut if it is too long, into the first row of `rect`; rows outside of the stage are left
  /// out. Returns where it stands.
  @discardableResult
  mutating func write(
    _ text: String, in rect: CellRect, _ language: Language? = nil, _ alignment: Alignment = .leading,
    ink: Paint? = nil, isBold: Bool = false
  ) -> CellRect {
    let language = language ?? self.language
    let glyphs = style.glyphs(CellText.cut(text, width: rect.width), rightToLeft: language.isRightToLeft)
    let width = CellText.columns(glyphs)
    let free = max(0, rect.width - width)
    let column =
      switch alignment {
      case .center: rect.x + free / 2
      case .left: rect.x
      case .right: rect.x + free
      case .leading: rect.x + (language.isRightToLeft ? free : 0)
      }
    if rect.y >= 0, rect.y < rows {
      written.append(
        Word(glyphs: glyphs, column: column, row: rect.y, ink: ink ?? palette.ink, isBold: isBold))
    }
    return CellRect(x: column, y: rect.y, width: width, height: 1)
  }

  /// Writes text in as many lines as it takes and `rect` has; returns how many.
  @discardableResult
  mutating func writeLines(
    _ text: String, in rect: CellRect, _ language: Language? = nil, _ alignment: Alignment = .leading,
    ink: Paint? = nil, isBold: Bool = false
  ) -> Int {
    let lines = CellText.wrap(text, width: rect.width, limit: rect.height)
    for (index, line) in lines.enumerated() {
      let row = CellRect(x: rect.x, y: rect.y + index, width: rect.width, height: 1)
      write(line, in: row, language, alignment, ink: ink, isBold: isBold)
    }
    return lines.count
  }

  /// Writes a phrase in the event's lesser languages, side by side in one row where they fit, or as many as do.
  mutating func writeOthers(_ phrase: Phrase, row: Int, in rect: CellRect, ink: Paint? = nil) {
    writeRow(languages.dropFirst().map { (words.text(phrase, in: $0), $0) }, row: row, in: rect, ink: ink)
  }

  /// Writes several texts, each in its own direction, into one row around its middle, in the main language's order.
  mutating func writeRow(_ texts: [(text: String, language: Language)], row: Int, in rect: CellRect, ink: Paint? = nil)
  {
    let gap = 5
    var shown: [(glyphs: [Glyph], width: Int)] = []
    var width = 0
    for (text, language) in texts where !text.isEmpty {
      let glyphs = style.glyphs(text, rightToLeft: language.isRightToLeft)
      let needed = CellText.columns(glyphs) + (shown.isEmpty ? 0 : gap)
      guard width + needed <= rect.width else { break }
      shown.append((glyphs, CellText.columns(glyphs)))
      width += needed
    }
    if isRightToLeft { shown.reverse() }
    var column = rect.x + (rect.width - width) / 2
    guard row >= 0, row < rows else { return }
    for (index, text) in shown.enumerated() {
      if index > 0 {
        written.append(
          Word(glyphs: [Glyph("·")], column: column + gap / 2, row: row, ink: palette.highlight, isBold: false))
        column += gap
      }
      written.append(Word(glyphs: text.glyphs, column: column, row: row, ink: ink ?? palette.dim, isBold: false))
      column += text.width
    }
  }

  func hasWords(in rect: CellRect) -> Bool {
    written.contains { $0.row >= rect.y && $0.row < rect.bottom && $0.column < rect.right && $0.right > rect.x }
  }

  /// Whether there are words or parts of large letters.
  func hasText(in rect: CellRect) -> Bool {
    hasWords(in: rect)
      || letters.contains { letter in
        letter.mask.covers(
          x: rect.x * 2 - letter.x, y: rect.y * 2 - letter.y, width: rect.width * 2, height: rect.height * 2)
      }
  }

  /// Takes back what was written there, for what is laid over it.
  mutating func clearWords(in rect: CellRect) {
    written.removeAll { $0.row >= rect.y && $0.row < rect.bottom && $0.column < rect.right && $0.right > rect.x }
  }

  /// Lays a code with a label below it over what stands there.
  mutating func lay(_ panel: CodePanel, _ text: String, in card: CellRect) {
    if hasText(in: card) { covered = card }
    panel.draw(on: &grid, x: card.x, row: card.y)
    let label = CellRect(x: card.x, y: card.bottom - 1, width: card.width, height: 1)
    grid.fill(label, .white)
    write(text, in: label, nil, .center, ink: .black)
  }

  // MARK: Large letters

  /// Draws text in large letters, as large as `rect` lets them be; in plain bold ones where that would be too small to
  /// be read, or no font has the letters.
  /// - Parameter size: of all texts that are to be alike, from ``lettersAlike(_:)``.
  mutating func writeLarge(
    _ text: String, in rect: CellRect, _ language: Language? = nil, lines: Int = 1, _ alignment: Alignment = .center,
    ink: Paint? = nil, outline: Paint? = nil, size: Letters = .own
  ) {
    let language = language ?? self.language
    guard !rect.isEmpty else { return }
    var wanted = large(text, in: rect, language, lines: lines, alignment)
    if case .alike(let fontSize) = size { wanted.fontSize = fontSize }
    guard !isSmall || rect.height >= 5, size != .plain, let mask = style.largeText.mask(wanted) else {
      let lines = CellText.wrap(text, width: rect.width, limit: rect.height)
      let top = CellRect(
        x: rect.x, y: rect.y + (rect.height - lines.count) / 2, width: rect.width, height: rect.height)
      writeLines(text, in: top, language, alignment, ink: ink, isBold: true)
      return
    }
    if let outline {
      for (dx, dy) in [(-2, 0), (2, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)] {
        grid.draw(mask, x: rect.x * 2 + dx, y: rect.y * 2 + dy, outline)
      }
    }
    grid.draw(mask, x: rect.x * 2, y: rect.y * 2, ink ?? palette.ink)
    letters.append((mask, rect.x * 2, rect.y * 2))
    if case .alike(let fontSize) = size { alike.append((text, fontSize)) }
  }

  private func large(
    _ text: String, in rect: CellRect, _ language: Language, lines: Int, _ alignment: Alignment
  ) -> LargeText {
    let side: LargeText.Side =
      switch alignment {
      case .center: .center
      case .left: .left
      case .right: .right
      case .leading: language.isRightToLeft ? .right : .left
      }
    return LargeText(
      text: text, isRightToLeft: language.isRightToLeft, columns: rect.width, rows: rect.height, lines: lines,
      side: side)
  }

  /// How large a text's letters are.
  enum Letters: Equatable {
    /// As large as there is room for.
    case own
    /// One row high.
    case plain
    /// As large as those of other texts, in pixels of the font.
    case alike(Double)
  }

  /// A text and the room that its letters have.
  struct Sentence {
    var text: String
    var room: CellRect
    var language: Language?
    var lines = 1
  }

  /// Letters for texts that belong together, a question and its answers: in one size, the largest that all of them have
  /// room for; plain ones where some have not.
  func lettersAlike(_ sentences: [Sentence]) -> Letters {
    guard !sentences.contains(where: { $0.room.isEmpty }) else { return .plain }
    let texts = sentences.map { large($0.text, in: $0.room, $0.language ?? language, lines: $0.lines, .center) }
    return style.largeText.commonFontSize(of: texts).map { .alike($0) } ?? .plain
  }

  /// What ``lettersAlike(_:)`` is to know of buttons that stand side by side in so many columns.
  func sentences(_ buttons: [Button], width: Int) -> [Sentence] {
    let share = (width - buttonGap * (buttons.count - 1)) / max(1, buttons.count)
    return buttons.map {
      Sentence(text: $0.text, room: CellRect(x: 0, y: 0, width: share - 6, height: letterRows), language: nil)
    }
  }

  // MARK: Shapes

  /// A filled rectangle that stands half a cell over its row above and below.
  mutating func pill(_ rect: CellRect, _ paint: Paint, share: Int = 256) {
    grid.fill(
      x: rect.x * 2, y: rect.y * 2 - 1, width: rect.width * 2, height: rect.height * 2 + 2, paint, share: share)
  }

  /// A large terminal, whose plain letters are small: buttons have large ones too.
  var isLarge: Bool { rows >= 40 && columns >= 120 }
  /// Rows of large letters in buttons of a large terminal.
  var letterRows: Int { max(4, rows / 10) }
  /// Rows of a button, without the half rows above and below.
  var buttonRows: Int { isLarge ? letterRows + 1 : 1 }

  /// A button with its key's name: ` Enter  Keep `.
  private mutating func draw(_ button: Button, x: Int, row: Int, width: Int) {
    let (paint, ink) = colors(of: button)
    let isPlain = !isLarge || button.letters == .plain
    pill(CellRect(x: x, y: row, width: width, height: isPlain ? 1 : buttonRows), paint)
    let faint = ink.mixed(with: paint, 96)
    if !isPlain {
      writeLarge(
        button.text,
        in: CellRect(x: x + 3, y: row, width: width - 6, height: button.key.isEmpty ? buttonRows : letterRows),
        ink: ink,
        size: button.letters)
      write(
        button.key, in: CellRect(x: x, y: row + letterRows, width: width, height: 1), .english, .center, ink: faint)
      return
    }
    let inner = CellRect(x: x + 2, y: row, width: width - 4, height: 1)
    let keyWidth = CellText.columns(button.key)
    let textWidth = inner.width - (keyWidth == 0 ? 0 : keyWidth + 2)
    if keyWidth > 0 { write(button.key, in: inner, .english, isRightToLeft ? .right : .left, ink: faint) }
    let rest = CellRect(x: isRightToLeft ? inner.x : inner.right - textWidth, y: row, width: textWidth, height: 1)
    write(button.text, in: rest, ink: ink, isBold: true)
  }

  /// How wide buttons are side by side.
  func width(_ buttons: [Button]) -> Int {
    buttons.reduce(buttonGap * (buttons.count - 1)) { $0 + width($1) }
  }

  private var buttonGap: Int { isSmall ? 1 : isLarge ? 5 : 3 }

  private func width(_ button: Button) -> Int {
    switch button.letters {
    case .own where isLarge:
      // Large letters of four rows are about five columns wide.
      return 8 + letterRows * 5 / 4 * CellText.columns(button.text)
    case .alike(let fontSize) where isLarge:
      var text = large(button.text, in: all, language, lines: 1, .center)
      text.fontSize = fontSize
      return 8 + (style.largeText.plainColumns(text) ?? 5 * CellText.columns(button.text))
    case .own, .plain, .alike: break
    }
    let keyWidth = CellText.columns(button.key)
    return 4 + (keyWidth == 0 ? 0 : keyWidth + 2) + CellText.columns(button.text)
  }

  /// Buttons side by side around the middle of `rect`, the first where the language's lines begin. Where they do not
  /// fit, the keys' names go, then the ends of their texts.
  mutating func buttons(_ buttons: [Button], row: Int, in rect: CellRect) {
    var buttons = buttons
    if width(buttons) > rect.width { for index in buttons.indices { buttons[index].key = "" } }
    let share = (rect.width - buttonGap * (buttons.count - 1)) / max(1, buttons.count)
    // Large letters are as small as they must be, plain ones have one size.
    let most = width(buttons) > rect.width ? share : rect.width
    if most == share {
      for index in buttons.indices where !isLarge || buttons[index].letters == .plain {
        buttons[index].text = CellText.cut(buttons[index].text, width: max(0, share - 4))
      }
    }
    let widths = buttons.map { min(width($0), most) }
    var column = rect.x + max(0, (rect.width - widths.reduce(buttonGap * (buttons.count - 1), +)) / 2)
    for (button, width) in isRightToLeft ? zip(buttons, widths).reversed() : Array(zip(buttons, widths)) {
      draw(button, x: column, row: row, width: width)
      column += width + buttonGap
    }
  }

  private func colors(of button: Button) -> (Paint, Paint) {
    switch button.rank {
    case .main: (palette.highlight, palette.highlightInk)
    case .other: (palette.paper.mixed(with: palette.ink, 56), palette.ink)
    case .danger: (Paint(0xB7, 0x1C, 0x1C), .white)
    }
  }

  struct Button {
    enum Rank { case main, other, danger }
    var key: String
    var text: String
    var rank = Rank.main
    var letters = Letters.own
  }

  /// A bar that is full to `share` (0...1), growing in the language's direction; as high as a row, or its lower half.
  mutating func bar(
    _ share: Double, x: Int, row: Int, width: Int, _ paint: Paint, track: Paint, isThin: Bool = true
  ) {
    // Whole columns, as a cell holds no three colours.
    let filled = Int((min(max(share, 0), 1) * Double(width)).rounded())
    let (y, height) = isThin ? (row * 2 + 1, 1) : (row * 2, 2)
    grid.fill(x: x * 2, y: y, width: width * 2, height: height, track)
    grid.fill(x: (isRightToLeft ? x + width - filled : x) * 2, y: y, width: filled * 2, height: height, paint)
  }

  // MARK: The end

  /// What is wrong with the layout, in words: text that leaves the stage or lies over other text. For tests.
  var faults: [String] {
    var owners: [Int: Int] = [:]
    var faults = covered.map { ["a code lies over text at \($0)"] } ?? []
    for (number, word) in written.enumerated() {
      let text = String(String.UnicodeScalarView(word.glyphs.flatMap(\.scalars)))
      if word.column < 0 || word.right > columns { faults.append("“\(text)” leaves row \(word.row)") }
      for column in word.column..<max(word.column, word.right) {
        if let owner = owners.updateValue(number, forKey: word.row * 10_000 + column), owner != number {
          faults.append("“\(text)” lies over other text in row \(word.row)")
          break
        }
      }
    }
    return faults
  }

  /// The canvas: the picture in blocks, the words on the colours that stand under them.
  func finish() -> CellCanvas {
    var canvas = CellCanvas(grid, style.symbols)
    for word in written {
      var column = word.column
      for glyph in word.glyphs {
        if column >= 0, column < columns {
          let paper = grid.mean(column: column, row: word.row)
          canvas.put(glyph, column: column, row: word.row, ink: word.ink, paper: paper, isBold: word.isBold)
        }
        column += glyph.columns
      }
    }
    return canvas
  }
}
