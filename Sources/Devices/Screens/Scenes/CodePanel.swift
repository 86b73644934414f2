import Imaging
import Synchronization

/// A link as a QR code in half cells, as large and as robust as the room allows.
struct CodePanel {
  let code: QRCode
  /// Light modules around it.
  let quietZone: Int
  /// Columns, and halves of rows, a module takes.
  let scale: Int

  private var side: Int { (code.side + 2 * quietZone) * scale }
  var columns: Int { side }
  /// The light half row that an odd number leaves counts.
  var rows: Int { (side + 1) / 2 }

  /// The tries, the best first: the standard's quiet zone of 4 comes before the correction level, as many readers need
  /// it and a screen has no dirt; 2 is what phones of today still read.
  private static let tries: [(QRCode.Correction, quietZone: Int)] = [
    (.quartile, 4), (.medium, 4), (.low, 4), (.quartile, 2), (.medium, 2), (.low, 2),
  ]

  /// Nil if no code of `link` fits.
  init?(_ link: String, columns: Int, rows: Int, largestScale: Int = 4) {
    for (correction, quietZone) in Self.tries {
      // A link that is too long for one level fits the next, or is shown in words.
      guard let code = try? QRCode(link, correction: correction) else { continue }
      let scale = min(min(columns, rows * 2) / (code.side + 2 * quietZone), largestScale)
      guard scale >= 1 else { continue }
      self.code = code
      self.quietZone = quietZone
      self.scale = scale
      return
    }
    return nil
  }

  /// Draws it with its quiet zone, black on white whatever the theme: inverted or coloured codes are not read by all.
  func draw(on grid: inout PixelGrid, x: Int, row: Int) {
    grid.fill(CellRect(x: x, y: row, width: columns, height: rows), .white)
    for y in 0..<code.side {
      for column in 0..<code.side where code.isDark(column, y) {
        grid.fill(
          x: (x + (column + quietZone) * scale) * 2, y: row * 2 + (y + quietZone) * scale, width: scale * 2,
          height: scale, .black)
      }
    }
  }
}

/// Remembers small codes, or that there is no room for one: live pictures are drawn many times a second. For any thread.
final class CodePanelCache: Sendable {
  private struct Key: Hashable {
    var link: String
    var columns: Int
    var rows: Int
  }

  private let known = Mutex<[Key: CodePanel?]>([:])

  /// A code of the smallest modules; nil if none fits.
  func panel(_ link: String, columns: Int, rows: Int) -> CodePanel? {
    let key = Key(link: link, columns: columns, rows: rows)
    if let panel = known.withLock({ $0[key] }) { return panel }
    let panel = CodePanel(link, columns: columns, rows: rows, largestScale: 1)
    known.withLock { known in
      // One session's code at a time.
      if known.count > 8 { known.removeAll(keepingCapacity: true) }
      known[key] = .some(panel)
    }
    return panel
  }
}
