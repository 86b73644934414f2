import BoothCore
import Imaging

/// Things below each other, with what is between them: measured first, drawn around the middle of a rectangle.
struct SheetColumn {
  private struct Item {
    var height: Int
    var draw: (inout SheetDraft, PixelRect) -> Void
  }

  private var items: [Item] = []

  var height: Int { items.map(\.height).reduce(0, +) }

  mutating func add(_ height: Int, _ draw: @escaping (inout SheetDraft, PixelRect) -> Void) {
    items.append(Item(height: height, draw: draw))
  }

  mutating func gap(_ height: Int) {
    if !items.isEmpty { items.append(Item(height: height) { _, _ in }) }
  }

  mutating func add(_ block: TextBlock, _ side: SheetDraft.Side = .center, _ color: RGBColor? = nil) {
    add(block.size.height) { $0.write(block, in: $1, side, .top, color) }
  }

  mutating func add(_ row: SheetDraft.Row, _ side: SheetDraft.Side = .center, _ color: RGBColor? = nil) {
    guard row.size.height > 0 else { return }
    add(row.size.height) { $0.write(row, in: $1, side, .top, color) }
  }

  /// Draws everything; what is left of the height is shared out above and below.
  /// - Parameter share: of what is left, so much is above.
  func draw(in rect: PixelRect, share: Double = 0.5, on draft: inout SheetDraft) {
    var y = rect.y + max(0, Int(Double(rect.height - height) * share))
    for item in items {
      item.draw(&draft, PixelRect(x: rect.x, y: y, width: rect.width, height: item.height))
      y += item.height
    }
  }
}
