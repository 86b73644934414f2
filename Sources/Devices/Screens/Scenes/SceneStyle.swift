import Imaging

/// How a terminal wants its scenes: what does not depend on the scene.
public struct SceneStyle: Sendable {
  /// How finely the terminal's font draws pictures.
  public var symbols: BlockSymbols
  /// In which order the terminal must get text that runs from right to left.
  public var order: TextOrder
  /// Shows the live view as a mirror does, which is how guests know themselves.
  public var isMirrored: Bool
  let largeText = LargeTextCache()
  let codes = CodePanelCache()

  /// By default for a graphical terminal that does not reorder text by itself.
  public init(symbols: BlockSymbols = .quarters, order: TextOrder = .visual, isMirrored: Bool = true) {
    self.symbols = symbols
    self.order = order
    self.isMirrored = isMirrored
  }

  /// The glyphs of one line in the order in which they are written into cells.
  func glyphs(_ text: String, rightToLeft: Bool) -> [Glyph] {
    switch order {
    case .logical: CellText.glyphs(text.unicodeScalars)
    case .visual: CellText.glyphs(VisualText.reorder(text, rightToLeft: rightToLeft).unicodeScalars)
    }
  }
}
