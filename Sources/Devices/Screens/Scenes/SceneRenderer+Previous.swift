import BoothCore
import Imaging

/// The last guests' way to their pictures, while the next guests begin: a small code in the corner where lines end, or,
/// on a terminal of few cells, where a code would be as large as the picture, the link in words in the first rows.
struct PreviousNote {
  let label: String
  /// Where there is room for one, its place with the label below it.
  let code: (panel: CodePanel, card: CellRect)?
  /// The link for the rows under the label, whose first is beside it and may be empty; none if it is too long.
  let lines: [String]

  /// Nil on terminals too small for either.
  init?(_ link: String, _ stage: Stage) {
    guard !stage.isSmall else { return nil }
    label = stage.said(.previousGuests)
    code = stage.style.codes.panel(link, columns: stage.columns / 3, rows: stage.rows / 2).map { panel in
      let x = stage.isRightToLeft ? 2 : stage.columns - panel.columns - 2
      return (panel, CellRect(x: x, y: 1, width: panel.columns, height: panel.rows + 1))
    }
    let width = stage.columns - 2
    let short = link.withoutScheme
    if CellText.columns(label) + 2 + CellText.columns(short) <= width {
      lines = [short]
    } else {
      let parts = CellText.split(short, width: width)
      lines = parts.count <= 3 ? [""] + parts : []
    }
  }

  /// Rows at the top that are no longer the scene's.
  var rows: Int { code == nil ? lines.count : 0 }

  /// Rows at the top that are taken where lines end.
  var cornerRows: Int { code?.card.bottom ?? rows }

  /// Columns that are taken there by more than those rows.
  var columns: Int { code.map { $0.card.width + 4 } ?? 0 }
}

extension SceneRenderer {
  /// Last of all: where a scene has words of its own in that place, nothing is laid over them.
  func drawPrevious(on stage: inout Stage) {
    guard let note = stage.previous else { return }
    if let (panel, card) = note.code, !stage.hasText(in: card) {
      stage.lay(panel, note.label, in: card)
      return
    }
    let band = CellRect(x: 0, y: 0, width: stage.columns, height: note.lines.count)
    guard !note.lines.isEmpty, !stage.hasText(in: band) else { return }
    stage.grid.fill(band, .black, share: 190)
    let row = CellRect(x: 1, y: 0, width: stage.columns - 2, height: 1)
    stage.write(note.label, in: row, nil, .leading, ink: .white)
    // Beside its label a link ends where lines end; below it, it begins where they begin.
    let isBeside = note.lines.count == 1
    for (index, line) in note.lines.enumerated() where !line.isEmpty {
      stage.write(
        line, in: CellRect(x: row.x, y: index, width: row.width, height: 1), .english,
        stage.isRightToLeft == isBeside ? .left : .right, ink: .white, isBold: true)
    }
  }
}
