import BoothCore

/// A row that tells what keys do.
enum KeyRow {
  private static let gap = 4

  /// How many of these have room in so many columns, with an ellipsis behind them if they are not all.
  static func fitting(_ keys: [(key: String, words: String)], _ width: Int) -> Int {
    var used = 0
    for (index, key) in keys.enumerated() {
      used += (index == 0 ? 0 : gap) + columns(key)
      guard used + (index + 1 < keys.count ? 2 : 0) <= width else { return index }
    }
    return keys.count
  }

  private static func columns(_ key: (key: String, words: String)) -> Int {
    CellText.columns(key.key) + 1 + CellText.columns(key.words)
  }
}

extension Stage {
  /// Writes as many keys as have room, the first always, and an ellipsis where some have not.
  mutating func writeKeys(_ keys: [(key: String, words: String)], in row: CellRect) {
    let shown = max(1, KeyRow.fitting(keys, row.width))
    var rest = row
    let side: Alignment = isRightToLeft ? .right : .left
    let faint = palette.dim.mixed(with: palette.paper, 64)
    func place(_ text: String, _ language: Language, _ ink: Paint, _ isBold: Bool, gap: Int, _ stage: inout Stage) {
      guard rest.width > 0 else { return }
      let used = stage.write(text, in: rest, language, side, ink: ink, isBold: isBold).width + gap
      rest.width -= used
      if side == .left { rest.x += used }
    }
    for (index, key) in keys.prefix(shown).enumerated() {
      place(key.key, .english, palette.dim, true, gap: 1, &self)
      place(key.words, language, faint, false, gap: index + 1 < shown ? 4 : 1, &self)
    }
    if shown < keys.count { place("…", .english, faint, false, gap: 0, &self) }
  }
}
